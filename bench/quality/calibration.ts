/**
 * K: whether a reading of sentiment that is calibrated by question agrees better with people (decision 52: it is not done).
 *
 *   K1  real survey answers: for half of the people, by lot, the line from score to points is fitted for each question with enough pairs,
 *       shrunk by n/(n + 60) and rounded to 0.05; the other half is read with and without it. Means of forty halvings
 *
 * A rising line changes no order within a question, so the area under the curve can only change over several of them. It is met as
 * long as leaving the calibration off is right: as it makes more low-rated comments read as good.
 */
import { analyseSentiment, mulberry32 } from '../../src/text/text.ts'
import { correlation, separation } from './agreement.ts'
import type { Line, Part } from './quality.ts'
import { surveyAnswers } from './survey-answers.ts'

/** `points` from −1 to 1, as the score. */
type Pair = { person: string; question: string; score: number; points: number }

const halvings = 40
const shrunkBy = 60
const step = 0.05
/** From here on a reading or points are good, and from the negative on bad. */
const sideFrom = 0.05

export const calibrationLines: Part = async (data, say) => {
  say('calibration: survey answers')
  const pairs = (await surveyAnswers(data)).flatMap(({ respondent, q, rating, text }): Pair[] => {
    if (typeof rating !== 'number' || !text) return []
    const { score } = analyseSentiment(text)
    return score === null ? [] : [{ person: respondent, question: q, score, points: 2 * rating - 1 }]
  })
  return [60, 30].map((least) => lineOf(pairs, least))
}

function lineOf(pairs: readonly Pair[], least: number): Line {
  const runs = Array.from({ length: halvings }, (_, seed) => halved(pairs, least, seed + 1))
  const meanOf = (of: (run: Run) => number): number =>
    runs.reduce((sum, run) => sum + of(run), 0) / runs.length
  const shown = (which: 'before' | 'after'): string =>
    [0, 1, 2, 3].map((at) => meanOf((run) => run[which][at]).toFixed(3)).join(' / ')
  return {
    id: 'K1',
    measure: `calibrated by question from ${least} pairs on (${meanOf((run) => run.questions).toFixed(1)} questions, ${Math.round(meanOf((run) => run.n))} answers): r / AUC / low read as good / high read as bad`,
    peer: `as it is ${shown('before')}`,
    target: 'left off as long as more low-rated comments would read as good',
    ours: `calibrated ${shown('after')}`,
    met: meanOf((run) => run.after[2]) > meanOf((run) => run.before[2]),
  }
}

type Run = { questions: number; n: number; before: readonly number[]; after: readonly number[] }

function halved(pairs: readonly Pair[], least: number, seed: number): Run {
  const random = mulberry32(seed)
  const isFitted = new Map(
    [...new Set(pairs.map(({ person }) => person))].map((one) => [one, random() < 0.5]),
  )
  const fitted = pairs.filter(({ person }) => isFitted.get(person))
  const lines = new Map(
    [...Map.groupBy(fitted, ({ question }) => question)]
      .filter(([, own]) => own.length >= least)
      .map(([question, own]) => [question, shrunkLine(own)]),
  )
  const judged = pairs.filter(({ person, question }) => !isFitted.get(person) && lines.has(question))
  return {
    questions: lines.size,
    n: judged.length,
    before: figuresOf(judged),
    after: figuresOf(
      judged.map((pair) => {
        const { offset, slope } = lines.get(pair.question)!
        return { ...pair, score: Math.max(-1, Math.min(1, offset + slope * pair.score)) }
      }),
    ),
  }
}

/** Least squares, drawn towards the reading as it is. */
function shrunkLine(pairs: readonly Pair[]): { offset: number; slope: number } {
  const mean = (of: (pair: Pair) => number): number =>
    pairs.reduce((sum, pair) => sum + of(pair), 0) / pairs.length
  const [score, points] = [mean((pair) => pair.score), mean((pair) => pair.points)]
  const spread = mean((pair) => (pair.score - score) ** 2)
  const slope = spread === 0 ? 1 : mean((pair) => (pair.score - score) * (pair.points - points)) / spread
  const share = pairs.length / (pairs.length + shrunkBy)
  const rounded = (value: number): number => Math.round(value / step) * step
  return { offset: rounded((points - slope * score) * share), slope: rounded(1 + (slope - 1) * share) }
}

function figuresOf(pairs: readonly Pair[]): number[] {
  const [low, high] = [-1, 1].map((side) =>
    pairs.filter(({ points }) => side * points >= sideFrom).map(({ score }) => score),
  )
  return [
    correlation(
      pairs.map(({ score }) => score),
      pairs.map(({ points }) => points),
    ),
    separation(high, low),
    low.filter((score) => score >= sideFrom).length / low.length,
    high.filter((score) => score <= -sideFrom).length / high.length,
  ]
}
