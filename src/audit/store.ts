/** SQL of the audit log. Rows are inserted and read, never changed. */
import { routineReadings } from '../../contract/audit-actions.ts'
import type { AuditAction, actorKinds, AuditEvent, ChainedAuditEvent } from '../../contract/audit.ts'
import type { PersonActor } from '../actor.ts'
import { json, many, one, sql, textArray, type Tx } from '../db/db.ts'
import { newerThan, type Paged } from '../db/paging.ts'
import { bytea, int8, jsonbOf, nullable, type RowOf, shape, shapeOf, text } from '../db/shape.ts'
import { auditEvents } from '../db/tables.ts'
import { newId } from '../ids.ts'
import { knownTo } from '../visibility.ts'

/** Both ids where a person acted through an application. */
export type AuditedActor = {
  kind: (typeof actorKinds)[number]
  userId: string | null
  applicationId: string | null
}

export type AuditRow = {
  target: string | null
  detail: Record<string, unknown>
  /** The author of something private, who alone may know that it exists. */
  privateTo: string | null
  /** At most one row has this value; null: no limit */
  once: string | null
}

type Occasion = { organisationId: string; actor: AuditedActor; action: AuditAction; at: Date }

const insertedRow = shapeOf(auditEvents, ['id', 'private_to'])

/** A row with the `once` of an existing row is not inserted. @returns those that are */
export const insertAudit = (
  tx: Tx,
  { organisationId, actor, action, at }: Occasion,
  rows: readonly AuditRow[],
): Promise<RowOf<typeof insertedRow>[]> =>
  many(
    tx,
    insertedRow,
    sql`
      insert into audit_events
        (organisation_id, id, actor_kind, user_id, application_id, action, target, detail, private_to, once,
         occurred_at)
      select ${organisationId}, id, ${actor.kind}, ${actor.userId}, ${actor.applicationId}, ${action}, target, detail,
             "privateTo", once,
             ${at}
      from jsonb_to_recordset(${json(rows.map((row) => ({ ...row, id: newId('audit') })))})
        as entry (id text, target text, detail jsonb, "privateTo" text, once text)
      on conflict (organisation_id, once) where once is not null do nothing
      returning ${insertedRow.columns}`,
  )

const onceRow = shape({ once: text })

/** Those of `once` that have a row. */
export const findRecorded = async (
  tx: Tx,
  organisationId: string,
  once: readonly string[],
): Promise<Set<string>> => {
  const rows = await many(
    tx,
    onceRow,
    sql`
      select once
      from audit_events
      where organisation_id = ${organisationId}
        and once = any (${textArray(once)})`,
  )
  return new Set(rows.map((row) => row.once))
}

export type RecentFilter = {
  organisationId: string
  userId: string
  actions: readonly AuditAction[]
  since: Date
}

const recentRow = shapeOf(auditEvents, ['action'], { detail: jsonbOf<Record<string, unknown>>() })

/** What one person has done since then, in person and through applications, of these actions. */
export const recentEntries = (
  tx: Tx,
  { organisationId, userId, actions, since }: RecentFilter,
): Promise<RowOf<typeof recentRow>[]> =>
  many(
    tx,
    recentRow,
    sql`
      select action, detail
      from audit_events
      where organisation_id = ${organisationId}
        and user_id = ${userId}
        and occurred_at > ${since}
        and action = any (${textArray(actions)})`,
  )

export type AuditFilter = {
  action?: string
  /** Id of a user or an application. */
  actor?: string
  target?: string
  from?: string
  to?: string
  exclude?: 'readings'
}

const auditRow = shapeOf(auditEvents, [
  'id',
  'actor_kind',
  'user_id',
  'application_id',
  'action',
  'target',
  'detail',
  'occurred_at',
])
const chainedRow = shapeOf(auditEvents, [], { ...auditRow.fields, hash: bytea })

/** Written into the statement and not sent with it: only so does the planner see that the partial index has the same condition. */
const withoutReadings = sql`and action not in (${sql.join(routineReadings.map((action) => sql.lit(action)))})`

const filtered = ({ action, actor, target, from, to, exclude }: AuditFilter) => sql`
  ${exclude ? withoutReadings : sql``}
  ${action ? sql`and action = ${action}` : sql``}
  ${actor?.startsWith('usr_') ? sql`and user_id = ${actor}` : sql``}
  ${actor?.startsWith('app_') ? sql`and application_id = ${actor}` : sql``}
  ${target ? sql`and target = ${target}` : sql``}
  ${from ? sql`and occurred_at >= ${from}::timestamptz` : sql``}
  ${to ? sql`and occurred_at < ${to}::timestamptz` : sql``}`

const eventOf = ({
  actor_kind: kind,
  user_id,
  application_id,
  ...row
}: RowOf<typeof auditRow>): AuditEvent => ({
  ...row,
  actor: { kind, user_id, application_id },
})

const chainedEventOf = ({ hash, ...row }: RowOf<typeof chainedRow>): ChainedAuditEvent => ({
  ...eventOf(row),
  hash: hash.toString('hex'),
})

/** The audit log that every admin may read, the oldest first. */
export const entriesAfter = (
  tx: Tx,
  organisationId: string,
  after: string | null,
  limit: number,
): Promise<RowOf<typeof auditRow>[]> =>
  many(
    tx,
    auditRow,
    sql`
      select ${auditRow.columns}
      from audit_events
      where organisation_id = ${organisationId}
        and private_to is null
        and ${newerThan('id', after)}
      order by id
      limit ${limit}`,
  )

/** Newest first; a position is instant and id, since many may share an instant. */
export async function listAudit(
  tx: Tx,
  { organisationId, userId }: PersonActor,
  filter: AuditFilter,
  { after, limit }: Paged,
): Promise<AuditEvent[]> {
  const [instant, id] = after?.split(' ') ?? []
  const rows = await many(
    tx,
    auditRow,
    sql`
      select ${auditRow.columns}
      from audit_events
      where organisation_id = ${organisationId}
        and ${knownTo(userId)}
        ${id ? sql`and (occurred_at, id) < (${instant}::timestamptz, ${id})` : sql``}
        ${filtered(filter)}
      order by occurred_at desc, id desc
      limit ${limit + 1}`,
  )
  return rows.map(eventOf)
}

export const positionOf = ({ occurred_at, id }: AuditEvent): string => `${occurred_at} ${id}`

/** The place of an entry; 0 for one that was deleted for its age, before everything that is kept. */
export async function placeOf(tx: Tx, organisationId: string, id: string): Promise<number> {
  const row = await one(
    tx,
    shape({ position: nullable(int8) }),
    sql`
      select position
      from audit_events
      where organisation_id = ${organisationId}
        and id = ${id}`,
  )
  return row?.position ?? 0
}

const windowRow = shape({ id: text, position: int8, count: int8 })

/** Where a look at the next `size` entries ends that are private to nobody; count: how many there are. */
export const findWindow = (
  tx: Tx,
  organisationId: string,
  { after, size }: { after: number; size: number },
): Promise<RowOf<typeof windowRow> | undefined> =>
  one(
    tx,
    windowRow,
    sql`
      with ahead as (
        select id, position
        from audit_events
        where organisation_id = ${organisationId}
          and position > ${after}
          and private_to is null
        order by position
        limit ${size}
      )
      select id, position, (select count(*) from ahead) as count
      from ahead
      order by position desc
      limit 1`,
  )

/**
 * Entries that are private to nobody, in the order of the chain: those of the next `size` that match. The database reads them in their order
 * and stops as soon as there are enough, so a page without a filter reads a page.
 */
export async function listFeed(
  tx: Tx,
  organisationId: string,
  filter: AuditFilter,
  { after, size, limit }: { after: number; size: number; limit: number },
): Promise<ChainedAuditEvent[]> {
  const rows = await many(
    tx,
    chainedRow,
    sql`
      select ${auditRow.columns}, hash
      from (
        select *
        from audit_events
        where organisation_id = ${organisationId}
          and position > ${after}
          and private_to is null
        order by position
        limit ${size}
      ) ahead
      where true
        ${filtered(filter)}
      order by position
      limit ${limit}`,
  )
  return rows.map(chainedEventOf)
}

/** The newest chained entry that this reader may see: a hash over it is one over all before it. @param userId  null: a program */
export async function findHead(
  tx: Tx,
  organisationId: string,
  userId: string | null,
): Promise<ChainedAuditEvent | undefined> {
  const row = await one(
    tx,
    chainedRow,
    sql`
      select ${auditRow.columns}, hash
      from audit_events
      where organisation_id = ${organisationId}
        and position is not null
        and ${knownTo(userId)}
      order by position desc
      limit 1`,
  )
  return row && chainedEventOf(row)
}

/** Those that are still there, in the order of their ids. */
export async function listEventsById(
  tx: Tx,
  organisationId: string,
  ids: readonly string[],
): Promise<AuditEvent[]> {
  const rows = await many(
    tx,
    auditRow,
    sql`
      select ${auditRow.columns}
      from audit_events
      where organisation_id = ${organisationId}
        and id = any (${textArray(ids)})
      order by id`,
  )
  return rows.map(eventOf)
}
