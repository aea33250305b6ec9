/**
 * Users: people of an organisation, known by what an identity provider says of them (identities.ts).
 *
 * Nobody is linked by their address to a user who has signed in before. A newcomer becomes a user by an invitation
 * (src/users), or at their first sign-in:
 * - as the user whom the operator named in advance and who never signed in, or as the active member of the directory who
 *   has no user yet and is expected (expected.ts), if the provider says `email_verified: true` of the address;
 * - where an organisation's own provider says that they belong to it and newcomers join.
 * Somebody who is expected in several organisations must name one. What an organisation's provider says counts in it alone.
 */
import type { Role } from '../../contract/authority.ts'
import type { UserLanguage } from '../../contract/user-languages.ts'
import type { PersonActor, Session } from '../actor.ts'
import { byPerson, recordAudit } from '../audit/audit.ts'
import { many, one, run, sql, textArray, transaction, type Tx } from '../db/db.ts'
import { nullable, type RowOf, shapeOf, timestamptz } from '../db/shape.ts'
import { users } from '../db/tables.ts'
import { newId } from '../ids.ts'
import { problem } from '../problem.ts'
import { keepingAnAdmin } from './admins.ts'
import { changeUsers } from './changing-users.ts'
import { type Candidate, candidatesFor, hasBeenSentAway, type Organisations } from './expected.ts'
import { addIdentity, markSignedIn } from './identities.ts'
import { isRequiredOf } from './second-factor/factors.ts'

const userRow = shapeOf(users, ['organisation_id', 'id', 'role', 'status'])
type UserRow = RowOf<typeof userRow>

/** A user with the time of the last sign-in by one identity. */
const signedInRow = shapeOf(users, ['organisation_id', 'id', 'role', 'status'], {
  signed_in_at: nullable(timestamptz),
})
type SignedInUser = RowOf<typeof signedInRow>

/**
 * The user of a session in an organisation, or in the only one there is. Anyone who is known is found by one read; only a newcomer takes a
 * transaction.
 * @throws organisation_required  known or expected in several and none was named
 * @throws access_denied  unknown there, or disabled
 * @throws second_factor_required  the organisation requires one, and the embedded provider was not shown it
 */
export async function personOf(
  tx: Tx,
  session: Session,
  organisationId: string | null,
  now: Date,
): Promise<PersonActor> {
  const within = admittedTo(session, organisationId)
  if (within?.length === 0)
    throw problem('access_denied', { internal: 'the provider admits nobody to this organisation' })
  const known = (await usersOf(tx, session, within)).filter(
    ({ status }) => status === 'active' || organisationId !== null,
  )
  if (known.length > 1) throw problem('organisation_required')
  if (known.length === 1) return admitted(tx, session, known[0])
  return transaction(tx, async (inside) => {
    const user =
      (await link(inside, session, within, now)) ?? (await join(inside, session, organisationId, now))
    if (!user) throw problem('access_denied', { internal: 'not a user of this organisation' })
    return admitted(inside, session, user)
  })
}

/** @throws access_denied | second_factor_required */
async function admitted(tx: Tx, session: Session, user: SignedInUser): Promise<PersonActor> {
  if (user.status !== 'active') throw problem('access_denied', { internal: user.status })
  if (session.lacksSecondFactor && (await isRequiredOf(tx, user.organisation_id, user.id)))
    throw problem('second_factor_required', { detail: 'Sign in again and set up a second factor' })
  if (user.signed_in_at === null || new Date(user.signed_in_at) < session.signedInAt)
    await markSignedIn(tx, user.organisation_id, session)
  const { organisation_id: id, id: userId, role } = user
  return { kind: 'person', organisationId: id, userId, role, signedInAt: session.signedInAt }
}

export type Membership = { organisationId: string; role: Role | null; state: 'active' | 'expected' }

/** Every organisation in which this session is an active user, then those that expect it. */
export async function membershipsOf(tx: Tx, session: Session): Promise<Membership[]> {
  const within = admittedTo(session, null)
  const known = (await usersOf(tx, session, within)).filter(({ status }) => status === 'active')
  const expected = await candidatesFor(tx, session, within)
  return [
    ...known.map(({ organisation_id, role }) => ({
      organisationId: organisation_id,
      role,
      state: 'active' as const,
    })),
    ...[...new Set(expected.map(({ organisation_id }) => organisation_id))]
      .toSorted()
      .map((organisationId) => ({ organisationId, role: null, state: 'expected' as const })),
  ]
}

function admittedTo({ admissions }: Session, organisationId: string | null): Organisations {
  if (admissions === null) return organisationId === null ? null : [organisationId]
  return admissions
    .filter((one) => one.proved && one.belongs)
    .map((one) => one.organisationId)
    .filter((id) => organisationId === null || id === organisationId)
}

const usersOf = (tx: Tx, { issuer, subject }: Session, within: Organisations): Promise<SignedInUser[]> =>
  many(
    tx,
    signedInRow,
    sql`
      select ${signedInRow.of('u')}, i.signed_in_at
      from identities i
      join users u on u.organisation_id = i.organisation_id and u.id = i.user_id
      where i.issuer = ${issuer}
        and i.subject = ${subject}
        and ${within === null ? sql`true` : sql`i.organisation_id = any (${textArray(within)})`}
      order by u.organisation_id`,
  )

/**
 * By the verified address: the user named in advance, otherwise the member of the directory.
 * @throws organisation_required | access_denied
 */
async function link(
  tx: Tx,
  session: Session,
  within: Organisations,
  now: Date,
): Promise<SignedInUser | undefined> {
  const candidates = await candidatesFor(tx, session, within)
  const organisationIds = new Set(candidates.map(({ organisation_id }) => organisation_id))
  if (organisationIds.size > 1) throw problem('organisation_required')
  const [user, ...otherUsers] = candidates.filter(({ user_id }) => user_id !== null)
  const [member, ...otherMembers] = candidates.filter(({ user_id }) => user_id === null)
  if (otherUsers.length > 0 || otherMembers.length > 0)
    throw problem('access_denied', { internal: 'the address names several people' })
  const candidate = user ?? member
  // Nobody is expected, or another first sign-in of the same person has just linked the user.
  if (!candidate) return (await usersOf(tx, session, within)).at(0)
  const { organisation_id: organisationId, member_id: memberId, name } = candidate
  await lockFirstSignIn(tx, organisationId, session)
  // Another first sign-in of the same person was faster: its user counts.
  const [linked] = await usersOf(tx, session, [organisationId])
  if (linked) return linked
  return user
    ? linkUser(tx, session, { ...user, member_id: member?.member_id ?? null }, now)
    : newUser(tx, session, { organisationId, name, memberId, ...joinedBy(session, organisationId) }, now)
}

/** The provider that brings a newcomer in, and goes on saying whether they belong; their role by its claims. */
function joinedBy({ admissions }: Session, organisationId: string): Pick<NewUser, 'role' | 'joinedBy'> {
  const admission = admissions?.find((one) => one.organisationId === organisationId && one.joins)
  return { role: admission?.role ?? 'member', joinedBy: admission?.providerId ?? null }
}

/** First sign-ins of one identity, and of one address, go one after the other. */
const lockFirstSignIn = (
  tx: Tx,
  organisationId: string,
  { issuer, subject, email }: Session,
): Promise<number> =>
  run(
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

/** The row is guarded: a user named in advance is linked to one identity only. `member_id` is set unless the user has one. */
async function linkUser(
  tx: Tx,
  session: Session,
  { organisation_id, user_id, member_id }: Candidate,
  now: Date,
): Promise<SignedInUser | undefined> {
  const user = await one(
    tx,
    userRow,
    sql`
      update users u
      set name = case when name = email then coalesce(${session.name}, name) else name end,
          member_id = coalesce(member_id, ${member_id}),
          version = version + 1,
          updated_at = ${now}
      where organisation_id = ${organisation_id}
        and id = ${user_id}
        and status = 'active'
        and not exists (
          select from identities i
          where i.organisation_id = u.organisation_id
            and i.user_id = u.id)
      returning ${userRow.columns}`,
  )
  return user && (await addFirstIdentity(tx, user, session, now))
}

export type NewUser = {
  organisationId: string
  name: string
  memberId: string | null
  role: Role
  /** The organisation's provider that brought the user in by itself. */
  joinedBy: string | null
}

/**
 * A user with their first identity; undefined where the identity, or the member, belongs to a user already, or the member is not active any
 * more. The member is locked: whoever deactivates them at this moment finds their user.
 */
export async function newUser(
  tx: Tx,
  session: Session,
  { organisationId, name, memberId, role, joinedBy }: NewUser,
  now: Date,
): Promise<SignedInUser | undefined> {
  const id = newId('user')
  const user = await one(
    tx,
    userRow,
    sql`
      insert into users (organisation_id, id, email, name, role, member_id, joined_by, created_at, updated_at)
      select ${organisationId}, ${id}, ${session.email ?? `${id}@unknown.invalid`}, ${name}, ${role}, ${memberId},
             ${joinedBy}, ${now}::timestamptz, ${now}::timestamptz
      where ${memberId}::text is null
         or exists (
           select from members
           where organisation_id = ${organisationId}
             and id = ${memberId}
             and status = 'active'
           for share)
      on conflict do nothing
      returning ${userRow.columns}`,
  )
  return user && (await addFirstIdentity(tx, user, session, now))
}

/** Where the identity turns out to belong to another user, the refusal undoes what the transaction did before. */
async function addFirstIdentity(tx: Tx, user: UserRow, session: Session, now: Date): Promise<SignedInUser> {
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

/** Because the organisation's own provider says so; somebody who could join several must name one. */
async function join(
  tx: Tx,
  session: Session,
  organisationId: string | null,
  now: Date,
): Promise<SignedInUser | undefined> {
  const open = (session.admissions ?? [])
    .filter((one) => one.proved && one.belongs && one.joins)
    .map((one) => one.organisationId)
    .filter((id) => organisationId === null || id === organisationId)
  if (open.length > 1) throw problem('organisation_required')
  const [id] = open
  if (id === undefined) return undefined
  await lockFirstSignIn(tx, id, session)
  const [known] = await usersOf(tx, session, [id])
  if (known) return known
  if (session.email !== null && (await hasBeenSentAway(tx, id, session.email)))
    throw problem('access_denied', { internal: 'the access of this address has ended' })
  const name = session.name ?? session.email ?? 'Unknown'
  return newUser(tx, session, { organisationId: id, name, memberId: null, ...joinedBy(session, id) }, now)
}

/**
 * Ends the sign-in and the tokens of the user who is this member of the directory.
 * @returns whether there was one
 * @throws last_admin
 */
export const disableUserOf = async (
  tx: Tx,
  organisationId: string,
  memberId: string,
  now: Date,
): Promise<boolean> => (await disableUsersOf(tx, organisationId, [memberId], now)) > 0

/** Undoes `disableUserOf`. */
export const enableUserOf = async (
  tx: Tx,
  organisationId: string,
  memberId: string,
  now: Date,
): Promise<boolean> => (await enableUsersOf(tx, organisationId, [memberId], now)) > 0

/** @throws last_admin */
export const disableUsersOf = (
  tx: Tx,
  organisationId: string,
  memberIds: readonly string[],
  now: Date,
): Promise<number> =>
  keepingAnAdmin(tx, organisationId, async () => {
    const which = sql`member_id = any (${textArray(memberIds)}) and status <> 'disabled'`
    const set = sql`status = 'disabled', out_by_directory = true`
    return (await changeUsers(tx, { organisationId, which, set }, now)).length
  })

/** A user whom an admin disabled stays disabled: programs that maintain the directory may not undo that. */
export async function enableUsersOf(
  tx: Tx,
  organisationId: string,
  memberIds: readonly string[],
  now: Date,
): Promise<number> {
  const which = sql`member_id = any (${textArray(memberIds)}) and out_by_directory`
  const set = sql`status = 'active', out_by_directory = false`
  return (await changeUsers(tx, { organisationId, which, set }, now)).length
}

/**
 * For good: no sign-in finds the user any more, and no row here says who they were.
 * @returns how many users
 * @throws last_admin
 */
export const eraseUserOf = (tx: Tx, organisationId: string, memberId: string, now: Date): Promise<number> =>
  keepingAnAdmin(tx, organisationId, async () => {
    await run(
      tx,
      sql`
        delete from identities i
        using users u
        where u.organisation_id = ${organisationId}
          and u.member_id = ${memberId}
          and i.organisation_id = ${organisationId}
          and i.user_id = u.id`,
    )
    const which = sql`member_id = ${memberId} and email <> id || '@erased.invalid'`
    const set = sql`
      email = id || '@erased.invalid', name = 'Erased member', status = 'disabled', out_by_directory = false,
      language = null, time_zone = null`
    return (await changeUsers(tx, { organisationId, which, set }, now)).length
  })

/** The address that the user who is this member is shown with; signing in goes by the identity and not by it. */
export const moveAddressOfUser = (
  tx: Tx,
  { organisationId, memberId, email }: { organisationId: string; memberId: string; email: string },
  now: Date,
): Promise<number> =>
  run(
    tx,
    sql`
      update users
      set email = ${email},
          version = version + 1,
          updated_at = ${now}
      where organisation_id = ${organisationId}
        and member_id = ${memberId}
        and email <> ${email}`,
  )

/** How a user reads. No part of what admins change, so the version of the user stays. */
export const updateReading = (
  tx: Tx,
  { organisationId, userId }: { organisationId: string; userId: string },
  { language, timeZone }: { language: UserLanguage | null; timeZone: string | null },
): Promise<number> =>
  run(
    tx,
    sql`
      update users
      set language = ${language},
          time_zone = ${timeZone}
      where organisation_id = ${organisationId}
        and id = ${userId}`,
  )
