import assert from 'node:assert/strict'
import { readFileSync, statSync } from 'node:fs'
import { test } from 'node:test'
import {
  crossValidated,
  macroF1,
  predictedLabels,
  trainTweets,
  type Tweet,
} from '../../../tools/train-tweets.ts'
import { tweetLanguages } from './tags.ts'
import {
  featureCounts,
  labelOf,
  labels,
  probabilities,
  tweetMethod,
  tweetModel,
  type TweetWeights,
} from './tweet-model.ts'
import { foldedIn, tokensIn } from './word-forms.ts'

const weightsFile = (language: string): URL =>
  new URL(`../generated/tweets-${language}.json`, import.meta.url)

for (const language of tweetLanguages)
  test(`the weights of ${language} are small, tell their source and their own figure`, () => {
    assert.ok(statSync(weightsFile(language)).size <= 400_000)
    const { provenance, figure } = JSON.parse(readFileSync(weightsFile(language), 'utf8')) as TweetWeights & {
      provenance: Record<string, string>
    }
    assert.match(provenance.source, /UMSAB/)
    assert.match(provenance.limits, /tweets/)
    assert.match(provenance.sha256, /^[0-9a-f]{64}$/)
    assert.deepEqual(tweetMethod(language).agreement, figure)
    assert.ok(figure.n > 2_000 && figure.macro_f1 > 34 && figure.on === 'tweets')
  })

test('probabilities are of all labels, and sum to one for any text', () => {
  const model = tweetModel('de')
  for (const text of ['', '🙂', 'constructor __proto__', 'sehr gut', 'x'.repeat(50_000), '\ud800']) {
    const likely = probabilities(model, text)
    assert.equal(likely.length, labels.length)
    assert.ok(Math.abs(likely.reduce((sum, p) => sum + p, 0) - 1) < 1e-9, text)
  }
})

test('of two labels that are equally likely the milder one counts', () => {
  assert.equal(labelOf([0.4, 0.4, 0.2]), 'neutral')
  assert.equal(labelOf([0.4, 0.2, 0.4]), 'neutral')
  assert.equal(labelOf([0.5, 0.1, 0.4]), 'negative')
  assert.equal(labelOf([0.2, 0.3, 0.5]), 'positive')
})

test('words are folded to one spelling', () => {
  assert.equal(foldedIn('de', 'Schöööön, GROSS und groß'), 'schoeoen, gross und gross')
  assert.equal(foldedIn('fr', 'Très déçuuuuu'), 'tres decuu')
  assert.equal(foldedIn('ar', 'أَحْسَنُ ـــ إدارة'), 'احسن  اداره')
  assert.deepEqual(tokensIn('es', '@ana ¡Muy bien! https://a.example/b 🙂'), ['¡', 'muy', 'bien', '!', '🙂'])
})

test('a word counts by itself, in pairs and by its pieces', () => {
  assert.deepEqual(
    [...featureCounts(['ab', 'ab'])],
    [['c a', 2], ['c ab', 2], ['c ab ', 2], ['cab', 2], ['cab ', 2], ['cb ', 2], ['wab', 2], ['wab ab', 1]], // prettier-ignore
  )
})

const subjects = 'Wetter Essen Film Spiel Buch Zug Stadt Musik'.split(' ')
const invented: Tweet[] = Array.from({ length: 240 }, (_, i) => {
  const label = i % 3
  const feeling = [['schlecht', 'furchtbar'], ['heute', 'morgen'], ['gut', 'wunderbar']][label][i % 2] // prettier-ignore
  return { text: `das ${subjects[i % subjects.length]} ist ${feeling} ${i % 5}`, label }
})

test('training learns what is good and bad, and the same tweets give the same bits', () => {
  const weights = trainTweets('de', { own: invented, others: [] })
  assert.deepEqual(trainTweets('de', { own: structuredClone(invented), others: [] }), weights)
  const truth = invented.map(({ label }) => label)
  assert.ok(macroF1(predictedLabels('de', weights, invented), truth) > 95)
  assert.ok(crossValidated('de', { own: invented, others: [] }) > 90)
})

test('macro-F1 is the mean over the labels', () => {
  assert.equal(macroF1([0, 1, 2], [0, 1, 2]), 100)
  assert.equal(macroF1([1, 1, 1], [0, 1, 2]), 16.7)
})
