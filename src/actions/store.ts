/** SQL of actions. Anyone who sees a collection sees the actions that its report suggests. */
import type { Action, listActions as operation } from '../../contract/actions.ts'
import type { Query } from '../../contract/operation.ts'
import type { ActionState } from '../../contract/states.ts'
import { reachesAll } from '../authority.ts'
import { type Collection, ownerIdsOf, refOf } from '../collection/collection.ts'
import type { CollectionRef } from '../collection-ref.ts'
import { exists, json, jsonOrNull, many, one, run, sql, textArray, type Tx } from '../db/db.ts'
import { olderThan, type Paged } from '../db/paging.ts'
import { bool, nullable, type RowOf, shapeOf, text, textOf } from '../db/shape.ts'
import { actions } from '../db/tables.ts'
import { newId } from '../ids.ts'
import { type DirectoryReach, seesMember } from '../directory/directory.ts'
import { asLead, isLed, isReadByAllOf, isShared, type Reader, visibleTo } from '../visibility.ts'

/** What readers of another language than English read of it. */
export type ActionWords = { title: string; first_step: string; measure: string }

/** What a finding recommends. `driver` and the like come from stored findings, so they are text here. */
export type SuggestedAction = Pick<Action, 'insight_id' | 'named'> &
  ActionWords & {
    [Key in 'catalogue' | 'owner_role' | 'effort' | 'priority']: NonNullable<Action[Key]>
  } & { team_id: string | null; driver: string; confidence: string; words_de: ActionWords }

export const driver = textOf<NonNullable<Action['driver']>>()

const actionRow = shapeOf(
  actions,
  [
    'organisation_id',
    'id',
    'collection_id',
    'insight_id',
    'pulse_id',
    'check_in_id',
    'check_in_instance_id',
    'team_id',
    'catalogue',
    'title',
    'first_step',
    'owner_role',
    'effort',
    'measure',
    'words_de',
    'named',
    'times',
    'priority',
    'confidence',
    'state',
    'owner_member_id',
    'due_on',
    'note',
    'reason',
    'effect',
    'maker_user_id',
    'accepted_at',
    'ended_at',
    'version',
    'created_at',
    'updated_at',
  ],
  {
    driver: nullable(driver),
    team_name: nullable(text),
    owner_name: nullable(text),
    maker_name: nullable(text),
    measured_in: nullable(text),
    is_current: bool,
    may_update: bool,
  },
)

/** What an action is about, whoever made it. */
export const driverOf = (alias: string) =>
  sql`coalesce(${sql.ref(`${alias}.driver`)}, ${sql.ref(`${alias}.own_driver`)})`

export type ActionRow = RowOf<typeof actionRow>

const storedRow = shapeOf(actions, ['id', 'team_id'], { fresh: bool })

/** A suggestion that nobody has changed. */
const untouched = sql`actions.state = 'suggested' and actions.version = 1`

/** The rows of a report's suggestions. */
const suggestedRows = (rows: readonly object[]) => sql`
  jsonb_to_recordset(${json(rows)}) as suggested (
    id text, insight_id text, team_id text, driver text, catalogue jsonb, title text, first_step text, owner_role text,
    effort text, measure text, words_de jsonb, named jsonb, priority double precision, confidence text
  )`

/** What a suggestion says; an action that somebody has changed keeps its words. */
const wordsOf = (source: string) => {
  const word = (name: string) =>
    sql`${sql.ref(name)} = case when ${untouched} then ${sql.ref(`${source}.${name}`)} else ${sql.ref(`actions.${name}`)} end`
  const names = [
    'catalogue',
    'title',
    'first_step',
    'owner_role',
    'effort',
    'measure',
    'words_de',
    'priority',
    'confidence',
  ]
  return sql.join(names.map(word))
}

const keyOf = ({ team_id, driver }: { team_id: string | null; driver: string }) =>
  `${team_id ?? ''} ${driver}`

/**
 * Whether an action may move between the two: what it says and how often it was suggested tell of both reports, that it is gone tells of the
 * other, and its note was written by those who read the one.
 */
const areReadByTheSame = (one: string, other: string) =>
  sql`${isReadByAllOf(one, other)} and ${isReadByAllOf(other, one)}`

/** The actions that a later instance of the same check-in has, by team and driver. */
async function takenLater(tx: Tx, collection: Collection): Promise<Set<string>> {
  const { organisationId, collectionId } = refOf(collection)
  const { check_in_id: checkInId } = ownerIdsOf(collection)
  if (checkInId === null) return new Set()
  const rows = await many(
    tx,
    shapeOf(actions, ['team_id'], { driver: text }),
    sql`
      select distinct a.team_id, a.driver
      from actions a
      join collections later on later.organisation_id = a.organisation_id and later.id = a.collection_id
      join collections this on this.organisation_id = a.organisation_id and this.id = ${collectionId}
      where a.organisation_id = ${organisationId}
        and a.check_in_id = ${checkInId}
        and a.catalogue is not null
        and later.closed_at > this.closed_at
        and ${areReadByTheSame('this', 'later')}`,
  )
  return new Set(rows.map(keyOf))
}

/**
 * Replaces the suggestions of an earlier generation. An action that somebody has changed keeps its words and points at the
 * current finding. One that an earlier instance suggested, and that nobody has completed or dismissed, goes on: it moves to this
 * instance. Where a later instance has the action already, nothing is suggested behind it. Lists are newest first, so the last
 * suggestion is written first. @returns the new ones
 */
export async function storeSuggestedActions(
  tx: Tx,
  collection: Collection,
  suggestions: readonly SuggestedAction[],
  now: Date,
): Promise<{ id: string; team_id: string | null }[]> {
  const { organisationId, collectionId } = refOf(collection)
  const owner = ownerIdsOf(collection)
  const rows = suggestions.toReversed().map((one) => ({ ...one, id: newId('action') }))
  await run(
    tx,
    sql`
      delete from actions
      where organisation_id = ${organisationId}
        and collection_id = ${collectionId}
        and ${untouched}
        and not (coalesce(team_id, '') || ' ' || driver = any (${textArray(rows.map((row) => keyOf(row)))}))`,
  )
  if (owner.check_in_id !== null) await continueActions(tx, collection, rows)
  const taken = await takenLater(tx, collection)
  const stored = await many(
    tx,
    storedRow,
    sql`
      insert into actions
        (organisation_id, id, collection_id, insight_id, pulse_id, check_in_id, check_in_instance_id,
         team_id, driver, catalogue, title, first_step, owner_role, effort, measure, words_de, named, priority, confidence, state, created_at, updated_at)
      select ${organisationId}, id, ${collectionId}, insight_id, ${owner.pulse_id}, ${owner.check_in_id}, ${owner.check_in_instance_id},
             team_id, driver, catalogue, title, first_step, owner_role, effort, measure, words_de, named,
             priority, confidence, 'suggested', ${now}, ${now}
      from ${suggestedRows(rows.filter((row) => !taken.has(keyOf(row))))}
      on conflict (organisation_id, collection_id, coalesce(team_id, ''), driver) do update
      set insight_id = excluded.insight_id,
          named = excluded.named,
          ${wordsOf('excluded')}
      returning ${storedRow.columns}, xmax = 0 as fresh`,
  )
  return stored.filter(({ fresh }) => fresh).map(({ id, team_id }) => ({ id, team_id }))
}

/** If several open actions of earlier instances are about the same thing, the latest goes on. */
const continueActions = (tx: Tx, collection: Collection, rows: readonly object[]): Promise<number> => {
  const { organisationId, collectionId } = refOf(collection)
  const owner = ownerIdsOf(collection)
  return run(
    tx,
    sql`
      update actions
      set collection_id = ${collectionId},
          check_in_instance_id = ${owner.check_in_instance_id},
          insight_id = suggested.insight_id,
          named = suggested.named,
          times = actions.times + 1,
          ${wordsOf('suggested')}
      from ${suggestedRows(rows)}
      where actions.organisation_id = ${organisationId}
        and actions.id = (
          select a.id
          from actions a
          join collections before on before.organisation_id = a.organisation_id and before.id = a.collection_id
          join collections this on this.organisation_id = a.organisation_id and this.id = ${collectionId}
          where a.organisation_id = ${organisationId}
            and a.check_in_id = ${owner.check_in_id}
            and a.state in ('suggested', 'accepted', 'in_progress')
            and coalesce(a.team_id, '') = coalesce(suggested.team_id, '')
            and a.driver = suggested.driver
            and before.closed_at < this.closed_at
            and ${areReadByTheSame('this', 'before')}
          order by a.id desc
          limit 1
        )
        and not exists (
          select 1
          from actions own
          where own.organisation_id = ${organisationId}
            and own.collection_id = ${collectionId}
            and coalesce(own.team_id, '') = coalesce(suggested.team_id, '')
            and own.driver = suggested.driver
        )`,
  )
}

export type Filter = Omit<Query<typeof operation>, 'limit' | 'cursor' | 'state'> & {
  states: ActionState[] | null
}

/**
 * Whether no later results of its check-in leave it out: an action moves on with each report that suggests it again. Results that the reader does
 * not see say nothing.
 */
const isCurrent = (reader: Reader) => sql`
  a.catalogue is null or not exists (
    select 1
    from collections later
    where later.organisation_id = ${reader.actor.organisationId}
      and later.series_id = c.series_id
      and later.state = 'closed'
      and later.closed_at > c.closed_at
      and later.owner_kind = 'check_in_instance'
      and later.results_status = 'available'
      and ${visibleTo(reader.actor, 'later')}
      and ${isShared(reader, 'later', sql`a.team_id`)}
  ) as is_current`

/** Whose figures an effect holds, where the reader sees those: an action outlives the instance that it is made from, and who reads the next one may have changed. */
const measuredBy = (reader: Reader) => sql`
  left join collections measured on measured.organisation_id = a.organisation_id
    and measured.owner_kind = 'check_in_instance'
    and measured.owner_id = a.effect ->> 'check_in_instance_id'
    and measured.deleted_at is null
    and ${visibleTo(reader.actor, 'measured')}
    and ${isShared(reader, 'measured', sql`a.team_id`)}`

/** Whether the reader may work on it (`actions.work`): who leads those whom it is for, and whoever owns or made it. */
function mayUpdate(reader: Reader) {
  const { actor, reach } = reader
  if (reachesAll(actor, 'actions.work')) return sql`true`
  if (reach.kind !== 'person') return sql`false`
  return sql`
    coalesce(a.maker_user_id = ${reach.userId}, false)
    or coalesce(a.owner_member_id = ${reach.memberId}::text, false)
    or ${isLed(asLead(reader), 'c', sql`a.team_id`)}`
}

/** As the reader sees them. */
const actionsSeenBy = (reader: Reader) => sql`
  select ${actionRow.of('a')}, ${driverOf('a')} as driver, t.name as team_name, m.name as owner_name, u.name as maker_name,
         measured.id as measured_in, ${isCurrent(reader)},
         (${mayUpdate(reader)}) as may_update
  from actions a
  join collections c on c.organisation_id = a.organisation_id and c.id = a.collection_id
  left join teams t on t.organisation_id = a.organisation_id and t.id = a.team_id
  left join members m on m.organisation_id = a.organisation_id and m.id = a.owner_member_id
  left join users u on u.organisation_id = a.organisation_id and u.id = a.maker_user_id
  ${measuredBy(reader)}
  where a.organisation_id = ${reader.actor.organisationId}
    and ${visibleTo(reader.actor, 'c')}
    and ${isShared(reader, 'c', sql`a.team_id`)}`

export const listActions = (tx: Tx, reader: Reader, filter: Filter, paging: Paged): Promise<ActionRow[]> =>
  many(
    tx,
    actionRow,
    sql`
      ${actionsSeenBy(reader)}
        and ${olderThan('a.id', paging.after)}
        ${filter.states ? sql`and a.state = any (${textArray(filter.states)})` : sql``}
        ${filter.team_id ? sql`and a.team_id = ${filter.team_id}` : sql``}
        ${filter.pulse_id ? sql`and a.pulse_id = ${filter.pulse_id}` : sql``}
        ${filter.check_in_id ? sql`and a.check_in_id = ${filter.check_in_id}` : sql``}
        ${filter.driver ? sql`and ${driverOf('a')} = ${filter.driver}` : sql``}
        ${filter.owner ? sql`and a.owner_member_id = ${filter.owner}` : sql``}
        ${filter.from ? sql`and a.created_at >= ${filter.from}::timestamptz` : sql``}
        ${filter.to ? sql`and a.created_at < ${filter.to}::timestamptz` : sql``}
        ${filter.updated_since ? sql`and a.updated_at >= ${filter.updated_since}::timestamptz` : sql``}
      order by a.id desc
      limit ${paging.limit + 1}`,
  )

export const findAction = (
  tx: Tx,
  reader: Reader,
  id: string,
  { lock = false } = {},
): Promise<ActionRow | undefined> =>
  one(
    tx,
    actionRow,
    sql`
      ${actionsSeenBy(reader)}
        and a.id = ${id}
      ${lock ? sql`for update of a` : sql``}`,
  )

export const updateAction = (tx: Tx, row: ActionRow, now: Date): Promise<number> =>
  run(
    tx,
    sql`
      update actions
      set title = ${row.title},
          first_step = ${row.first_step},
          state = ${row.state},
          owner_member_id = ${row.owner_member_id},
          due_on = ${row.due_on},
          note = ${row.note},
          reason = ${row.reason},
          effect = ${jsonOrNull(row.effect)},
          accepted_at = ${row.accepted_at},
          ended_at = ${row.ended_at},
          version = version + 1,
          updated_at = ${now}
      where organisation_id = ${row.organisation_id}
        and id = ${row.id}`,
  )

/** Whether an active member has this id whom somebody sees. */
export const isActiveMember = (
  tx: Tx,
  organisationId: string,
  id: string,
  reach: DirectoryReach,
): Promise<boolean> =>
  exists(
    tx,
    sql`
      select 1
      from members m
      where m.organisation_id = ${organisationId}
        and m.id = ${id}
        and m.status = 'active'
        and ${seesMember(reach, organisationId, 'm')}`,
  )

export const deleteActions = (tx: Tx, { organisationId, collectionId }: CollectionRef): Promise<number> =>
  run(
    tx,
    sql`delete from actions where organisation_id = ${organisationId} and collection_id = ${collectionId}`,
  )
