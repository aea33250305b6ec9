/**
 * D: how far the drivers of answers are those that a coder gives them.
 *
 * D1 reads invented answers (test/support/drivers-answers-last.txt) and stands for an outside set that is not part of the data: a proxy by
 * the author of the phrases, so expect less of real answers. D2 reads the half of the labelled answers of maintainers that is for
 * judging. Two peers run over the same answers: the phrases alone, where every phrase names its driver, and a
 * supervised bag of words that was trained with coded answers.
 */
import type { DriverId } from '../../contract/drivers.ts'
import { drivers } from '../../src/text/driver-taxonomy.ts'
import { driversOfAnswer, mainDriverOf } from '../../src/text/drivers.ts'
import { emptyTrie, nodeOf, phrasesIn, stemsOf } from '../../src/text/phrases.ts'
import { type CodedAnswer, codedAnswers, halvesOfAnswers } from '../../test/support/drivers-answers.ts'
import { microF1 } from './agreement.ts'
import { bagOfWords } from './bag-of-words.ts'
import { type Label, labelledAnswers } from './labels.ts'
import type { Line, Part } from './quality.ts'

/** The bag of words gets the one that suits the second half of what it is taught when it has learnt the first. */
const thresholds = [0.1, 0.15, 0.2, 0.25, 0.3, 0.4, 0.5]

type Coder = (text: string, at: number) => readonly string[]

/** What the questions of the maintainers' surveys ask for; the others ask for anything. */
export const askedFor: Readonly<Record<string, DriverId>> = {
  ci_needs: 'tools',
  docs_needs: 'tools',
  tooling_needs: 'tools',
  devstats: 'tools',
  landscape: 'tools',
  tech_radar: 'tools',
  know_resources: 'clarity',
  staff_response: 'service',
  reached_out: 'lead_communication',
}

export const driverLines: Part = async (data, say) => {
  const invented = codedAnswers('drivers-answers-last.txt')
  const { tune } = halvesOfAnswers()
  const taught = [
    ...tune,
    ...codedAnswers('drivers-comments.txt'),
    ...codedAnswers('drivers-answers-seen.txt'),
  ]
  const [dev, judge] = await Promise.all([labelledAnswers(data, 'dev'), labelledAnswers(data, 'judge')])
  say(`D: ${invented.length} invented answers, ${judge.length} of maintainers`)
  return [
    driversLine('D1', 'invented answers (a proxy)', { ...asCoded(invented), taught, least: [0.66, 0.48] }),
    driversLine('D2', "maintainers' answers, judge half", {
      ...asCoded(judge.map(codedOf)),
      questions: judge.map(questionOf),
      taught: dev.map(codedOf),
      least: [0.7, 0.5],
    }),
    quotesLine(judge.map(codedOf), judge.map(questionOf)),
  ]
}

const codedOf = ({ text, final }: Label & { text: string }): CodedAnswer => ({ text, wanted: final })
const questionOf = ({ id }: Label): string => id.split('/')[2]
const asCoded = (answers: readonly CodedAnswer[]): { answers: readonly CodedAnswer[] } => ({ answers })

type Task = {
  answers: readonly CodedAnswer[]
  questions?: readonly string[]
  taught: readonly CodedAnswer[]
  least: readonly [f1: number, exact: number]
}

const driversMax = 1.6

function driversLine(id: string, measure: string, { answers, questions, taught, least }: Task): Line {
  const ours = agreementOf(answers, (text) => driversOfAnswer(text))
  const asked =
    questions && agreementOf(answers, (text, i) => driversOfAnswer(text, { about: askedFor[questions[i]] }))
  const best = asked ?? ours
  return {
    id,
    measure: `drivers of ${measure}: micro-F1 / exact / drivers an answer (coder ${meanOf(answers.map(({ wanted }) => wanted)).toFixed(2)})`,
    peer: `bag of words taught with ${taught.length} coded answers ${written(agreementOf(answers, taughtCoder(taught)))}; phrases alone ${written(agreementOf(answers, phrasesAlone))}`,
    target: `>= ${least[0]} / ${least[1]} / <= ${driversMax}`,
    ours: asked ? `${written(asked)}; without the question's driver ${written(ours)}` : written(ours),
    met: best.f1 >= least[0] && best.exact >= least[1] && best.mean <= driversMax,
  }
}

type Agreement = { f1: number; exact: number; mean: number }

const written = ({ f1, exact, mean }: Agreement): string =>
  [f1.toFixed(3), exact.toFixed(3), mean.toFixed(2)].join(' / ')

const meanOf = (all: readonly (readonly string[])[]): number =>
  all.reduce((sum, { length }) => sum + length, 0) / all.length

function agreementOf(answers: readonly CodedAnswer[], code: Coder): Agreement {
  const found = answers.map(({ text }, i) => code(text, i))
  const wanted = answers.map((answer) => answer.wanted)
  const isExact = (i: number): boolean =>
    found[i].length === wanted[i].length && found[i].every((driver) => wanted[i].includes(driver))
  return {
    f1: microF1(found, wanted),
    exact: found.filter((_, i) => isExact(i)).length / found.length,
    mean: meanOf(found),
  }
}

function taughtCoder(taught: readonly CodedAnswer[]): Coder {
  const coderOf = (
    probabilities: (text: string) => ReadonlyMap<string, number>,
    threshold: number,
  ): Coder => {
    return (text) => [...probabilities(text)].flatMap(([label, p]) => (p >= threshold ? [label] : []))
  }
  const [first, second] = [0, 1].map((half) => taught.filter((_, i) => i % 2 === half))
  const trial = bagOfWords(first)
  const [best] = thresholds
    .map((threshold) => ({ threshold, f1: agreementOf(second, coderOf(trial, threshold)).f1 }))
    .toSorted((a, b) => b.f1 - a.f1)
  return coderOf(bagOfWords(taught), best.threshold)
}

const trie = emptyTrie<string>()
for (const { id, phrases } of drivers())
  for (const [phrase, weight] of phrases) if (weight >= 0.7) nodeOf(trie, phrase).values.push(id)

const phrasesAlone: Coder = (text) => [
  ...new Set(phrasesIn(stemsOf(text), trie, () => false).flatMap(({ node }) => node.values)),
]

const quoteLengths = [25, 240] as const

/** Whether a coder gives an answer the driver that it would be quoted for. */
function quotesLine(answers: readonly CodedAnswer[], questions: readonly string[]): Line {
  const quotable = answers
    .map((answer, i) => ({ ...answer, about: askedFor[questions[i]] }))
    .filter(({ text: { length } }) => length >= quoteLengths[0] && length <= quoteLengths[1])
  const about = (
    driverOf: (text: string, about?: DriverId) => string | null,
  ): { share: number; of: number } => {
    const quoted = quotable.flatMap(({ text, wanted, about: asked }) => {
      const driver = driverOf(text, asked)
      return driver ? [wanted.includes(driver)] : []
    })
    return { share: quoted.filter(Boolean).length / quoted.length, of: quoted.length }
  }
  const ours = about((text, asked) => mainDriverOf(text, { about: asked }))
  const alone = about((text) => mainDriverOf(text))
  const plain = about((text) => phrasesAlone(text, 0)[0] ?? null)
  return {
    id: 'D3',
    measure: "maintainers' answers, judge half: quotes that a coder gives their driver",
    peer: `first phrase ${(100 * plain.share).toFixed(1)} % of ${plain.of}`,
    target: '>= 85 %',
    ours: `${(100 * ours.share).toFixed(1)} % of ${ours.of}; without the question's driver ${(100 * alone.share).toFixed(1)} % of ${alone.of}`,
    met: ours.share >= 0.85,
  }
}
