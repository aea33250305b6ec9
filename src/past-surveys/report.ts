/** The reply to an import of past surveys: what was created, or in a dry run would be. */
import type { PastImport } from '../../contract/imports.ts'
import { type CheckInRow, pastInstancesOn } from '../checkins/checkins.ts'
import type { Tx } from '../db/db.ts'
import type { Plan } from './plan.ts'
import type { Period } from './store.ts'

export type ImportResult = {
  dryRun: boolean
  /** undefined: a dry run that would create it */
  checkIn: CheckInRow | undefined
  rows: number
  /** All periods of the file. */
  found: readonly Period[]
  /** Instances that the check-in had for some of these dates. */
  existing: Awaited<ReturnType<typeof pastInstancesOn>>
  plan: Plan
  /** The ids of new instances, by date. */
  created: ReadonlyMap<string, string>
  teamsCreated: number
}

export async function reportOf(
  session: Tx,
  { dryRun, checkIn, rows, found, existing, plan, created, teamsCreated }: ImportResult,
): Promise<PastImport> {
  const instances = checkIn ? await pastInstancesOn(session, checkIn, [...created.keys()]) : []
  const statuses = new Map([...existing, ...instances].map((one) => [one.id, one.results_status]))
  const sum = (of: 'respondents' | 'members' | 'answers'): number =>
    plan.periods.reduce((all, period) => all + period[of], 0)
  const planned = new Map(plan.periods.map((period) => [period.date, period]))
  const existingIds = new Map(existing.map(({ local_date, id }) => [local_date, id]))
  return {
    dry_run: dryRun,
    check_in_id: checkIn?.id ?? null,
    rows,
    instances_created: plan.periods.length,
    instances_unchanged: existingIds.size,
    respondents: sum('respondents'),
    members_matched: sum('members'),
    answers: sum('answers'),
    teams_created: teamsCreated,
    left_out: plan.leftOut.count,
    left_out_first: plan.leftOut.first,
    instances: found.map(({ period, date, respondents }) => {
      const id = created.get(date) ?? existingIds.get(date) ?? null
      return {
        period,
        local_date: date,
        state: planned.has(date) ? 'created' : 'unchanged',
        check_in_instance_id: id,
        questions: planned.get(date)?.questions.length ?? 0,
        respondents: planned.get(date)?.respondents ?? respondents,
        results_status: (id === null ? null : statuses.get(id)) ?? null,
      }
    }),
    questions: plan.questions.map(({ id, type, text }) => ({ id, type, text })),
  }
}
