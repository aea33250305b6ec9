/**
 * L: answers in other languages than English.
 *
 *   L2   invented short answers that are scored as English, alone and among English ones, beside detectors on npm
 *   L3   macro-F1 of the model of each language on tweets: the validation part of UMSAB with a model that was trained on the training
 *        part alone, and with subjects left out. The published figures are of its test part, which is not among the data here
 *   L3b  the shipped weights: size, and whether training again gives the same bits
 *   L3s  English answers a second, with the language of each, beside vader-sentiment in the same run
 */
import { readFile, stat } from 'node:fs/promises'
import { isDeepStrictEqual } from 'node:util'
import { draftOf, readDraft } from '../../src/text/languages/reading.ts'
import { type TweetLanguage, tweetLanguages } from '../../src/text/languages/tags.ts'
import type { TweetWeights } from '../../src/text/languages/tweet-model.ts'
import { macroF1, predictedLabels, trainTweets, tweetsFor } from '../../tools/train-tweets.ts'
import { peers } from './peers.ts'
import type { Line, Part } from './quality.ts'
import { surveyAnswers } from './survey-answers.ts'

/** Barbieri, Espinosa Anke and Camacho-Collados 2022, table of monolingual models, on the test part. */
const published: Record<TweetLanguage, { fastText: number; xlmR: number }> = {
  de: { fastText: 59.6, xlmR: 73.6 },
  fr: { fastText: 54.8, xlmR: 72.0 },
  es: { fastText: 50.1, xlmR: 65.9 },
  pt: { fastText: 55.1, xlmR: 67.1 },
  it: { fastText: 54.7, xlmR: 71.5 },
  ar: { fastText: 46.0, xlmR: 63.6 },
  'hi-Latn': { fastText: 37.1, xlmR: 36.6 },
}
const bytesMax = 400_000

export const shortAnswerLines: Part = async (_data, say) => {
  say('languages: short answers')
  return [await shortAnswers()]
}

export const otherLanguageLines: Part = async (data, say) => {
  say('languages: training seven models without their validation part, and anew')
  const figures = []
  for (const language of tweetLanguages) figures.push(await figuresOf(data, language))
  say('languages: speed')
  const texts = (await surveyAnswers(data)).flatMap(({ text }) => (text ? [text] : []))
  return [agreementLine(figures), weightsLine(figures), speed(texts)]
}

const linesOf = async (file: string): Promise<string[]> =>
  (await readFile(new URL(`../../test/support/${file}`, import.meta.url), 'utf8'))
    .trim()
    .split('\n')
    .filter((line) => !line.startsWith('#'))

async function shortAnswers(): Promise<Line> {
  const foreign = (await linesOf('short-answers.txt')).map((line) => line.split(' | ')[1])
  const english = await linesOf('short-english.txt')
  const asEnglish = (isEnglish: (text: string) => boolean): string =>
    `${foreign.filter(isEnglish).length} of ${foreign.length} as English, ${english.filter(isEnglish).length} of ${english.length} English ones read`
  const reads = (usual: string | null) => (text: string) => readDraft(draftOf(text), usual).language === 'en'
  const eld = (await import('eld/extrasmall')).eld
  const { franc } = await import('franc-min')
  const worst = Math.max(...[null, 'en'].map((usual) => foreign.filter(reads(usual)).length))
  const read = english.filter(reads('en')).length
  return {
    id: 'L2',
    measure: 'invented short answers in 14 languages; short English ones among English ones',
    peer: `eld alone ${asEnglish((text) => eld.detect(text).language === 'en')}; franc-min ${asEnglish((text) => franc(text, { minLength: 1 }) === 'eng')}`,
    target: '<= 3 as English, >= 95 % of the English ones read',
    ours: `alone ${asEnglish(reads(null))}; among English ones ${asEnglish(reads('en'))}`,
    met: worst <= 3 && read >= 0.95 * english.length,
  }
}

type Figures = {
  language: TweetLanguage
  val: number
  left: number
  n: number
  size: number
  isSame: boolean
}

async function figuresOf(data: string, language: TweetLanguage): Promise<Figures> {
  const file = new URL(`../../src/text/generated/tweets-${language}.json`, import.meta.url)
  const {
    provenance: _,
    figure,
    ...shipped
  } = JSON.parse(await readFile(file, 'utf8')) as TweetWeights & {
    provenance: unknown
  }
  const { own: val } = await tweetsFor(data, language, ['val'])
  const apart = trainTweets(language, await tweetsFor(data, language, ['train']))
  const { figure: __, ...made } = trainTweets(language, await tweetsFor(data, language))
  return {
    language,
    val: macroF1(
      predictedLabels(language, apart, val),
      val.map(({ label }) => label),
    ),
    left: figure.macro_f1,
    n: val.length,
    size: (await stat(file)).size,
    isSame: isDeepStrictEqual(JSON.parse(JSON.stringify(made)), shipped),
  }
}

const agreementLine = (figures: readonly Figures[]): Line => ({
  id: 'L3',
  measure: `macro-F1 on tweets, in per cent: validation part (${figures[0].n} each) / subjects left out`,
  peer: `published, another (the test) part: ${figures.map(({ language }) => `${language} fastText ${published[language].fastText} XLM-R ${published[language].xlmR}`).join('; ')}`,
  target:
    'subjects left out above the published fastText in each language; no figure for survey answers exists',
  ours: figures.map(({ language, val, left }) => `${language} ${val} / ${left}`).join('; '),
  met: figures.every(({ language, left }) => left > published[language].fastText),
})

const weightsLine = (figures: readonly Figures[]): Line => ({
  id: 'L3b',
  measure: 'weights of each language: size, trained anew',
  peer: '–',
  target: `<= ${bytesMax} bytes, the same bits`,
  ours: figures
    .map(({ language, size, isSame }) => `${language} ${size} ${isSame ? 'the same bits' : 'OTHER BITS'}`)
    .join('; '),
  met: figures.every(({ size, isSame }) => size <= bytesMax && isSame),
})

/** Turn by turn, so that what else the machine does falls on both; the median of seven. */
function speed(texts: readonly string[]): Line {
  const perSecond = (work: (text: string) => unknown): number => {
    const started = performance.now()
    for (const text of texts) work(text)
    return (texts.length * 1000) / (performance.now() - started)
  }
  const [{ name, score }] = peers
  const rounds = Array.from({ length: 9 }, () => ({
    ours: perSecond((text) => readDraft(draftOf(text), 'en')),
    peer: perSecond(score),
  })).slice(2) // the first two compile
  const median = (of: (round: (typeof rounds)[number]) => number): number =>
    rounds.map(of).toSorted((a, b) => a - b)[3]
  const ours = median((round) => round.ours)
  const ratio = median((round) => round.ours / round.peer)
  return {
    id: 'L3s',
    measure: `answers a second, one core (${texts.length} survey answers): language, clauses, scores, labels`,
    peer: `${name} ${Math.round(median((round) => round.peer))}; one score an answer, no language`,
    target: '>= 15000 where vader-sentiment does 4600',
    ours: `${Math.round(ours)}, ${ratio.toFixed(1)} times ${name}`,
    met: ours >= 15_000 || ratio >= 15_000 / 4600,
  }
}
