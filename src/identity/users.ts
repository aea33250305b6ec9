/**
 * Users: people of an organisation, known by what an identity provider says of them (identities.ts).
 *
 * Nobody is linked by their address to a user who has signed in before. A newcomer becomes a user by an invitation
 * (src/users), or at their first sign-in:
 * - as the user whom the operator named in advance and who never signed in, or as the active member of the directory who
 *   has no user yet, if the provider says `email_verified: true` of the address;
 * - where an organisation's own provider says that they belong to it and newcomers join.
 * Somebody who is expected in several organisations must name one. What an organisation's provider says counts in it alone.
 */
import { type Role } from '../../contract/authority.ts'
import { type PersonActor, type Session } from '../actor.ts'
import { byPerson, recordAudit } from '../audit/audit.ts'
import { many, one, run, sql, textArray, type Tx } from '../db/db.ts'
import { nullable, type RowOf, shapeOf, text, timestamptz } from '../db/shape.ts'
import { users } from '../db/tables.ts'
import { newId } from '../ids.ts'
import { problem } from '../problem.ts'
import { keepingAnAdmin } from './admins.ts'
import { addIdentity, markSignedIn } from './identities.ts'
import { isRequiredOf } from './second-factor/factors.ts'

const userRow = shapeOf(users, ['organisation_id', 'id', 'role', 'status'])
type UserRow = RowOf<typeof userRow>

/** A user with the time of the last sign-in by one identity. */
const signedInRow = shapeOf(users, ['organisation_id', 'id', 'role', 'status'], {
  signed_in_at: nullable(timestamptz),
})
type SignedInUser = RowOf<typeof signedInRow>

/** The organisations in which a session counts; null: all. */
type Organisations = readonly string[] | null

/**
 * The user of a session in an organisation, or in the only one there is.
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
  const user =
    known[0] ?? (await link(tx, session, within, now)) ?? (await join(tx, session, organisationId, now))
  if (!user) throw problem('access_denied', { internal: 'not a user of this organisation' })
  if (user.status !== 'active') throw problem('access_denied', { internal: user.status })
  if (session.lacksSecondFactor && (await isRequiredOf(tx, user.organisation_id, user.id)))
    throw problem('second_factor_required', { detail: 'Sign in again and set up a second factor' })
  if (user.signed_in_at === null || new Date(user.signed_in_at) < session.signedInAt)
    await markSignedIn(tx, user.organisation_id, session)
  const { organisation_id: id, id: userId, role } = user
  return { kind: 'person', organisationId: id, userId, role, signedInAt: session.signedInAt }
}

export type Membership = { organisationId: string; role: Role }

/** Every organisation in which this session is an active user. */
export async function membershipsOf(tx: Tx, session: Session): Promise<Membership[]> {
  const known = await usersOf(tx, session, admittedTo(session, null))
  return known
    .filter(({ status }) => status === 'active')
    .map(({ organisation_id, role }) => ({ organisationId: organisation_id, role }))
}

function admittedTo({ admissions }: Session, organisationId: string | null): Organisations {
  if (admissions === null) return organisationId === null ? null : [organisationId]
  return admissions
    .filter((one) => one.proved && one.belongs)
    .map((one) => one.organisationId)
    .filter((id) => organisationId === null || id === organisationId)
}

const inAnyOf = (within: Organisations, column: string) =>
  within === null ? sql`true` : sql`${sql.raw(column)} = any (${textArray(within)})`

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
        and ${inAnyOf(within, 'i.organisation_id')}
      order by u.organisation_id`,
  )

/**
 * By the verified address: the user named in advance, else the member of the directory.
 * @throws organisation_required | access_denied
 */
async function link(
  tx: Tx,
  session: Session,
  within: Organisations,
  now: Date,
): Promise<SignedInUser | undefined> {
  if (!session.emailVerified || session.email === null || !foldsAsAscii(session.email)) return undefined
  const candidates = await candidatesFor(tx, session.email, session, within)
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

/**
 * Addresses are compared without regard to case, as the database folds it, which makes the Kelvin sign a k. So an address
 * with letters beyond ASCII counts only when it is in lower case.
 */
const foldsAsAscii = (email: string): boolean =>
  email.toLowerCase() === email.replaceAll(/[A-Z]/g, (letter) => letter.toLowerCase())

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

/** A user who never signed in, or a member of the directory who has no user (`user_id` is null). */
const candidateRow = shapeOf(users, ['organisation_id', 'member_id', 'name'], { user_id: nullable(text) })
type Candidate = RowOf<typeof candidateRow>

/** Where this identity is known already, the address finds nobody: one identity is one person in an organisation. */
const candidatesFor = (
  tx: Tx,
  email: string,
  { issuer, subject }: Session,
  within: Organisations,
): Promise<Candidate[]> =>
  many(
    tx,
    candidateRow,
    sql`
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
      select ${candidateRow.columns}, user_id
      from expected e
      where ${inAnyOf(within, 'e.organisation_id')}
        and not exists (
          select from identities i
          where i.issuer = ${issuer}
            and i.subject = ${subject}
            and i.organisation_id = e.organisation_id)`,
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

/** A user with their first identity; undefined where the identity, or the member, belongs to a user already. */
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
      values (${organisationId}, ${id}, ${session.email ?? `${id}@unknown.invalid`}, ${name}, ${role}, ${memberId},
              ${joinedBy}, ${now}, ${now})
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
  keepingAnAdmin(tx, organisationId, () =>
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
    ),
  )

/** A user whom an admin disabled stays disabled: programs that maintain the directory may not undo that. */
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

/**
 * For good: no sign-in finds the user any more, and no row here says who they were.
 * @returns how many users
 * @throws last_admin
 */
export const eraseUserOf = (tx: Tx, organisationId: string, memberId: string, now: Date): Promise<number> =>
  keepingAnAdmin(tx, organisationId, () =>
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
    ),
  )
