/**
 * SQL of what a team has been asked: closed collections of pulses and check-ins that the caller sees. Sight is that of
 * their owners (`visible` in pulses/store.ts and checkins/store.ts); what was deleted is in no list.
 */
import { type Actor, userIdOf } from '../actor.ts'
import { many, sql, type Tx } from '../db/db.ts'
import { type Paged } from '../db/paging.ts'
import { nullable, type RowOf, shapeOf, timestamptz } from '../db/shape.ts'
import { checkInInstances, checkIns, collections, pulses } from '../db/tables.ts'

const collectionRow = shapeOf(collections, ['title', 'closed_at'], {
  closed_at: timestamptz,
  collection_id: collections.id,
  pulse_id: nullable(pulses.id),
  check_in_id: nullable(checkIns.id),
  check_in_instance_id: nullable(checkInInstances.id),
})

export type CollectionRow = RowOf<typeof collectionRow>

/** Newest first, one more than a page. */
export const collectionsOfTeam = (
  tx: Tx,
  actor: Actor,
  teamId: string,
  paging: Paged,
): Promise<CollectionRow[]> =>
  many(
    tx,
    collectionRow,
    sql`
      select ${collectionRow.of('c')}, c.id as collection_id, p.id as pulse_id, k.id as check_in_id,
             i.id as check_in_instance_id
      from collection_teams t
      join collections c on c.organisation_id = t.organisation_id and c.id = t.collection_id
      left join pulses p
        on c.owner_kind = 'pulse'
       and p.organisation_id = c.organisation_id
       and p.id = c.owner_id
       and p.deleted_at is null
      left join check_in_instances i
        on c.owner_kind = 'check_in_instance'
       and i.organisation_id = c.organisation_id
       and i.id = c.owner_id
      left join check_ins k on k.organisation_id = i.organisation_id and k.id = i.check_in_id
      where t.organisation_id = ${actor.organisationId}
        and t.team_id = ${teamId}
        and t.collection_id < coalesce(${paging.after}, '~') collate "C"
        and c.state = 'closed'
        and (
          coalesce(p.visibility, k.visibility) = 'public'
          or coalesce(p.author_user_id, k.author_user_id) = ${userIdOf(actor)}
        )
      order by t.collection_id desc
      limit ${paging.limit + 1}`,
  )
