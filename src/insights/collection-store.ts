/**
 * SQL of the collections that a caller sees: what to look for in each, and the teams that they froze.
 */
import { type Mode } from '../../contract/confidentiality.ts'
import { type Question } from '../../contract/questions.ts'
import { type Actor } from '../actor.ts'
import { ownerIdColumns, ownerIds } from '../collection/collection.ts'
import { type CollectionRef } from '../collection-ref.ts'
import { type CollectionsInScope } from '../confidentiality/confidentiality.ts'
import { exists, many, one, only, sql, textArray, type Tx } from '../db/db.ts'
import { type RowOf, shape, shapeOf, timestamptz } from '../db/shape.ts'
import { collections } from '../db/tables.ts'
import { visibleTo } from '../visibility.ts'
import { typesMeasuredBy } from '../questions/questions.ts'

const dayMs = 86_400_000

export type AskedTeam = { id: string; name: string; parent: string | null }

/** The asked teams as the collection froze them; parent: the asked team right above. */
export const askedTeams = (tx: Tx, { organisationId, collectionId }: CollectionRef): Promise<AskedTeam[]> =>
  many(
    tx,
    sql<AskedTeam>`
      select t.team_id as id, t.name, p.team_id as parent
      from collection_teams t
      left join collection_teams p
        on p.organisation_id = t.organisation_id
       and p.collection_id = t.collection_id
       and p.team_id = t.parent_team_id
      where t.organisation_id = ${organisationId}
        and t.collection_id = ${collectionId}
      order by t.name, t.team_id`,
  )

/** Instances of the same check-in that closed before this one: the newest of them, oldest first; at: days since 1970. */
export async function instancesBefore(
  tx: Tx,
  { organisationId, collectionId }: CollectionRef,
  most: number,
): Promise<{ collectionId: string; at: number }[]> {
  const rows = await many<{ id: string; closed_at: string }>(
    tx,
    sql`
      select before.id, before.closed_at
      from collections own
      join collections before
        on before.organisation_id = own.organisation_id
       and before.series_id = own.series_id
       and before.state = 'closed'
       and before.closed_at < own.closed_at
      where own.organisation_id = ${organisationId}
        and own.id = ${collectionId}
        and own.owner_kind = 'check_in_instance'
      order by before.closed_at desc
      limit ${most}`,
  )
  return rows.map((row) => ({ collectionId: row.id, at: dayOf(row.closed_at) })).toReversed()
}

export const dayOf = (instant: string): number => Date.parse(instant) / dayMs

export type AskedFilter = {
  pulse_id?: string
  check_in_id?: string
  check_in_instance_id?: string
  from?: string
  to?: string
}

const typesOf = (measure: 'score' | 'enps' | 'sentiment') => textArray(typesMeasuredBy(measure))

/** What is looked for in a collection: names of measures made from its questions, in SQL. */
export const measuresIn = {
  scores: sql`array(
    select 'question:' || (q ->> 'id') from jsonb_array_elements(c.questions) q where q ->> 'type' = any (${typesOf('score')}))`,
  enps: sql`array(
    select 'question:' || (q ->> 'id') from jsonb_array_elements(c.questions) q where q ->> 'type' = any (${typesOf('enps')}))`,
  sentiment: sql`array(
    select 'sentiment:' || (q ->> 'id') from jsonb_array_elements(c.questions) q where q ->> 'type' = any (${typesOf('sentiment')}))`,
  drivers: sql`array(
    select 'question:' || (q ->> 'id')
    from jsonb_array_elements(c.questions) q
    where q ->> 'type' = any (${typesOf('score')}) and q ? 'driver'
    union all select 'drivers')`,
  themes: sql`array['drivers', 'themes']`,
  participation: sql`array['participation']`,
} as const

export type FigureKind = keyof typeof measuresIn

/** What was deleted is in no list, nor is anything of it read by its id. */
const asked = (actor: Actor, filter: AskedFilter) => sql`
  from collections c
  where c.organisation_id = ${actor.organisationId}
    and c.deleted_at is null
    and ${visibleTo(actor, 'c')}
    ${filter.pulse_id ? sql`and c.owner_kind = 'pulse' and c.owner_id = ${filter.pulse_id}` : sql``}
    ${filter.check_in_instance_id ? sql`and c.owner_kind = 'check_in_instance' and c.owner_id = ${filter.check_in_instance_id}` : sql``}
    ${filter.check_in_id ? sql`and c.owner_kind = 'check_in_instance' and c.series_id = ${filter.check_in_id}` : sql``}
    ${filter.from ? sql`and c.closed_at >= ${filter.from}::timestamptz` : sql``}
    ${filter.to ? sql`and c.closed_at < ${filter.to}::timestamptz` : sql``}`

/** Closed collections that the caller sees, with what to look for in each. */
export const lookedFor = (actor: Actor, filter: AskedFilter, kind: FigureKind): CollectionsInScope => sql`
  select c.id as collection_id, c.series_id, ${measuresIn[kind]} as measures
  ${asked(actor, filter)}
    and c.state = 'closed'`

/** Instances alone: what a trend goes over. */
export const lookedForSeries = (actor: Actor, filter: AskedFilter): CollectionsInScope => sql`
  ${lookedFor(actor, filter, 'participation')}
    and c.owner_kind = 'check_in_instance'`

const askedRow = shapeOf(collections, ['id', 'series_id', 'title', 'questions', 'closed_at'], {
  // Only closed ones are read.
  closed_at: timestamptz,
  ...ownerIdColumns,
})
export type Asked = RowOf<typeof askedRow>
const askedColumns = sql`${askedRow.of('c')}, ${ownerIds}`

export const askedOf = (tx: Tx, actor: Actor, ids: readonly string[]): Promise<Asked[]> =>
  many(tx, askedRow, sql`select ${askedColumns} ${asked(actor, {})} and c.id = any (${textArray(ids)})`)

/** Newest first. */
export const closedOf = (tx: Tx, actor: Actor, filter: AskedFilter, most: number): Promise<Asked[]> =>
  many(
    tx,
    askedRow,
    sql`
      select ${askedColumns}
      ${asked(actor, filter)}
        and c.state = 'closed'
      order by c.closed_at desc, c.id desc
      limit ${most}`,
  )

/** The one collection of a pulse or an instance, in whatever state; locked where it is to be analysed. */
export const findAskedOf = (
  tx: Tx,
  actor: Actor,
  filter: Pick<AskedFilter, 'pulse_id' | 'check_in_instance_id'>,
  { lock }: { lock: boolean },
): Promise<{ id: string } | undefined> =>
  one<{ id: string }>(tx, sql`select c.id ${asked(actor, filter)} ${lock ? sql`for update of c` : sql``}`)

/** Whether the caller sees the pulse or the instance, asked already or not. */
export const isSeen = (
  tx: Tx,
  actor: Actor,
  {
    pulse_id = null,
    check_in_instance_id = null,
  }: { pulse_id?: string | null; check_in_instance_id?: string | null },
): Promise<boolean> =>
  exists(
    tx,
    sql`
      select 1
      from (
        select p.is_public, p.author_user_id
        from pulses p
        where p.organisation_id = ${actor.organisationId}
          and p.id = ${pulse_id}
          and p.deleted_at is null
        union all
        select k.is_public, k.author_user_id
        from check_in_instances i
        join check_ins k on k.organisation_id = i.organisation_id and k.id = i.check_in_id
        where i.organisation_id = ${actor.organisationId}
          and i.id = ${check_in_instance_id}
      ) as owner
      where ${visibleTo(actor, 'owner')}`,
  )

/** The collection of the instance before, to compare with: of the latest closed one that was planned for an earlier day. */
export async function previousCollection(
  tx: Tx,
  { organisationId, collectionId }: CollectionRef,
): Promise<string | null> {
  const row = await one(
    tx,
    shape({ id: collections.id }),
    sql`
      select before.collection_id as id
      from check_in_instances own
      join check_in_instances before
        on before.organisation_id = own.organisation_id
       and before.check_in_id = own.check_in_id
       and before.local_date < own.local_date
       and before.state = 'closed'
       and before.collection_id is not null
      where own.organisation_id = ${organisationId}
        and own.id = (
          select owner_id
          from collections
          where organisation_id = ${organisationId}
            and id = ${collectionId}
        )
      order by before.local_date desc
      limit 1`,
  )
  return row?.id ?? null
}

export type TeamAt = { collection_id: string; id: string; name: string; parent: string | null }

/** These teams as each collection named them, and every asked team above them. */
export const teamsAbove = (
  tx: Tx,
  organisationId: string,
  groups: readonly { collection_id: string; team_id: string }[],
): Promise<TeamAt[]> =>
  many<TeamAt>(
    tx,
    sql`
      with recursive above as (
        select t.collection_id, t.team_id, t.name, t.parent_team_id
        from unnest(${textArray(groups.map((one) => one.collection_id))}, ${textArray(groups.map((one) => one.team_id))})
          as wanted (collection_id, team_id)
        join collection_teams t
          on t.organisation_id = ${organisationId}
         and t.collection_id = wanted.collection_id
         and t.team_id = wanted.team_id
        union
        select t.collection_id, t.team_id, t.name, t.parent_team_id
        from above
        join collection_teams t
          on t.organisation_id = ${organisationId}
         and t.collection_id = above.collection_id
         and t.team_id = above.parent_team_id
      )
      select collection_id, team_id as id, name, parent_team_id as parent
      from above`,
  )

export type AskedHow = {
  title: string
  questions: Question[]
  mode: Mode
  k_score: number
  k_comment: number
  k_rate: number
  closed_at: string | null
}

/** Of an insight that the caller was found to see. */
export const findAskedOfInsight = (
  tx: Tx,
  { organisationId, collectionId }: CollectionRef,
): Promise<AskedHow> =>
  only<AskedHow>(
    tx,
    sql`
      select title, questions, mode, k_score, k_comment, k_rate, closed_at
      from collections
      where organisation_id = ${organisationId}
        and id = ${collectionId}`,
  )
