/** SQL of audit notices: what an organisation chose, and what the next notice tells. */
import type { NoticeAction } from '../../contract/audit-actions.ts'
import { claimWithin } from '../db/claiming.ts'
import { many, one, only, run, sql, textArray, type Tx } from '../db/db.ts'
import { type RowOf, shape, shapeOf, text } from '../db/shape.ts'
import { auditDigests, auditNotices, users } from '../db/tables.ts'

const choiceRow = shapeOf(auditNotices, ['actions', 'recipients', 'version', 'updated_at'])
export type ChoiceRow = RowOf<typeof choiceRow>

/** @param lock  holds the organisation's choice, also one that is not there yet */
export async function findChoice(
  tx: Tx,
  organisationId: string,
  { lock = false } = {},
): Promise<ChoiceRow | undefined> {
  if (lock)
    await run(
      tx,
      sql`select pg_advisory_xact_lock(hashtextextended(${`audit notices ${organisationId}`}, 0))`,
    )
  return one(
    tx,
    choiceRow,
    sql`
      select ${choiceRow.columns}
      from audit_notices
      where organisation_id = ${organisationId}`,
  )
}

type Choice = { actions: readonly NoticeAction[]; recipients: readonly string[] | null }

export const saveChoice = (
  tx: Tx,
  organisationId: string,
  { actions, recipients }: Choice,
  now: Date,
): Promise<ChoiceRow> =>
  only(
    tx,
    choiceRow,
    sql`
      insert into audit_notices as n (organisation_id, actions, recipients, updated_at)
      values (${organisationId}, ${textArray(actions)}, ${recipients === null ? sql`null` : textArray(recipients)}, ${now})
      on conflict (organisation_id) do update
      set actions = excluded.actions,
          recipients = excluded.recipients,
          version = n.version + 1,
          updated_at = excluded.updated_at
      returning ${choiceRow.columns}`,
  )

const userRow = shapeOf(users, ['id'])

/** Active admins, in the order of their ids. */
export const listAdmins = async (tx: Tx, organisationId: string): Promise<string[]> => {
  const rows = await many(
    tx,
    userRow,
    sql`
      select ${userRow.columns}
      from users
      where organisation_id = ${organisationId}
        and role = 'admin'
        and status = 'active'
      order by id`,
  )
  return rows.map(({ id }) => id)
}

export type Noted = {
  ids: readonly string[]
  actorIds: readonly string[]
  /** Also to admins whom the organisation does not list. */
  toAll: boolean
  total: number
}

/** Adds to the next notice, which becomes due at `dueAt`, or when the pause after the last one is over. */
export async function addToDigest(
  tx: Tx,
  organisationId: string,
  { ids, actorIds, toAll, total }: Noted,
  { dueAt, shownMax }: { dueAt: Date; shownMax: number },
): Promise<number> {
  const before = await one(
    tx,
    shapeOf(auditDigests, ['event_ids', 'actor_ids']),
    sql`select event_ids, actor_ids from audit_digests where organisation_id = ${organisationId} for update`,
  )
  const events = [...(before?.event_ids ?? []), ...ids].slice(0, shownMax)
  const actors = [...new Set([...(before?.actor_ids ?? []), ...actorIds])]
  return run(
    tx,
    sql`
      insert into audit_digests as d (organisation_id, event_ids, actor_ids, to_all, total, due_at)
      values (${organisationId}, ${textArray(events)}, ${textArray(actors)}, ${toAll}, ${total}, ${dueAt})
      on conflict (organisation_id) do update
      set event_ids = excluded.event_ids,
          actor_ids = excluded.actor_ids,
          to_all = d.to_all or excluded.to_all,
          total = d.total + excluded.total,
          due_at = coalesce(d.due_at, greatest(excluded.due_at, d.quiet_until))`,
  )
}

export const digestDue = (now: Date) => sql`select 1 from audit_digests where due_at <= ${now} limit 1`

const digestRow = shapeOf(auditDigests, ['organisation_id', 'event_ids', 'actor_ids', 'to_all', 'total'])
type DigestRow = RowOf<typeof digestRow>

export const claimDigest = (
  tx: Tx,
  quarantined: readonly string[],
  now: Date,
): Promise<DigestRow | undefined> =>
  claimWithin(
    tx,
    sql`
      select organisation_id
      from audit_digests
      where due_at <= ${now}
        and not (organisation_id = any (${textArray(quarantined)}))
      order by due_at`,
    (organisationId) =>
      one(
        tx,
        digestRow,
        sql`
      select ${digestRow.columns}
      from audit_digests
      where due_at <= ${now}
        and not (organisation_id = any (${textArray(quarantined)}))
        and organisation_id = ${organisationId}
      order by due_at
      limit 1
      for update skip locked`,
      ),
  )

export const emptyDigest = (tx: Tx, organisationId: string, quietUntil: Date): Promise<number> =>
  run(
    tx,
    sql`
      update audit_digests
      set event_ids = '{}',
          actor_ids = '{}',
          to_all = false,
          total = 0,
          due_at = null,
          quiet_until = ${quietUntil}
      where organisation_id = ${organisationId}`,
  )

const namedRow = shape({ id: text, name: text })

/** Names of users and applications by their ids. */
export async function namesOf(
  tx: Tx,
  organisationId: string,
  ids: readonly string[],
): Promise<Map<string, string>> {
  const rows = await many(
    tx,
    namedRow,
    sql`
      select id, name
      from users
      where organisation_id = ${organisationId}
        and id = any (${textArray(ids)})
      union all
      select id, name
      from applications
      where organisation_id = ${organisationId}
        and id = any (${textArray(ids)})`,
  )
  return new Map(rows.map(({ id, name }) => [id, name]))
}

const formerAdminRow = shapeOf(users, ['name', 'email', 'language'])

/** A user who is not an active admin now, and was one: as the caller knows, or because their access alone has ended. */
export const findFormerAdmin = (
  tx: Tx,
  organisationId: string,
  userId: string,
  wasAdmin: boolean,
): Promise<RowOf<typeof formerAdminRow> | undefined> =>
  one(
    tx,
    formerAdminRow,
    sql`
      select ${formerAdminRow.columns}
      from users
      where organisation_id = ${organisationId}
        and id = ${userId}
        and email not like '%.invalid'
        and case role when 'admin' then status <> 'active' else ${wasAdmin} end`,
  )
