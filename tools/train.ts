/**
 * Trains the sentiment model: `npm run train -- --data DIR`, where DIR holds vader/ (docs/insights.md names its source).
 * Writes src/text/generated/sentiment-weights.json, the same bits from the same texts; with --check it only compares.
 */
import { createHash } from 'node:crypto'
import { readFile, writeFile } from 'node:fs/promises'
import { parseArgs } from 'node:util'
import { train } from './train-ridge.ts'
import { corpora, ratedTexts } from './train-texts.ts'

const file = new URL('../src/text/generated/sentiment-weights.json', import.meta.url)

const { values: flags } = parseArgs({
  options: { data: { type: 'string' }, check: { type: 'boolean', default: false } },
})
if (!flags.data) {
  console.error('--data DIR is needed: a folder with vader/, the ground truth of the VADER project')
  process.exit(2)
}

const texts = await ratedTexts(flags.data)
const weights = train(texts)
const lines = texts.map(({ corpus, rating, text }) => `${corpus}\t${rating}\t${text}\n`)
const provenance = {
  what: 'Weights of the sentiment model (src/text/model.ts), made by tools/train.ts. Not to be edited by hand.',
  source:
    'Ground truth of the VADER project: C.J. Hutto and E. Gilbert, "VADER: A Parsimonious Rule-based Model for Sentiment Analysis of Social Media Text", ICWSM 2014.',
  licence: 'MIT, copyright (c) 2016 C.J. Hutto',
  texts: Object.fromEntries(
    corpora.map((corpus) => [corpus, texts.filter((text) => text.corpus === corpus).length]),
  ),
  sha256: createHash('sha256').update(lines.join('')).digest('hex'),
}
const out = `{\n${Object.entries({ provenance, ...weights })
  .map(([name, value]) => `${JSON.stringify(name)}: ${JSON.stringify(value)}`)
  .join(',\n')}\n}\n`

if (flags.check) {
  if ((await readFile(file, 'utf8').catch(() => '')) !== out) {
    console.error('src/text/generated/sentiment-weights.json differs: run `npm run train`')
    process.exit(1)
  }
} else {
  await writeFile(file, out)
}
console.log(
  `${texts.length} texts, ${weights.wordWeights.length} words, ${weights.pairWeights.length} pairs, ${Math.ceil(Buffer.byteLength(out) / 1024)} kB`,
)
