/** What of all findings and figures a week comes down to: one finding, up to three scores, one suggestion. No figure is computed here. */
import { unitIn } from '../../contract/form-items.ts'
import { levelOf } from './first-finding.ts'
import type { Insight, ScoresEntry, Trend } from './home-queries.ts'
import type { Moved, Score } from './score.ts'

type Change = { against: string; direction: 'up' | 'down' }

export const changeOf = ({ kind, value }: Insight): Change | null =>
  kind === 'change' ? (value as Change) : null

/** Against last time; `told`: by the corrected test, and not by chance. */
const pointsMax = 12

const pointsOf = (trend: Trend | undefined, id: string): Score['points'] =>
  (trend?.series.find((one) => one.question_id === id && isScore(one.measure))?.points ?? [])
    .slice(-pointsMax)
    // The day of a date is the one on which it opened, here as in trends.
    .map(({ opened_at: at, value, n, interval }) => ({
      at,
      value,
      n,
      ...(interval && { low: interval[0], high: interval[1] }),
    }))

const isScore = (measure: string): boolean => measure === 'score' || measure === 'enps'

const movedOf = (points: Score['points'], insights: readonly Insight[], id: string): Moved | null => {
  const [before, last] = points.slice(-2)
  if (!before || !last) return null
  const told = insights.some((one) => one.scope.question_id === id && changeOf(one)?.against === 'previous')
  return { told, before: before.value, difference: last.value - before.value }
}

const isProblemIn = (insights: readonly Insight[], id: string): boolean =>
  insights.some((one) => one.scope.question_id === id && levelOf(one)?.state === 'problem')

const enpsEnds = { min: -100, max: 100 }

/** All of the newest survey, in its order; the eNPS comes last, out of the trend of the same check-in. */
export function scoresOf(
  entry: ScoresEntry,
  trend: Trend | undefined,
  insights: readonly Insight[],
): readonly Score[] {
  const own = trend && trend.scope.check_in_id === entry.scope.check_in_id ? trend : undefined
  const means = entry.questions.map((one): Score => {
    const points = pointsOf(own, one.question_id)
    return {
      id: one.question_id,
      text: one.text,
      kind: 'mean',
      ...unitIn(one),
      value: one.mean,
      n: one.n,
      interval: one.interval,
      min: one.min,
      max: one.max,
      points,
      moved: movedOf(points, insights, one.question_id),
      isProblem: isProblemIn(insights, one.question_id),
    }
  })
  const enps = (own?.series ?? []).flatMap((series): Score[] => {
    const last = series.points.at(-1)
    if (series.measure !== 'enps' || !last || !series.question_id) return []
    if (last.check_in_instance_id !== entry.scope.check_in_instance_id) return []
    const points = pointsOf(own, series.question_id)
    return [
      {
        id: series.question_id,
        text: series.text ?? '',
        kind: 'enps',
        value: last.value,
        n: last.n,
        interval: last.interval,
        ...enpsEnds,
        points,
        moved: movedOf(points, insights, series.question_id),
        isProblem: isProblemIn(insights, series.question_id),
      },
    ]
  })
  return [...means, ...enps]
}

const scoresMax = 3

/**
 * The finding's own first, then the others in the order of the survey; the eNPS keeps a place. What the finding draws already is left out
 * where there are enough others.
 */
export function fewOf(scores: readonly Score[], finding: Insight | null, isDrawn: boolean): readonly Score[] {
  const isOfFinding = ({ id }: Score): boolean => id === finding?.scope.question_id
  const others = scores.filter((score) => !(isDrawn && isOfFinding(score) && score.points.length > 1))
  const left = others.length >= scoresMax ? others : scores
  const enps = left.filter(({ kind }) => kind === 'enps').slice(0, 1)
  const means = left
    .filter(({ kind }) => kind === 'mean')
    .toSorted((a, b) => Number(isOfFinding(b)) - Number(isOfFinding(a)))
  return [...means.slice(0, scoresMax - enps.length), ...enps]
}
