/** What a model may return for a text of a survey, and what is left out although it looks right. */
import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { ProposalFault } from '../../contract/translation-proposals.ts'
import type { Text } from '../../contract/wording.ts'
import { faultOf, notDistinct, tidied } from './fitting.ts'
import { repliesOf, requestsFor } from './translation-prompt.ts'

const question = (text: string, id = 'calm'): Text => ({
  pointer: `/questions/${id}/text`,
  path: ['questions', id, 'text'],
  text,
  translated: undefined,
})

const option = (id: string, text: string): Text => ({
  pointer: `/questions/0/options/${id}/text`,
  path: ['questions', 'first', 'options', id],
  text,
  translated: undefined,
})

test('a proposal fits that says the same in other words', () => {
  const pairs: [original: string, proposal: string][] = [
    ['How calm was it?', 'Wie ruhig war es?'],
    ['How calm was it?', 'ما مدى هدوئه؟'],
    ['The last 7 days', 'Die letzten 7 Tage'],
    ['The last 7 days', 'الأيام ٧ الأخيرة'],
    ['The last 7 days', 'पिछले ७ दिन'],
    ['10,000 people in 2 towns', 'In 2 Städten 10.000 Menschen'],
    ['10,000 people', '10 000 personnes'],
    ['Dear {name}, see https://acme.example/a', 'Siehe https://acme.example/a, {name}'],
    ['100% of {{team}}', '100 % von {{team}}'],
    ['One\nTwo', 'Eins\nZwei'],
    ['Team', 'Team'],
    ['a < b', 'a < b'],
    ['Sleep & focus', 'Schlaf & Ruhe'],
    ['🙂', '🙂'],
  ]
  for (const [original, proposal] of pairs)
    assert.equal(faultOf(question(original), tidied(proposal)), null, proposal)
})

test('a proposal is left out that changes what a reader relies on, or cannot stand where the text does', () => {
  const pairs: [original: string, proposal: string, fault: ProposalFault][] = [
    ['How calm was it?', '   ', 'absent'],
    ['How calm was it?', '?!', 'absent'],
    ['How calm was it?', 'ruhig '.repeat(40), 'too_long'],
    ['The last 7 days', 'Die letzten 30 Tage', 'numbers'],
    ['The last 7 days', 'Die letzte Woche', 'numbers'],
    ['From 1 to 5', 'Von 1 bis 5, also 15', 'numbers'],
    ['Dear {name}', 'Liebe {nom}', 'placeholders'],
    ['Dear {name}', 'Hallo', 'placeholders'],
    ['Hello', 'Hallo {name}', 'placeholders'],
    ['See https://acme.example/a', 'Siehe https://evil.example/a', 'links'],
    ['Ask us', 'Fragen Sie boss@evil.example', 'links'],
    ['Ask us', 'Siehe www.evil.example', 'links'],
    ['How calm was it?', '<b>Wie ruhig?</b>', 'characters'],
    ['How calm was it?', 'Wie ruhig?&nbsp;', 'characters'],
    ['How calm was it?', '[Wie ruhig?](x)', 'characters'],
    ['How calm was it?', 'Wie ruhig?\nGern geschehen!', 'characters'],
    ['How calm was it?', 'Wie \u202eruhig?', 'characters'],
    ['How calm was it?', 'Wie \u0000ruhig?', 'characters'],
    ['How calm was it?', 'Wie\truhig?', 'characters'],
    ['How calm was it?', 'how calm was it?', 'unchanged'],
  ]
  for (const [original, proposal, fault] of pairs)
    assert.equal(faultOf(question(original), tidied(proposal)), fault, proposal)
  const title = { ...question('Week'), path: ['title'], text: 'w'.repeat(190) }
  assert.equal(faultOf(title, 'x'.repeat(201)), 'too_long')
  assert.equal(faultOf(title, 'x'.repeat(200)), null)
  const unit = { ...question('hours'), path: ['questions', 'hours', 'unit'] }
  assert.equal(faultOf(unit, 'Stunden in der Woche'), null)
  assert.equal(faultOf(unit, 'Stunden in jeder Woche'), 'too_long')
})

test('options that read the same are left out together, unless they did before', () => {
  const [sleep, rest, focus] = [option('a', 'Sleep'), option('b', 'Rest'), option('c', 'Focus')]
  const proposals = new Map([
    [sleep, 'Ruhe'],
    [rest, 'ruhe'],
    [focus, 'Konzentration'],
  ])
  assert.deepEqual(notDistinct(proposals), [sleep, rest])
  assert.deepEqual(
    notDistinct(
      new Map([
        [option('a', 'Team'), 'Gruppe'],
        [option('b', 'team'), 'Gruppe'],
      ]),
    ),
    [],
  )
  assert.deepEqual(
    notDistinct(
      new Map([
        [question('Sleep?', 'one'), 'Ruhe?'],
        [question('Rest?', 'two'), 'Ruhe?'],
      ]),
    ),
    [],
    'two questions may well be alike',
  )
})

test('a reply counts once for each text that was asked for, and names of nothing count for nothing', () => {
  const texts = [question('One'), question('Two'), question('Three')]
  assert.deepEqual(
    repliesOf(texts, {
      texts: [
        { id: 't1', text: 'Eins' },
        { id: 't1', text: 'Eins' },
        { id: 't2', text: 'Zwei' },
        { id: 't2', text: 'Zwo' },
        { id: 't9', text: 'Neun' },
        { id: '__proto__', text: 'x' },
      ],
    }),
    ['Eins', undefined, undefined],
  )
})

test('a long survey is divided into a few requests, and the rest waits for the next call', () => {
  const many = Array.from({ length: 100 }, (_none, at) => question('x'.repeat(200), `q${at}`))
  const { requests, next } = requestsFor(many)
  assert.deepEqual(
    requests.map((texts) => texts.length),
    [12, 12, 12, 12],
  )
  assert.equal(next, many[48])
  const short = Array.from({ length: 130 }, (_none, at) => question('yes', `q${at}`))
  assert.deepEqual(
    requestsFor(short).requests.map((texts) => texts.length),
    [60, 60, 10],
  )
  assert.equal(requestsFor(short).next, null)
  const longest = [question('x'.repeat(2_000), 'a'), question('x'.repeat(2_000), 'b')]
  assert.equal(requestsFor(longest).requests.length, 2)
  assert.deepEqual(requestsFor([]), { requests: [], next: null })
})
