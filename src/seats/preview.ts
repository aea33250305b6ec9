/** What a season would make of a roster, before anybody is asked: nothing is stored. Rosters are all that it depends on. */
import { everyone } from '../cells/cells.ts'
import type { Tx } from '../db/db.ts'
import { type Ledger, type Seating, seatsAsked } from './ledger.ts'
import { planSeating, type SeatingRequest } from './seating.ts'

export type SeatingPreview = {
  seating: Seating
  beganAt: string
  endsAt: string
  /** Until when some groups sit out, because the season before ended recently; null where none does. */
  quietUntil: string | null
  /** By which figures can be broken down. */
  attribute: string | null
}

/** @returns null where a season begins in which everybody who is asked counts */
export async function previewSeating(
  tx: Tx,
  organisationId: string,
  request: SeatingRequest,
  now: Date,
): Promise<SeatingPreview | null> {
  const plan = await planSeating(tx, { organisationId, collectionId: '' }, request, now)
  if (!plan) return null
  const { row, before, seating } = plan
  const isQuiet = seating.ledger.quiet.size > 0
  if (!before && !isQuiet) return null
  return {
    seating,
    beganAt: plainly(row.opened_at),
    endsAt: plainly(row.ends_at),
    quietUntil: isQuiet && row.quiet_until !== null ? plainly(row.quiet_until) : null,
    attribute: row.attribute,
  }
}

/** A season that has not begun is not a row yet: an instant as the database writes it. */
const plainly = (at: string): string => Temporal.Instant.from(at).toString()

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
