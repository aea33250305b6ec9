/**
 * Codes on paper in a preview: as at opening, people of teams in which too few draw a code count further up, and nothing is shown of these teams
 * alone. It tells a caller who tries
 * teams in turn how many of their people draw a code; anyone who asks these teams reads that at opening as well.
 */
import type { Channel } from '../../contract/collections.ts'
import type { Confidentiality } from '../../contract/confidentiality.ts'
import type { TeamNode } from '../cells/cells.ts'
import { previewPools, rosterPeople, type RosterQuery } from '../collection/collection.ts'
import type { Home } from '../confidentiality/confidentiality.ts'
import type { Tx } from '../db/db.ts'

type Cell = { readonly number: number; readonly node: string; readonly seats: readonly string[] }

type Preview<T extends TeamNode> = {
  readonly channels: readonly Channel[]
  readonly policy: Confidentiality
  readonly teams: readonly T[]
  /** Where people are seated this season; null: everybody counts in their team. */
  readonly cells: readonly Cell[] | null
}

type Pooled<T> = { homes: Home[]; teams: (T & { incomplete?: boolean })[]; merged: readonly string[] }

/** @returns null where codes change nothing: no channel `code`, or a mode that has none */
export async function pooledHomes<T extends TeamNode>(
  tx: Tx,
  asking: RosterQuery,
  { channels, policy, teams, cells }: Preview<T>,
): Promise<Pooled<T> | null> {
  if (!channels.includes('code') || policy.mode !== 'anonymous') return null
  const people = cells ? seated(cells) : unseated(await rosterPeople(tx, asking))
  const opening = { channels, policy, people, teams }
  const { recipients, incomplete } = await previewPools(tx, asking.organisationId, opening)
  const merged = new Set(incomplete)
  return {
    homes: [...Map.groupBy(recipients, ({ team }) => team)].map(([team, all]) => ({
      team,
      people: all.length,
    })),
    teams: teams.map((team) => (merged.has(team.id) ? { ...team, incomplete: true } : team)),
    merged: incomplete,
  }
}

type Placed = { memberId: string; team: string | null; cell: number | null }

const seated = (cells: readonly Cell[]): Placed[] =>
  cells.flatMap(({ number, node, seats }) =>
    seats.map((memberId) => ({ memberId, team: node || null, cell: number })),
  )

const unseated = (people: Awaited<ReturnType<typeof rosterPeople>>): Placed[] =>
  people.flatMap(({ memberId, team, status }) => (status === 'asked' ? [{ memberId, team, cell: null }] : []))
