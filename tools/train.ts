/**
 * Trains the models of sentiment and of drivers: `npm run train -- --data DIR`, where DIR holds vader/, umsab/ and feedback/
 * (docs/insights.md names their sources).
 * Writes the weights in src/text/generated/, the same bits from the same texts.
 *
 *   --check        only compares
 *   --only de,ar   these languages; English is en; the model of drivers is drivers
 */
import { createHash } from 'node:crypto'
import { readFile, writeFile } from 'node:fs/promises'
import { parseArgs } from 'node:util'
import {
  isTweetLanguage,
  readLanguages,
  type ReadLanguage,
  type TweetLanguage,
} from '../src/text/languages/tags.ts'
import { taughtFor, trainDrivers } from './train-drivers.ts'
import { train } from './train-ridge.ts'
import { corpora, ratedTexts } from './train-texts.ts'
import { crossValidated, trainTweets, tweetsFor } from './train-tweets.ts'

const folder = new URL('../src/text/generated/', import.meta.url)

const { values: flags } = parseArgs({
  options: {
    data: { type: 'string' },
    only: { type: 'string' },
    check: { type: 'boolean', default: false },
  },
})
if (!flags.data) {
  console.error(
    '--data DIR is needed: a folder with vader/, umsab/ and feedback/, the labelled texts, and feedback/',
  )
  process.exit(2)
}

const sha256 = (lines: readonly string[]): string => createHash('sha256').update(lines.join('')).digest('hex')

/** A member a line, so that a difference can be read. */
const written = (members: object): string =>
  `{\n${Object.entries(members)
    .map(([name, value]) => `${JSON.stringify(name)}: ${JSON.stringify(value)}`)
    .join(',\n')}\n}\n`

async function english(data: string): Promise<{ file: string; out: string; what: string }> {
  const texts = await ratedTexts(data)
  const weights = train(texts)
  const provenance = {
    what: 'Weights of the sentiment model (src/text/model.ts), made by tools/train.ts. Not to be edited by hand.',
    source:
      'Ground truth of the VADER project: C.J. Hutto and E. Gilbert, "VADER: A Parsimonious Rule-based Model for Sentiment Analysis of Social Media Text", ICWSM 2014.',
    licence: 'MIT, copyright (c) 2016 C.J. Hutto',
    texts: Object.fromEntries(
      corpora.map((corpus) => [corpus, texts.filter((text) => text.corpus === corpus).length]),
    ),
    sha256: sha256(texts.map(({ corpus, rating, text }) => `${corpus}\t${rating}\t${text}\n`)),
  }
  return {
    file: 'sentiment-weights.json',
    out: written({ provenance, ...weights }),
    what: `en: ${texts.length} texts, ${weights.wordWeights.length} words, ${weights.pairWeights.length} pairs`,
  }
}

async function other(
  data: string,
  language: TweetLanguage,
): Promise<{ file: string; out: string; what: string }> {
  const tweets = await tweetsFor(data, language)
  const all = [...tweets.own, ...tweets.others]
  const weights = trainTweets(language, tweets)
  const figure = { macro_f1: crossValidated(language, tweets), n: tweets.own.length, on: 'tweets' as const }
  const provenance = {
    what: `Weights of the sentiment model for "${language}" (src/text/languages/tweet-model.ts), made by tools/train.ts. Not to be edited by hand.`,
    source:
      'UMSAB, training and validation parts: F. Barbieri, L. Espinosa Anke and J. Camacho-Collados, "XLM-T: Multilingual Language Models in Twitter for Sentiment Analysis and Beyond", LREC 2022; github.com/cardiffnlp/xlm-t.',
    licence: 'Apache-2.0',
    limits: 'Trained on tweets. Nobody has rated survey answers in this language.',
    texts: { own: tweets.own.length, english: tweets.others.length },
    sha256: sha256(all.map(({ label, text }) => `${label}\t${text}\n`)),
  }
  return {
    file: `tweets-${language}.json`,
    out: written({ provenance, ...weights, figure }),
    what: `${language}: ${all.length} tweets, macro-F1 ${figure.macro_f1} with subjects left out`,
  }
}

async function ofDrivers(data: string): Promise<{ file: string; out: string; what: string }> {
  const answers = await taughtFor(data)
  const provenance = {
    what: 'Weights of the model of drivers (src/text/driver-model.ts), made by tools/train-drivers.ts. Not to be edited by hand.',
    source:
      'Answers of maintainers from github.com/cncf/surveys, labelled for this project (bench/quality/labels/), and answers invented for it.',
    licence: 'Apache-2.0',
    limits: 'English. Half of the answers are from surveys of open-source maintainers.',
    texts: answers.length,
    sha256: sha256(answers.map(({ text, wanted }) => `${wanted.join()}\t${text}\n`)),
  }
  const weights = trainDrivers(answers)
  return {
    file: 'driver-weights.json',
    out: written({ provenance, ...weights }),
    what: `drivers: ${answers.length} answers, ${weights.idf.length} terms`,
  }
}

function trained(
  model: ReadLanguage | 'drivers',
  data: string,
): Promise<{ file: string; out: string; what: string }> {
  if (model === 'drivers') return ofDrivers(data)
  return isTweetLanguage(model) ? other(data, model) : english(data)
}

const models = [...readLanguages, 'drivers'] as const
const wanted = flags.only?.split(',') ?? models
let differ = 0
for (const model of models) {
  if (!wanted.includes(model)) continue
  const { file, out, what } = await trained(model, flags.data)
  const place = new URL(file, folder)
  if (!flags.check) await writeFile(place, out)
  else if ((await readFile(place, 'utf8').catch(() => '')) !== out) {
    console.error(`src/text/generated/${file} differs: run \`npm run train\``)
    differ++
  }
  console.log(`${what}, ${Math.ceil(Buffer.byteLength(out) / 1000)} kB`)
}
if (differ > 0) process.exitCode = 1
