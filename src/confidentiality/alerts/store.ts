/**
 * Alerts: of a closed collection that k_score people answered, and k_rate, that at least one answer speaks of harassment,
 * self-harm or danger. No words, no team, no person, no number, no question: one bit for each of three kinds, of everyone who
 * answered. It stays as it is when two people exchange all that they said, so the proof of cells covers it; and the promise
 * says it.
 *
 * For admins of the organisation in person, to look after people and not for people. Of what only its author may know of, he
 * alone is told, if he is an admin.
 */
import { type PersonActor } from '../../actor.ts'
import { visibleTo } from '../../visibility.ts'
import { many, one, run, sql, textArray, type Tx } from '../../db/db.ts'
import { type Paged } from '../../db/paging.ts'
import { newId } from '../../ids.ts'
import { type HarmKind, harmKinds, harmKindsOf } from '../../text/text.ts'
import { type CollectionRef } from '../../collection-ref.ts'
import { type Respondent } from '../../cells/cells.ts'

/** In the closing transaction, whose moment is that of the alert. Of what was brought in nobody was told that it could be. */
export async function raiseAlert(
  tx: Tx,
  { organisationId, collectionId }: CollectionRef,
  respondents: readonly Respondent[],
): Promise<void> {
  const found = new Set<HarmKind>()
  for (const { answers } of respondents)
    for (const { text } of answers.values()) if (text) for (const kind of harmKindsOf(text)) found.add(kind)
  const kinds = harmKinds.filter((kind) => found.has(kind))
  if (kinds.length === 0) return
  await run(
    tx,
    sql`
      insert into harm_alerts (organisation_id, id, collection_id, kinds, created_at)
      select organisation_id, ${newId('alert')}, id, ${textArray(kinds)}, closed_at
      from collections
      where organisation_id = ${organisationId}
        and id = ${collectionId}
        and imported_at is null`,
  )
}

export type AlertRow = {
  id: string
  owner_kind: 'pulse' | 'check_in_instance'
  owner_id: string
  title: string
  kinds: HarmKind[]
  created_at: string
  acknowledged_at: string | null
  acknowledged_by: string | null
  private_to: string | null
}

/** Alerts with the collection that each is of; what is private, to its author alone. */
const alertsFor = (reader: PersonActor) => sql`
  from harm_alerts h
  join collections c on c.organisation_id = h.organisation_id and c.id = h.collection_id
  where h.organisation_id = ${reader.organisationId}
    and c.deleted_at is null
    and ${visibleTo(reader, 'c')}`

const columns = sql.raw(`
  h.id, c.owner_kind, c.owner_id, c.title, h.kinds, h.created_at, h.acknowledged_at, h.acknowledged_by,
  case when c.visibility = 'private' then c.author_user_id end as private_to`)

export const findAlerts = (
  tx: Tx,
  reader: PersonActor,
  acknowledged: boolean | null,
  paging: Paged,
): Promise<AlertRow[]> =>
  many(
    tx,
    sql<AlertRow>`
      select ${columns}
      ${alertsFor(reader)}
        and h.id < coalesce(${paging.after}, '~') collate "C"
        and (${acknowledged}::boolean is null or (h.acknowledged_at is not null) = ${acknowledged})
      order by h.id desc
      limit ${paging.limit + 1}`,
  )

export const findAlert = (tx: Tx, reader: PersonActor, id: string): Promise<AlertRow | undefined> =>
  one(tx, sql<AlertRow>`select ${columns} ${alertsFor(reader)} and h.id = ${id}`)

/** The first who says so stays. @returns whether it was he */
export const acknowledgeAlert = async (
  tx: Tx,
  { organisationId, userId }: PersonActor,
  id: string,
  now: Date,
): Promise<boolean> =>
  (await run(
    tx,
    sql`
      update harm_alerts
      set acknowledged_at = ${now},
          acknowledged_by = ${userId}
      where organisation_id = ${organisationId}
        and id = ${id}
        and acknowledged_at is null`,
  )) > 0
