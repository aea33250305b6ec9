/** What a season would make of a roster, before anybody is asked: nothing is stored. Rosters are all that it depends on. */
import { everyone } from '../cells/cells.ts'
import { type Tx } from '../db/db.ts'
import { advance, type Ledger, type Seating, seatsAsked } from './ledger.ts'
import { questionKeys } from './question-keys.ts'
import { type SeatingRequest } from './seating.ts'
import * as store from './store.ts'

/** A seating by a season that has begun, and when that ends. */
export type SeatingPreview = { seating: Seating; endsAt: string }

/** @returns null where no question is in a season: then everybody who is asked gets a seat */
export async function previewSeating(
  tx: Tx,
  organisationId: string,
  { questions, seriesId, teams, people, k }: Omit<SeatingRequest, 'attribute' | 'atLeast' | 'pace'>,
  now: Date,
): Promise<SeatingPreview | null> {
  const keys = questions.flatMap((question) => questionKeys(question, seriesId))
  const byKey = await store.ledgersByKey(tx, organisationId, keys)
  const row = keys.flatMap((key) => byKey.get(key) ?? []).find(({ ends_at }) => new Date(ends_at) > now)
  if (!row) return null
  const homes = new Map(people.map(({ memberId, team }) => [memberId, team ?? everyone]))
  const isQuiet = row.quiet_until !== null && new Date(row.quiet_until) > now
  const ledger = await store.loadLedger(tx, organisationId, row.id)
  const seating = advance(ledger, { teams, homes }, Math.max(row.k, k), isQuiet)
  return { seating, endsAt: row.ends_at }
}

/**
 * The cells that sit out because an author leaves out a few of their people, and asks others of them.
 * @returns how many are left out of each
 */
export function smallExclusions(
  { cells }: Pick<Ledger, 'cells'>,
  asked: ReadonlySet<string>,
  excluded: ReadonlySet<string>,
): number[] {
  const roster = { teams: [], homes: new Map([...asked].map((member) => [member, everyone])) }
  return cells.flatMap((cell) => {
    const out = cell.seats.filter((member) => excluded.has(member)).length
    return out > 0 && seatsAsked(cell, roster) > 0 ? [out] : []
  })
}
