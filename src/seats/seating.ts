/**
 * Seating: the roster of one collection by the ledgers of its questions.
 *
 * A collection has one ledger, that of the first of its questions that has one; the others join it. A question that another ledger keeps
 * sits out where the cells of both are not the same people.
 */
import { type Question } from '../../contract/questions.ts'
import { everyone, type TeamNode } from '../cells/cells.ts'
import { type CollectionRef } from '../collection-ref.ts'
import { type Tx } from '../db/db.ts'
import { crossWithValues, groupForValue, rosterValueOf } from './crossings.ts'
import { advance, attend, type Ledger, type Mode, type Roster, type Seating, type Terms } from './ledger.ts'
import { questionKeys, wordingKey } from './question-keys.ts'
import { nextSeason, type Pace, type Season, seasonOf } from './season.ts'
import * as store from './store.ts'
import { type LedgerRow } from './store.ts'
import { commonUnions } from './unions.ts'

/** Somebody who is asked: the team in which they count (null: none), and their value of the attribute. */
export type Person = { memberId: string; team: string | null; value: string | null }

export type SeatingRequest = {
  seriesId: string
  pace: Pace
  /** What the organisation wants of a season. */
  atLeast: Season
  questions: readonly Question[]
  k: number
  mode: Mode
  /** By which figures are broken down, or null. */
  attribute: string | null
  teams: readonly TeamNode[]
  people: readonly Person[]
  past: LedgerPast
}

/** What is known of the collections of a ledger: it decides for which empty seats answers can be carried. Rosters are all of it. */
export type LedgerPast = {
  /** Who is asked by a collection of the ledger that is still open. */
  answering(ledgerId: string): Promise<ReadonlySet<string>>
  /** Of these members, which questions each was asked and counted for in the ledger's collections, by the key of their wording. */
  askedFor(ledgerId: string, members: readonly string[]): Promise<ReadonlyMap<string, ReadonlySet<string>>>
}

/** Where somebody counts in a collection: in a cell, with the team of that cell and the name of its group of values. */
export type Place = { memberId: string; cell: number; team: string | null; value: string | null }

export type SeatedRoster = {
  ledgerId: string
  /** When the season began. */
  since: string
  /** Of those who count. All others of the roster are in no figure. */
  places: readonly Place[]
  /** Of the seats in cells that take part and whose owners are not asked. */
  empty: readonly Place[]
  /** By question, the teams (everyone is '') whose people do not count for it. */
  sittingOut: Record<string, string[]>
}

/** @returns null where no question has an answer that is counted, and where fewer than k people are the first who are asked */
export async function seatRoster(
  tx: Tx,
  ref: CollectionRef,
  request: SeatingRequest,
  now: Date,
): Promise<SeatedRoster | null> {
  const keysOf = new Map(
    request.questions.map((question) => [question.id, questionKeys(question, request.seriesId)]),
  )
  const keys = [...new Set([...keysOf.values()].flat())]
  if (keys.length === 0) return null
  const { organisationId } = ref
  await store.lockLedgers(tx, organisationId)
  const byKey = await store.ledgersByKey(tx, organisationId, keys)
  const known = keys.flatMap((key) => byKey.get(key) ?? [])
  const isRunning = (row: LedgerRow): boolean => new Date(row.ends_at) > now
  const running = known.find(isRunning)

  const before = running ? await loadMuted(tx, organisationId, running.id, request.past) : null
  const row = running ?? openedRow(ref, request, known, now)
  const terms = termsOf(row, request)
  const { k } = terms
  const { people, teams } = request
  const roster: Roster = {
    teams,
    homes: new Map(people.map(({ memberId, team }) => [memberId, team ?? everyone])),
    ...(before && row.attribute !== null && { groups: groupsOf(before, row.attribute, request) }),
  }
  const isQuiet = row.quiet_until !== null && new Date(row.quiet_until) > now
  const seated = before
    ? advance(before, roster, terms, isQuiet)
    : attend(await firstLedger(tx, ref, { known, roster, k, isQuiet }), roster, terms)
  // Fewer than k people begin no season: nothing of theirs is shown.
  if (!before && seated.ledger.cells.length === 0) return null
  const { seating, attribute } = crossedFor(request, row.attribute, { seating: seated, roster, terms })

  const stored = {
    ...row,
    k,
    mode: ledgerMode(row.mode, request),
    attribute,
    last_opened_at: now.toISOString(),
  }
  await store.storeLedger(tx, organisationId, stored, { before, after: seating.ledger })
  const compared = running ? null : (known[0]?.id ?? null)
  const { quietDays } = seasonOf(terms.mode, request.pace, request.atLeast)
  /** Its season is over, and its last figures are long enough ago, or were compared with the cells of the new season. */
  const isOver = (other: LedgerRow): boolean =>
    !isRunning(other) && (other.id === compared || new Date(after(other.last_opened_at, quietDays)) <= now)
  const others = new Map([...byKey].filter(([, other]) => other.id !== row.id && !isOver(other)))
  const context = { keysOf, others, isRunning, seating, roster, terms }
  const differing = await questionsSittingOut(tx, ref, context)
  const unanswered = await questionsNotAsked(row.id, request, context)
  await store.bindQuestions(
    tx,
    organisationId,
    keys.filter((key) => !others.has(key)),
    row.id,
  )

  const isShown = attribute !== null && attribute === request.attribute
  const placesIn = (isWanted: (member: string) => boolean): Place[] =>
    seating.cells.flatMap(({ number, node, group, seats }) => {
      const place = { cell: number, team: node || null, value: isShown ? rosterValueOf(group) : null }
      return seats.filter(isWanted).map((memberId) => ({ memberId, ...place }))
    })
  return {
    ledgerId: row.id,
    since: row.opened_at,
    sittingOut: bothOf(differing, unanswered),
    places: placesIn((member) => roster.homes.has(member)),
    empty: placesIn((member) => !roster.homes.has(member)),
  }
}

/**
 * Answers are carried as long as every collection of the ledger is confidential. An anonymous one leaves no answer with a person; and whoever
 * reads an attributed one by name could subtract those answers, and what is left is what the empty seats said in confidence.
 */
const ledgerMode = (before: Mode, { mode }: Pick<SeatingRequest, 'mode'>): Mode =>
  before === 'carry' ? mode : 'withdraw'

/** Empty seats imitate the people who are asked (carried.ts). Of fewer than so many times k, those who change are too few to imitate. */
const carriedFrom = 8

/** Only for the one collection: where fewer are asked, cells with an empty seat sit out. */
export function termsOf(
  row: Pick<LedgerRow, 'k' | 'mode'>,
  request: Pick<SeatingRequest, 'k' | 'mode' | 'people'>,
): Terms {
  const k = Math.max(row.k, request.k)
  const isEnough = request.people.length >= carriedFrom * k
  return { k, mode: isEnough ? ledgerMode(row.mode, request) : 'withdraw' }
}

/** The ledger, with everybody who is answering at this moment: nobody knows yet what their seats will have said. */
export async function loadMuted(
  tx: Tx,
  organisationId: string,
  ledgerId: string,
  past: LedgerPast,
): Promise<Ledger> {
  const ledger = await store.loadLedger(tx, organisationId, ledgerId)
  return { ...ledger, mute: ledger.mute.union(await past.answering(ledgerId)) }
}

const dayMs = 86_400_000

const after = (instant: Date | string, days: number): string =>
  new Date(new Date(instant).getTime() + days * dayMs).toISOString()

function openedRow(
  { collectionId }: CollectionRef,
  request: SeatingRequest,
  known: readonly LedgerRow[],
  now: Date,
): LedgerRow {
  const { k, mode, pace, atLeast } = request
  const { days, quietDays } = seasonOf(termsOf({ k, mode }, request).mode, pace, atLeast)
  const [last] = known
  return {
    id: collectionId,
    k,
    mode,
    attribute: null,
    opened_at: now.toISOString(),
    ends_at: after(now, days),
    quiet_until: last ? after(last.last_opened_at, quietDays) : null,
    last_opened_at: now.toISOString(),
  }
}

async function firstLedger(
  tx: Tx,
  { organisationId }: CollectionRef,
  { known, roster, k, isQuiet }: { known: readonly LedgerRow[]; roster: Roster; k: number; isQuiet: boolean },
): Promise<Ledger> {
  const [last] = known
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
  { seating, roster, terms }: { seating: Seating; roster: Roster; terms: Terms },
): { seating: Seating; attribute: string | null } {
  if (attribute === null || known !== null) return { seating, attribute: known }
  const values = new Map(people.map(({ memberId, value }) => [memberId, value]))
  const crossed = crossWithValues(seating.ledger, values, terms.k)
  return crossed
    ? { seating: attend(crossed.ledger, roster, terms), attribute }
    : { seating, attribute: null }
}

type Context = {
  keysOf: ReadonlyMap<string, readonly string[]>
  /** The ledgers that keep questions of the collection beside its own, by key. */
  others: ReadonlyMap<string, LedgerRow>
  isRunning(row: LedgerRow): boolean
  seating: Seating
  roster: Roster
  terms: Terms
}

/**
 * Where each question sits out because the owner of an empty seat was never asked it in the season: nothing can be carried, and once they are
 * back the difference would be their answer.
 */
async function questionsNotAsked(
  ledgerId: string,
  { questions, past }: SeatingRequest,
  { seating, roster }: Context,
): Promise<Record<string, string[]>> {
  const empty = seating.cells.flatMap(({ node, seats }) =>
    seats.flatMap((member) => (roster.homes.has(member) ? [] : [{ member, node }])),
  )
  if (empty.length === 0) return {}
  const askedFor = await past.askedFor(
    ledgerId,
    empty.map(({ member }) => member),
  )
  return Object.fromEntries(
    questions.flatMap((question): [string, string[]][] => {
      const key = wordingKey(question)
      if (key === null) return []
      const nodes = empty.flatMap(({ member, node }) => (askedFor.get(member)?.has(key) ? [] : [node]))
      return nodes.length === 0 ? [] : [[question.id, [...new Set(nodes)].toSorted()]]
    }),
  )
}

const bothOf = (a: Record<string, string[]>, b: Record<string, string[]>): Record<string, string[]> =>
  Object.fromEntries(
    [...new Set([...Object.keys(a), ...Object.keys(b)])].map((question) => [
      question,
      [...new Set([...(a[question] ?? []), ...(b[question] ?? [])])].toSorted(),
    ]),
  )

/** Where each question sits out because of another ledger that keeps it, or kept it until lately. */
async function questionsSittingOut(
  tx: Tx,
  { organisationId }: CollectionRef,
  { keysOf, others, isRunning, seating, roster, terms }: Context,
): Promise<Record<string, string[]>> {
  const nodes = [...new Set(seating.cells.map(({ node }) => node))]
  const differing = new Map<string, string[]>()
  const differingFrom = async (other: LedgerRow): Promise<string[]> => {
    // In the quiet time after another season nothing is known of how its cells and these cut one another.
    if (!isRunning(other)) return nodes
    // Of another ledger nothing is carried: only its whole cells take part.
    const theirs = attend(await store.loadLedger(tx, organisationId, other.id), roster, {
      ...terms,
      mode: 'withdraw',
    })
    const same = new Set(
      commonUnions(seating, theirs).flatMap(({ ours }) => (ours.length === 1 ? [ours[0].number] : [])),
    )
    return [...new Set(seating.cells.flatMap(({ number, node }) => (same.has(number) ? [] : [node])))]
  }
  const sittingOut: Record<string, string[]> = {}
  for (const [questionId, keys] of keysOf) {
    const out = new Set<string>()
    for (const other of new Set(keys.flatMap((key) => others.get(key) ?? []))) {
      const teams = differing.get(other.id) ?? (await differingFrom(other))
      differing.set(other.id, teams)
      for (const team of teams) out.add(team)
    }
    if (out.size > 0) sittingOut[questionId] = [...out].toSorted()
  }
  return sittingOut
}
