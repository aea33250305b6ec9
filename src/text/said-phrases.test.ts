import assert from 'node:assert/strict'
import { test } from 'node:test'
import { analyseTexts } from './analysis.ts'
import { type Said, saidPhrases } from './said-phrases.ts'

type Asked = { improving?: boolean; question?: string; hidden?: number }

/** Each text by their own person; the first `hidden` do not want to be quoted. */
function said(
  texts: readonly string[],
  { improving = false, question = 'Why?', hidden = 0 }: Asked = {},
): Said[] {
  const { answers } = analyseTexts(texts)
  const places = Int32Array.from(texts.keys())
  const steps = saidPhrases(texts, answers, {
    seed: 1,
    questions: [question],
    improving: [improving],
    sources: {
      text: places,
      person: places.map((person) => (person < hidden ? -1 : person)),
      question: new Int32Array(texts.length),
    },
  })
  for (;;) {
    const step = steps.next()
    if (step.done) return step.value
  }
}

const when = ['today', 'at noon', 'on Mondays', 'all week', 'in May']
const complaints = when.map((time) => `We have slow laptops that crash ${time}.`)
const stancesOf = (all: readonly Said[], key: string) => all.map((one) => one.get(key) ?? 0)

test('a phrase of several people is said where it is in a complaint', () => {
  const all = said([...complaints, 'The meeting went well.'])
  assert.deepEqual(stancesOf(all, 'tools|laptops that crash'), [-1, -1, -1, -1, -1, 0])
  assert.deepEqual(stancesOf(all, 'tools|slow laptops'), [-1, -1, -1, -1, -1, 0])
})

test('what fewer than three people write leaves no trace, and anyone who is not to be quoted does not count', () => {
  assert.deepEqual(
    said(complaints.slice(0, 2)).map(({ size }) => size),
    [0, 0],
  )
  assert.deepEqual(
    said(complaints.slice(0, 4), { hidden: 2 }).map(({ size }) => size),
    [0, 0, 0, 0],
  )
  assert.deepEqual(stancesOf(said(complaints, { hidden: 2 }), 'tools|slow laptops'), [-1, -1, -1, -1, -1])
})

test('a placeholder of a name is in no phrase, and joins none', () => {
  const all = said(when.map((time) => `Slow [name] laptops crash ${time}.`))
  const keys = new Set(all.flatMap((one) => [...one.keys()]))
  assert.ok(keys.has('tools|laptops crash'))
  for (const key of keys) assert.doesNotMatch(key, /name|slow laptops/)
})

test('the words of the question are nobody’s own', () => {
  const keys = new Set(
    said(complaints, { question: 'What about laptops?' }).flatMap((one) => [...one.keys()]),
  )
  assert.equal(keys.has('tools|laptops'), false)
  assert.equal(keys.has('tools|laptops that crash'), true)
})

test('praise is told from complaints, and what is not praise is a suggestion where the question asks for some', () => {
  const praise = when.map((time) => `Great colleagues with fast replies ${time}.`)
  assert.deepEqual(stancesOf(said(praise), 'peers|fast replies'), [1, 1, 1, 1, 1])
  const neutral = when.slice(1).map((time) => `Laptops from this decade ${time}.`)
  assert.deepEqual(
    said(neutral).map(({ size }) => size),
    [0, 0, 0, 0],
  )
  assert.deepEqual(stancesOf(said(neutral, { improving: true }), 'tools|laptops'), [-1, -1, -1, -1])
})

test('in German phrases are found as well', () => {
  const all = said(
    when.map((_, day) => `Die alten Laptops sind leider viel zu langsam, schon seit ${day + 2} Jahren.`),
  )
  const keys = new Set(all.flatMap((one) => [...one.keys()]))
  assert.ok(
    [...keys].some((key) => key.startsWith('tools|') && key.includes('laptops')),
    [...keys].join(', '),
  )
})
