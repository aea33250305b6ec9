/** SQL of insights. Anyone who sees a collection sees its insights. */
import type { DriverFigure } from '../../contract/figures.ts'
import type { Insight, LevelState, listInsights as operation } from '../../contract/insights.ts'
import type { Query } from '../../contract/operation.ts'
import { everyone } from '../cells/cells.ts'
import type { CollectionRef } from '../collection-ref.ts'
import {
  type Collection,
  ownerIdColumns,
  ownerIds,
  ownerIdsOf,
  type OwnerKind,
  refOf,
} from '../collection/collection.ts'
import { json, many, one, run, sql, textArray, type Tx } from '../db/db.ts'
import { olderThan, type Paged } from '../db/paging.ts'
import { nullable, type RowOf, shape, shapeOf, text } from '../db/shape.ts'
import { collections, insights } from '../db/tables.ts'
import { newId } from '../ids.ts'
import { isShared, type Reader, visibleTo } from '../visibility.ts'
import type { StatementLanguage } from '../../locales/statements/statements.ts'
import type { Finding } from './finding.ts'
import { type Content, contentColumns, contentOf, packContent } from './content.ts'
import { changeContents, deleteContents, insertContents, lieTogether, withContents } from './contents.ts'
import { headlineOf, render } from './message.ts'
import { pinnedBy } from './pin-store.ts'

const insightRow = shapeOf(insights, [
  'id',
  'collection_id',
  'kind',
  'state',
  'team_id',
  'question_id',
  'subject',
  'n',
  'generation',
  'superseded_at',
  'superseded_by',
  'created_at',
  ...contentColumns,
])
/** With what it says of the survey. */
const readRow = shape({
  ...insightRow.fields,
  ...ownerIdColumns,
  title: collections.title,
  opened_at: collections.opened_at,
  closed_at: collections.closed_at,
  team_name: nullable(text),
})
type InsightRow = RowOf<typeof readRow>
/** The organisation is given as a value: as a column of another table, it would let Citus ask every server, or refuse. */
const readColumns = (organisationId: string) => sql`
  ${insightRow.of('i')}, ${ownerIds}, c.title, c.opened_at, c.closed_at,
  (select t.name from teams t where t.organisation_id = ${organisationId} and t.id = i.team_id) as team_name`

function contentOfFinding(finding: Finding): Content {
  const { statement, message, coverage, value, method, evidence, interval } = finding
  const [low, high] = interval ?? [null, null]
  return { statement, message, coverage, value, method, evidence, low, high }
}

/** What a row says by itself, and what it repeats of its collection. */
function ownContent(collection: Collection, finding: Finding) {
  const content = contentOfFinding(finding)
  const { low, high } = content
  // Releases before read of the participation how many were asked, for replies.
  const value = finding.kind === 'participation' ? finding.value : null
  const { pulse_id, check_in_instance_id } = ownerIdsOf(collection)
  const packed = packContent(value === null ? content : { ...content, value: null })
  return { low, high, value, pulse_id, check_in_instance_id, content: packed.toString('base64') }
}

/** Lists are newest first, so the last finding is written first. @returns their ids in the order of the findings */
export async function insertInsights(
  tx: Tx,
  collection: Collection,
  { generation, findings }: { generation: number; findings: readonly Finding[] },
  now: Date,
): Promise<string[]> {
  const { organisationId, collectionId } = refOf(collection)
  const written = findings.toReversed()
  const places = (await lieTogether(tx, now))
    ? await insertContents(tx, refOf(collection), written.map(contentOfFinding))
    : null
  const rows = written.map((finding, at) => ({
    id: newId('insight'),
    team_id: finding.teamId,
    question_id: finding.questionId,
    kind: finding.kind,
    subject: finding.subject,
    n: finding.n,
    ...(places ? { place: places[at] } : ownContent(collection, finding)),
  }))
  await run(
    tx,
    sql`
      insert into insights
        (organisation_id, id, collection_id, pulse_id, check_in_id, check_in_instance_id, team_id,
         question_id, kind, subject, n, value, low, high, content, place, state, generation, created_at)
      select ${organisationId}, id, ${collectionId}, pulse_id, ${ownerIdsOf(collection).check_in_id}, check_in_instance_id,
             team_id, question_id, kind, subject, n, value, low, high, decode(content, 'base64'), place, 'ready', ${generation}, ${now}
      from jsonb_to_recordset(${json(rows)}) as found (
        id text, pulse_id text, check_in_instance_id text, team_id text, question_id text, kind text, subject text, n integer,
        value jsonb, low double precision, high double precision, content text, place integer
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
      select ${readColumns(organisationId)}
      from insights i
      join collections c on c.organisation_id = i.organisation_id and c.id = i.collection_id
      where i.organisation_id = ${organisationId}
        and i.collection_id = ${collectionId}
      order by i.id desc`,
  )
  const ready = rows.filter(({ state }) => state === 'ready')
  const stored = await storedOf(tx, organisationId, ready, 'en')
  return {
    generation: rows.reduce((latest, row) => Math.max(latest, row.generation), 0),
    insights: stored.map(({ insight }) => insight),
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
  const { organisationId } = reader.actor
  const rows = await many(
    tx,
    readRow,
    sql`
      select ${readColumns(organisationId)}
      from insights i
      join collections c on c.organisation_id = i.organisation_id and c.id = i.collection_id
      where i.organisation_id = ${organisationId}
        and ${olderThan('i.id', paging.after)}
        and i.state ${filter.state === 'superseded' ? sql`= 'superseded'` : sql`<> 'superseded'`}
        and ${visibleTo(reader.actor, 'c')}
        and ${isShared(reader, 'c', sql`i.team_id`)}
        ${filter.pulse_id ? ofOwner(organisationId, 'pulse', filter.pulse_id) : sql``}
        ${filter.check_in_id ? sql`and i.check_in_id = ${filter.check_in_id}` : sql``}
        ${filter.check_in_instance_id ? ofOwner(organisationId, 'check_in_instance', filter.check_in_instance_id) : sql``}
        ${filter.team_id ? sql`and i.team_id = ${filter.team_id}` : sql``}
        ${filter.driver ? sql`and i.subject = ${filter.driver}` : sql``}
        ${filter.pinned ? pinnedBy(reader) : sql``}
        ${filter.everyone ? sql`and i.team_id is null` : sql``}
        ${filter.kinds ? sql`and i.kind = any (${filter.kinds}::text[])` : sql``}
        ${filter.from ? sql`and i.created_at >= ${filter.from}::timestamptz` : sql``}
        ${filter.to ? sql`and i.created_at < ${filter.to}::timestamptz` : sql``}
        ${filter.updated_since ? sql`and coalesce(i.superseded_at, i.created_at) >= ${filter.updated_since}::timestamptz` : sql``}
      order by i.id desc
      limit ${paging.limit + 1}`,
  )
  return storedOf(tx, organisationId, rows, filter.language)
}

/** A condition: of the one collection of a pulse or an instance. */
const ofOwner = (organisationId: string, kind: OwnerKind, id: string) => sql`
  and i.collection_id = (
    select id
    from collections
    where organisation_id = ${organisationId}
      and owner_kind = ${kind}
      and owner_id = ${id}
  )`

export async function findInsight(
  tx: Tx,
  reader: Reader,
  id: string,
  language: StatementLanguage = 'en',
): Promise<StoredInsight | undefined> {
  const { organisationId } = reader.actor
  const row = await one(
    tx,
    readRow,
    sql`
      select ${readColumns(organisationId)}
      from insights i
      join collections c on c.organisation_id = i.organisation_id and c.id = i.collection_id
      where i.organisation_id = ${organisationId}
        and i.id = ${id}
        and ${visibleTo(reader.actor, 'c')}
        and ${isShared(reader, 'c', sql`i.team_id`)}`,
  )
  return row && (await storedOf(tx, organisationId, [row], language))[0]
}

const levelRow = shapeOf(insights, ['id', 'collection_id', 'team_id', 'subject', ...contentColumns])

/** For a driver that several questions measure, the level that asks for most. */
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
  for (const { row, content } of await withContents(tx, organisationId, rows)) {
    const { id, collection_id, team_id, subject } = row
    const { state, basis, reference, times } = content.value as Omit<DriverLevel, 'insight_id'>
    const level = { state, basis, reference, times, insight_id: id }
    const key = levelKey(collection_id, team_id ?? everyone, subject)
    const before = levels.get(key)
    if (!before || placeOf(level) < placeOf(before)) levels.set(key, level)
  }
  return levels
}

const themeRow = shapeOf(insights, ['collection_id', 'subject', 'n', ...contentColumns], { subject: text })

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
  return (await withContents(tx, organisationId, rows))
    .filter(({ content }) => (content.value as { source?: string } | null)?.source === 'emergent')
    .slice(0, limit)
    .map(({ row }) => row.subject)
}

/** An insight, and the collection whose figures it is made from. */
export type StoredInsight = { insight: Insight; collectionId: string }

const storedOf = async (
  tx: Tx,
  organisationId: string,
  rows: readonly InsightRow[],
  language: StatementLanguage = 'en',
): Promise<StoredInsight[]> =>
  (await withContents(tx, organisationId, rows)).map(({ row, content }) => ({
    insight: insightOf(row, content, language),
    collectionId: row.collection_id,
  }))

/** The English statement is stored; another language is written from the message, which words of a language model do not have. */
function insightOf(row: InsightRow, content: Content, language: StatementLanguage): Insight {
  const { message, low, high, ...said } = content
  const { id, kind, state, subject, n, generation, superseded_at, superseded_by, created_at } = row
  const { pulse_id, check_in_id, check_in_instance_id, team_id, team_name, question_id } = row
  return {
    id,
    kind,
    state,
    subject,
    n,
    generation,
    superseded_at,
    superseded_by,
    created_at,
    ...said,
    survey: { title: row.title, opened_at: row.opened_at, closed_at: row.closed_at },
    headline: message && headlineOf(message, language),
    statement: message === null || language === 'en' ? said.statement : render(message, language),
    scope: {
      ...(pulse_id !== null && { pulse_id }),
      ...(check_in_id !== null && { check_in_id }),
      ...(check_in_instance_id !== null && { check_in_instance_id }),
      team_id,
      team_name,
      ...(question_id !== null && { question_id }),
    },
    interval: low === null || high === null ? null : [low, high],
  }
}

const quotingRow = shapeOf(insights, ['id', ...contentColumns])

/** What it says without quotes and the rule of its theme; null: it quotes nothing. */
function withoutQuotes(content: Content): Content | null {
  const { value } = content
  if (typeof value !== 'object' || value === null || !('quotes' in value)) return null
  const { rule: _rule, ...rest } = value as Record<string, unknown>
  return { ...content, value: { ...rest, quotes: [] } }
}

/** Findings stay and lose their quotes and the rules of themes, those of earlier generations too. */
export async function forgetQuotes(tx: Tx, ref: CollectionRef): Promise<number> {
  const { organisationId, collectionId } = ref
  const rows = await many(
    tx,
    quotingRow,
    sql`
      select ${quotingRow.columns}
      from insights
      where organisation_id = ${organisationId}
        and collection_id = ${collectionId}
        and kind <> 'participation'
        and place is null`,
  )
  const forgotten = rows.flatMap(({ id, ...row }) => {
    const content = withoutQuotes(contentOf(row))
    return content ? [{ id, content: packContent(content).toString('base64') }] : []
  })
  const changes = await run(
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
  return changes + (await changeContents(tx, ref, withoutQuotes))
}

export async function deleteInsights(tx: Tx, ref: CollectionRef): Promise<number> {
  const { organisationId, collectionId } = ref
  const count = await run(
    tx,
    sql`delete from insights where organisation_id = ${organisationId} and collection_id = ${collectionId}`,
  )
  return count + (await deleteContents(tx, ref))
}
