/** SQL of invitations. */
import type { Invitation } from '../../contract/invitations.ts'
import type { Role } from '../../contract/people.ts'
import { claimWithin } from '../db/claiming.ts'
import { many, one, only, run, sql, textArray, type Tx } from '../db/db.ts'
import { olderThan, type Paged } from '../db/paging.ts'
import { int8, nullable, type RowOf, shape, shapeOf, timestamptz } from '../db/shape.ts'
import { invitations, members, organisations, users } from '../db/tables.ts'
import { newSecret, type PresentedSecret, sha256 } from '../ids.ts'

const invitationRow = shapeOf(invitations, [
  'organisation_id',
  'id',
  'email',
  'role',
  'state',
  'token_sha256',
  'mail_state',
  'mail_reason',
  'invited_by',
  'accepted_by',
  'expires_at',
  'accepted_at',
  'created_at',
  'updated_at',
  'version',
])
export type InvitationRow = RowOf<typeof invitationRow>
const { columns } = invitationRow

type Filter = Paged & { readonly state: Invitation['state'] | undefined }

export const listInvitations = (
  tx: Tx,
  organisationId: string,
  { after, limit, state }: Filter,
  now: Date,
): Promise<InvitationRow[]> =>
  many(
    tx,
    invitationRow,
    sql`
      select ${columns}
      from invitations
      where organisation_id = ${organisationId}
        and ${olderThan('id', after)}
        ${state === undefined ? sql`` : sql`and state = ${state === 'expired' ? 'pending' : state}`}
        ${state === 'pending' ? sql`and expires_at > ${now}` : sql``}
        ${state === 'expired' ? sql`and expires_at <= ${now}` : sql``}
      order by id desc
      limit ${limit + 1}`,
  )

export async function countPending(tx: Tx, organisationId: string): Promise<number> {
  const { count } = await only(
    tx,
    shape({ count: int8 }),
    sql`
      select count(*) as count
      from invitations
      where organisation_id = ${organisationId}
        and state = 'pending'`,
  )
  return count
}

export type NewInvitation = {
  organisationId: string
  id: string
  email: string
  role: Role
  invitedBy: string
  expiresAt: Date
}

export const insertInvitation = (tx: Tx, it: NewInvitation, now: Date): Promise<InvitationRow> =>
  only(
    tx,
    invitationRow,
    sql`
      insert into invitations
        (organisation_id, id, email, role, state, invited_by, mail_state, mail_due_at, expires_at, created_at, updated_at)
      values
        (${it.organisationId}, ${it.id}, ${it.email}, ${it.role}, 'pending', ${it.invitedBy}, 'due', ${now},
         ${it.expiresAt}, ${now}, ${now})
      returning ${columns}`,
  )

export const lockInvitation = (
  tx: Tx,
  organisationId: string,
  id: string,
): Promise<InvitationRow | undefined> =>
  one(
    tx,
    invitationRow,
    sql`
      select ${columns}
      from invitations
      where organisation_id = ${organisationId}
        and id = ${id}
      for update`,
  )

export const findByToken = (
  tx: Tx,
  { organisationId, hash }: PresentedSecret,
  { lock = false } = {},
): Promise<InvitationRow | undefined> =>
  one(
    tx,
    invitationRow,
    sql`
      select ${columns}
      from invitations
      where organisation_id = ${organisationId}
        and token_sha256 = ${hash}
      ${lock ? sql`for update` : sql``}`,
  )

/** Due to be sent again: until then no token opens it. */
export const markDue = (
  tx: Tx,
  { organisation_id, id }: InvitationRow,
  expiresAt: Date,
  now: Date,
): Promise<InvitationRow> =>
  only(
    tx,
    invitationRow,
    sql`
      update invitations
      set token_sha256 = null,
          mail_state = 'due',
          mail_reason = null,
          mail_attempts = 0,
          mail_due_at = ${now},
          expires_at = ${expiresAt},
          version = version + 1,
          updated_at = ${now}
      where organisation_id = ${organisation_id}
        and id = ${id}
      returning ${columns}`,
  )

/** The hash stays, so that whoever follows the link learns that the invitation was cancelled. */
export const revokeInvitation = (
  tx: Tx,
  { organisation_id, id }: InvitationRow,
  now: Date,
): Promise<InvitationRow> =>
  only(
    tx,
    invitationRow,
    sql`
      update invitations
      set state = 'revoked',
          mail_due_at = null,
          version = version + 1,
          updated_at = ${now}
      where organisation_id = ${organisation_id}
        and id = ${id}
      returning ${columns}`,
  )

export const markAccepted = (
  tx: Tx,
  { organisation_id, id }: InvitationRow,
  userId: string,
  now: Date,
): Promise<number> =>
  run(
    tx,
    sql`
      update invitations
      set state = 'accepted',
          accepted_by = ${userId},
          accepted_at = ${now},
          mail_due_at = null,
          version = version + 1,
          updated_at = ${now}
      where organisation_id = ${organisation_id}
        and id = ${id}`,
  )

/** The active member of the directory with this address, unless they are a user already. @returns their id */
export async function findMemberWithoutUser(
  tx: Tx,
  organisationId: string,
  email: string,
): Promise<string | null> {
  const member = await one(
    tx,
    shapeOf(members, ['id']),
    sql`
      select id
      from members m
      where organisation_id = ${organisationId}
        and lower(email) = lower(${email})
        and email is not null
        and status = 'active'
        and not exists (
          select from users u
          where u.organisation_id = m.organisation_id
            and u.member_id = m.id)`,
  )
  return member?.id ?? null
}

const mailRow = shapeOf(invitations, ['organisation_id', 'id', 'email', 'role', 'expires_at'], {
  attempts: invitations.mail_attempts,
  organisation: organisations.name,
  locale: organisations.locale,
  time_zone: organisations.time_zone,
  inviter: users.name,
})
type MailRow = RowOf<typeof mailRow>
export type DueMail = MailRow & { readonly token: string }

/**
 * Takes one mail that is due until `leaseUntil`, under a new token. The token is stored before the mail leaves, so the link in
 * a mail that arrives always works.
 */
const dueMails = (now: Date) =>
  sql`from invitations where mail_due_at <= ${now} and state = 'pending' and expires_at > ${now}`

export const mailWaiting = (now: Date) => sql`select 1 ${dueMails(now)} limit 1`

export const claimMail = (tx: Tx, leaseUntil: Date, now: Date): Promise<DueMail | undefined> =>
  claimWithin(
    tx,
    sql`
      select organisation_id
      ${dueMails(now)}
      order by mail_due_at`,
    async (organisationId) => {
      const token = newSecret('iv', organisationId)
      const mail = await one(
        tx,
        mailRow,
        sql`
      update invitations i
      set token_sha256 = ${sha256(token)},
          mail_due_at = ${leaseUntil}
      from organisations o, users u
      where i.organisation_id = ${organisationId}
        and i.id = (
          select id
          ${dueMails(now)}
            and organisation_id = ${organisationId}
          order by mail_due_at
          limit 1
          for update skip locked)
        and o.id = ${organisationId}
        and u.organisation_id = ${organisationId}
        and u.id = i.invited_by
      returning ${mailRow.of('i')}, i.mail_attempts as attempts, o.name as organisation, o.locale, o.time_zone,
                u.name as inviter`,
      )
      return mail && { ...mail, token }
    },
  )

export type MailResult = {
  state: 'due' | 'sent' | 'failed'
  reason: string | null
  attempts: number
  dueAt: Date | null
}

/** An invitation that was sent again or cancelled in the meantime stays as it is. */
export const settleMail = (
  tx: Tx,
  { organisation_id, id, token }: DueMail,
  { state, reason, attempts, dueAt }: MailResult,
): Promise<number> =>
  run(
    tx,
    sql`
      update invitations
      set mail_state = ${state},
          mail_reason = ${reason},
          mail_attempts = ${attempts},
          mail_due_at = ${dueAt}
      where organisation_id = ${organisation_id}
        and id = ${id}
        and token_sha256 = ${sha256(token)}
        and state = 'pending'`,
  )

export async function oldestDueMail(tx: Tx): Promise<string | null> {
  const { at } = await only(
    tx,
    shape({ at: nullable(timestamptz) }),
    sql`select min(mail_due_at) as at from invitations where mail_due_at is not null`,
  )
  return at
}

/** A member who is erased, with the addresses of the directory that led to them. */
type Erased = {
  readonly organisationId: string
  readonly memberId: string
  readonly addresses: readonly string[]
}

/** No invitation names the member or their user any more. Pending ones have ended with the member (migrations: members_out). */
export const forgetInvitationsOf = (
  tx: Tx,
  { organisationId, memberId, addresses }: Erased,
  now: Date,
): Promise<number> =>
  run(
    tx,
    sql`
      update invitations i
      set email = i.id || '@erased.invalid',
          state = case when i.state = 'pending' then 'revoked' else i.state end,
          mail_due_at = null,
          version = i.version + 1,
          updated_at = ${now}
      where i.organisation_id = ${organisationId}
        and i.email <> i.id || '@erased.invalid'
        and (lower(i.email) = any (${textArray(addresses.map((address) => address.toLowerCase()))})
          or exists (
            select from users u
            where u.organisation_id = ${organisationId}
              and u.member_id = ${memberId}
              and (i.accepted_by = u.id or lower(i.email) = lower(u.email))))`,
  )

/** Some of those that ended before then: accepted, cancelled or expired. */
export const deleteEndedInvitations = (tx: Tx, before: Date, limit: number): Promise<number> =>
  run(
    tx,
    sql`
      delete from invitations
      where (organisation_id, id) in (
        select organisation_id, id
        from invitations
        where case when state = 'pending' then expires_at else greatest(updated_at, created_at) end < ${before}
        limit ${limit}
      )`,
  )
