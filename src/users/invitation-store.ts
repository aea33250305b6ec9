/** SQL of invitations. */
import { type Invitation } from '../../contract/invitations.ts'
import { type Role } from '../../contract/people.ts'
import { many, one, only, run, sql, type Tx } from '../db/db.ts'
import { type Paged } from '../db/paging.ts'

export type InvitationRow = {
  organisation_id: string
  id: string
  email: string
  role: Role
  state: 'pending' | 'accepted' | 'revoked'
  token_sha256: Buffer | null
  mail_state: 'due' | 'sent' | 'failed'
  mail_reason: string | null
  invited_by: string
  accepted_by: string | null
  expires_at: string
  accepted_at: string | null
  created_at: string
  updated_at: string
  version: number
}

const columns =
  sql.raw(`organisation_id, id, email, role, state, token_sha256, mail_state, mail_reason, invited_by,
             accepted_by, expires_at, accepted_at, created_at, updated_at, version`)

export const listInvitations = (
  tx: Tx,
  organisationId: string,
  state: Invitation['state'] | undefined,
  { after, limit }: Paged,
  now: Date,
): Promise<InvitationRow[]> =>
  many(
    tx,
    sql<InvitationRow>`
      select ${columns}
      from invitations
      where organisation_id = ${organisationId}
        and (${after}::text is null or id < ${after})
        ${state === undefined ? sql`` : sql`and state = ${state === 'expired' ? 'pending' : state}`}
        ${state === 'pending' ? sql`and expires_at > ${now}` : sql``}
        ${state === 'expired' ? sql`and expires_at <= ${now}` : sql``}
      order by id desc
      limit ${limit + 1}`,
  )

export const countPending = async (tx: Tx, organisationId: string): Promise<number> =>
  (
    await only<{ count: number }>(
      tx,
      sql`
        select count(*) as count
        from invitations
        where organisation_id = ${organisationId}
          and state = 'pending'`,
    )
  ).count

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
    sql<InvitationRow>`
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
    sql<InvitationRow>`
      select ${columns}
      from invitations
      where organisation_id = ${organisationId}
        and id = ${id}
      for update`,
  )

export const lockByToken = (tx: Tx, hash: Buffer): Promise<InvitationRow | undefined> =>
  one(
    tx,
    sql<InvitationRow>`
      select ${columns}
      from invitations
      where token_sha256 = ${hash}
      for update`,
  )

/** To be sent anew: until then no token opens it. */
export const makeDue = (
  tx: Tx,
  { organisation_id, id }: InvitationRow,
  expiresAt: Date,
  now: Date,
): Promise<InvitationRow> =>
  only(
    tx,
    sql<InvitationRow>`
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

/** What somebody may no longer hand out goes with his right to. @returns how many were waiting */
export const revokeOf = (tx: Tx, organisationId: string, userId: string, now: Date): Promise<number> =>
  run(
    tx,
    sql`
      update invitations
      set state = 'revoked',
          mail_due_at = null,
          version = version + 1,
          updated_at = ${now}
      where organisation_id = ${organisationId}
        and invited_by = ${userId}
        and state = 'pending'`,
  )

/** The hash stays, so that whoever comes with the link can be told what became of it. */
export const revoke = (tx: Tx, { organisation_id, id }: InvitationRow, now: Date): Promise<InvitationRow> =>
  only(
    tx,
    sql<InvitationRow>`
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

/** The active member of the directory under this address, unless a user is he already. */
export const freeMember = async (tx: Tx, organisationId: string, email: string): Promise<string | null> =>
  (
    await one<{ id: string }>(
      tx,
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
  )?.id ?? null

export type DueMail = {
  organisation_id: string
  id: string
  email: string
  role: Role
  attempts: number
  expires_at: string
  organisation: string
  locale: string
  time_zone: string
  inviter: string
}

/**
 * Takes one mail that is due for `leaseUntil`, under a new token. The token is kept before the mail goes: whoever reads it
 * has a link that works.
 */
export const claimMail = (tx: Tx, hash: Buffer, leaseUntil: Date, now: Date): Promise<DueMail | undefined> =>
  one(
    tx,
    sql<DueMail>`
      update invitations i
      set token_sha256 = ${hash},
          mail_due_at = ${leaseUntil}
      from organisations o, users u
      where (i.organisation_id, i.id) = (
          select organisation_id, id
          from invitations
          where mail_due_at <= ${now}
            and state = 'pending'
            and expires_at > ${now}
          order by mail_due_at
          limit 1
          for update skip locked)
        and o.id = i.organisation_id
        and u.organisation_id = i.organisation_id
        and u.id = i.invited_by
      returning i.organisation_id, i.id, i.email, i.role, i.mail_attempts as attempts, i.expires_at,
                o.name as organisation, o.locale, o.time_zone, u.name as inviter`,
  )

export type MailResult = {
  state: 'due' | 'sent' | 'failed'
  reason: string | null
  attempts: number
  dueAt: Date | null
}

/** What was sent again, or taken back, in the meantime stays as it is. */
export const settleMail = (
  tx: Tx,
  { organisation_id, id }: DueMail,
  hash: Buffer,
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
        and token_sha256 = ${hash}
        and state = 'pending'`,
  )

export const oldestDueMail = async (tx: Tx): Promise<string | null> =>
  (
    await only(
      tx,
      sql<{
        at: string | null
      }>`select min(mail_due_at) as at from invitations where mail_due_at is not null`,
    )
  ).at

/** Of a user in the directory who is about to be erased: no invitation names them any more, and no pending one works. */
export const forgetInvitationsOf = (
  tx: Tx,
  organisationId: string,
  memberId: string,
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
      from users u
      where u.organisation_id = ${organisationId}
        and u.member_id = ${memberId}
        and i.organisation_id = u.organisation_id
        and (i.accepted_by = u.id or lower(i.email) = lower(u.email))`,
  )
