/**
 * Alerts: that at least one answer of a closed collection speaks of harassment, self-harm or danger, where k_score people
 * answered it, and k_rate. No words, no team, no person, no number, no question: one bit for each of three kinds, about everyone
 * who answered. It stays the same when two people exchange all their answers, so the proof of cells covers it; and the promise
 * mentions it.
 *
 * For admins of the organisation in person, to protect people and not to find them. An alert of something private is for its
 * author alone, if they are an admin.
 */
import { type Respondent } from '../../cells/cells.ts'
import { type CollectionRef } from '../../collection-ref.ts'
import { many, one, run, sql, textArray, type Tx } from '../../db/db.ts'
import { type Paged } from '../../db/paging.ts'
import { nullable, type RowOf, shape, text } from '../../db/shape.ts'
import { collections, harmAlerts } from '../../db/tables.ts'
import { newId } from '../../ids.ts'
import { type HarmKind, harmKinds, harmKindsOf } from '../../text/text.ts'

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
      insert into harm_alerts (organisation_id, id, collection_id, kinds, created_at)
      select organisation_id, ${newId('alert')}, id, ${textArray(kinds)}, closed_at
      from collections
      where organisation_id = ${organisationId}
        and id = ${collectionId}
        and imported_at is null`,
  )
}

const alertRow = shape({
  id: harmAlerts.id,
  owner_kind: collections.owner_kind,
  owner_id: collections.owner_id,
  title: collections.title,
  kinds: harmAlerts.kinds,
  created_at: harmAlerts.created_at,
  acknowledged_at: harmAlerts.acknowledged_at,
  acknowledged_by: harmAlerts.acknowledged_by,
  private_to: nullable(text),
})
export type AlertRow = RowOf<typeof alertRow>

/** Alerts with their collections, as one reader may see them: those of something private only as its author. */
const alertsFor = (organisationId: string, userId: string) => sql`
  from harm_alerts h
  join collections c on c.organisation_id = h.organisation_id and c.id = h.collection_id
  left join pulses p on p.organisation_id = c.organisation_id and c.owner_kind = 'pulse' and p.id = c.owner_id
  left join check_in_instances i
    on i.organisation_id = c.organisation_id and c.owner_kind = 'check_in_instance' and i.id = c.owner_id
  left join check_ins k on k.organisation_id = i.organisation_id and k.id = i.check_in_id
  where h.organisation_id = ${organisationId}
    and p.deleted_at is null
    and (coalesce(p.visibility, k.visibility) = 'public' or coalesce(p.author_user_id, k.author_user_id) = ${userId})`

const columns = sql.raw(`
  h.id, c.owner_kind, c.owner_id, c.title, h.kinds, h.created_at, h.acknowledged_at, h.acknowledged_by,
  case when coalesce(p.visibility, k.visibility) = 'private' then coalesce(p.author_user_id, k.author_user_id) end as private_to`)

type Reader = { organisationId: string; userId: string }

export const findAlerts = (
  tx: Tx,
  { organisationId, userId }: Reader,
  acknowledged: boolean | null,
  paging: Paged,
): Promise<AlertRow[]> =>
  many(
    tx,
    alertRow,
    sql`
      select ${columns}
      ${alertsFor(organisationId, userId)}
        and h.id < coalesce(${paging.after}, '~') collate "C"
        and (${acknowledged}::boolean is null or (h.acknowledged_at is not null) = ${acknowledged})
      order by h.id desc
      limit ${paging.limit + 1}`,
  )

export const findAlert = (
  tx: Tx,
  { organisationId, userId }: Reader,
  id: string,
): Promise<AlertRow | undefined> =>
  one(tx, alertRow, sql`select ${columns} ${alertsFor(organisationId, userId)} and h.id = ${id}`)

/** The first admin to acknowledge stays. @returns whether this one was first */
export const acknowledgeAlert = async (
  tx: Tx,
  { organisationId, userId }: Reader,
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
