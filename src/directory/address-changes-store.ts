/** SQL of changes of address that have to be confirmed. A member has one row, of their last change. */
import { limits } from '../../contract/limits.ts'
import { claimWithin } from '../db/claiming.ts'
import { exists, many, one, only, run, sql, textArray, type Tx } from '../db/db.ts'
import { type RowOf, shapeOf } from '../db/shape.ts'
import { addressChanges, organisations } from '../db/tables.ts'
import type { PresentedSecret } from '../ids.ts'
import type { Ref } from './ref.ts'

const changeRow = shapeOf(addressChanges, [
  'organisation_id',
  'member_id',
  'email',
  'by_program',
  'state',
  'confirm_sha256',
  'reject_sha256',
  'expires_at',
])
export type ChangeRow = RowOf<typeof changeRow>

/**
 * Whether the member `m` has a user, or their address would make them one: what domains say, and who gave the address. Or did so until it
 * was removed: otherwise removing it first would spare asking its owner.
 */
export const canSignIn = (organisationId: string) => sql`(
          exists (
            select from users u
            where u.organisation_id = ${organisationId}
              and u.member_id = m.id)
          or (m.email is null
            and exists (
              select from address_changes a
              where a.organisation_id = ${organisationId}
                and a.member_id = m.id
                and a.state = 'cancelled'
                and a.old_email is not null))
          or (m.email is not null
            and (not m.address_by_program
              or exists (
                select from organisation_domains d
                where d.organisation_id = ${organisationId}
                  and d.domain = lower(substring(m.email from '[^@]*$'))
                  and d.confirmed_at is not null))))`

export const needsProof = (tx: Tx, { organisationId, id }: Ref): Promise<boolean> =>
  exists(
    tx,
    sql`
      select 1
      from members m
      where m.organisation_id = ${organisationId}
        and m.id = ${id}
        and ${canSignIn(organisationId)}
      limit 1`,
  )

export const isTaken = (tx: Tx, organisationId: string, email: string): Promise<boolean> =>
  exists(
    tx,
    sql`
      select 1
      from members
      where organisation_id = ${organisationId}
        and lower(email) = lower(${email})
        and email is not null
      limit 1`,
  )

/**
 * Keeps the address of these members, which is about to be removed, as that of a change that was given up: anyone who reads it is told of the
 * next one. It goes with ended changes (`deleteEnded`).
 */
export const keepRemoved = (
  tx: Tx,
  organisationId: string,
  memberIds: readonly string[],
  now: Date,
): Promise<number> =>
  run(
    tx,
    sql`
      insert into address_changes as c
        (organisation_id, member_id, by_program, state, old_email, day_began_at, day_count, expires_at, created_at, updated_at)
      select m.organisation_id, m.id, false, 'cancelled', m.email, ${now}, 0, ${now}, ${now}, ${now}
      from members m
      where m.organisation_id = ${organisationId}
        and m.id = any (${textArray(memberIds)})
        and m.email is not null
        and ${canSignIn(organisationId)}
      on conflict (organisation_id, member_id) do update
      set email = null,
          state = 'cancelled',
          old_email = excluded.old_email,
          mail_due_at = null,
          notice_due_at = null,
          updated_at = excluded.updated_at
      where c.state <> 'pending'`,
  )

type Start = { now: Date; expiresAt: Date; byProgram: boolean }

const dayMs = 86_400_000

/**
 * Starts the change to `pending_email` of each of these members. Mails of a member's change leave at once for the first few in a day;
 * further ones wait until the day is over, so that nobody is flooded, whatever a program does. The old address is told: the member's, else
 * the user's.
 */
export const startChanges = (
  tx: Tx,
  organisationId: string,
  memberIds: readonly string[],
  { now, expiresAt, byProgram }: Start,
): Promise<number> =>
  run(
    tx,
    sql`
      insert into address_changes as c
        (organisation_id, member_id, email, by_program, state, mail_due_at, old_email, notice_due_at, day_began_at, day_count,
         expires_at, created_at, updated_at)
      select m.organisation_id, m.id, m.pending_email, ${byProgram}, 'pending', ${now}, o.email,
             case when o.email is not null then ${now}::timestamptz end, ${now}, 1, ${expiresAt}, ${now}, ${now}
      from members m
      left join lateral (
        select coalesce(m.email, (
          select u.email
          from users u
          where u.organisation_id = ${organisationId}
            and u.member_id = m.id), (
          select nullif(a.old_email, m.pending_email)
          from address_changes a
          where a.organisation_id = ${organisationId}
            and a.member_id = m.id
            and a.state = 'cancelled')) as email
      ) o on true
      where m.organisation_id = ${organisationId}
        and m.id = any (${textArray(memberIds)})
        and m.pending_email is not null
      on conflict (organisation_id, member_id) do update
      set email = excluded.email,
          by_program = excluded.by_program,
          state = 'pending',
          confirm_sha256 = null,
          reject_sha256 = null,
          mail_attempts = 0,
          notice_attempts = 0,
          old_email = excluded.old_email,
          day_began_at = case when c.day_began_at < ${new Date(now.getTime() - dayMs)} then ${now} else c.day_began_at end,
          day_count = case when c.day_began_at < ${new Date(now.getTime() - dayMs)} then 1 else c.day_count + 1 end,
          mail_due_at = case
            when c.day_began_at < ${new Date(now.getTime() - dayMs)} or c.day_count < ${limits.addressChangesADayMax} then ${now}
            else (c.day_began_at at time zone 'UTC' + interval '1 day') at time zone 'UTC' end,
          notice_due_at = case
            when excluded.old_email is null then null
            when c.day_began_at < ${new Date(now.getTime() - dayMs)} or c.day_count < ${limits.addressChangesADayMax} then ${now}
            else (c.day_began_at at time zone 'UTC' + interval '1 day') at time zone 'UTC' end,
          expires_at = excluded.expires_at,
          updated_at = excluded.updated_at`,
  )

/** What is over keeps no address (but `keepRemoved`), and its links only to say so. */
export const endChange = (
  tx: Tx,
  { organisationId, id }: Ref,
  state: 'confirmed' | 'rejected' | 'cancelled' | 'expired',
  now: Date,
): Promise<number> => endChanges(tx, organisationId, [id], { state, now })

type End = { state: ChangeRow['state']; now: Date }

/** A confirmed change goes on telling the old address, if it has not been told yet. */
export const endChanges = (
  tx: Tx,
  organisationId: string,
  memberIds: readonly string[],
  { state, now }: End,
): Promise<number> =>
  run(
    tx,
    sql`
      update address_changes
      set state = ${state},
          email = null,
          mail_due_at = null,
          old_email = case when ${state} = 'confirmed' and notice_due_at is not null then old_email end,
          notice_due_at = case when ${state} = 'confirmed' then notice_due_at end,
          updated_at = ${now}
      where organisation_id = ${organisationId}
        and member_id = any (${textArray(memberIds)})
        and state = 'pending'`,
  )

export const deleteAddressChange = (tx: Tx, { organisationId, id }: Ref): Promise<number> =>
  run(
    tx,
    sql`
      delete from address_changes
      where organisation_id = ${organisationId}
        and member_id = ${id}`,
  )

/** By either secret of its mails. */
export const findBySecret = (
  tx: Tx,
  { organisationId, hash }: PresentedSecret,
): Promise<ChangeRow | undefined> =>
  one(
    tx,
    changeRow,
    sql`
      select ${changeRow.columns}
      from address_changes
      where organisation_id = ${organisationId}
        and confirm_sha256 = ${hash}
      union all
      select ${changeRow.columns}
      from address_changes
      where organisation_id = ${organisationId}
        and reject_sha256 = ${hash}`,
  )

export const lockChange = (
  tx: Tx,
  { organisation_id, member_id }: ChangeRow,
): Promise<ChangeRow | undefined> =>
  one(
    tx,
    changeRow,
    sql`
      select ${changeRow.columns}
      from address_changes
      where organisation_id = ${organisation_id}
        and member_id = ${member_id}
      for update`,
  )

/** Some of those that ended before then, whose mails have left. */
export const deleteEnded = (tx: Tx, before: Date, limit: number): Promise<number> =>
  run(
    tx,
    sql`
      delete from address_changes
      where (organisation_id, member_id) in (
        select organisation_id, member_id
        from address_changes
        where state <> 'pending'
          and notice_due_at is null
          and updated_at < ${before}
        limit ${limit}
      )`,
  )

/** Some of those that nobody confirmed in time. */
const expired = (now: Date) => sql`from address_changes where state = 'pending' and expires_at <= ${now}`

export const expiredWaiting = (now: Date) => sql`select 1 ${expired(now)} limit 1`

/** Some of one organisation. */
export const lockExpired = async (tx: Tx, limit: number, now: Date): Promise<ChangeRow[]> => {
  const claimed = await claimWithin(
    tx,
    sql`select organisation_id ${expired(now)} order by expires_at`,
    async (organisationId) => {
      const rows = await many(
        tx,
        changeRow,
        sql`
          select ${changeRow.columns}
          ${expired(now)}
            and organisation_id = ${organisationId}
          order by expires_at
          limit ${limit}
          for update skip locked`,
      )
      return rows.length > 0 ? rows : undefined
    },
  )
  return claimed ?? []
}

export async function nameOfOrganisation(tx: Tx, id: string): Promise<string> {
  const { name } = await only(
    tx,
    shapeOf(organisations, ['name']),
    sql`select name from organisations where id = ${id}`,
  )
  return name
}
