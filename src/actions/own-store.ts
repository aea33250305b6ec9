/** SQL of actions that people make from a finding: locking the finding, inserting the action, deleting it. */
import type { ActionDraft } from '../../contract/actions.ts'
import { ownerIdColumns, ownerIds } from '../collection/collection.ts'
import { one, only, run, sql, type Tx } from '../db/db.ts'
import { bool, int4, type RowOf, shape, shapeOf } from '../db/shape.ts'
import { insights } from '../db/tables.ts'
import { asLead, isLed, isShared, type Reader, visibleTo } from '../visibility.ts'

const findingRow = shapeOf(insights, ['id', 'collection_id', 'team_id', 'state'], {
  ...ownerIdColumns,
  is_deleted: bool,
  is_led: bool,
})

/** A finding that a reader sees, locked: this waits for others who make an action of it. */
export const findFinding = (
  tx: Tx,
  reader: Reader,
  id: string,
): Promise<RowOf<typeof findingRow> | undefined> =>
  one(
    tx,
    findingRow,
    sql`
      select ${findingRow.of('i')}, ${ownerIds}, c.deleted_at is not null as is_deleted,
             ${isLed(asLead(reader), 'c', sql`i.team_id`)} as is_led
      from insights i
      join collections c on c.organisation_id = i.organisation_id and c.id = i.collection_id
      where i.organisation_id = ${reader.actor.organisationId}
        and i.id = ${id}
        and ${visibleTo(reader.actor, 'c')}
        and ${isShared(reader, 'c', sql`i.team_id`)}
      for no key update of i`,
  )

const countsRow = shape({ kept: int4, dismissed: int4 })

/** For a finding that is locked: a statement that waits for the lock would count what was there before. */
export const countOwnActions = (
  tx: Tx,
  organisationId: string,
  finding: { id: string; collection_id: string },
): Promise<RowOf<typeof countsRow>> =>
  only(
    tx,
    countsRow,
    sql`
      select count(*)::integer as kept, (count(*) filter (where state = 'dismissed'))::integer as dismissed
      from actions
      where organisation_id = ${organisationId}
        and collection_id = ${finding.collection_id}
        and insight_id = ${finding.id}
        and catalogue is null`,
  )

type NewAction = {
  id: string
  finding: RowOf<typeof findingRow>
  draft: ActionDraft
  makerUserId: string
}

export const insertOwnAction = (
  tx: Tx,
  organisationId: string,
  { id, finding, draft, makerUserId }: NewAction,
  now: Date,
): Promise<number> =>
  run(
    tx,
    sql`
      insert into actions
        (organisation_id, id, collection_id, insight_id, pulse_id, check_in_id, check_in_instance_id, team_id, own_driver,
         title, first_step, owner_member_id, due_on, note, maker_user_id, state, accepted_at, created_at, updated_at)
      values
        (${organisationId}, ${id}, ${finding.collection_id}, ${finding.id}, ${finding.pulse_id}, ${finding.check_in_id},
         ${finding.check_in_instance_id}, ${finding.team_id}, ${draft.driver ?? null}, ${draft.title}, ${draft.first_step ?? null},
         ${draft.owner_member_id ?? null}, ${draft.due_on ?? null}, ${draft.note ?? null}, ${makerUserId}, 'accepted', ${now}, ${now}, ${now})`,
  )

export const deleteOwnAction = (
  tx: Tx,
  { organisation_id: organisationId, id }: { organisation_id: string; id: string },
): Promise<number> =>
  run(
    tx,
    sql`
      delete from actions
      where organisation_id = ${organisationId}
        and id = ${id}
        and catalogue is null`,
  )
