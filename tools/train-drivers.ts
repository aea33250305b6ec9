/**
 * Trains the model of drivers (src/text/driver-model.ts): logistic regression for each driver over coded answers.
 *
 * Two kinds: answers of maintainers that were labelled for training and the dev half (bench/quality/labels/README.md; the texts are in the
 * data folder), and invented answers of employees and of members (test/support/), which the phrases were written beside and which therefore count
 * a fifth. The judge half and the halves of invented answers that check rules have no part in it.
 *
 * A word has a weight if at least `havingMin` answers hold it and it is in the product's word lists or an invented answer:
 * what only these surveys speak of, and any name, is left out.
 */
import { readdirSync, readFileSync } from 'node:fs'
import { labelledAnswers, taughtAnswers } from '../bench/quality/labels.ts'
import { askedFor } from '../bench/quality/drivers.ts'
import { type DriverId, driverIds } from '../contract/drivers.ts'
import { clausesOf } from '../src/text/clauses.ts'
import {
  type DriverWeights,
  type RuleFindings,
  ruleFeatures,
  ruleFeaturesOf,
  scaleOf,
} from '../src/text/driver-model.ts'
import { readByRules } from '../src/text/drivers.ts'
import { canonical, separator } from '../src/text/phrases.ts'
import { wordsOf } from '../src/text/tokens.ts'
import { answersInHalves, codedAnswers, halvesOfAnswers } from '../test/support/drivers-answers.ts'
import { logisticWeights, type SparseRow } from './train-logistic.ts'

/** `asked`: the driver that its question asks for. `strength`: how much the answer counts. */
export type TaughtAnswer = {
  text: string
  wanted: readonly string[]
  asked?: DriverId | undefined
  strength: number
}

const strengths = { own: 3, invented: 0.6 }
const havingMin = 4
const weightSteps = 2_000 // of the heaviest weight

/** All coded answers that may be learnt from. */
export async function taughtFor(data: string): Promise<TaughtAnswer[]> {
  const labelled = [...(await taughtAnswers(data)), ...(await labelledAnswers(data, 'dev'))]
  const own = labelled.map(({ id, text, final }) => ({
    text,
    wanted: final,
    asked: askedFor[id.split('/')[2]],
    strength: strengths.own,
  }))
  return [...own, ...inventedAnswers().map((answer) => ({ ...answer, strength: strengths.invented }))]
}

const inventedAnswers = (): { text: string; wanted: readonly string[] }[] => [
  ...answersInHalves.flatMap((file) => halvesOfAnswers(file).tune),
  ...codedAnswers('drivers-comments.txt'),
  ...codedAnswers('drivers-answers-seen.txt'),
]

const lists = new URL('../src/text/data/', import.meta.url)
const namesOnly = ['given-names.txt', 'name-parts.txt', 'kin-words.txt']

/** Stems that are nobody's own: of the English word lists and of invented answers, without given names. */
function knownStems(): Set<string> {
  const namesIn = (folder: URL): string[] => readdirSync(folder).filter((name) => name.endsWith('.txt'))
  const files = [
    ...namesIn(lists).filter((name) => !namesOnly.includes(name)),
    ...namesIn(new URL('drivers/', lists)).map((name) => `drivers/${name}`),
  ]
  const texts = [
    ...files.map((name) => readFileSync(new URL(name, lists), 'utf8')),
    ...inventedAnswers().map(({ text }) => text),
  ]
  const names = wordsOf(readFileSync(new URL('given-names.txt', lists), 'utf8')).map(canonical)
  return new Set(texts.flatMap((text) => wordsOf(text).map(canonical))).difference(new Set(names))
}

type Row = TaughtAnswer & { findings: RuleFindings; terms: string[] }

export function trainDrivers(answers: readonly TaughtAnswer[]): DriverWeights {
  const known = knownStems()
  const rows = answers.map((answer): Row => {
    const findings = readByRules(clausesOf(answer.text), { about: answer.asked })
    const terms = new Set(findings.stems.flatMap((stems) => [...termsOf(stems)]))
    const isKnown = (term: string): boolean => term.split('_').every((stem) => known.has(stem))
    return { ...answer, findings, terms: [...terms].filter(isKnown) }
  })
  const own = frequencies(rows)
  const [pairs, words] = [true, false].map((isPair) =>
    [...own.keys()].filter((term) => term.includes('_') === isPair),
  )
  const ofAsked = frequencies(rows.filter(({ asked }) => asked))
  const asked = [...ofAsked.keys()]
  const counts = [...[...words, ...pairs].map((term) => own.get(term)), ...ofAsked.values()] as number[]
  const idf = counts.map((count) => Math.round(1000 * Math.log((1 + rows.length) / count)))
  const places = new Map(
    [...words, ...pairs, ...asked.map((term) => `@${term}`)].map((term, at) => [term, at]),
  )
  const models = driverIds.map((_id, driver) =>
    logisticWeights(
      rows.map((row) => rowOf(row, driver, { places, idf })),
      rows.map(({ wanted }) => (wanted.includes(driverIds[driver]) ? 1 : -1)),
      rows.map(({ strength }) => strength),
      idf.length + ruleFeatures,
    ),
  )
  const unit = Math.max(...models.flatMap((weights) => [...weights].map(Math.abs))) / weightSteps
  return {
    words: words.join(' '),
    pairs: pairs.join(' '),
    asked: asked.join(' '),
    idf,
    weights: models.map((weights) => [...weights].map((weight) => Math.round(weight / unit))),
    unit,
  }
}

/** Words of a clause and pairs of neighbours, each once; a pair is two words with an underscore between. */
function termsOf(stems: readonly string[]): Set<string> {
  const terms = new Set<string>()
  let before = separator
  for (const each of stems) {
    if (each !== separator) terms.add(each)
    if (each !== separator && before !== separator) terms.add(`${before}_${each}`)
    before = each
  }
  return terms
}

/** How many answers hold a term, of those that enough do, in the order of the alphabet. */
function frequencies(rows: readonly Row[]): Map<string, number> {
  const counts = new Map<string, number>()
  for (const { terms } of rows) for (const term of terms) counts.set(term, (counts.get(term) ?? 0) + 1)
  return new Map(
    [...counts].filter(([, count]) => count >= havingMin).toSorted(([a], [b]) => (a < b ? -1 : 1)),
  )
}

type Columns = { places: ReadonlyMap<string, number>; idf: readonly number[] }

function rowOf({ terms, findings, asked }: Row, driver: number, { places, idf }: Columns): SparseRow {
  const isAsked = driverIds[driver] === asked
  const held = [...terms, ...(isAsked ? terms.map((term) => `@${term}`) : [])].flatMap((term) => {
    const at = places.get(term)
    return at === undefined ? [] : [at]
  })
  const scale = scaleOf(held.reduce((sum, at) => sum + (idf[at] / 1000) ** 2, 0))
  const columns = held.map((at): [number, number] => [at, (idf[at] / 1000) * scale])
  ruleFeaturesOf(findings)(driver).forEach((value, i) => {
    if (value !== 0) columns.push([idf.length + i, value])
  })
  return {
    columns: Int32Array.from(columns, ([at]) => at),
    values: Float64Array.from(columns, ([, value]) => value),
  }
}
