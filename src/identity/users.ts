/**
 * Users: people of an organisation, known by what an identity provider says of them (identities.ts).
 *
 * Nobody is linked to a user who has signed in before by his address. A newcomer becomes a user by an invitation
 * (src/users), or at his first sign-in:
 * - as the user whom the operator named in advance and who never signed in, or as the active member of the directory who
 *   has no user yet, if the provider says `email_verified: true` of the address;
 * - where an organisation's own provider says that he belongs to it and newcomers join.
 * Whoever is expected in several organisations must name one. What an organisation's provider says counts in it alone.
 */
import { type Admission, type PersonActor, type Role, type Session } from '../actor.ts'
import { byPerson, recordAudit } from '../audit/audit.ts'
import { many, one, run, sql, textArray, type Tx } from '../db/db.ts'
import { newId } from '../ids.ts'
import { problem } from '../problem.ts'
import { addIdentity, markSignedIn } from './identities.ts'

type User = {
  organisation_id: string
  id: string
  role: Role
  status: 'active' | 'disabled' | 'left'
  signed_in_at: string | null
}

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
  const within = admittedTo(session, organisationId)
  if (within?.length === 0) throw problem('access_denied', { internal: 'its provider lets nobody in there' })
  const known = (await usersOf(tx, session, within)).filter(
    ({ status }) => status === 'active' || organisationId !== null,
  )
  if (known.length > 1) throw problem('organisation_required')
  const user =
    known[0] ?? (await link(tx, session, within, now)) ?? (await join(tx, session, organisationId, now))
  if (!user) throw problem('access_denied', { internal: 'nobody of this organisation' })
  if (user.status !== 'active') throw problem('access_denied', { internal: user.status })
  if (user.signed_in_at === null || new Date(user.signed_in_at) < session.signedInAt)
    await markSignedIn(tx, session, [user.organisation_id])
  return { kind: 'person', organisationId: user.organisation_id, userId: user.id, role: user.role }
}

/** Every organisation in which this session is an active user. */
export const knownIn = async (
  tx: Tx,
  session: Session,
): Promise<{ organisationId: string; userId: string; role: Role }[]> =>
  (await usersOf(tx, session, admittedTo(session, null)))
    .filter(({ status }) => status === 'active')
    .map(({ organisation_id, id, role }) => ({ organisationId: organisation_id, userId: id, role }))

/** The organisations that this session counts in; null: in any. */
function admittedTo({ admissions }: Session, organisationId: string | null): string[] | null {
  if (admissions === null) return organisationId === null ? null : [organisationId]
  return admissions
    .filter((one) => one.proved && one.belongs)
    .map((one) => one.organisationId)
    .filter((id) => organisationId === null || id === organisationId)
}

const inAnyOf = (within: readonly string[] | null, column: string) =>
  within === null ? sql`true` : sql`${sql.raw(column)} = any (${textArray(within)})`

const usersOf = (tx: Tx, { issuer, subject }: Session, within: readonly string[] | null): Promise<User[]> =>
  many(
    tx,
    sql<User>`
      select u.organisation_id, u.id, u.role, u.status, i.signed_in_at
      from identities i
      join users u on u.organisation_id = i.organisation_id and u.id = i.user_id
      where i.issuer = ${issuer}
        and i.subject = ${subject}
        and ${inAnyOf(within, 'i.organisation_id')}
      order by u.organisation_id`,
  )

type Expected = { organisation_id: string; user_id: string | null; member_id: string | null; name: string }

async function link(
  tx: Tx,
  session: Session,
  within: readonly string[] | null,
  now: Date,
): Promise<User | undefined> {
  if (!session.emailVerified || session.email === null || !isFoldedSafely(session.email)) return undefined
  const expected = await expectedUnder(tx, session.email, session, within)
  const organisations = new Set(expected.map(({ organisation_id }) => organisation_id))
  if (organisations.size > 1) throw problem('organisation_required')
  const awaited = expected.filter(({ user_id }) => user_id !== null)
  const members = expected.filter(({ user_id }) => user_id === null)
  if (awaited.length > 1 || members.length > 1)
    throw problem('access_denied', { internal: 'the address names several' })
  // Nobody, or another first sign-in of the same person has just taken the place.
  if (expected.length === 0) return (await usersOf(tx, session, within))[0]
  await takePlace(tx, [...organisations][0], session)
  const found = await usersOf(tx, session, [...organisations])
  // Another first sign-in of the same person was faster: it stands.
  if (found.length > 0) return found[0]
  return awaited[0]
    ? linkAwaited(tx, session, awaited[0], members[0], now)
    : newUser(
        tx,
        session,
        {
          organisationId: members[0].organisation_id,
          name: members[0].name,
          memberId: members[0].member_id,
          ...broughtBy(session, members[0].organisation_id),
        },
        now,
      )
}

/** Of a newcomer: the provider that goes on saying whether he belongs, where it is one that brings people in. */
function broughtBy({ admissions }: Session, organisationId: string): Pick<NewUser, 'role' | 'joinedBy'> {
  const by = admissions?.find((one) => one.organisationId === organisationId && one.joins)
  return { role: by?.role ?? 'member', joinedBy: by?.providerId ?? null }
}

/**
 * Addresses are compared without regard to case, as the database folds it, which makes the Kelvin sign a k. So an address
 * with letters beyond ASCII counts only as it stands in lower case.
 */
const isFoldedSafely = (email: string): boolean =>
  email.toLowerCase() === email.replaceAll(/[A-Z]/g, (letter) => letter.toLowerCase())

/** First sign-ins of one identity, and of one address, go one after the other. */
const takePlace = (tx: Tx, organisationId: string, { issuer, subject, email }: Session): Promise<unknown> =>
  many(
    tx,
    sql`
      select pg_advisory_xact_lock(hashtextextended(key, 0))
      from unnest(${textArray(
        [
          `identity ${organisationId} ${issuer} ${subject}`,
          ...(email ? [`address ${organisationId} ${email.toLowerCase()}`] : []),
        ].toSorted(),
      )}) with ordinality as keys (key, place)
      order by place`,
  )

/** Where this identity is known already, the address finds nobody: one identity is one person in an organisation. */
const expectedUnder = (
  tx: Tx,
  email: string,
  { issuer, subject }: Session,
  within: readonly string[] | null,
): Promise<Expected[]> =>
  many(
    tx,
    sql<Expected>`
      with expected as (
        select organisation_id, id as user_id, member_id, name
        from users u
        where lower(email) = lower(${email})
          and status = 'active'
          and not exists (
            select from identities i
            where i.organisation_id = u.organisation_id
              and i.user_id = u.id)
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
      where ${inAnyOf(within, 'e.organisation_id')}
        and not exists (
          select from identities i
          where i.issuer = ${issuer}
            and i.subject = ${subject}
            and i.organisation_id = e.organisation_id)`,
  )

/** The row is guarded: whoever was named in advance is taken by one identity. */
async function linkAwaited(
  tx: Tx,
  session: Session,
  awaited: Expected,
  member: Expected | undefined,
  now: Date,
): Promise<User | undefined> {
  const user = await one(
    tx,
    sql<User>`
      update users u
      set name = case when name = email then coalesce(${session.name}, name) else name end,
          member_id = coalesce(member_id, ${member?.member_id ?? null}),
          version = version + 1,
          updated_at = ${now}
      where organisation_id = ${awaited.organisation_id}
        and id = ${awaited.user_id}
        and status = 'active'
        and not exists (
          select from identities i
          where i.organisation_id = u.organisation_id
            and i.user_id = u.id)
      returning organisation_id, id, role, status, null as signed_in_at`,
  )
  return user && (await identify(tx, user, session, now))
}

export type NewUser = {
  organisationId: string
  name: string
  memberId: string | null
  role: Role
  /** The organisation's provider that brought him in by itself. */
  joinedBy: string | null
}

/** A user with his first identity; undefined where the identity, or the member, is somebody's already. */
export async function newUser(
  tx: Tx,
  session: Session,
  { organisationId, name, memberId, role, joinedBy }: NewUser,
  now: Date,
): Promise<User | undefined> {
  const id = newId('user')
  const user = await one(
    tx,
    sql<User>`
      insert into users (organisation_id, id, email, name, role, member_id, joined_by, created_at, updated_at)
      values (${organisationId}, ${id}, ${session.email ?? `${id}@unknown.invalid`}, ${name}, ${role}, ${memberId},
              ${joinedBy}, ${now}, ${now})
      on conflict do nothing
      returning organisation_id, id, role, status, null as signed_in_at`,
  )
  return user && (await identify(tx, user, session, now))
}

/** Nothing of what was done before stands where the identity turns out to be somebody's. */
async function identify(tx: Tx, user: User, session: Session, now: Date): Promise<User> {
  const { issuer, subject, email, signedInAt } = session
  const { organisation_id: organisationId, id: userId, role } = user
  const identity = await addIdentity(tx, { organisationId, userId, issuer, subject, email, signedInAt }, now)
  if (!identity) throw problem('access_denied', { internal: 'the identity is somebody else’s' })
  await recordAudit(tx, {
    organisationId,
    actor: byPerson(userId),
    action: 'person.joined',
    target: userId,
    detail: { role },
    at: now,
  })
  return { ...user, signed_in_at: signedInAt.toISOString() }
}

/** By the word of the organisation's own provider; whoever could join several must name one. */
async function join(
  tx: Tx,
  session: Session,
  organisationId: string | null,
  now: Date,
): Promise<User | undefined> {
  const open = (session.admissions ?? []).filter(
    (one): one is Admission =>
      one.proved &&
      one.belongs &&
      one.joins &&
      (organisationId === null || one.organisationId === organisationId),
  )
  if (open.length > 1) throw problem('organisation_required')
  const [admission] = open
  if (!admission) return undefined
  await takePlace(tx, admission.organisationId, session)
  const [known] = await usersOf(tx, session, [admission.organisationId])
  return (
    known ??
    newUser(
      tx,
      session,
      {
        organisationId: admission.organisationId,
        name: session.name ?? session.email ?? 'Unknown',
        memberId: null,
        ...broughtBy(session, admission.organisationId),
      },
      now,
    )
  )
}

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
): Promise<number> =>
  run(
    tx,
    sql`
      update users
      set status = 'disabled',
          out_by_directory = true,
          version = version + 1,
          updated_at = ${now}
      where organisation_id = ${organisationId}
        and member_id = any (${textArray(memberIds)})
        and status <> 'disabled'`,
  )

/** Whom an admin disabled stays out: programs that keep the directory may not undo that. */
export const enableUsersOf = (
  tx: Tx,
  organisationId: string,
  memberIds: readonly string[],
  now: Date,
): Promise<number> =>
  run(
    tx,
    sql`
      update users
      set status = 'active',
          out_by_directory = false,
          version = version + 1,
          updated_at = ${now}
      where organisation_id = ${organisationId}
        and member_id = any (${textArray(memberIds)})
        and out_by_directory`,
  )

/** For good: signing in finds nobody any more, and nothing here knows who it was. @returns how many users */
export const eraseUserOf = (tx: Tx, organisationId: string, memberId: string, now: Date): Promise<number> =>
  run(
    tx,
    sql`
      with gone as (
        delete from identities i
        using users u
        where u.organisation_id = ${organisationId}
          and u.member_id = ${memberId}
          and i.organisation_id = u.organisation_id
          and i.user_id = u.id
      )
      update users
      set email = id || '@erased.invalid',
          name = 'Erased member',
          status = 'disabled',
          out_by_directory = false,
          version = version + 1,
          updated_at = ${now}
      where organisation_id = ${organisationId}
        and member_id = ${memberId}
        and email <> id || '@erased.invalid'`,
  )
