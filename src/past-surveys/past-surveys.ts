/**
 * History: surveys that were asked elsewhere become closed instances of a check-in, one for each period, in order.
 *
 * The file is read once, staged, and checked as a whole: with a fault anywhere nothing is done, and a dry run ends here. Then
 * each period is one transaction, which holds its instance, its answers, what the gate releases of them, and its insights.
 * Whoever stops in the middle leaves whole instances; a second run finds them by their dates and goes on.
 *
 * Answers go the way of all others: into the vault, and out through the gate under the thresholds of today, banded and hidden
 * where they would be. Nothing anonymous comes in: a file that tells respondents apart is none.
 */
import { type PastImport } from '../../contract/imports.ts'
import { limits } from '../../contract/limits.ts'
import { recordAudit } from '../audit/audit.ts'
import {
  addPastInstance,
  type Analyse,
  askedSoFar,
  type CheckInRow,
  checkPastQuestions,
  findForPast,
  createForPast,
  type PastAuthor,
  pastInstancesOn,
} from '../checkins/checkins.ts'
import { type Db, onConnection, transaction, type Tx } from '../db/db.ts'
import { recordEvent } from '../events/events.ts'
import { newRespondentId } from '../ids.ts'
import { type Faults, faultsOf } from '../imports/imports.ts'
import { impossible, problem } from '../problem.ts'
import { resolveTeamReferences } from '../directory/directory.ts'
import { type Plan, planOf, readPeriod } from './plan.ts'
import { type PastOptions, type PastSource } from './source.ts'
import { stageAll } from './staging.ts'
import * as store from './store.ts'

export { questionsIn } from './definitions.ts'
export { type PastOptions } from './source.ts'
export { findUserByEmail } from './store.ts'

/** What follows a close, and who is told of each instance that is made. */
export type Told = {
  analyse: Analyse
  progress?: (done: number, all: number, period: string) => void
}

const anonymous =
  'Past answers come with their respondents, by name or by number, so nobody could be promised that they are anonymous here; import them as confidential, which shows no person either'

/**
 * @throws import_refused  what is wrong with the file, line by line; nothing was done
 * @throws unprocessable   anonymous mode, or an id that the check-in has asked as another question
 * @throws conflict        another import of past surveys of this organisation is running
 * @throws invalid_request | not_found | not_the_author | check_in_ended | payload_too_large
 */
export async function importPastSurveys(
  db: Db,
  author: PastAuthor,
  source: PastSource,
  options: PastOptions,
  told: Told,
  now: Date,
): Promise<PastImport> {
  const checkIn = await targetOf(db.tx, author, options)
  return onConnection(db.tx, async (session) => {
    if (!(await store.claimImport(session, author.organisationId)))
      throw problem('conflict', { detail: 'Another import of past surveys is running' })
    try {
      await store.makeTable(session)
      return await importInto(session, checkIn, author, source, options, told, now)
    } finally {
      await store.dropTable(session)
      await store.releaseImport(session, author.organisationId)
    }
  })
}

async function targetOf(
  tx: Tx,
  author: PastAuthor,
  { check_in_id: id, title, mode }: PastOptions,
): Promise<CheckInRow | undefined> {
  if (id === undefined && !title?.trim())
    throw problem('invalid_request', { detail: 'check_in_id or title must name the check-in' })
  const found = await findForPast(tx, author, id === undefined ? { title: title!.trim() } : { id })
  const promised = found?.confidentiality.mode
  if (promised !== undefined && mode !== undefined && promised !== mode)
    throw impossible('/mode', `The check-in is ${promised}`, 'other_mode')
  if ((promised ?? mode) === 'anonymous') throw impossible('/mode', anonymous, 'anonymous')
  return found
}

async function importInto(
  session: Tx,
  checkIn: CheckInRow | undefined,
  author: PastAuthor,
  source: PastSource,
  options: PastOptions,
  told: Told,
  now: Date,
): Promise<PastImport> {
  const faults = faultsOf(source.upload ? 'lines' : 'rows')
  const { rows, questions } = await stageAll(session, source, faults)
  const found = await store.periods(session, limits.pastPeriodsMax + 1)
  const there = checkIn
    ? await pastInstancesOn(
        session,
        checkIn,
        found.map(({ date }) => date),
      )
    : []
  const known = checkIn ? await askedSoFar(session, checkIn) : []
  // Counted before what is there goes: a second run reads questions as the first one did.
  const tallies = await store.tallies(session, limits.optionsMax)
  await store.dropDates(
    session,
    there.map(({ local_date }) => local_date),
  )
  await matchRespondents(session, author, options, faults)
  const references = await store.teamReferences(session, teamsMax + 1)
  const teams = await placeTeams(session, author, options, references, faults, 'plan', now)
  const plan = await planOf(session, { checkIn, known, questions, tallies, found }, faults, now)
  faults.throwIfAny()
  const asked = [
    ...new Map(plan.periods.flatMap((period) => period.asked.map((one) => [one.id, one]))).values(),
  ]
  if (checkIn) await checkPastQuestions(session, checkIn, asked)

  const result = (target: CheckInRow | undefined, made: ReadonlyMap<string, string>, teamsMade: number) =>
    reportOf(session, { options, target, rows, found, there, plan, asked, made, teamsMade })
  if (options.dry_run || plan.periods.length === 0) return result(checkIn, new Map(), teams.made)
  const { made: teamsMade } = await placeTeams(session, author, options, references, faults, 'create', now)
  const target = checkIn ?? (await make(session, author, options, plan, now))
  const made = new Map<string, string>()
  for (const [index, { date, period }] of plan.periods.entries()) {
    const id = await addPeriod(session, author, target.id, plan, date, told.analyse, now)
    if (id !== null) made.set(date, id)
    told.progress?.(index + 1, plan.periods.length, period)
  }
  return result(target, made, teamsMade)
}

async function matchRespondents(
  session: Tx,
  { organisationId }: PastAuthor,
  { unknown_respondents: unknown }: PastOptions,
  faults: Faults,
): Promise<void> {
  await store.matchMembers(session, organisationId)
  const add = (found: Awaited<ReturnType<typeof store.unknownRespondents>>, code: string, why: string) =>
    faults.addAll(
      found.map(({ line, value }) => ({ at: line, column: 'respondent', code, detail: `${value} ${why}` })),
      found[0]?.total ?? 0,
    )
  add(
    await store.doubleRespondents(session, limits.importErrorsShownMax),
    'repeated',
    'is a member who answered this period under another name as well',
  )
  if (unknown === 'refuse')
    add(
      await store.unknownRespondents(session, limits.importErrorsShownMax),
      'unknown',
      'is no external_id or address of a member',
    )
}

/** Distinct teams of one file: each is found by itself. */
const teamsMax = 10_000

/** Finds the teams that rows name. @returns how many are new */
async function placeTeams(
  session: Tx,
  { organisationId, by }: PastAuthor,
  { missing_teams: missing = 'refuse' }: PastOptions,
  references: readonly { reference: string; line: number }[],
  faults: Faults,
  how: 'plan' | 'create',
  now: Date,
): Promise<{ made: number }> {
  if (references.length > teamsMax) {
    const { line } = references.at(-1)!
    faults.add({
      at: line,
      column: 'team',
      code: 'too_many',
      detail: `A file names at most ${teamsMax} teams`,
    })
    return { made: 0 }
  }
  return transaction(session, async (tx) => {
    const named = references.map(({ reference }) => reference)
    const way = missing === 'create' ? how : 'refuse'
    const found = await resolveTeamReferences(tx, organisationId, named, { missing: way, now })
    await store.placeTeams(tx, found.ids)
    for (const { reference, line } of references) {
      const fault = found.faults.get(reference)
      if (fault && !(missing === 'none' && fault.code === 'unknown'))
        faults.add({ at: line, column: 'team', ...fault })
    }
    if (how === 'create' && found.created > 0) {
      const counts = { teams_created: found.created }
      await recordEvent(tx, { organisationId, type: 'directory.imported', payload: counts, at: now })
      await recordAudit(tx, {
        organisationId,
        actor: by,
        action: 'directory.imported',
        detail: counts,
        at: now,
      })
    }
    return { made: found.created }
  })
}

/** It asks next what was asked last, of the teams that answered last. */
async function make(
  session: Tx,
  author: PastAuthor,
  { title, mode = 'confidential' }: PastOptions,
  { forms, periods }: Plan,
  now: Date,
): Promise<CheckInRow> {
  const { asked, date } = periods.at(-1)!
  const { respondents } = await readPeriod(session, forms, date)
  const teamIds = [...new Set(respondents.flatMap(({ teamId }) => teamId ?? []))]
  return transaction(session, async (tx) =>
    createForPast(
      tx,
      author,
      {
        title: title!.trim(),
        mode,
        questions: asked,
        teamIds: await store.topmost(tx, author.organisationId, teamIds),
        dates: periods.map((period) => period.date),
      },
      now,
    ),
  )
}

/** One period, whole or not at all. Whoever is no member gets an id that leads nowhere, and another one in each period. */
async function addPeriod(
  session: Tx,
  author: PastAuthor,
  checkInId: string,
  { forms }: Plan,
  date: string,
  analyse: Analyse,
  now: Date,
): Promise<string | null> {
  const { questions, respondents } = await readPeriod(session, forms, date)
  const people = respondents.map((one) => ({ ...one, memberId: one.memberId ?? newRespondentId() }))
  return transaction(session, (tx) =>
    addPastInstance(tx, author, { checkInId, date, questions, respondents: people }, { analyse, now }),
  )
}

type Reported = {
  options: PastOptions
  target: CheckInRow | undefined
  rows: number
  found: readonly store.Period[]
  there: Awaited<ReturnType<typeof pastInstancesOn>>
  plan: Plan
  asked: readonly { id: string; type: PastImport['questions'][number]['type']; text: string }[]
  made: ReadonlyMap<string, string>
  teamsMade: number
}

async function reportOf(
  session: Tx,
  { options, target, rows, found, there, plan, asked, made, teamsMade }: Reported,
): Promise<PastImport> {
  const statuses = target ? await pastInstancesOn(session, target, [...made.keys()]) : []
  const statusOf = new Map(
    [...there, ...statuses].map(({ id, results_status }) => [id, results_status] as const),
  )
  const sum = (of: 'respondents' | 'members' | 'answers'): number =>
    plan.periods.reduce((all, period) => all + period[of], 0)
  const planned = new Map(plan.periods.map((period) => [period.date, period]))
  const before = new Map(there.map(({ local_date, id }) => [local_date, id]))
  return {
    dry_run: options.dry_run ?? false,
    check_in_id: target?.id ?? null,
    rows,
    instances_created: plan.periods.length,
    instances_unchanged: before.size,
    respondents: sum('respondents'),
    members_matched: sum('members'),
    answers: sum('answers'),
    teams_created: teamsMade,
    left_out: plan.left_out,
    left_out_first: plan.left_out_first,
    instances: found.map(({ period, date, respondents }) => {
      const id = made.get(date) ?? before.get(date) ?? null
      return {
        period,
        local_date: date,
        state: planned.has(date) ? ('created' as const) : ('unchanged' as const),
        check_in_instance_id: id,
        questions: planned.get(date)?.asked.length ?? 0,
        respondents: planned.get(date)?.respondents ?? respondents,
        results_status: (id === null ? null : statusOf.get(id)) ?? null,
      }
    }),
    questions: asked.map(({ id, type, text }) => ({ id, type, text })),
  }
}
