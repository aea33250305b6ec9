import assert from 'node:assert/strict'
import { test } from 'node:test'
import { growthOf, proportionalMax } from '../../test/support/cpu.ts'
import { coherenceOf, coherentWords, countWindows, npmi } from './coherence.ts'
import { answersFor, factorise } from './nmf.ts'
import { mulberry32 } from './random.ts'
import { chosenRows, termsOf, tfIdf, vocabularyOf, weighted } from './tfidf.ts'
import { themesOf } from './themes.ts'

// Invented answers on three subjects: each draws its words from one list.
const subjects = [
  {
    start: 'the code reviews',
    words: 'reviews pull requests merge waiting reviewers comments branch approval queue'.split(' '),
  },
  {
    start: 'the canteen lunch',
    words: 'canteen lunch vegetarian soup menu salad dessert cook portion bread'.split(' '),
  },
  {
    start: 'the parking garage',
    words: 'parking garage bicycle spaces barrier ticket lights entrance charging ramp'.split(' '),
  },
]
function inventedAnswers(count: number, seed: number): string[] {
  const random = mulberry32(seed)
  return Array.from({ length: count }, (_, i) => {
    const { start, words } = subjects[i % 3]
    const chosen = Array.from({ length: 5 }, () => words[Math.floor(random() * words.length)])
    return `I think ${start} and ${chosen.join(' and ')} could be better`
  })
}

test('three subjects are found and named, each with its answers', () => {
  const themes = themesOf(inventedAnswers(120, 1), { seed: 1 })
  assert.equal(themes.length, 3)
  assert.deepEqual(themes.map(({ label }) => label).toSorted(), [
    'canteen lunch',
    'code reviews',
    'parking garage',
  ])
  for (const theme of themes) {
    assert.equal(new Set(theme.members.map((member) => member % 3)).size, 1)
    assert.ok(theme.members.length >= 36 && theme.stability >= 0.6 && Math.abs(theme.coherence) <= 1)
    assert.equal(theme.words.length, 10)
  }
})

test('words of the questions name no theme', () => {
  const themes = themesOf(inventedAnswers(120, 1), {
    seed: 1,
    about: ['codes', 'canteens', 'reviewing', 'lunch'],
  })
  const words = themes.flatMap((theme) => [...theme.words, ...theme.label.split(' ')])
  for (const word of ['code', 'canteen', 'lunch']) assert.ok(!words.includes(word), word)
})

test('the same seed gives the same themes', () => {
  assert.deepEqual(
    themesOf(inventedAnswers(90, 2), { seed: 5 }),
    themesOf(inventedAnswers(90, 2), { seed: 5 }),
  )
})

test('members are indices into all texts, without the unusable ones', () => {
  const texts = inventedAnswers(90, 3).flatMap((text) => ['n/a', text])
  const themes = themesOf(texts, { seed: 1 })
  assert.ok(themes.length > 0)
  assert.ok(themes.every(({ members }) => members.every((member) => member % 2 === 1)))
})

test('fewer than 60 usable answers have no themes', () => {
  assert.deepEqual(themesOf([...inventedAnswers(59, 1), ...Array<string>(40).fill('n/a')], { seed: 1 }), [])
  assert.deepEqual(themesOf([], { seed: 1 }), [])
})

test('chance words are no theme', () => {
  const random = mulberry32(9)
  const words = Array.from(
    { length: 400 },
    (_, i) => `w${String.fromCharCode(97 + (i % 26), 97 + Math.floor(i / 26))}ord`,
  )
  const texts = Array.from(
    { length: 100 },
    () =>
      `the ${Array.from({ length: 6 }, () => words[Math.floor(random() * 400)]).join(' of the ')} is not what we have`,
  )
  assert.deepEqual(themesOf(texts, { seed: 1 }), [])
})

test('the cost of themes grows in proportion to the answers', () => {
  const growth = growthOf((count) => themesOf(inventedAnswers(count, 4), { seed: 1 }), 500)
  assert.ok(growth < proportionalMax, `${growth.toFixed(1)} times as long`)
})

test('50,000 answers of the same words have no themes', () => {
  assert.deepEqual(
    themesOf(Array<string>(50_000).fill('The canteen is too small and the lunch is cold'), { seed: 1 }),
    [],
  )
})

test('answers outside of the sample are assigned to the themes that were found in it', () => {
  const texts = inventedAnswers(12_000, 6)
  const themes = themesOf(texts, { seed: 1 })
  assert.equal(themes.length, 3)
  for (const { members } of themes) {
    assert.ok(members.length > 3_800)
    assert.equal(new Set(members.map((member) => member % 3)).size, 1)
    assert.deepEqual(
      members,
      [...new Set(members)].toSorted((a, b) => a - b),
    )
  }
  assert.deepEqual(themesOf(texts, { seed: 1 }), themes)
})

test('names of properties of every object are words like others', () => {
  const texts = inventedAnswers(120, 7).map((text, i) =>
    i % 3 === 0 ? `the constructor and hasOwnProperty of __proto__ and toString are odd, valueOf ${i}` : text,
  )
  const themes = themesOf(texts, { seed: 1 })
  assert.ok(themes.some(({ words }) => words.includes('constructor') && words.includes('hasownproperty')))
})

test('no two themes have the same name', () => {
  for (const topics of [6, 12]) {
    const themes = themesOf(inventedAnswers(600, 8), { seed: 3, topics })
    assert.equal(new Set(themes.map(({ label }) => label)).size, themes.length)
  }
})

test('a further answer is weighed as if it had been there from the start', () => {
  const documents = Array.from({ length: 60 }, (_, i) => (i % 2 ? ['a', 'b', 'c'] : ['d', 'e', 'f']))
  const vocabulary = vocabularyOf(documents, { documentsMin: 1, shareMax: 1, termsMax: 10 })
  const factors = factorise(weighted(documents, vocabulary), 2, { seed: 1, iterationsMax: 200 })
  const folded = answersFor(weighted([['a', 'b', 'c'], ['nowhere'], []], vocabulary), factors)
  for (const topic of [0, 1]) {
    assert.ok(Math.abs(folded[topic] - factors.answers[2 + topic]) < 0.01)
    assert.equal(folded[2 + topic] < 1e-9 && folded[4 + topic] < 1e-9, true)
  }
})

test('stop words, judging words and placeholders are no terms', () => {
  assert.deepEqual(termsOf('[name] and the great Meetings of 2021 were planned'), ['meeting', 'plan'])
})

test('the factors of a matrix of two blocks are its blocks', () => {
  const documents = [
    ['a', 'b'],
    ['a', 'b'],
    ['a', 'b'],
    ['c', 'd'],
    ['c', 'd'],
    ['c', 'd'],
  ]
  const matrix = tfIdf(documents, { documentsMin: 1, shareMax: 1, termsMax: 10 })
  const { answers } = factorise(matrix, 2, { seed: 1, iterationsMax: 200 })
  const topicOf = (row: number): number => (answers[row * 2] > answers[row * 2 + 1] ? 0 : 1)
  assert.deepEqual([0, 1, 2].map(topicOf), Array(3).fill(topicOf(0)))
  assert.deepEqual([3, 4, 5].map(topicOf), Array(3).fill(1 - topicOf(0)))
  assert.equal(chosenRows(matrix, [5, 0, 0]).values.length, 6)
})

test('NPMI is 1 for words always together, about 0 for independent and -1 for never', () => {
  const documents = [['a', 'b'], ['a', 'b'], ['c'], ['c', 'd'], ['d'], ['x', 'c'], ['x', 'a', 'b']]
  const counts = countWindows(documents, ['a', 'b', 'c', 'd', 'never'])
  assert.ok(npmi(counts, 'a', 'b') > 0.999)
  assert.ok(npmi(counts, 'a', 'd') < -0.9)
  assert.equal(npmi(counts, 'a', 'never'), -1)
  assert.equal(coherenceOf(['a'], counts), null)
})

test('windows slide as in gensim: a word that leaves is forgotten even if the window holds it once more', () => {
  const counts = countWindows([['a', 'b', 'a', 'c']], ['a', 'b', 'c'], 3)
  assert.equal(counts.windows, 2)
  assert.deepEqual([...counts.alone], [1, 2, 1])
})

test('a word that fits comes before a heavier one that does not', () => {
  const documents = [...Array(10).fill(['pay', 'bonus', 'raise']), ...Array(10).fill(['cat'])] as string[][]
  const weights = [
    ['pay', 1],
    ['cat', 0.6],
    ['bonus', 0.5],
    ['raise', 0.4],
  ] as const
  const counts = countWindows(
    documents,
    weights.map(([word]) => word),
  )
  assert.deepEqual(
    coherentWords(
      weights.map(([word, weight]) => ({ word, weight })),
      counts,
      3,
    ),
    ['pay', 'bonus', 'raise'],
  )
})
