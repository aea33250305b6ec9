import assert from 'node:assert/strict'
import { test } from 'node:test'
import { growthOf, proportionalMax } from '../../test/support/cpu.ts'
import { coherenceOf, coherentWords, countWindows, npmi } from './coherence.ts'
import { answersFor, factorise } from './nmf.ts'
import { mulberry32 } from './random.ts'
import { chosenRows, termsOf, tfIdf, vocabularyOf, weighted } from './tfidf.ts'
import { entriesIn, matchesRule } from '../../contract/theme-rules.ts'
import { themesAmong, themesOf } from './themes.ts'

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
  assert.deepEqual(themes.map(({ title }) => title).toSorted(), [
    'canteen lunch',
    'code reviews',
    'parking garage',
  ])
  for (const theme of themes) {
    assert.equal(new Set(theme.members.map((member) => member % 3)).size, 1)
    assert.ok(theme.members.length >= 36 && theme.stability >= 0.6 && Math.abs(theme.coherence) <= 1)
    assert.ok(theme.words.length >= 5)
  }
})

test('members are the answers that match the rule, and the share is theirs', () => {
  const texts = inventedAnswers(120, 1)
  const themes = themesOf(texts, { seed: 1 })
  for (const { rule, members, answers, share, title } of themes) {
    assert.deepEqual(
      members,
      [...texts.keys()].filter((place) => matchesRule(rule, texts[place])),
    )
    assert.deepEqual([answers, share], [members.length, members.length / texts.length])
    const titled = members.filter((member) => texts[member].includes(title))
    assert.ok(titled.length >= members.length / 2, title)
  }
})

test('the words of a question weigh nothing in the answers to it, unless it offers them as examples', () => {
  const texts = inventedAnswers(120, 1)
  const titles = (question: string): string[] =>
    themesOf(texts, { seed: 1, questions: [question] })
      .flatMap(({ title, rule }) => [title, ...rule.any_of])
      .flatMap((entry) => entry.split(' '))
  const echoed = titles('How are the canteens and their lunch for you?')
  for (const word of ['canteen', 'lunch']) assert.ok(!echoed.includes(word), word)
  assert.ok(titles('What could be better (e.g. the canteen, lunch)?').includes('canteen'))
})

test('the words of one question are a theme in the answers to another', () => {
  const texts = inventedAnswers(240, 1)
  const half = texts.length / 2
  const sources = {
    text: Int32Array.from(texts.keys()),
    person: Int32Array.from(texts.keys()),
    question: Int32Array.from(texts, (_, i) => (i < half ? 0 : 1)),
  }
  const questions = ['What about the canteen?', 'Anything else?']
  const themes = themesOf(texts, { seed: 1, questions, sources })
  assert.ok(themes.some(({ rule }) => rule.any_of.includes('canteen')))
})

test('a word that fewer than three people use is in no rule, however often they use it', () => {
  const texts = inventedAnswers(120, 1)
  // Every third answer is of the first subject; two people write all of those.
  const sources = {
    text: Int32Array.from(texts.keys()),
    person: Int32Array.from(texts, (_, i) => (i % 3 === 0 ? i % 2 : i)),
    question: new Int32Array(texts.length),
  }
  const themes = themesOf(texts, { seed: 1, sources })
  const entries = themes.flatMap(({ rule }) => rule.any_of)
  assert.ok(entries.some((entry) => /canteen|lunch/.test(entry)))
  assert.deepEqual(
    entries.filter((entry) => /review|pull|merge|branch/.test(entry)),
    [],
  )
})

test('people who are not counted lend no word to a rule, and their answers match it', () => {
  const texts = inventedAnswers(120, 1)
  const sources = {
    text: Int32Array.from(texts.keys()),
    person: Int32Array.from(texts, (_, i) => (i % 3 === 0 || i % 2 === 0 ? -1 : i)),
    question: new Int32Array(texts.length),
  }
  const themes = themesOf(texts, { seed: 1, sources })
  assert.ok(themes.length > 0)
  assert.ok(themes.every(({ rule }) => rule.any_of.every((entry) => !/review/.test(entry))))
  assert.ok(themes.some(({ members }) => members.some((member) => member % 2 === 0)))
})

const rules: [string[], string, string[]][] = [
  [['docs'], 'The DOCS are old.', ['docs']],
  [['docs'], 'Our docset is old', []],
  [['pull request'], 'Pull-request reviews', ['pull request']],
  [['pull request'], 'I had to pull, request and wait', []],
  [['team'], 'the team\u2019s room', ['team']],
  [['café', 'lunch'], 'CAFÉ, then lunch', ['café', 'lunch']],
  [['constructor'], '__proto__ toString', []],
]
for (const [entries, text, expected] of rules)
  test(`"${text}" contains ${expected.join(' and ') || 'nothing'} of ${entries.join(', ')}`, () =>
    assert.deepEqual(entriesIn({ any_of: entries, language: 'en' }, text), expected))

test('answers in Japanese have themes of words that a reader can search for', () => {
  const subjects = [
    ['会議が長いので減らしてほしい', '毎週の会議は無駄です', '会議の議事録がない'],
    ['給料が低いと思う', '給料をもっと上げてほしい', '給料の基準が分からない'],
    ['残業が多すぎて疲れる', '毎日の残業を減らしたい', '残業で家族に会えない'],
  ]
  const texts = Array.from(
    { length: 90 },
    (_, i) => `${subjects[i % 3][Math.floor(i / 3) % 3]}。${'、'.repeat(i % 4)}`,
  )
  const themes = themesAmong(
    texts,
    texts.map(() => 'ja'),
    { seed: 1 },
  )
  assert.deepEqual(themes.map(({ title }) => title).toSorted(), ['会議', '残業', '給料'].toSorted())
  for (const { rule, answers } of themes) assert.deepEqual([rule.language, answers], ['ja', 30])
})

test('each language has themes of its own, without its function words', () => {
  const german = [
    'Die Kantine ist zu klein und das Essen in der Kantine kalt',
    'Der Parkplatz ist immer voll und zu weit weg',
    'Unsere Laptops sind langsam und alt',
  ]
  const texts = [
    ...inventedAnswers(90, 1),
    ...Array.from({ length: 90 }, (_, i) => `${german[i % 3]} ${'!'.repeat(i % 5)}`),
  ]
  const themes = themesAmong(
    texts,
    texts.map((_, i) => (i < 90 ? 'en' : 'de')),
    { seed: 1 },
  )
  const entries = themes.filter(({ rule }) => rule.language === 'de').flatMap(({ rule }) => rule.any_of)
  for (const word of ['kantine', 'parkplatz', 'laptops']) assert.ok(entries.includes(word), word)
  for (const word of ['die', 'immer', 'sind', 'unsere']) assert.ok(!entries.includes(word), word)
  assert.ok(themes.some(({ rule }) => rule.language === 'en'))
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
  // The sample has 5,000.
  const texts = inventedAnswers(6_000, 6)
  const themes = themesOf(texts, { seed: 1 })
  assert.equal(themes.length, 3)
  for (const { members } of themes) {
    assert.ok(members.length > 1_900)
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
  assert.ok(
    themes.some(({ rule }) =>
      rule.any_of.some((entry) => /constructor|hasownproperty|__proto__|tostring/.test(entry)),
    ),
  )
})

test('no two themes have the same name', () => {
  for (const topics of [6, 12]) {
    const themes = themesOf(inventedAnswers(600, 8), { seed: 3, topics })
    assert.equal(new Set(themes.map(({ title }) => title)).size, themes.length)
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

test('windows slide as in gensim: a word that leaves is forgotten even if the window holds it again', () => {
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
