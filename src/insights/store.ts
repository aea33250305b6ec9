/** SQL of insights. Whoever sees a collection sees its insights. */
import type { DriverFigure } from '../../contract/figures.ts'
import type { Insight, LevelState, listInsights as operation } from '../../contract/insights.ts'
import type { Query } from '../../contract/operation.ts'
import { everyone } from '../cells/cells.ts'
import type { CollectionRef } from '../collection-ref.ts'
import { type Collection, ownerIdsOf, refOf } from '../collection/collection.ts'
import { json, many, one, run, sql, textArray, type Tx } from '../db/db.ts'
import type { Paged } from '../db/paging.ts'
import { type RowOf, shape, shapeOf, text } from '../db/shape.ts'
import { collections, insights } from '../db/tables.ts'
import { newId } from '../ids.ts'
import { isShared, type Reader, visibleTo } from '../visibility.ts'
import type { StatementLanguage } from '../../locales/statements/statements.ts'
import type { Finding } from './finding.ts'
import { contentColumns, contentOf, packContent } from './content.ts'
import { headlineOf, render } from './message.ts'

const insightRow = shapeOf(insights, [
  'id',
  'collection_id',
  'kind',
  'state',
  'pulse_id',
  'check_in_id',
  'check_in_instance_id',
  'team_id',
  'question_id',
  'subject',
  'statement',
  'message',
  'coverage',
  'n',
  'value',
  'low',
  'high',
  'method',
  'evidence',
  'content',
  'generation',
  'superseded_at',
  'superseded_by',
  'created_at',
])
/** With what it says of the survey. */
const readRow = shape({
  ...insightRow.fields,
  title: collections.title,
  opened_at: collections.opened_at,
  closed_at: collections.closed_at,
})
type InsightRow = RowOf<typeof readRow>
const readColumns = sql`${insightRow.of('i')}, c.title, c.opened_at, c.closed_at`

/** Replies say of how many people they were asked, by the participation that is released for their group. */
const isReadBySql = ({ kind }: Finding): boolean => kind === 'participation'

/** Lists are newest first, so the last finding is written first. @returns their ids in the order of the findings */
export async function insertInsights(
  tx: Tx,
  collection: Collection,
  { generation, findings }: { generation: number; findings: readonly Finding[] },
  now: Date,
): Promise<string[]> {
  const { organisationId, collectionId } = refOf(collection)
  const owner = ownerIdsOf(collection)
  const rows = findings.toReversed().map((finding) => ({
    id: newId('insight'),
    team_id: finding.teamId,
    question_id: finding.questionId,
    kind: finding.kind,
    subject: finding.subject,
    n: finding.n,
    value: isReadBySql(finding) ? finding.value : null,
    low: finding.interval?.[0] ?? null,
    high: finding.interval?.[1] ?? null,
    content: packContent(isReadBySql(finding) ? { ...finding, value: null } : finding).toString('base64'),
  }))
  await run(
    tx,
    sql`
      insert into insights
        (organisation_id, id, collection_id, pulse_id, check_in_id, check_in_instance_id, team_id,
         question_id, kind, subject, n, value, low, high, content, state, generation, created_at)
      select ${organisationId}, id, ${collectionId}, ${owner.pulse_id}, ${owner.check_in_id}, ${owner.check_in_instance_id},
             team_id, question_id, kind, subject, n, value, low, high, decode(content, 'base64'), 'ready', ${generation}, ${now}
      from jsonb_to_recordset(${json(rows)}) as found (
        id text, team_id text, question_id text, kind text, subject text, n integer, value jsonb,
        low double precision, high double precision, content text
      )`,
  )
  return rows.map(({ id }) => id).toReversed()
}

/** The insights of a collection that are ready, and the number of its latest generation (0: none yet). */
export async function currentInsights(
  tx: Tx,
  { organisationId, collectionId }: CollectionRef,
): Promise<{ generation: number; insights: Insight[] }> {
  const rows = await many(
    tx,
    readRow,
    sql`
      select ${readColumns}
      from insights i
      join collections c on c.organisation_id = i.organisation_id and c.id = i.collection_id
      where i.organisation_id = ${organisationId}
        and i.collection_id = ${collectionId}
      order by i.id desc`,
  )
  return {
    generation: rows.reduce((latest, row) => Math.max(latest, row.generation), 0),
    insights: rows.filter(({ state }) => state === 'ready').map((row) => storedOf(row, 'en').insight),
  }
}

/** Superseded insights can still be read by their ids. @param gone  each with the insight that is about the same, if there is one */
export const supersede = (
  tx: Tx,
  { organisationId, collectionId }: CollectionRef,
  gone: readonly { id: string; successor: string | null }[],
  now: Date,
): Promise<number> =>
  run(
    tx,
    sql`
      update insights i
      set state = 'superseded',
          superseded_at = ${now},
          superseded_by = gone.successor
      from jsonb_to_recordset(${json(gone)}) as gone (id text, successor text)
      where i.organisation_id = ${organisationId}
        and i.collection_id = ${collectionId}
        and i.state = 'ready'
        and i.id = gone.id`,
  )

export type Filter = Omit<Query<typeof operation>, 'limit' | 'cursor' | 'kind'> & { kinds: string[] | null }

export async function listInsights(
  tx: Tx,
  reader: Reader,
  filter: Filter,
  paging: Paged,
): Promise<StoredInsight[]> {
  const rows = await many(
    tx,
    readRow,
    sql`
      select ${readColumns}
      from insights i
      join collections c on c.organisation_id = i.organisation_id and c.id = i.collection_id
      where i.organisation_id = ${reader.actor.organisationId}
        and i.id < coalesce(${paging.after}, '~') collate "C"
        and i.state ${filter.state === 'superseded' ? sql`= 'superseded'` : sql`<> 'superseded'`}
        and ${visibleTo(reader.actor, 'c')}
        and ${isShared(reader, 'c', sql`i.team_id`)}
        ${filter.pulse_id ? sql`and i.pulse_id = ${filter.pulse_id}` : sql``}
        ${filter.check_in_id ? sql`and i.check_in_id = ${filter.check_in_id}` : sql``}
        ${filter.check_in_instance_id ? sql`and i.check_in_instance_id = ${filter.check_in_instance_id}` : sql``}
        ${filter.team_id ? sql`and i.team_id = ${filter.team_id}` : sql``}
        ${filter.everyone ? sql`and i.team_id is null` : sql``}
        ${filter.kinds ? sql`and i.kind = any (${filter.kinds}::text[])` : sql``}
        ${filter.from ? sql`and i.created_at >= ${filter.from}::timestamptz` : sql``}
        ${filter.to ? sql`and i.created_at < ${filter.to}::timestamptz` : sql``}
        ${filter.updated_since ? sql`and coalesce(i.superseded_at, i.created_at) >= ${filter.updated_since}::timestamptz` : sql``}
      order by i.id desc
      limit ${paging.limit + 1}`,
  )
  return rows.map((row) => storedOf(row, filter.language))
}

export async function findInsight(
  tx: Tx,
  reader: Reader,
  id: string,
  language: StatementLanguage = 'en',
): Promise<StoredInsight | undefined> {
  const row = await one(
    tx,
    readRow,
    sql`
      select ${readColumns}
      from insights i
      join collections c on c.organisation_id = i.organisation_id and c.id = i.collection_id
      where i.organisation_id = ${reader.actor.organisationId}
        and i.id = ${id}
        and ${visibleTo(reader.actor, 'c')}
        and ${isShared(reader, 'c', sql`i.team_id`)}`,
  )
  return row && storedOf(row, language)
}

const levelRow = shapeOf(insights, ['id', 'collection_id', 'team_id', 'subject', ...contentColumns])

/** Of a driver that several questions measure, the level that asks for most. */
const worstFirst: readonly LevelState[] = ['problem', 'unclear', 'fine', 'strength']

type DriverLevel = NonNullable<DriverFigure['level']>

/** @param group  a team, or everyone */
export const levelKey = (collectionId: string, group: string, driver: string | null): string =>
  `${collectionId} ${group} ${driver}`

/** What the reports of these collections say of the level of each group and driver, by `levelKey`. */
export async function levelsOf(
  tx: Tx,
  organisationId: string,
  collectionIds: readonly string[],
): Promise<ReadonlyMap<string, DriverLevel>> {
  const rows = await many(
    tx,
    levelRow,
    sql`
      select ${levelRow.columns}
      from insights
      where organisation_id = ${organisationId}
        and collection_id = any (${textArray([...new Set(collectionIds)])})
        and kind = 'level'
        and state = 'ready'
      order by id`,
  )
  const levels = new Map<string, DriverLevel>()
  const placeOf = ({ state }: DriverLevel): number => worstFirst.indexOf(state)
  for (const { id, collection_id, team_id, subject, ...row } of rows) {
    const { state, basis, reference, times } = contentOf(row).value as Omit<DriverLevel, 'insight_id'>
    const level = { state, basis, reference, times, insight_id: id }
    const key = levelKey(collection_id, team_id ?? everyone, subject)
    const before = levels.get(key)
    if (!before || placeOf(level) < placeOf(before)) levels.set(key, level)
  }
  return levels
}

const themeRow = shapeOf(insights, ['subject', 'n', ...contentColumns], { subject: text })

/** The subjects of the most frequent themes of everyone that came from the words themselves. @param limit  at most so many */
export async function emergentThemes(
  tx: Tx,
  { organisationId, collectionId }: CollectionRef,
  limit: number,
): Promise<string[]> {
  const rows = await many(
    tx,
    themeRow,
    sql`
      select ${themeRow.columns}
      from insights
      where organisation_id = ${organisationId}
        and collection_id = ${collectionId}
        and kind = 'theme'
        and state = 'ready'
        and team_id is null
      order by n desc, subject`,
  )
  return rows
    .filter((row) => (contentOf(row).value as { source?: string } | null)?.source === 'emergent')
    .slice(0, limit)
    .map(({ subject }) => subject)
}

/** An insight, and the collection whose figures it is made from. */
export type StoredInsight = { insight: Insight; collectionId: string }

const storedOf = (
  { collection_id: collectionId, ...row }: InsightRow,
  language: StatementLanguage = 'en',
): StoredInsight => ({ insight: insightOf(row, language), collectionId })

/** The English statement is stored; another language is written from the message, which words of a language model do not have. */
function insightOf(
  {
    pulse_id,
    check_in_id,
    check_in_instance_id,
    team_id,
    question_id,
    low,
    high,
    title,
    opened_at,
    closed_at,
    content,
    ...row
  }: Omit<InsightRow, 'collection_id'>,
  language: StatementLanguage,
): Insight {
  const { message, ...said } = contentOf({ ...row, content })
  return {
    ...row,
    ...said,
    survey: { title, opened_at, closed_at },
    headline: message && headlineOf(message, language),
    statement: message === null || language === 'en' ? said.statement : render(message, language),
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

const quotingRow = shapeOf(insights, ['id', ...contentColumns])

/** Findings stay and lose their quotes and the rules of themes, those of earlier generations too. */
export async function forgetQuotes(tx: Tx, { organisationId, collectionId }: CollectionRef): Promise<number> {
  const rows = await many(
    tx,
    quotingRow,
    sql`
      select ${quotingRow.columns}
      from insights
      where organisation_id = ${organisationId}
        and collection_id = ${collectionId}
        and kind <> 'participation'`,
  )
  const forgotten = rows.flatMap(({ id, ...row }) => {
    const content = contentOf(row)
    if (typeof content.value !== 'object' || content.value === null || !('quotes' in content.value)) return []
    const { rule: _rule, ...rest } = content.value as Record<string, unknown>
    const packed = packContent({ ...content, value: { ...rest, quotes: [] } })
    return [{ id, content: packed.toString('base64') }]
  })
  return run(
    tx,
    sql`
      update insights i
      set content = decode(forgotten.content, 'base64'),
          statement = null,
          message = null,
          coverage = null,
          value = null,
          method = null,
          evidence = null
      from jsonb_to_recordset(${json(forgotten)}) as forgotten (id text, content text)
      where i.organisation_id = ${organisationId}
        and i.id = forgotten.id`,
  )
}

export const deleteInsights = (tx: Tx, { organisationId, collectionId }: CollectionRef): Promise<number> =>
  run(
    tx,
    sql`delete from insights where organisation_id = ${organisationId} and collection_id = ${collectionId}`,
  )
