/**
 * Identities: the pairs (issuer, subject) by which a user of an organisation signs in. A pair is compared byte for byte and
 * leads to one user in an organisation. Addresses of an identity are shown and never looked up.
 */
import { exists, many, one, only, type Query, run, sql, type Tx } from '../db/db.ts'
import { type RowOf, shapeOf } from '../db/shape.ts'
import { identities, users } from '../db/tables.ts'
import { newId } from '../ids.ts'

const identityRow = shapeOf(identities, [
  'id',
  'issuer',
  'subject',
  'user_id',
  'email',
  'created_at',
  'signed_in_at',
])
export type IdentityRow = RowOf<typeof identityRow>

export type NewIdentity = {
  organisationId: string
  userId: string
  issuer: string
  subject: string
  email: string | null
  signedInAt: Date
}

/** @returns the identity, or undefined where it belongs to a user of this organisation already */
export const addIdentity = (
  tx: Tx,
  { organisationId, userId, issuer, subject, email, signedInAt }: NewIdentity,
  now: Date,
): Promise<IdentityRow | undefined> =>
  one(
    tx,
    identityRow,
    sql`
      insert into identities (organisation_id, id, issuer, subject, user_id, email, created_at, signed_in_at)
      values (${organisationId}, ${newId('identity')}, ${issuer}, ${subject}, ${userId}, ${email}, ${now}, ${signedInAt})
      on conflict do nothing
      returning ${identityRow.columns}`,
  )

export const findIdentity = (
  tx: Tx,
  organisationId: string,
  { issuer, subject }: { issuer: string; subject: string },
): Promise<IdentityRow | undefined> =>
  one(
    tx,
    identityRow,
    sql`
      select ${identityRow.columns}
      from identities
      where issuer = ${issuer}
        and subject = ${subject}
        and organisation_id = ${organisationId}`,
  )

/** Oldest first. */
export const identitiesOf = (tx: Tx, organisationId: string, userId: string): Promise<IdentityRow[]> =>
  many(
    tx,
    identityRow,
    sql`
      select ${identityRow.columns}
      from identities
      where organisation_id = ${organisationId}
        and user_id = ${userId}
      order by created_at, id`,
  )

export const countIdentities = async (tx: Tx, organisationId: string, userId: string): Promise<number> =>
  (await identitiesOf(tx, organisationId, userId)).length

export const removeIdentity = (tx: Tx, organisationId: string, id: string): Promise<number> =>
  run(tx, sql`delete from identities where organisation_id = ${organisationId} and id = ${id}`)

/** Before a change of how a user may sign in: of two at once the second sees what the first left. */
export const lockUser = (
  tx: Tx,
  { organisationId, userId }: { organisationId: string; userId: string },
): Promise<unknown> =>
  only(
    tx,
    shapeOf(users, ['id']),
    sql`
      select id
      from users
      where organisation_id = ${organisationId}
        and id = ${userId}
      for update`,
  )

/**
 * Whether somebody can sign in by identity `i`: by the provider of the service, or by a proved one of the organisation.
 * @param operator  the name under which identities of the service's own provider are recorded
 * @param organisationId  where it is known, so that the statement stays within it
 */
export const signsIn = (operator: string, organisationId: Query = sql`i.organisation_id`): Query => sql`
  (i.issuer = ${operator}
    or exists (
      select from identity_providers p
      where p.organisation_id = ${organisationId}
        and p.issuer = i.issuer
        and p.proved_at is not null))`

/**
 * Whether a user, who is locked, could sign in by one of their other identities, without the identity or the issuer that is to go.
 * @param operator  the name under which identities of the service's own provider are recorded
 */
export const canSignInWithout = (
  tx: Tx,
  { organisationId, userId }: { organisationId: string; userId: string },
  operator: string,
  without: { identityId?: string; issuer?: string },
): Promise<boolean> =>
  exists(
    tx,
    sql`
      select 1
      from identities i
      where i.organisation_id = ${organisationId}
        and i.user_id = ${userId}
        and i.id <> ${without.identityId ?? ''}
        and i.issuer <> ${without.issuer ?? ''}
        and ${signsIn(operator, sql`${organisationId}`)}
      limit 1`,
  )

/** Records when somebody signed in, once a sign-in. */
export const markSignedIn = (
  tx: Tx,
  organisationId: string,
  { issuer, subject, signedInAt }: { issuer: string; subject: string; signedInAt: Date },
): Promise<number> =>
  run(
    tx,
    sql`
      update identities
      set signed_in_at = ${signedInAt}
      where issuer = ${issuer}
        and subject = ${subject}
        and organisation_id = ${organisationId}
        and (signed_in_at is null or signed_in_at < ${signedInAt})`,
  )
