/**
 * The people whom an organisation expects: they become users by signing in with a verified address, without an invitation.
 *
 * A user whom the operator named in advance is expected. So is an active member of the directory: where the organisation has confirmed
 * domains, those at one of them; where it has none, those whose address an admin or the operator gave. Members whom only a program added
 * do not become users: otherwise a leaked secret would let outsiders in.
 */
import type { Session } from '../actor.ts'
import { exists, many, sql, textArray, type Tx } from '../db/db.ts'
import { nullable, type RowOf, shapeOf, text } from '../db/shape.ts'
import { users } from '../db/tables.ts'

/** The organisations in which a session counts; null: all. */
export type Organisations = readonly string[] | null

/**
 * Addresses are compared without regard to case. The database folds case so that the Kelvin sign becomes a k, so an address
 * with letters beyond ASCII counts only in lower case.
 */
export const foldsAsAscii = (email: string): boolean =>
  email.toLowerCase() === email.replaceAll(/[A-Z]/g, (letter) => letter.toLowerCase())

const domainOf = (email: string): string => email.slice(email.lastIndexOf('@') + 1).toLowerCase()

/** A user who never signed in, or a member of the directory who has no user (`user_id` is null). */
const candidateRow = shapeOf(users, ['organisation_id', 'member_id', 'name'], { user_id: nullable(text) })
export type Candidate = RowOf<typeof candidateRow>

/**
 * Whether somebody with this address has been deactivated in the directory or disabled: a provider that adds newcomers does not bring
 * them back with another account. An address that the provider did not verify counts too, because refusing is the safe choice.
 */
export const hasBeenSentAway = (tx: Tx, organisationId: string, email: string): Promise<boolean> =>
  exists(
    tx,
    sql`
      select 1
      from (
        select organisation_id, email
        from members
        where status = 'deactivated'
        union all
        select organisation_id, email
        from users
        where status = 'disabled'
      ) away
      where organisation_id = ${organisationId}
        and lower(email) = lower(${email})
      limit 1`,
  )

/**
 * If this identity is already known, the address finds nobody: one identity is one person in an organisation.
 * An organisation whose own provider adds newcomers expects everybody who belongs to it, according to that provider. A user named in advance
 * is linked with the member of the same address, whoever added that member. Nobody whose access has ended can return with another account.
 */
export async function candidatesFor(
  tx: Tx,
  { email, emailVerified, issuer, subject, admissions }: Session,
  within: Organisations,
): Promise<Candidate[]> {
  if (!emailVerified || email === null || !foldsAsAscii(email)) return []
  const joining = (admissions ?? []).filter(({ joins }) => joins).map(({ organisationId }) => organisationId)
  const isUnknownIn = (alias: string) => sql`
    not exists (
      select from identities own
      where own.issuer = ${issuer}
        and own.subject = ${subject}
        and own.organisation_id = ${sql.ref(alias)}.organisation_id)`
  return many(
    tx,
    candidateRow,
    sql`
      with named as (
        select organisation_id, id as user_id, member_id, name
        from users u
        where lower(email) = lower(${email})
          and status = 'active'
          and not exists (
            select from identities i
            where i.organisation_id = u.organisation_id
              and i.user_id = u.id)
          and ${isUnknownIn('u')}
      ), expected as (
        select organisation_id, user_id, member_id, name
        from named
        union all
        select organisation_id, null::text, id, name
        from members m
        where lower(email) = lower(${email})
          and email is not null
          and status = 'active'
          and (organisation_id = any (${textArray(joining)})
            or organisation_id in (select n.organisation_id from named n)
            or case
                 when exists (
                   select from organisation_domains d
                   where d.organisation_id = m.organisation_id
                     and d.confirmed_at is not null)
                 then exists (
                   select from organisation_domains d
                   where d.organisation_id = m.organisation_id
                     and d.domain = ${domainOf(email)}
                     and d.confirmed_at is not null)
                 else not address_by_program
               end)
          and not exists (
            select from users u
            where u.organisation_id = m.organisation_id
              and (u.member_id = m.id or (lower(u.email) = lower(m.email) and u.status <> 'active')))
          and ${isUnknownIn('m')}
      )
      select ${candidateRow.columns}, user_id
      from expected e
      where ${within === null ? sql`true` : sql`e.organisation_id = any (${textArray(within)})`}`,
  )
}
