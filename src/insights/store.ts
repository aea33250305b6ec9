/** SQL of insights. They are seen like their owner: public, or by its author alone. */
import { type Insight, type InsightKind } from '../../contract/insights.ts'
import { type Actor, userIdOf } from '../actor.ts'
import { type CollectionRef } from '../collection-ref.ts'
import { json, many, one, run, sql, textArray, type Tx } from '../db/db.ts'
import { type Paged } from '../db/paging.ts'
import { newId } from '../ids.ts'
import { type Finding } from './finding.ts'

export type Owner = {
  pulse_id: string | null
  check_in_id: string | null
  check_in_instance_id: string | null
  visibility: 'public' | 'private'
  author_user_id: string
}

type Row = {
  id: string
  collection_id: string
  kind: InsightKind
  state: Insight['state']
  pulse_id: string | null
  check_in_id: string | null
  check_in_instance_id: string | null
  team_id: string | null
  question_id: string | null
  subject: string | null
  statement: string
  n: number | null
  value: unknown
  low: number | null
  high: number | null
  method: { name: string; version: string }
  evidence: unknown[]
  generation: number
  superseded_at: string | null
  created_at: string
}

const columns = sql.raw(`
  id, collection_id, kind, state, pulse_id, check_in_id, check_in_instance_id, team_id, question_id, subject, statement, n, value, low, high,
  method, evidence, generation, superseded_at, created_at`)

const visible = (actor: Actor) => sql`(visibility = 'public' or author_user_id = ${userIdOf(actor)})`

/** Lists are newest first, so the last finding is written first. @returns their ids in the order of the findings */
export async function insertInsights(
  tx: Tx,
  { organisationId, collectionId }: CollectionRef,
  owner: Owner,
  findings: readonly Finding[],
  generation: number,
  now: Date,
): Promise<string[]> {
  const rows = findings.toReversed().map((finding) => ({
    id: newId('insight'),
    team_id: finding.teamId,
    question_id: finding.questionId,
    kind: finding.kind,
    subject: finding.subject,
    statement: finding.statement,
    n: finding.n,
    value: finding.value,
    low: finding.interval?.[0] ?? null,
    high: finding.interval?.[1] ?? null,
    method: finding.method,
    evidence: finding.evidence,
  }))
  await run(
    tx,
    sql`
      insert into insights
        (organisation_id, id, collection_id, pulse_id, check_in_id, check_in_instance_id, visibility, author_user_id, team_id,
         question_id, kind, subject, statement, n, value, low, high, method, evidence, state, generation, created_at)
      select ${organisationId}, id, ${collectionId}, ${owner.pulse_id}, ${owner.check_in_id}, ${owner.check_in_instance_id},
             ${owner.visibility}, ${owner.author_user_id}, team_id, question_id, kind, subject, statement, n, value, low, high,
             method, evidence, 'ready', ${generation}, ${now}
      from jsonb_to_recordset(${json(rows)}) as found (
        id text, team_id text, question_id text, kind text, subject text, statement text, n integer, value jsonb,
        low double precision, high double precision, method jsonb, evidence jsonb
      )`,
  )
  return rows.map(({ id }) => id).toReversed()
}

/** What a collection says at present, and the number of the generation that it stands in (0: none yet). */
export async function currentInsights(
  tx: Tx,
  { organisationId, collectionId }: CollectionRef,
): Promise<{ generation: number; insights: Insight[] }> {
  const rows = await many<Row>(
    tx,
    sql`
      select ${columns}
      from insights
      where organisation_id = ${organisationId}
        and collection_id = ${collectionId}
      order by id desc`,
  )
  return {
    generation: rows.reduce((latest, row) => Math.max(latest, row.generation), 0),
    insights: rows.filter(({ state }) => state === 'ready').map((row) => foundOf(row).insight),
  }
}

/** They stay where they can be read by their id. */
export const supersede = (
  tx: Tx,
  { organisationId, collectionId }: CollectionRef,
  ids: readonly string[],
  now: Date,
): Promise<number> =>
  run(
    tx,
    sql`
      update insights
      set state = 'superseded',
          superseded_at = ${now}
      where organisation_id = ${organisationId}
        and collection_id = ${collectionId}
        and state = 'ready'
        and id = any (${textArray(ids)})`,
  )

export type Filter = {
  kinds: string[] | null
  pulse_id?: string
  check_in_id?: string
  check_in_instance_id?: string
  team_id?: string
  state?: 'ready' | 'superseded'
  from?: string
  to?: string
}

export async function listInsights(tx: Tx, actor: Actor, filter: Filter, paging: Paged): Promise<Found[]> {
  const rows = await many<Row>(
    tx,
    sql`
      select ${columns}
      from insights
      where organisation_id = ${actor.organisationId}
        and id < coalesce(${paging.after}, '~') collate "C"
        and state ${filter.state === 'superseded' ? sql`= 'superseded'` : sql`<> 'superseded'`}
        and ${visible(actor)}
        ${filter.pulse_id ? sql`and pulse_id = ${filter.pulse_id}` : sql``}
        ${filter.check_in_id ? sql`and check_in_id = ${filter.check_in_id}` : sql``}
        ${filter.check_in_instance_id ? sql`and check_in_instance_id = ${filter.check_in_instance_id}` : sql``}
        ${filter.team_id ? sql`and team_id = ${filter.team_id}` : sql``}
        ${filter.kinds ? sql`and kind = any (${filter.kinds}::text[])` : sql``}
        ${filter.from ? sql`and created_at >= ${filter.from}::timestamptz` : sql``}
        ${filter.to ? sql`and created_at < ${filter.to}::timestamptz` : sql``}
      order by id desc
      limit ${paging.limit + 1}`,
  )
  return rows.map(foundOf)
}

export async function findInsight(tx: Tx, actor: Actor, id: string): Promise<Found | undefined> {
  const row = await one<Row>(
    tx,
    sql`
      select ${columns}
      from insights
      where organisation_id = ${actor.organisationId}
        and id = ${id}
        and ${visible(actor)}`,
  )
  return row && foundOf(row)
}

/** An insight, and the collection whose figures it tells of. */
export type Found = { insight: Insight; collectionId: string }

const foundOf = ({ collection_id: collectionId, ...row }: Row): Found => ({
  insight: insightOf(row),
  collectionId,
})

function insightOf({
  pulse_id,
  check_in_id,
  check_in_instance_id,
  team_id,
  question_id,
  low,
  high,
  ...row
}: Omit<Row, 'collection_id'>): Insight {
  return {
    ...row,
    scope: {
      ...(pulse_id !== null && { pulse_id }),
      ...(check_in_id !== null && { check_in_id }),
      ...(check_in_instance_id !== null && { check_in_instance_id }),
      team_id,
      ...(question_id !== null && { question_id }),
    },
    interval: low === null || high === null ? null : [low, high],
  }
}

/** Their owner is seen by others from now on. */
export const showInsights = (
  tx: Tx,
  { organisationId, collectionId }: CollectionRef,
  visibility: Owner['visibility'],
): Promise<number> =>
  run(
    tx,
    sql`
      update insights
      set visibility = ${visibility}
      where organisation_id = ${organisationId}
        and collection_id = ${collectionId}`,
  )

export const forgetInsights = (tx: Tx, { organisationId, collectionId }: CollectionRef): Promise<number> =>
  run(
    tx,
    sql`delete from insights where organisation_id = ${organisationId} and collection_id = ${collectionId}`,
  )
