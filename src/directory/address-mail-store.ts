/**
 * SQL of the two mails of a change of address: one asks the new address, one tells the old. Each is claimed under its row, with the secret
 * of its link, which is stored before the mail leaves, so the link in a mail that arrives works.
 */
import { claimWithin } from '../db/claiming.ts'
import { one, only, run, sql, type Tx } from '../db/db.ts'
import { nullable, type RowOf, shape, shapeOf, text, timestamptz } from '../db/shape.ts'
import { addressChanges, members, organisations } from '../db/tables.ts'
import { newSecret, sha256 } from '../ids.ts'

const mailRow = shapeOf(addressChanges, ['organisation_id', 'member_id', 'expires_at'], {
  to: text,
  email: nullable(text),
  attempts: addressChanges.mail_attempts,
  organisation: organisations.name,
  locale: nullable(members.locale),
  organisation_locale: organisations.locale,
  time_zone: text,
})
export type AddressMail = RowOf<typeof mailRow> & { readonly token: string }

/** What somebody chose in their account goes before what the directory says. */
const columns = (
  organisationId: string,
) => sql`${mailRow.of('c')}, c.email, o.name as organisation, o.locale as organisation_locale,
                coalesce(
                  (select language from users where organisation_id = ${organisationId} and member_id = m.id), m.locale
                ) as locale,
                coalesce(
                  (select time_zone from users where organisation_id = ${organisationId} and member_id = m.id), m.time_zone, o.time_zone
                ) as time_zone`

const dueConfirmations = (now: Date) =>
  sql`from address_changes where mail_due_at <= ${now} and state = 'pending' and expires_at > ${now}`

export const confirmationWaiting = (now: Date) => sql`select 1 ${dueConfirmations(now)} limit 1`

export const claimConfirmation = (tx: Tx, leaseUntil: Date, now: Date): Promise<AddressMail | undefined> =>
  claimWithin(
    tx,
    sql`
      select organisation_id
      ${dueConfirmations(now)}
      order by mail_due_at`,
    async (organisationId) => {
      const token = newSecret('ea', organisationId)
      const mail = await one(
        tx,
        mailRow,
        sql`
      update address_changes c
      set confirm_sha256 = ${sha256(token)},
          mail_due_at = ${leaseUntil}
      from organisations o, members m
      where c.organisation_id = ${organisationId}
        and c.member_id = (
          select member_id
          ${dueConfirmations(now)}
            and organisation_id = ${organisationId}
          order by mail_due_at
          limit 1
          for update skip locked)
        and o.id = ${organisationId}
        and m.organisation_id = ${organisationId}
        and m.id = c.member_id
      returning ${columns(organisationId)}, c.email as to, c.mail_attempts as attempts`,
      )
      return mail && { ...mail, token }
    },
  )

const dueNotices = (now: Date) =>
  sql`from address_changes where notice_due_at <= ${now} and old_email is not null`

export const noticeWaiting = (now: Date) => sql`select 1 ${dueNotices(now)} limit 1`

/** The old address is told of a change also where the new one was confirmed before this mail left. */
export const claimNotice = (tx: Tx, leaseUntil: Date, now: Date): Promise<AddressMail | undefined> =>
  claimWithin(
    tx,
    sql`
      select organisation_id
      ${dueNotices(now)}
      order by notice_due_at`,
    async (organisationId) => {
      const token = newSecret('ek', organisationId)
      const mail = await one(
        tx,
        mailRow,
        sql`
      update address_changes c
      set reject_sha256 = ${sha256(token)},
          notice_due_at = ${leaseUntil}
      from organisations o, members m
      where c.organisation_id = ${organisationId}
        and c.member_id = (
          select member_id
          ${dueNotices(now)}
            and organisation_id = ${organisationId}
          order by notice_due_at
          limit 1
          for update skip locked)
        and o.id = ${organisationId}
        and m.organisation_id = ${organisationId}
        and m.id = c.member_id
      returning ${columns(organisationId)}, c.old_email as to, c.notice_attempts as attempts`,
      )
      return mail && { ...mail, token }
    },
  )

/** `dueAt` null: sent, or given up. */
type Settled = { attempts: number; dueAt: Date | null }

export const settleConfirmation = (
  tx: Tx,
  { organisation_id, member_id, token }: AddressMail,
  { attempts, dueAt }: Settled,
): Promise<number> =>
  run(
    tx,
    sql`
      update address_changes
      set mail_attempts = ${attempts},
          mail_due_at = ${dueAt}
      where organisation_id = ${organisation_id}
        and member_id = ${member_id}
        and confirm_sha256 = ${sha256(token)}
        and state = 'pending'`,
  )

export const settleNotice = (
  tx: Tx,
  { organisation_id, member_id, token }: AddressMail,
  { attempts, dueAt }: Settled,
): Promise<number> =>
  run(
    tx,
    sql`
      update address_changes
      set notice_attempts = ${attempts},
          notice_due_at = ${dueAt},
          old_email = case when ${dueAt}::timestamptz is not null then old_email end
      where organisation_id = ${organisation_id}
        and member_id = ${member_id}
        and reject_sha256 = ${sha256(token)}`,
  )

export async function oldestDueAddressMail(tx: Tx): Promise<string | null> {
  const { at } = await only(
    tx,
    shape({ at: nullable(timestamptz) }),
    sql`
      select least(
        (select min(mail_due_at) from address_changes where mail_due_at is not null),
        (select min(notice_due_at) from address_changes where notice_due_at is not null)) as at`,
  )
  return at
}
