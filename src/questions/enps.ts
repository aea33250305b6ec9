/** Employee net promoter score: how likely one is to recommend, from 0 to 10. */
import type { QuestionOf } from '../../contract/questions.ts'
import type { Steps, TypeDefinition } from './definition.ts'
import { onSteps, stepValues } from './steps.ts'
import type { Totals } from './tally.ts'

const steps: Steps = { min: 0, max: 10 }

/** 1: a promoter, 9 or 10; -1: a detractor, 0 to 6. Their mean is the score in hundredths. */
export const enpsPoint = (value: number): -1 | 0 | 1 => (value >= 9 ? 1 : value <= 6 ? -1 : 0)

function scoreOf({ n, counts }: Totals): number {
  const people = (point: -1 | 1): number =>
    Object.entries(counts).reduce(
      (all, [value, count]) => (enpsPoint(Number(value)) === point ? all + count : all),
      0,
    )
  return Math.round(100 * (people(1) / n - people(-1) / n))
}

export const enps: TypeDefinition<QuestionOf<'enps'>> = {
  ...onSteps(() => steps, false),
  measure: 'enps',
  reference: ({ target }) => ({ value: target ?? 0, isTarget: target !== undefined }),
  figures: (totals) => ({ enps: scoreOf(totals) }),
  control: ({ labels = [] }) => ({
    kind: 'steps',
    values: stepValues(steps),
    labels,
    ends: ['enps_low', 'enps_high'],
  }),
}
