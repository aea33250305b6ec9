/** SQL of earlier actions, as an instance sees them: which were tried, and which it measures. */
import type { Action, ActionEffect } from '../../contract/actions.ts'
import { type Collection, ownerIdsOf, refOf } from '../collection/collection.ts'
import { json, many, run, sql, type Tx } from '../db/db.ts'
import { jsonbOf, type RowOf, shapeOf, text } from '../db/shape.ts'
import { actions } from '../db/tables.ts'
import { isReadByAllOf } from '../visibility.ts'
import { driver, driverOf } from './store.ts'

const measurableRow = shapeOf(actions, ['id', 'team_id'], { driver: text })
const triedRow = shapeOf(actions, ['team_id', 'state', 'effect'], {
  driver,
  catalogue: jsonbOf<NonNullable<Action['catalogue']>>(),
})

/** Actions of the check-in that ended before this instance closed, the latest first, as far as all its readers can read them. */
export function findTried(tx: Tx, collection: Collection): Promise<RowOf<typeof triedRow>[]> {
  const { organisationId, collectionId } = refOf(collection)
  const { check_in_id } = ownerIdsOf(collection)
  return many(
    tx,
    triedRow,
    sql`
      select a.team_id, a.state, a.effect, a.driver, a.catalogue
      from actions a
      join collections this on this.organisation_id = a.organisation_id and this.id = ${collectionId}
      join collections before on before.organisation_id = a.organisation_id and before.id = a.collection_id
      where a.organisation_id = ${organisationId}
        and a.check_in_id = ${check_in_id}
        and a.collection_id <> ${collectionId}
        and ${isReadByAllOf('this', 'before')}
        and not exists (
          select 1
          from collections measured
          where measured.organisation_id = a.organisation_id
            and measured.owner_id = a.effect ->> 'check_in_instance_id'
            and not (${isReadByAllOf('this', 'measured')})
        )
        and a.ended_at <= this.closed_at
        and a.catalogue is not null
      order by a.ended_at desc, a.id desc`,
  )
}

/**
 * Actions for this instance to measure: suggested by an earlier instance of its check-in, accepted before this one closed, and
 * not measured by another one.
 */
export function findToMeasure(tx: Tx, collection: Collection): Promise<RowOf<typeof measurableRow>[]> {
  const { organisationId, collectionId } = refOf(collection)
  const { check_in_id, check_in_instance_id } = ownerIdsOf(collection)
  return many(
    tx,
    measurableRow,
    sql`
      select a.id, a.team_id, ${driverOf('a')} as driver
      from actions a
      join collections before on before.organisation_id = a.organisation_id and before.id = a.collection_id
      join collections this on this.organisation_id = a.organisation_id and this.id = ${collectionId}
      where a.organisation_id = ${organisationId}
        and a.check_in_id = ${check_in_id}
        and a.state in ('accepted', 'in_progress', 'done')
        and (before.closed_at < this.closed_at or a.effect ->> 'check_in_instance_id' = ${check_in_instance_id})
        and a.accepted_at <= this.closed_at
        and ${driverOf('a')} is not null
        and (a.effect is null or a.effect ->> 'check_in_instance_id' = ${check_in_instance_id})
      order by a.id
      for update of a`,
  )
}

export const setEffects = (
  tx: Tx,
  organisationId: string,
  effects: readonly { id: string; effect: ActionEffect }[],
  now: Date,
): Promise<number> =>
  run(
    tx,
    sql`
      update actions
      set effect = measured.effect,
          version = version + 1,
          updated_at = ${now}
      from jsonb_to_recordset(${json(effects)}) as measured (id text, effect jsonb)
      where actions.organisation_id = ${organisationId}
        and actions.id = measured.id
        and actions.effect is distinct from measured.effect`,
  )
