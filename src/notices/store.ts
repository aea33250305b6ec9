/** SQL of notices. */
import type { SendingChannel } from '../../contract/collections.ts'
import { claimWithin } from '../db/claiming.ts'
import { json, one, only, run, sql, textArray, type Tx } from '../db/db.ts'
import { bool, jsonbOf, nullable, type RowOf, shape, shapeOf, text, timestamptz } from '../db/shape.ts'
import { notices, organisations } from '../db/tables.ts'
import { newId } from '../ids.ts'

/** An address, which outlives the person; or a user, whose address is read when the notice is sent. */
export type Recipient =
  | { readonly address: string; readonly locale: string | null }
  | { readonly userId: string }

type NewNotice = {
  readonly organisationId: string
  readonly kind: string
  readonly subjectId?: string
  readonly to: Recipient
  readonly facts: unknown
}

export const insertNotice = (
  tx: Tx,
  { organisationId, kind, subjectId, to, facts }: NewNotice,
  now: Date,
): Promise<number> =>
  'userId' in to
    ? run(
        tx,
        sql`
          insert into notices (organisation_id, id, kind, subject_id, user_id, facts, due_at, created_at)
          select organisation_id, ${newId('notice')}, ${kind}, ${subjectId ?? null}, id, ${json(facts)}, ${now}, ${now}
          from users
          where organisation_id = ${organisationId}
            and id = ${to.userId}
            and status = 'active'`,
      )
    : run(
        tx,
        sql`
          insert into notices (organisation_id, id, kind, subject_id, address, locale, facts, due_at, created_at)
          values (${organisationId}, ${newId('notice')}, ${kind}, ${subjectId ?? null}, ${to.address}, ${to.locale}, ${json(facts)}, ${now}, ${now})`,
      )

/** To an address of a channel, at its time. */
export type Addressed = {
  readonly to: { readonly address: string; readonly locale: string | null }
  readonly channel: SendingChannel
  readonly subjectId: string
  readonly dueAt: Date
}

type NewNotices = {
  readonly organisationId: string
  readonly kind: string
  readonly notices: readonly (Addressed & { readonly facts: unknown })[]
}

export function insertNotices(
  tx: Tx,
  { organisationId, kind, notices: added }: NewNotices,
  now: Date,
): Promise<number> {
  const rows = added.map(({ to, channel, subjectId, dueAt, facts }) => ({
    id: newId('notice'),
    ...to,
    channel,
    subject_id: subjectId,
    due_at: dueAt,
    facts,
  }))
  return run(
    tx,
    sql`
      insert into notices (organisation_id, id, kind, subject_id, address, channel, locale, facts, due_at, created_at)
      select ${organisationId}, id, ${kind}, subject_id, address, channel, locale, facts, due_at, ${now}
      from jsonb_to_recordset(${json(rows)}) as added (
        id text, subject_id text, address text, channel text, locale text, facts jsonb, due_at timestamptz
      )`,
  )
}

const dueRow = shapeOf(notices, ['organisation_id', 'id', 'kind', 'subject_id', 'channel', 'attempts'], {
  facts: jsonbOf<unknown>(),
  address: text,
  /** The reader's own: of a user what they chose, otherwise that of the directory; null: nobody knows it. */
  locale: nullable(text),
  /** null: the notice goes to an address. */
  name: nullable(text),
  is_active_admin: bool,
  organisation: organisations.name,
  colour: organisations.colour,
  organisation_locale: organisations.locale,
  /** The one a user chose, otherwise the organisation's. */
  time_zone: text,
})
export type DueNotice = RowOf<typeof dueRow>

/** Takes the notice that has been due for longest, until `leaseUntil`. */
const dueNotices = (names: readonly string[], now: Date) =>
  sql`from notices where due_at <= ${now} and kind = any (${textArray(names)})`

export const noticeWaiting = (names: readonly string[], now: Date) =>
  sql`select 1 ${dueNotices(names, now)} limit 1`

type Claim = {
  /** The names of the kinds to look for. */
  readonly names: readonly string[]
  /** Channels that take messages now. */
  readonly ready: readonly SendingChannel[]
  readonly leaseUntil: Date
}

export const claimNotice = (
  tx: Tx,
  { names, ready, leaseUntil }: Claim,
  now: Date,
): Promise<DueNotice | undefined> =>
  claimWithin(
    tx,
    sql`
      select organisation_id
      ${dueNotices(names, now)}
        and channel = any (${textArray(ready)})
      order by due_at`,
    (organisationId) =>
      one(
        tx,
        dueRow,
        sql`
      with claimed as (
        update notices
        set due_at = ${leaseUntil},
            attempts = attempts + 1
        where organisation_id = ${organisationId}
          and id = (
          select id
          ${dueNotices(names, now)}
            and channel = any (${textArray(ready)})
            and organisation_id = ${organisationId}
          order by due_at
          limit 1
          for update skip locked)
        returning organisation_id, id, kind, subject_id, channel, attempts, facts, address, locale, user_id
      )
      select c.organisation_id, c.id, c.kind, c.subject_id, c.channel, c.attempts, c.facts, coalesce(c.address, u.email) as address,
             coalesce(c.locale, u.language, m.locale) as locale, u.name, (u.role = 'admin' and u.status = 'active') is true as is_active_admin,
             o.name as organisation, o.colour, o.locale as organisation_locale,
             coalesce(u.time_zone, o.time_zone) as time_zone
      from claimed c
      join organisations o on o.id = ${organisationId}
      left join users u on u.organisation_id = ${organisationId}
                       and u.id = c.user_id
      left join members m on m.organisation_id = ${organisationId}
                         and m.id = u.member_id`,
      ),
  )

export const postponeNotice = (
  tx: Tx,
  { organisation_id, id }: DueNotice,
  { attempts, dueAt }: { attempts: number; dueAt: Date },
): Promise<number> =>
  run(
    tx,
    sql`
      update notices
      set attempts = ${attempts},
          due_at = ${dueAt}
      where organisation_id = ${organisation_id}
        and id = ${id}`,
  )

export const deleteNotice = (tx: Tx, { organisation_id, id }: DueNotice): Promise<number> =>
  run(
    tx,
    sql`
      delete from notices
      where organisation_id = ${organisation_id}
        and id = ${id}`,
  )

export async function oldestNotice(tx: Tx): Promise<string | null> {
  const { at } = await only(
    tx,
    shape({ at: nullable(timestamptz) }),
    sql`select min(due_at) as at from notices`,
  )
  return at
}

/** Those about these subjects that were not sent yet. */
export const deleteNoticesAbout = (
  tx: Tx,
  organisationId: string,
  subjectIds: readonly string[],
): Promise<number> =>
  run(
    tx,
    sql`
      delete from notices
      where organisation_id = ${organisationId}
        and subject_id = any (${textArray(subjectIds)})`,
  )
