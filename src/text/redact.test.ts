import assert from 'node:assert/strict'
import { test } from 'node:test'
import { redact } from './redact.ts'

const names = [
  'Anna Müller',
  'Will Smith',
  'José García López',
  'Grace Hopper',
  'Bo Li',
  "Anne-Marie O'Neil",
  '王小明',
  'Jan van der Berg',
  'constructor __proto__',
]

const cases: [string, string][] = [
  ['Ask anna or ANNA MÜLLER', 'Ask [name] or [name]'],
  ['anna muller helped', '[name] helped'],
  ["Anna's idea", "[name]'s idea"],
  ['An\u200bna left', '[name] left'],
  ['A\u0301nna left', '[name] left'],
  ['jose garcia and Lopez', '[name] [name] and [name]'],
  ['Will we get laptops? Ask Will, he will know.', 'Will we get laptops? Ask [name], he will know.'],
  ['a grace period, said Grace', 'a grace period, said [name]'],
  ['GRACE decides', '[name] decides'],
  ['Bo said so, bo did not', '[name] said so, bo did not'],
  ['anne-marie and O’Neil or oneil', '[name]-[name] and [name] or [name]'],
  ['the van, der Berg and berg', 'the van, der [name] and [name]'],
  ['Jan van der Berg', '[name]'],
  ['我觉得王小明很好', '我觉得[name]很好'],
  ['annals of banana', 'annals of banana'],
  ['mail a.b+c@example.co.uk now', 'mail [email] now'],
  ['hey @john_s and <@U123AB>', 'hey [mention] and [mention]'],
  [
    'see https://x.example/y?q=1 or www.a.example and wiki.example.com/foo',
    'see [link] or [link] and [link]',
  ],
  ['call +49 (0)30 1234-5678', 'call [phone]'],
  ['my number is 030 12345678.', 'my number is [phone].'],
  ['ticket AB-4521, room 1203', 'ticket AB-[number], room [number]'],
  ['id 123e4567-e89b-12d3-a456-426614174000', 'id [number]'],
  ['3,500 or 12 people at 10:30, 24/7', '[number] or 12 people at 10:30, 24/7'],
  ['٠١٢٣٤', '[number]'],
  ['5 out of 10 for v1.2', '5 out of 10 for v1.2'],
  ['', ''],
]
for (const [text, expected] of cases)
  test(`redacted: ${JSON.stringify(text)}`, () => assert.equal(redact(text, names), expected))

const strangers: [string, string][] = [
  ['Kudos to Priya, she is great', 'Kudos to [name], she is great'],
  ['Tomasz Wiśniewski and Ingrid K. helped', '[name] and [name]. helped'],
  ['Ask Yusuf lindqvistsen or Elena', 'Ask [name] or [name]'],
  ['Björn always answers', '[name] always answers'],
  ['thanks to Chris A’s help', 'thanks to [name]’s help'],
  ['ElenaK wrote to MariaDB', '[name] wrote to MariaDB'],
  ['the ball is in Elena’s court', 'the ball is in [name]’s court'],
  ['Mark the date, said Mark', 'Mark the date, said [name]'],
  ['tom yum in Austin, and a Travis build', 'tom yum in Austin, and a Travis build'],
  ['JOHN DOE is no title case', 'JOHN DOE is no title case'],
]
for (const [text, expected] of strangers)
  test(`redacted without a roster: ${JSON.stringify(text)}`, () => assert.equal(redact(text, []), expected))

test('redacting a second time changes nothing', () => {
  for (const [text] of cases) assert.equal(redact(redact(text, names), names), redact(text, names))
})

test('every name of a large roster is found, in capitals too', () => {
  const letters = 'bcdfghklmn'
  const made = (n: number): string => [...String(n)].map((digit) => `${letters[+digit]}e`).join('')
  const roster = Array.from({ length: 5_000 }, (_, i) => `${made(i + 1_000)} ${made(i + 20_000)}`)
  for (let i = 0; i < roster.length; i += 97) {
    assert.equal(redact(`we asked ${roster[i].toUpperCase()} twice`, roster), 'we asked [name] twice')
  }
})
