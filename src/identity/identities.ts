/**
 * Identities: by what (issuer, subject) a user of an organisation signs in. The pair is compared byte for byte and leads
 * to one user in an organisation. Addresses of an identity are shown and never looked up.
 */
import { many, one, run, sql, textArray, type Tx } from '../db/db.ts'
import { newId } from '../ids.ts'

export type IdentityRow = {
  id: string
  issuer: string
  subject: string
  user_id: string
  email: string | null
  created_at: string
  signed_in_at: string | null
}

const columns = sql.raw('id, issuer, subject, user_id, email, created_at, signed_in_at')

export type NewIdentity = {
  organisationId: string
  userId: string
  issuer: string
  subject: string
  email: string | null
  signedInAt: Date
}

/** @returns the identity, or undefined where it is somebody's in this organisation already */
export const addIdentity = (
  tx: Tx,
  { organisationId, userId, issuer, subject, email, signedInAt }: NewIdentity,
  now: Date,
): Promise<IdentityRow | undefined> =>
  one(
    tx,
    sql<IdentityRow>`
      insert into identities (organisation_id, id, issuer, subject, user_id, email, created_at, signed_in_at)
      values (${organisationId}, ${newId('identity')}, ${issuer}, ${subject}, ${userId}, ${email}, ${now}, ${signedInAt})
      on conflict do nothing
      returning ${columns}`,
  )

export const findIdentity = (
  tx: Tx,
  organisationId: string,
  { issuer, subject }: { issuer: string; subject: string },
): Promise<IdentityRow | undefined> =>
  one(
    tx,
    sql<IdentityRow>`
      select ${columns}
      from identities
      where issuer = ${issuer}
        and subject = ${subject}
        and organisation_id = ${organisationId}`,
  )

/** Oldest first. */
export const identitiesOf = (tx: Tx, organisationId: string, userId: string): Promise<IdentityRow[]> =>
  many(
    tx,
    sql<IdentityRow>`
      select ${columns}
      from identities
      where organisation_id = ${organisationId}
        and user_id = ${userId}
      order by created_at, id`,
  )

export const countIdentities = async (tx: Tx, organisationId: string, userId: string): Promise<number> =>
  (await identitiesOf(tx, organisationId, userId)).length

export const removeIdentity = (tx: Tx, organisationId: string, id: string): Promise<number> =>
  run(tx, sql`delete from identities where organisation_id = ${organisationId} and id = ${id}`)

/**
 * Whether a user could sign in by one of his identities, without the one or the issuer that is to go: at the provider of
 * the service, or at one of the organisation's that is proved.
 */
export const isWayIn = async (
  tx: Tx,
  organisationId: string,
  userId: string,
  operator: string,
  without: { identityId?: string; issuer?: string },
): Promise<boolean> =>
  (await one(
    tx,
    sql`
      select 1
      from identities i
      where i.organisation_id = ${organisationId}
        and i.user_id = ${userId}
        and i.id <> ${without.identityId ?? ''}
        and i.issuer <> ${without.issuer ?? ''}
        and (i.issuer = ${operator}
          or exists (
            select from identity_providers p
            where p.organisation_id = i.organisation_id
              and p.issuer = i.issuer
              and p.proved_at is not null))
      limit 1`,
  )) !== undefined

/** Keeps when somebody signed in, once a sign-in. */
export const markSignedIn = (
  tx: Tx,
  { issuer, subject, signedInAt }: { issuer: string; subject: string; signedInAt: Date },
  organisationIds: readonly string[],
): Promise<number> =>
  run(
    tx,
    sql`
      update identities
      set signed_in_at = ${signedInAt}
      where issuer = ${issuer}
        and subject = ${subject}
        and organisation_id = any (${textArray(organisationIds)})
        and (signed_in_at is null or signed_in_at < ${signedInAt})`,
  )
