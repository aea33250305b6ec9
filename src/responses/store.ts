/** SQL of what a team was asked: closed collections that the caller sees. What was deleted is in no list. */
import { ownerIdColumns, ownerIds } from '../collection/collection.ts'
import { many, sql, type Tx } from '../db/db.ts'
import { olderThan, type Paged } from '../db/paging.ts'
import { type RowOf, shapeOf, timestamptz } from '../db/shape.ts'
import { collections } from '../db/tables.ts'
import { isShared, type Reader, visibleTo } from '../visibility.ts'

const collectionRow = shapeOf(collections, ['title', 'closed_at'], {
  closed_at: timestamptz,
  collection_id: collections.id,
  ...ownerIdColumns,
  owner_id: collections.owner_id,
})

export type CollectionRow = RowOf<typeof collectionRow>

/** Newest first, one more than a page. */
export const collectionsOfTeam = (
  tx: Tx,
  reader: Reader,
  teamId: string,
  paging: Paged,
): Promise<CollectionRow[]> =>
  many(
    tx,
    collectionRow,
    sql`
      select ${collectionRow.of('c')}, c.id as collection_id, ${ownerIds}, c.owner_id
      from collection_teams t
      join collections c on c.organisation_id = t.organisation_id and c.id = t.collection_id
      where t.organisation_id = ${reader.actor.organisationId}
        and t.team_id = ${teamId}
        and ${olderThan('t.collection_id', paging.after)}
        and c.state = 'closed'
        and c.deleted_at is null
        and ${visibleTo(reader.actor, 'c')}
        and ${isShared(reader, 'c', sql`t.team_id`)}
      order by t.collection_id desc
      limit ${paging.limit + 1}`,
  )
