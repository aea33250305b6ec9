/**
 * Past surveys: surveys that ran elsewhere become closed instances of a check-in, one for each period, in order.
 *
 * The file is read once, staged, and checked as a whole: with any fault nothing is written, and a dry run ends here. Then each
 * period is one transaction with its instance, its answers, what the gate releases of them, and its insights. An import that stops
 * in the middle leaves whole instances; a second run finds them by their dates and goes on.
 *
 * Answers take the usual way: into the vault, and out through the gate under today's thresholds, banded and hidden where those
 * require it. Anonymous surveys are refused: a file that tells respondents apart is not anonymous.
 */
import type * as contract from '../../contract/imports.ts'
import type { PastImport } from '../../contract/imports.ts'
import { limits } from '../../contract/limits.ts'
import { actedBy } from '../audit/audit.ts'
import { assertMay } from '../authority.ts'
import type { Call } from '../call.ts'
import {
  addPastInstance,
  type Analyse,
  askedSoFar,
  type CheckInRow,
  checkPastQuestions,
  createForPast,
  findForPast,
  pastInstancesOn,
} from '../checkins/checkins.ts'
import { type Db, dbOf, onConnection, transaction, type Tx } from '../db/db.ts'
import { nameOf } from '../directory/directory.ts'
import { newRespondentId } from '../ids.ts'
import { type Faults, faultsOf } from '../imports/imports.ts'
import { impossible, problem } from '../problem.ts'
import { type Plan, planOf, readPeriod } from './plan.ts'
import { reportOf } from './report.ts'
import type { PastSurveysImport } from './source.ts'
import { stageAll } from './staging.ts'
import * as store from './store.ts'
import { placeTeams, teamReferencesMax } from './teams.ts'

export { questionsIn } from './definitions.ts'
export { type PastOptions } from './source.ts'
export { findUserByEmail } from './store.ts'

export type ImportHooks = {
  /** What follows a close. */
  readonly analyse: Analyse
  /** Called after each instance. */
  readonly progress?: (done: number, all: number, period: string) => void
}

const anonymous =
  'Past answers come with their respondents, by name or by number, so they cannot be anonymous here. Import them as confidential: that mode does not show persons either'

/** @throws insufficient_scope | role_required  to create teams; otherwise as importPastSurveys */
export function importResponses(
  { tx, actor: user, upload, body, query, now }: Call<typeof contract.importResponses>,
  analyse: Analyse,
): Promise<PastImport> {
  if (query.missing_teams === 'create') assertMay(user, 'directory.change')
  if (query.missing_teams === 'create' && !user.scopes.has('teams:write'))
    throw problem('insufficient_scope', { detail: 'Creating teams needs the scope teams:write' })
  const { organisationId, userId, applicationId } = user
  const author = { organisationId, userId, applicationId, by: actedBy(user) }
  const source = upload ? { upload } : body
  return importPastSurveys(dbOf(tx), { author, source, options: query }, { analyse }, now)
}

/**
 * @throws import_refused  what is wrong with the file, line by line; nothing was written
 * @throws unprocessable   anonymous mode, or an id that the check-in uses for another question
 * @throws import_running  the organisation has another import of past surveys under way
 * @throws invalid_request | not_found | not_the_author | check_in_ended | payload_too_large
 */
export async function importPastSurveys(
  db: Db,
  order: PastSurveysImport,
  hooks: ImportHooks,
  now: Date,
): Promise<PastImport> {
  const { organisationId } = order.author
  const checkIn = await findCheckIn(db.tx, order)
  return onConnection(db.tx, async (session) => {
    if (!(await store.claimImport(session, organisationId))) throw problem('import_running')
    try {
      await store.makeTable(session)
      return await importInto({ session, checkIn, now }, order, hooks)
    } finally {
      await store.dropTable(session)
      await store.releaseImport(session, organisationId)
    }
  })
}

/** @returns undefined where the import creates the check-in */
async function findCheckIn(
  tx: Tx,
  { author, options: { check_in_id: id, title, mode } }: PastSurveysImport,
): Promise<CheckInRow | undefined> {
  const checkIn = await findForPast(tx, author, id === undefined ? { title: titleOf(title) } : { id })
  const current = checkIn?.confidentiality.mode
  if (current !== undefined && mode !== undefined && current !== mode)
    throw impossible('/mode', `The check-in is ${current}`, 'other_mode')
  if ((current ?? mode) === 'anonymous') throw impossible('/mode', anonymous, 'anonymous')
  return checkIn
}

function titleOf(title: string | undefined): string {
  const name = title?.trim()
  if (!name) throw problem('invalid_request', { detail: 'check_in_id or title must name the check-in' })
  return nameOf(name, 'title')
}

type Target = {
  readonly session: Tx
  /** undefined: to be created */
  readonly checkIn: CheckInRow | undefined
  readonly now: Date
}

async function importInto(
  { session, checkIn, now }: Target,
  order: PastSurveysImport,
  hooks: ImportHooks,
): Promise<PastImport> {
  const { author, source, options } = order
  const faults = faultsOf(source.upload ? 'lines' : 'rows')
  const { rows, questions } = await stageAll(session, source, faults)
  const found = await store.periods(session, limits.pastPeriodsMax + 1)
  const dates = found.map(({ date }) => date)
  const existing = checkIn ? await pastInstancesOn(session, checkIn, dates) : []
  const known = {
    questions: checkIn ? await askedSoFar(session, checkIn) : [],
    translations: checkIn?.translations ?? {},
  }
  const language = checkIn ? checkIn.language : (options.language ?? null)
  // Counted with the dates that have an instance: a second run reads questions as the first one did.
  const tallies = await store.tallies(session, limits.optionsMax)
  const existingDates = existing.map(({ local_date }) => local_date)
  await store.dropDates(session, existingDates)
  await matchRespondents(session, order, faults)
  const references = await store.teamReferences(session, teamReferencesMax + 1)
  const teams = { references, faults, now }
  const teamsPlanned = await placeTeams(session, order, { ...teams, create: false })
  const plan = await planOf(session, { checkIn, known, language, questions, tallies, found, now }, faults)
  faults.throwIfAny()
  if (checkIn) await checkPastQuestions(session, checkIn, plan.questions)

  const result = { dryRun: options.dry_run ?? false, rows, found, existing, plan }
  if (options.dry_run || plan.periods.length === 0)
    return reportOf(session, { ...result, checkIn, created: new Map(), teamsCreated: teamsPlanned })
  const teamsCreated = await placeTeams(session, order, { ...teams, create: true })
  const target = checkIn ?? (await createCheckIn(session, order, plan, now))
  const created = new Map<string, string>()
  for (const [index, { date, period }] of plan.periods.entries()) {
    const { questions: asked, respondents } = await readPeriod(session, plan.mappings, date)
    const instance = {
      checkInId: target.id,
      date,
      questions: asked,
      translations: plan.translations,
      // Respondents who are no members get an id that leads nowhere, and another one in each period.
      respondents: respondents.map((one) => ({ ...one, memberId: one.memberId ?? newRespondentId() })),
    }
    const after = { analyse: hooks.analyse, now }
    const id = await transaction(session, (tx) => addPastInstance(tx, author, instance, after))
    if (id !== null) created.set(date, id)
    hooks.progress?.(index + 1, plan.periods.length, period)
  }
  return reportOf(session, { ...result, checkIn: target, created, teamsCreated })
}

async function matchRespondents(
  session: Tx,
  { author, options }: PastSurveysImport,
  faults: Faults,
): Promise<void> {
  await store.matchMembers(session, author.organisationId)
  const add = (found: store.RespondentFault[], code: string, reason: string) =>
    faults.addAll(
      found.map(({ line, value }) => ({
        at: line,
        column: 'respondent',
        code,
        detail: `${value} ${reason}`,
      })),
      found[0]?.total ?? 0,
    )
  add(
    await store.doubleRespondents(session, limits.importErrorsShownMax),
    'repeated',
    'is a member who answered this period under another name as well',
  )
  if (options.unknown_respondents === 'refuse')
    add(
      await store.unknownRespondents(session, limits.importErrorsShownMax),
      'unknown',
      'is not the external_id or address of a member',
    )
}

/** With the questions of the last period, for the teams that answered then. */
async function createCheckIn(
  session: Tx,
  { author, options: { title, language, mode = 'confidential' } }: PastSurveysImport,
  { mappings, periods, translations }: Plan,
  now: Date,
): Promise<CheckInRow> {
  const { questions, date } = periods[periods.length - 1]
  const { respondents } = await readPeriod(session, mappings, date)
  const teamIds = [...new Set(respondents.flatMap(({ teamId }) => teamId ?? []))]
  return transaction(session, async (tx) => {
    const draft = {
      title: titleOf(title),
      mode,
      questions,
      language: language ?? null,
      translations,
      teamIds: await store.topmost(tx, author.organisationId, teamIds),
      dates: periods.map((period) => period.date),
    }
    return createForPast(tx, author, draft, now)
  })
}
