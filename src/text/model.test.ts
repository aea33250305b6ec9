import assert from 'node:assert/strict'
import { spawnSync } from 'node:child_process'
import { readFileSync, statSync } from 'node:fs'
import { test } from 'node:test'
import { train } from '../../tools/train-ridge.ts'
import type { RatedText } from '../../tools/train-texts.ts'
import { balanceOf, predict, readModel, shippedModel } from './model.ts'
import { modelTokens } from './model-tokens.ts'
import { readByRules } from './sentiment-by-rules.ts'

const weightsFile = new URL('./generated/sentiment-weights.json', import.meta.url)

const tokens: [string, string][] = [
  ['', ''],
  ['Not a good plan, I fear', 'not a_NEG good_NEG plan_NEG i fear'],
  ["I don’t like it. It's fine", "i don't like_NEG it_NEG it's fine"],
  ['No, never again', 'no never again_NEG'],
  ['Why?? Great!!!!!', 'why ?? great !!!'],
  [':) or :-( <3', ':) or :-( <3'],
  ["the teams''' plan", 'the teams plan'],
  ['Café, ＬＯＶＥ', 'cafe love'],
  ['42 團隊', ''],
]
for (const [text, expected] of tokens)
  test(`tokens of ${JSON.stringify(text)}`, () =>
    assert.equal(modelTokens(text).join(' '), expected.split(' ').filter(Boolean).join(' ')))

/** A language of its own: "blick" is good, "snarf" is bad, and "glom" turns from one to the other behind "not". */
function invented(): RatedText[] {
  const patterns: [string, number][] = [
    ['the blick one', 2],
    ['the snarf one', -2],
    ['a glom thing', 2],
    ['not glom here', -2],
    ['the one thing', 0],
  ]
  return Array.from({ length: 200 }, (_, i) => {
    const [text, rating] = patterns[i % patterns.length]
    const corpus = i % 2 === 0 ? 'tweets' : 'amazon'
    return { corpus, text: `${text} ${i % 7}`, rating, group: String(i), fold: i % 5 } as const
  })
}

const scoreBy = (model: ReturnType<typeof readModel>, text: string): number =>
  predict(model, modelTokens(text), balanceOf(readByRules(text))).score

test('training learns from ratings what words mean, also behind a negation', () => {
  const model = readModel(train(invented()))
  assert.ok(scoreBy(model, 'the blick one') > 0.2)
  assert.ok(scoreBy(model, 'the snarf one') < -0.2)
  assert.ok(scoreBy(model, 'a glom thing') > 0.2)
  assert.ok(scoreBy(model, 'not glom here') < -0.2)
  assert.ok(Math.abs(scoreBy(model, 'wholly unmet')) < 0.05)
})

test('the same texts give the same bits', () => {
  assert.equal(JSON.stringify(train(invented())), JSON.stringify(train(invented())))
})

test('a prediction does not change the next one', () => {
  const model = shippedModel()
  const first = scoreBy(model, 'boring boring boring and dull')
  scoreBy(model, 'great great great fun')
  assert.equal(scoreBy(model, 'boring boring boring and dull'), first)
  assert.ok(model.counts.every((count) => count === 0))
})

test('names of properties of every object are unknown words', () => {
  for (const word of ['constructor', '__proto__', 'toString', 'hasOwnProperty'])
    assert.equal(predict(shippedModel(), modelTokens(word), 0).known, 0)
})

test('the shipped weights are small, sorted, and name their source', () => {
  const weights = JSON.parse(readFileSync(weightsFile, 'utf8'))
  assert.ok(statSync(weightsFile).size <= 1_000_000)
  assert.match(weights.provenance.source, /Hutto/)
  assert.match(weights.provenance.licence, /MIT/)
  assert.match(weights.provenance.sha256, /^[0-9a-f]{64}$/)
  const { tweets, amazon, movies } = weights.provenance.texts
  assert.equal(tweets + amazon + movies, weights.documents)
  const words = weights.words.split(' ')
  assert.deepEqual(words, words.toSorted())
  assert.equal(words.length, weights.wordWeights.length)
  assert.equal(weights.pairs.split(' ').length, 2 * weights.pairWeights.length)
  for (const column of ['wordWeights', 'pairWeights', 'wordDocuments', 'pairDocuments'])
    assert.ok(weights[column].every(Number.isInteger), column)
})

test('the weights are read when first needed and not before', () => {
  const script = `
    import { createRequire } from 'node:module'
    const read = () => Object.keys(createRequire(import.meta.url).cache).some((file) => file.endsWith('sentiment-weights.json'))
    const text = await import(${JSON.stringify(new URL('./text.ts', import.meta.url).href)})
    const before = read()
    text.analyseSentiment('Great team')
    console.log(before, read())`
  const { stdout } = spawnSync(process.execPath, ['--input-type=module', '-e', script], { encoding: 'utf8' })
  assert.equal(stdout.trim(), 'false true')
})
