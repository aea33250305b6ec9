/**
 * Alerts of two subjects.
 *
 * harm: that at least one answer of a closed collection speaks of harassment, self-harm or danger, where k_score people answered it, and
 * k_rate. No words, no team, no person, no number, no question: one bit for each of three kinds, about everyone who answered. It stays the
 * same when two people exchange all their answers, so the proof of cells covers it; and the promise mentions it. It is for admins of the
 * organisation in person, to protect people and not to find them. An alert of something private is for its author alone, if they are an
 * admin.
 *
 * recent_members: that a group of a collection that opened is mostly of recently added people (src/collection/recent-members.ts).
 * It is for all admins, of something private as well: anyone who makes people up would ask in private. Then it names no title.
 */
import type { PersonActor } from '../../actor.ts'
import type { Respondent } from '../../cells/cells.ts'
import type { CollectionRef } from '../../collection-ref.ts'
import { many, one, run, sql, textArray, type Tx } from '../../db/db.ts'
import { olderThan, type Paged } from '../../db/paging.ts'
import { nullable, type RowOf, shape, text } from '../../db/shape.ts'
import { collections, alerts } from '../../db/tables.ts'
import { newId } from '../../ids.ts'
import { type HarmKind, harmKinds, harmKindsOf } from '../../text/text.ts'
import { promisedAuthor, visibleTo } from '../../visibility.ts'

/** In the closing transaction, at its moment. Never for imported surveys: their respondents were not told about alerts. */
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
      insert into alerts (organisation_id, id, collection_id, subject, kinds, created_at)
      select organisation_id, ${newId('alert')}, id, 'harm', ${textArray(kinds)}, closed_at
      from collections
      where organisation_id = ${organisationId}
        and id = ${collectionId}
        and imported_at is null`,
  )
}

/** In the opening transaction. */
export const raiseRecentMembers = (
  tx: Tx,
  { organisationId, collectionId }: CollectionRef,
): Promise<number> =>
  run(
    tx,
    sql`
      insert into alerts (organisation_id, id, collection_id, subject, kinds, created_at)
      select organisation_id, ${newId('alert')}, id, 'recent_members', '{}', opened_at
      from collections
      where organisation_id = ${organisationId}
        and id = ${collectionId}`,
  )

const alertRow = shape({
  id: alerts.id,
  owner_kind: collections.owner_kind,
  owner_id: collections.owner_id,
  title: nullable(collections.title),
  subject: alerts.subject,
  kinds: alerts.kinds,
  created_at: alerts.created_at,
  acknowledged_at: alerts.acknowledged_at,
  acknowledged_by: alerts.acknowledged_by,
  private_to: nullable(text),
})
export type AlertRow = RowOf<typeof alertRow>

/** Alerts with their collections, as one reader may see them. */
const alertsFor = (reader: PersonActor) => sql`
  from alerts h
  join collections c on c.organisation_id = h.organisation_id and c.id = h.collection_id
  where h.organisation_id = ${reader.organisationId}
    and c.deleted_at is null
    and (h.subject = 'recent_members' or ${visibleTo(reader, 'c')})`

const columnsFor = (reader: PersonActor) => sql`
  h.id, h.subject, c.owner_kind, c.owner_id, h.kinds, h.created_at, h.acknowledged_at, h.acknowledged_by,
  case when ${visibleTo(reader, 'c')} then c.title end as title,
  case when c.visibility = 'private' and h.subject = 'harm' then ${promisedAuthor('c')} end as private_to`

export const findAlerts = (
  tx: Tx,
  reader: PersonActor,
  acknowledged: boolean | null,
  paging: Paged,
): Promise<AlertRow[]> =>
  many(
    tx,
    alertRow,
    sql`
      select ${columnsFor(reader)}
      ${alertsFor(reader)}
        and ${olderThan('h.id', paging.after)}
        and (${acknowledged}::boolean is null or (h.acknowledged_at is not null) = ${acknowledged})
      order by h.id desc
      limit ${paging.limit + 1}`,
  )

export const findAlert = (tx: Tx, reader: PersonActor, id: string): Promise<AlertRow | undefined> =>
  one(tx, alertRow, sql`select ${columnsFor(reader)} ${alertsFor(reader)} and h.id = ${id}`)

/** The first admin to acknowledge stays. @returns whether this one was first */
export const acknowledgeAlert = async (
  tx: Tx,
  { organisationId, userId }: PersonActor,
  id: string,
  now: Date,
): Promise<boolean> =>
  (await run(
    tx,
    sql`
      update alerts
      set acknowledged_at = ${now},
          acknowledged_by = ${userId}
      where organisation_id = ${organisationId}
        and id = ${id}
        and acknowledged_at is null`,
  )) > 0
