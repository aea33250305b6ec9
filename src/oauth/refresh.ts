/**
 * Refresh tokens: 256 bits, stored as SHA-256, each valid for one use. A family is all tokens that came of one code, one after
 * the other: dead after 30 days without use, after a year in any case, and at once with its grant, its application, its user, or
 * the secret that it was issued with.
 *
 * Rotating marks the token and inserts its successor and an access token in one transaction, so of any number of racing
 * requests one wins. Not in one statement: on divided tables, what one part of it returns to another would pass through all servers (note 112). A second request within ten seconds (two at once, a reply lost on the way) gets the same reply, and no
 * secret is stored for that: successor and access token are computed from the token in the request and a random salt that the
 * winner left in its row. Neither the token nor the row alone reveals them. A spent token that is used later has been seen by
 * two programs: the family ends, and with it its access tokens.
 * Sources: RFC 6749 §6 and §10.4, RFC 9700 §4.14.
 */
import { randomBytes } from 'node:crypto'
import { limits } from '../../contract/limits.ts'
import { roles } from '../../contract/authority.ts'
import { scopesOfRole } from '../../contract/role-scopes.ts'
import { offlineAccess, registeredScopeNames } from '../../contract/scopes.ts'
import type { Audience } from '../actor.ts'
import { byApplication, recordAudit } from '../audit/audit.ts'
import { announceAccess } from '../db/access-changes.ts'
import { type Db, one, run, sql, textArray, textArrayOrNull, type Tx } from '../db/db.ts'
import { bool, bytea, nullable, type RowOf, shapeOf, text } from '../db/shape.ts'
import { refreshFamilies } from '../db/tables.ts'
import { recordEvent } from '../events/events.ts'
import { isSecret, secretFrom, sha256 } from '../ids.ts'
import { readToken, tokenExpiresAt, tokenReply } from './access-tokens.ts'
import type { TokenReply } from '../../contract/oauth-endpoints.ts'
import type { AuthenticatedClient } from './client-authentication.ts'
import type { Client } from './clients.ts'
import type { OAuthErrorCode } from '../../contract/oauth-errors.ts'
import { oauthError } from './oauth-error.ts'

const after = (now: Date, seconds: number): Date => new Date(now.getTime() + seconds * 1000)

export const refreshExpiresAt = (now: Date): Date => after(now, limits.refreshIdleSeconds)
export const familyExpiresAt = (now: Date): Date => after(now, limits.refreshFamilySeconds)

/** The scopes with which each role can do something: what somebody has lost with a role is not granted again before they have it back. */
const scopesOfRoles = JSON.stringify(
  Object.fromEntries(roles.map((role) => [role, scopesOfRole(registeredScopeNames, role)])),
)

export type RefreshRequest = { refreshToken: string; scope: string | undefined; audience: Audience | null }

const rotatedRow = shapeOf(
  refreshFamilies,
  ['user_id', 'grant_id', 'signed_in_at', 'ends_at', 'scopes', 'audience'],
  { family_id: text },
)
type Rotated = RowOf<typeof rotatedRow>

type Rotation = Omit<RefreshRequest, 'refreshToken'> & { readonly token: Buffer; readonly salt: Buffer }

/** Fewer scopes than were granted, never more: neither than the application may ask for now, nor than the role of the user can do something with. */
const rotate = (
  tx: Tx,
  { organisationId, applicationId }: Client,
  { token, salt, scope, audience }: Rotation,
  now: Date,
): Promise<Rotated | undefined> => {
  const wanted = textArrayOrNull(scope?.split(' ') ?? null)
  return one(
    tx,
    rotatedRow,
    sql`
      update refresh_tokens t
      set rotated_at = ${now},
          successor_salt = ${salt}
      from refresh_families f, applications a, users u, grants g
      where t.token_sha256 = ${token}
        and t.organisation_id = ${organisationId}
        and t.rotated_at is null
        and t.expires_at > ${now}
        and f.organisation_id = t.organisation_id
        and f.id = t.family_id
        and f.application_id = ${applicationId}
        and f.revoked_at is null
        and f.ends_at > ${now}
        and (${wanted} is null or f.scopes @> ${wanted})
        and (${audience}::text is null or f.audience is null or f.audience = ${audience})
        and a.organisation_id = f.organisation_id
        and a.id = f.application_id
        and a.status = 'active'
        and ${offlineAccess} = any (a.scopes)
        and u.organisation_id = f.organisation_id
        and u.id = f.user_id
        and u.status = 'active'
        and g.organisation_id = f.organisation_id
        and g.id = f.grant_id
        and g.revoked_at is null
        and not exists (
          select from application_secrets s
          where s.organisation_id = f.organisation_id
            and s.application_id = f.application_id
            and s.id = f.secret_id
            and s.compromised_at is not null)
      returning f.id as family_id, f.user_id, f.grant_id, f.signed_in_at, f.ends_at, coalesce(f.audience, ${audience}) as audience,
                array(
                  select scope
                  from unnest(f.scopes) with ordinality as granted (scope, place)
                  where scope = any (a.scopes)
                    and ${scopesOfRoles}::jsonb -> u.role ? scope
                    and (${wanted} is null or scope = any (${wanted}))
                  order by place) as scopes`,
  )
}

/** @throws OAuthError  invalid_grant | invalid_scope */
export async function refresh(
  db: Pick<Db, 'named' | 'transaction'>,
  authenticated: AuthenticatedClient,
  { refreshToken, scope, audience }: RefreshRequest,
  now: Date,
): Promise<TokenReply> {
  if (!isSecret('rt', refreshToken)) throw invalidGrant()
  const { client } = authenticated
  const salt = randomBytes(32)
  const next = successorsOf(client, refreshToken, salt)
  const rotation = { token: sha256(refreshToken), salt, scope, audience }
  const scopes = await db.transaction(async (tx) => {
    const rotated = await rotate(tx, client, rotation, now)
    if (rotated) await insertNext(tx, authenticated, { ...rotated, ...next }, now)
    return rotated?.scopes
  })
  if (scopes) return tokenReply(next.accessToken, scopes, next.refreshToken)
  return repeatReply(db, client, { refreshToken, scope, audience }, now)
}

type Next = Rotated & ReturnType<typeof successorsOf>

async function insertNext(
  tx: Tx,
  { client: { organisationId, applicationId }, secretId }: AuthenticatedClient,
  { refreshToken, accessToken, family_id, ...family }: Next,
  now: Date,
): Promise<void> {
  await run(
    tx,
    sql`
      insert into refresh_tokens (token_sha256, organisation_id, family_id, created_at, expires_at)
      values (${sha256(refreshToken)}, ${organisationId}, ${family_id}, ${now},
              least(${refreshExpiresAt(now)}::timestamptz, ${family.ends_at}::timestamptz))`,
  )
  await run(
    tx,
    sql`
      insert into access_tokens (token_sha256, organisation_id, application_id, user_id, grant_id, family_id, secret_id, scopes,
                                 audience, signed_in_at, created_at, expires_at)
      values (${sha256(accessToken)}, ${organisationId}, ${applicationId}, ${family.user_id}, ${family.grant_id}, ${family_id},
              ${secretId}, ${textArray(family.scopes)}, ${family.audience}, ${family.signed_in_at}, ${now}, ${tokenExpiresAt(now)})`,
  )
}

function successorsOf({ organisationId }: Client, from: string, salt: Uint8Array) {
  const origin = { organisationId, from, salt }
  return { accessToken: secretFrom('at', origin), refreshToken: secretFrom('rt', origin) }
}

const invalidGrant = () =>
  oauthError('invalid_grant', {
    description: 'The refresh token is invalid, expired, revoked or already used',
  })

const tokenRow = shapeOf(refreshFamilies, ['user_id', 'scopes', 'audience'], {
  family_id: text,
  salt: nullable(bytea),
  rotated: bool,
  recent: nullable(bool),
  ended: bool,
})
type TokenRow = RowOf<typeof tokenRow>

/** Nothing was rotated: the second of two requests at once, a replay, or an invalid token. */
async function repeatReply(
  db: Pick<Db, 'named' | 'transaction'>,
  client: Client,
  { refreshToken, scope, audience }: RefreshRequest,
  now: Date,
): Promise<TokenReply> {
  const result = await db.transaction(async (tx): Promise<TokenRow | OAuthErrorCode> => {
    const row = await findToken(tx, client, sha256(refreshToken), now)
    if (!row) return 'invalid_grant'
    if (row.rotated && !row.recent) {
      await endReused(tx, client, row, now)
      return 'invalid_grant'
    }
    const isElsewhere = audience !== null && row.audience !== null && row.audience !== audience
    if (isElsewhere && !row.ended) return 'invalid_target'
    if (row.rotated) return row
    const granted = new Set<string>(row.scopes)
    const requestsMore = scope !== undefined && scope.split(' ').some((one) => !granted.has(one))
    return requestsMore && !row.ended ? 'invalid_scope' : 'invalid_grant'
  })
  if (result === 'invalid_target') throw oauthError('invalid_target')
  if (result === 'invalid_scope')
    throw oauthError('invalid_scope', { description: 'Requested scope exceeds what was granted' })
  if (typeof result === 'string' || result.salt === null) throw invalidGrant()
  const same = successorsOf(client, refreshToken, result.salt)
  const live = await readToken(
    db,
    { organisationId: client.organisationId, hash: sha256(same.accessToken) },
    now,
  )
  if (!live) throw invalidGrant()
  const requested = scope?.split(' ')
  if (requested && live.scopes.some((one) => !requested.includes(one)))
    throw oauthError('invalid_scope', {
      description: 'The token was exchanged a moment ago for other scopes; use the new refresh token',
    })
  return {
    ...tokenReply(same.accessToken, live.scopes, same.refreshToken),
    expires_in: Math.floor((live.expiresAt - now.getTime()) / 1000),
  }
}

const findToken = (
  tx: Tx,
  { organisationId, applicationId }: Client,
  tokenHash: Buffer,
  now: Date,
): Promise<TokenRow | undefined> =>
  one(
    tx,
    tokenRow,
    sql`
      select ${tokenRow.of('f')}, f.id as family_id, t.successor_salt as salt, t.rotated_at is not null as rotated,
             t.rotated_at > ${after(now, -limits.refreshGraceSeconds)} as recent,
             (t.expires_at <= ${now} or f.ends_at <= ${now} or f.revoked_at is not null) as ended
      from refresh_tokens t
      join refresh_families f on f.organisation_id = t.organisation_id and f.id = t.family_id
      where t.token_sha256 = ${tokenHash}
        and t.organisation_id = ${organisationId}
        and f.application_id = ${applicationId}`,
  )

async function endReused(
  tx: Tx,
  { organisationId, applicationId }: Client,
  { family_id: id, user_id }: TokenRow,
  now: Date,
): Promise<void> {
  if (!(await revokeFamily(tx, organisationId, id, now))) return
  await recordEvent(tx, {
    organisationId,
    type: 'application.refresh_token_reused',
    payload: { application_id: applicationId },
    at: now,
  })
  await recordAudit(tx, {
    organisationId,
    actor: byApplication(applicationId),
    action: 'refresh_token.reused',
    target: applicationId,
    detail: { user_id },
    at: now,
  })
}

/** Its access tokens are dead with it. @returns whether it was alive */
export async function revokeFamily(tx: Tx, organisationId: string, id: string, now: Date): Promise<boolean> {
  const revoked = await run(
    tx,
    sql`
      update refresh_families
      set revoked_at = ${now}
      where organisation_id = ${organisationId}
        and id = ${id}
        and revoked_at is null`,
  )
  if (revoked === 0) return false
  await announceAccess(tx, { kind: 'family', id })
  return true
}
