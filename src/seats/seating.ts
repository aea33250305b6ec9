/**
 * Seating: the roster of one collection by the ledgers of its questions.
 *
 * A collection has one ledger, that of the first of its questions that has one; the others join it. A question that another ledger keeps
 * sits out where the cells of both are not the same people.
 */
import type { Question } from '../../contract/questions.ts'
import { everyone, type TeamNode } from '../cells/cells.ts'
import type { CollectionRef } from '../collection-ref.ts'
import type { Tx } from '../db/db.ts'
import { crossWithValues, groupForValue, rosterValueOf } from './crossings.ts'
import { advance, attend, type Ledger, type Roster, type Seating } from './ledger.ts'
import { questionKeys, seriesKey } from './question-keys.ts'
import { nextSeason, type Pace, type Season, seasonOf } from './season.ts'
import * as store from './store.ts'
import { isImported, type LedgerRow } from './store.ts'
import { commonUnions } from './unions.ts'

/** Somebody who is asked: the team in which they count (null: none), and their value of the attribute. */
export type Person = { memberId: string; team: string | null; value: string | null }

export type SeatingRequest = {
  seriesId: string
  pace: Pace
  /** In every language that somebody may read: one question may be there several times. */
  questions: readonly Question[]
  k: number
  /** What the organisation wants of a season. */
  atLeast: Season
  /** By which figures are broken down, or null. */
  attribute: string | null
  teams: readonly TeamNode[]
  people: readonly Person[]
  /**
   * For a collection whose people are added while it is open, and seated when it ends: from when until when they can answer. It has a ledger of
   * its own, which holds until a season after the last answer.
   */
  answers?: { since: Date; until: Date }
}

/** Where somebody counts in a collection: in a cell, with the team of that cell and the name of its group of values. */
export type Place = { memberId: string; cell: number; team: string | null; value: string | null }

/** In a group of their own too few joined since the season began; somebody of their cell is not asked; their cell is quiet. */
export type UncountedReason = 'newcomer' | 'missing' | 'quiet'

export type SeatedRoster = {
  ledgerId: string
  season: { beganAt: string; endsAt: string; quietUntil: string | null }
  /** Of those who count. All others of the roster are in no figure. */
  places: readonly Place[]
  /** Why, of each of these others. */
  reasons: ReadonlyMap<string, UncountedReason>
  sittingOut: SeatingPlan['sittingOut']
}

/** How a roster is seated by what is known of its questions, before anything is stored. */
export type SeatingPlan = {
  row: LedgerRow
  /** The ledger as it was; null where a season begins. */
  before: Ledger | null
  seating: Seating
  /** The ledgers that keep questions of the collection beside its own, by key. */
  others: ReadonlyMap<string, LedgerRow>
  /** By question, the teams (everyone is '') whose people do not count for it. */
  sittingOut: Record<string, string[]>
}

/** @returns null where fewer than k people are the first who are asked */
export async function seatRoster(
  tx: Tx,
  ref: CollectionRef,
  request: SeatingRequest,
  now: Date,
): Promise<SeatedRoster | null> {
  const { organisationId } = ref
  await store.lockLedgers(tx, organisationId)
  const plan = await planSeating(tx, ref, request, now)
  if (!plan) return null
  const { row, before, seating, others, sittingOut } = plan
  await store.storeLedger(tx, organisationId, row, { before, after: seating.ledger })
  const unbound = keysIn(request).filter((key) => !others.has(key))
  await store.bindQuestions(tx, organisationId, unbound, row.id)

  const isShown = row.attribute !== null && row.attribute === request.attribute
  const asked = new Set(request.people.map(({ memberId }) => memberId))
  return {
    ledgerId: row.id,
    season: { beganAt: row.opened_at, endsAt: row.ends_at, quietUntil: row.quiet_until },
    reasons: reasonsIn(seating),
    sittingOut,
    places: placesIn(seating.cells, asked, (group) => (isShown ? rosterValueOf(group) : null)),
  }
}

const placesIn = (
  cells: Seating['cells'],
  asked: ReadonlySet<string>,
  valueOf: (group: string) => string | null,
): Place[] =>
  cells.flatMap(({ number, node, group, seats }) =>
    seats.flatMap((memberId) =>
      asked.has(memberId) ? [{ memberId, cell: number, team: node || null, value: valueOf(group) }] : [],
    ),
  )

function reasonsIn({ ledger, cells, waiting }: Seating): Map<string, UncountedReason> {
  const taking = new Set(cells.map(({ number }) => number))
  return new Map([
    ...waiting.map((member) => [member, 'newcomer'] as const),
    ...ledger.cells.flatMap(({ number, seats }) => {
      const reason = ledger.quiet.has(number) ? 'quiet' : 'missing'
      return taking.has(number) ? [] : seats.map((member) => [member, reason] as const)
    }),
  ])
}

const keysIn = ({ questions, seriesId }: Pick<SeatingRequest, 'questions' | 'seriesId'>): string[] => [
  ...new Set(questions.flatMap((question) => questionKeys(question, seriesId))),
]

/** Reads ledgers and changes nothing. @returns null where fewer than k people are the first who are asked */
export async function planSeating(
  tx: Tx,
  ref: CollectionRef,
  request: SeatingRequest,
  now: Date,
): Promise<SeatingPlan | null> {
  const keys = keysIn(request)
  if (keys.length === 0) return null
  const { organisationId } = ref
  const byKey = await store.ledgersByKey(tx, organisationId, keys)
  const known = keys.flatMap((key) => byKey.get(key) ?? [])
  const isRunning = (row: LedgerRow): boolean => new Date(row.ends_at) > now
  const { answers } = request
  const since = answers?.since ?? now
  const own = byKey.get(seriesKey(request.seriesId))
  const running = (answers ? own && [own] : known)?.find(isRunning)

  const before = running ? await store.loadLedger(tx, organisationId, running.id) : null
  const quietAfter = quietTimes(request, byKey)
  const last = running || answers ? undefined : latestOf(known)
  const row = running ?? openedRow(ref, request, { last, quietAfter }, now)
  const k = Math.max(row.k, request.k)
  const roster: Roster = {
    ...rosterOf(request),
    ...(before && row.attribute !== null && { groups: groupsOf(before, row.attribute, request) }),
  }
  const isQuiet = row.quiet_until !== null && new Date(row.quiet_until) > since
  const seated = before
    ? advance(before, roster, k, isQuiet)
    : attend(await firstLedger(tx, ref, { last, roster, k, isQuiet }), roster, k)
  // Fewer than k people begin no season: nothing of theirs is shown.
  if (!before && !answers && seated.ledger.cells.length === 0) return null
  const { seating, attribute } = crossedFor(request, row.attribute, { seating: seated, roster, k })

  /** Its season is over, and its last figures are long enough ago, or were compared with the cells of the new season. */
  const isOver = (other: LedgerRow): boolean =>
    !isRunning(other) && (other.id === last?.id || new Date(quietAfter(other)) <= since)
  const others = new Map([...byKey].filter(([, other]) => other.id !== row.id && !isOver(other)))
  const context = { request, others, isRunning, seating, roster, k }
  return {
    row: {
      ...row,
      ends_at: answers ? later(row.ends_at, heldUntil(request, answers.until)) : row.ends_at,
      k,
      attribute,
      last_opened_at: now.toISOString(),
    },
    before,
    seating,
    others,
    sittingOut: await questionsSittingOut(tx, ref, context),
  }
}

const heldUntil = ({ pace, atLeast }: SeatingRequest, until: Date): string =>
  after(until, seasonOf(pace, atLeast).days)

const later = (one: string, other: string): string => (new Date(one) > new Date(other) ? one : other)

export const rosterOf = ({ people, teams }: Pick<SeatingRequest, 'people' | 'teams'>): Roster => ({
  teams,
  homes: new Map(people.map(({ memberId, team }) => [memberId, team ?? everyone])),
})

const latestOf = (rows: readonly LedgerRow[]): LedgerRow | undefined =>
  rows.toSorted((a, b) => new Date(b.last_opened_at).getTime() - new Date(a.last_opened_at).getTime()).at(0)

const dayMs = 86_400_000

export const after = (instant: Date | string, days: number): string =>
  new Date(new Date(instant).getTime() + days * dayMs).toISOString()

/**
 * When the quiet time after a season is over. Only between two seasons of one weekly series there is none: a weekly series that takes up the
 * question of another survey, or of an imported one, waits like that one.
 */
function quietTimes(
  { seriesId, pace, atLeast }: SeatingRequest,
  byKey: ReadonlyMap<string, LedgerRow>,
): (season: LedgerRow) => string {
  const own = byKey.get(seriesKey(seriesId))?.id
  return (season) =>
    after(
      season.last_opened_at,
      seasonOf(season.id === own && !isImported(season) ? pace : 'monthly', atLeast).quietDays,
    )
}

function openedRow(
  { collectionId }: CollectionRef,
  { k, pace, atLeast }: SeatingRequest,
  { last, quietAfter }: { last: LedgerRow | undefined; quietAfter: (season: LedgerRow) => string },
  now: Date,
): LedgerRow {
  return {
    id: collectionId,
    k,
    attribute: null,
    opened_at: now.toISOString(),
    ends_at: after(now, seasonOf(pace, atLeast).days),
    quiet_until: last ? quietAfter(last) : null,
    last_opened_at: now.toISOString(),
  }
}

async function firstLedger(
  tx: Tx,
  { organisationId }: CollectionRef,
  { last, roster, k, isQuiet }: { last: LedgerRow | undefined; roster: Roster; k: number; isQuiet: boolean },
): Promise<Ledger> {
  return nextSeason(roster, k, last && isQuiet ? await store.loadLedger(tx, organisationId, last.id) : null)
}

/** The groups of values of newcomers, in a ledger that is also divided by this attribute. Of another one nothing is known here. */
function groupsOf(ledger: Ledger, attribute: string, { attribute: asked, people }: SeatingRequest) {
  const groupFor = groupForValue(ledger)
  return new Map(
    people.map(({ memberId, value }) => [memberId, groupFor(asked === attribute ? value : null)]),
  )
}

/** Divides the cells by the collection's attribute, if they are not yet and can be. */
function crossedFor(
  { attribute, people }: SeatingRequest,
  known: string | null,
  { seating, roster, k }: { seating: Seating; roster: Roster; k: number },
): { seating: Seating; attribute: string | null } {
  if (attribute === null || known !== null) return { seating, attribute: known }
  const values = new Map(people.map(({ memberId, value }) => [memberId, value]))
  const crossed = crossWithValues(seating.ledger, values, k)
  return crossed ? { seating: attend(crossed.ledger, roster, k), attribute } : { seating, attribute: null }
}

type Context = {
  request: SeatingRequest
  others: SeatingPlan['others']
  isRunning(row: LedgerRow): boolean
  seating: Seating
  roster: Roster
  k: number
}

/** Where each question sits out because of another ledger that keeps it, or kept it until recently. */
async function questionsSittingOut(
  tx: Tx,
  { organisationId }: CollectionRef,
  { request, others, isRunning, seating, roster, k }: Context,
): Promise<Record<string, string[]>> {
  const nodes = [...new Set(seating.cells.map(({ node }) => node))]
  const differing = new Map<string, string[]>()
  const differingFrom = async (other: LedgerRow): Promise<string[]> => {
    // People who come and go while this one is open, and while the other one asks as well, are in no cell of either.
    if (request.answers) return [everyone]
    // In the quiet time after another season nothing is known of how its cells and these cut one another.
    if (!isRunning(other)) return nodes
    const theirs = attend(await store.loadLedger(tx, organisationId, other.id), roster, k)
    const same = new Set(
      commonUnions(seating, theirs).flatMap(({ ours }) => (ours.length === 1 ? [ours[0].number] : [])),
    )
    return [...new Set(seating.cells.flatMap(({ number, node }) => (same.has(number) ? [] : [node])))]
  }
  const outOf = new Map<string, Set<string>>()
  for (const question of request.questions) {
    const keys = questionKeys(question, request.seriesId)
    const out = outOf.get(question.id) ?? new Set()
    for (const other of new Set(keys.flatMap((key) => others.get(key) ?? []))) {
      const teams = differing.get(other.id) ?? (await differingFrom(other))
      differing.set(other.id, teams)
      for (const team of teams) out.add(team)
    }
    if (out.size > 0) outOf.set(question.id, out)
  }
  return Object.fromEntries([...outOf].map(([id, teams]) => [id, [...teams].toSorted()]))
}
