/**
 * Users: people known by the identity provider, each in one organisation.
 *
 * The key of a person is (issuer, subject), byte for byte. An address links only at the first sign-in, only when the
 * provider says `email_verified: true`, and only to somebody who is expected: a user who was named in advance and never
 * signed in, or an active member of the directory who has no user yet. Whoever is expected in several organisations must
 * name one. An identity that is linked is never linked anew in the same organisation.
 */
import { type PersonActor, type Role, type Session } from '../actor.ts'
import { many, one, run, sql, textArray, type Tx } from '../db/db.ts'
import { newId } from '../ids.ts'
import { problem } from '../problem.ts'

type User = { organisation_id: string; id: string; role: Role; status: 'active' | 'disabled' }

/**
 * Who this session is in an organisation, or in the only one there is.
 * @throws organisation_required  known or expected in several and none was named
 * @throws access_denied  unknown there, or disabled
 */
export async function personOf(
  tx: Tx,
  session: Session,
  organisationId: string | null,
  now: Date,
): Promise<PersonActor> {
  const known = (await usersOf(tx, session, organisationId)).filter(
    ({ status }) => status === 'active' || organisationId !== null,
  )
  if (known.length > 1) throw problem('organisation_required')
  const user = known[0] ?? (await link(tx, session, organisationId, now))
  if (!user) throw problem('access_denied', { internal: 'nobody of this organisation' })
  if (user.status !== 'active') throw problem('access_denied', { internal: 'disabled' })
  return { kind: 'person', organisationId: user.organisation_id, userId: user.id, role: user.role }
}

const usersOf = (tx: Tx, { issuer, subject }: Session, organisationId: string | null): Promise<User[]> =>
  many(
    tx,
    sql<User>`
      select organisation_id, id, role, status
      from users
      where issuer = ${issuer}
        and subject = ${subject}
        and (${organisationId}::text is null or organisation_id = ${organisationId})`,
  )

type Expected = { organisation_id: string; user_id: string | null; member_id: string | null; name: string }

async function link(
  tx: Tx,
  session: Session,
  organisationId: string | null,
  now: Date,
): Promise<User | undefined> {
  if (!session.emailVerified || session.email === null) return undefined
  const expected = await expectedUnder(tx, session.email, session, organisationId)
  const organisations = new Set(expected.map(({ organisation_id }) => organisation_id))
  if (organisations.size > 1) throw problem('organisation_required')
  const awaited = expected.filter(({ user_id }) => user_id !== null)
  const members = expected.filter(({ user_id }) => user_id === null)
  if (awaited.length > 1 || members.length > 1)
    throw problem('access_denied', { internal: 'the address names several' })
  const linked = awaited[0]
    ? await linkAwaited(tx, session, awaited[0], members[0], now)
    : members[0] && (await linkMember(tx, session, members[0], now))
  // Another first sign-in of the same person may have been faster: then it stands by now.
  return linked ?? (await usersOf(tx, session, [...organisations][0] ?? organisationId))[0]
}

/** Where this identity is linked already, the address finds nobody: one identity is one person in an organisation. */
const expectedUnder = (
  tx: Tx,
  email: string,
  { issuer, subject }: Session,
  organisationId: string | null,
): Promise<Expected[]> =>
  many(
    tx,
    sql<Expected>`
      with expected as (
        select organisation_id, id as user_id, member_id, name
        from users
        where lower(email) = lower(${email})
          and subject is null
          and status = 'active'
        union all
        select organisation_id, null, id, name
        from members m
        where lower(email) = lower(${email})
          and email is not null
          and status = 'active'
          and not exists (
            select from users u
            where u.organisation_id = m.organisation_id
              and u.member_id = m.id)
      )
      select organisation_id, user_id, member_id, name
      from expected e
      where (${organisationId}::text is null or organisation_id = ${organisationId})
        and not exists (
          select from users u
          where u.issuer = ${issuer}
            and u.subject = ${subject}
            and u.organisation_id = e.organisation_id)`,
  )

const linkAwaited = (
  tx: Tx,
  { issuer, subject, name }: Session,
  awaited: Expected,
  member: Expected | undefined,
  now: Date,
): Promise<User | undefined> =>
  one(
    tx,
    sql<User>`
      update users
      set issuer = ${issuer},
          subject = ${subject},
          name = case when name = email then coalesce(${name}, name) else name end,
          member_id = coalesce(member_id, ${member?.member_id ?? null}),
          updated_at = ${now}
      where organisation_id = ${awaited.organisation_id}
        and id = ${awaited.user_id}
        and subject is null
      returning organisation_id, id, role, status`,
  )

const linkMember = (
  tx: Tx,
  { issuer, subject, email }: Session,
  member: Expected,
  now: Date,
): Promise<User | undefined> =>
  one(
    tx,
    sql<User>`
      insert into users (organisation_id, id, issuer, subject, email, name, role, member_id, created_at, updated_at)
      values (${member.organisation_id}, ${newId('user')}, ${issuer}, ${subject}, ${email}, ${member.name}, 'member',
              ${member.member_id}, ${now}, ${now})
      on conflict do nothing
      returning organisation_id, id, role, status`,
  )

/** Ends the sign-in and the tokens of whoever is this member of the directory. @returns whether there was such a user */
export const disableUserOf = async (
  tx: Tx,
  organisationId: string,
  memberId: string,
  now: Date,
): Promise<boolean> => (await disableUsersOf(tx, organisationId, [memberId], now)) > 0

/** The way back from `disableUserOf`. */
export const enableUserOf = async (
  tx: Tx,
  organisationId: string,
  memberId: string,
  now: Date,
): Promise<boolean> => (await enableUsersOf(tx, organisationId, [memberId], now)) > 0

export const disableUsersOf = (
  tx: Tx,
  organisationId: string,
  memberIds: readonly string[],
  now: Date,
): Promise<number> => setStatus(tx, organisationId, memberIds, 'disabled', now)

export const enableUsersOf = (
  tx: Tx,
  organisationId: string,
  memberIds: readonly string[],
  now: Date,
): Promise<number> => setStatus(tx, organisationId, memberIds, 'active', now)

const setStatus = (
  tx: Tx,
  organisationId: string,
  memberIds: readonly string[],
  status: string,
  now: Date,
): Promise<number> =>
  run(
    tx,
    sql`
      update users
      set status = ${status},
          updated_at = ${now}
      where organisation_id = ${organisationId}
        and member_id = any (${textArray(memberIds)})
        and status <> ${status}`,
  )

/** For good: signing in finds nobody any more, and nothing here knows who it was. @returns how many users */
export const eraseUserOf = (tx: Tx, organisationId: string, memberId: string, now: Date): Promise<number> =>
  run(
    tx,
    sql`
      update users
      set issuer = null,
          subject = null,
          email = id || '@erased.invalid',
          name = 'Erased member',
          status = 'disabled',
          updated_at = ${now}
      where organisation_id = ${organisationId}
        and member_id = ${memberId}
        and email <> id || '@erased.invalid'`,
  )
