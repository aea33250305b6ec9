/**
 * POST /oauth/revoke (RFC 7009), POST /oauth/introspect (RFC 7662): an application ends its own tokens, or asks about them. A
 * token of another application is treated like a text that never was a token, and cannot be ended. The hint about the kind of
 * a token is not needed: its prefix says it.
 */
import { introspectToken, revokeToken } from '../../contract/oauth-endpoints.ts'
import { offlineAccess } from '../../contract/scopes.ts'
import type { Audience } from '../actor.ts'
import { announceAccess } from '../db/access-changes.ts'
import { type Db, one, run, sql, type Tx } from '../db/db.ts'
import { bool, float8, type RowOf, shapeOf, text } from '../db/shape.ts'
import { refreshFamilies } from '../db/tables.ts'
import { isSecret, sha256 } from '../ids.ts'
import { keyOf, readToken } from './access-tokens.ts'
import type { Client } from './clients.ts'
import { authenticate, type Endpoint, invalidClient, oauthEndpoint } from './endpoint.ts'
import { invalidRequest } from './oauth-error.ts'
import { isPublic } from './redirect-uri.ts'
import { revokeFamily } from './refresh.ts'

export function tokenStateEndpoints(deps: Endpoint): void {
  const { db, addresses } = deps
  oauthEndpoint(deps, revokeToken, async (call) => {
    const { client } = await authenticate(deps, call)
    const { now } = call
    const { token } = call.parameters
    if (token === undefined) throw invalidRequest('token is missing')
    if (isSecret('at', token)) {
      await db.transaction(async (tx) => {
        await revokeAccessToken(tx, client, token, now)
        await announceAccess(tx, { kind: 'token', id: keyOf(token) })
      })
    }
    if (isSecret('rt', token)) {
      const row = await findRefreshToken(db.tx, client, token, now)
      if (row) await db.transaction((tx) => revokeFamily(tx, client.organisationId, row.family_id, now))
    }
    return null
  })

  oauthEndpoint(deps, introspectToken, async (call) => {
    const { client } = await authenticate(deps, call)
    const { now } = call
    const { token } = call.parameters
    // Anybody who knows a public client's id could ask in its name.
    if (isPublic(client.kind)) throw invalidClient(addresses)
    if (token === undefined) throw invalidRequest('token is missing')
    const live = isSecret('at', token)
      ? await describeAccessToken(db, client, token, now)
      : isSecret('rt', token)
        ? await describeRefreshToken(db.tx, client, token, now)
        : null
    if (!live) return { active: false }
    const { userId, scopes, audience, issuedAt, expiresAt, type } = live
    return {
      active: true,
      client_id: client.clientId,
      scope: scopes.join(' '),
      ...(type && { token_type: type }),
      iat: Math.floor(issuedAt / 1000),
      exp: Math.floor(expiresAt / 1000),
      iss: addresses.baseUrl,
      aud: audience === null ? addresses.baseUrl : `${addresses.baseUrl}/${audience}`,
      organisation_id: client.organisationId,
      // An organisation's own token acts for no person.
      ...(userId !== null && { sub: userId }),
    }
  })
}

/** Times are in milliseconds since 1970. */
type TokenState = {
  userId: string | null
  scopes: readonly string[]
  audience: Audience | null
  issuedAt: number
  expiresAt: number
  type?: 'bearer'
}

async function describeAccessToken(
  db: Pick<Db, 'named'>,
  { organisationId, applicationId }: Client,
  token: string,
  now: Date,
): Promise<TokenState | null> {
  const live = await readToken(db, { organisationId, hash: sha256(token) }, now)
  if (live?.actor.applicationId !== applicationId) return null
  const userId = live.actor.kind === 'user' ? live.actor.userId : null
  return { ...live, userId, type: 'bearer' }
}

async function describeRefreshToken(
  tx: Tx,
  client: Client,
  token: string,
  now: Date,
): Promise<TokenState | null> {
  const row = await findRefreshToken(tx, client, token, now)
  if (!row?.active || !client.scopes.includes(offlineAccess)) return null
  const scopes = row.scopes.filter((scope) => client.scopes.includes(scope))
  const { user_id: userId, audience, issued_at: issuedAt, expires_at: expiresAt } = row
  return { userId, scopes, audience, issuedAt, expiresAt }
}

const revokeAccessToken = (
  tx: Tx,
  { organisationId, applicationId }: Client,
  token: string,
  now: Date,
): Promise<number> =>
  run(
    tx,
    sql`
      update access_tokens
      set revoked_at = ${now}
      where token_sha256 = ${sha256(token)}
        and organisation_id = ${organisationId}
        and application_id = ${applicationId}
        and revoked_at is null`,
  )

const refreshTokenRow = shapeOf(refreshFamilies, ['user_id', 'scopes', 'audience'], {
  family_id: text,
  issued_at: float8,
  expires_at: float8,
  active: bool,
})

const findRefreshToken = (
  tx: Tx,
  { organisationId, applicationId }: Client,
  token: string,
  now: Date,
): Promise<RowOf<typeof refreshTokenRow> | undefined> =>
  one(
    tx,
    refreshTokenRow,
    sql`
      select ${refreshTokenRow.of('f')}, f.id as family_id,
             (extract(epoch from t.created_at) * 1000)::float8 as issued_at,
             (extract(epoch from t.expires_at) * 1000)::float8 as expires_at,
             (t.rotated_at is null and t.expires_at > ${now} and f.revoked_at is null and f.ends_at > ${now}
               and g.revoked_at is null and u.status = 'active' and s.compromised_at is null) as active
      from refresh_tokens t
      join refresh_families f on f.organisation_id = t.organisation_id and f.id = t.family_id
      join grants g on g.organisation_id = f.organisation_id and g.id = f.grant_id
      join users u on u.organisation_id = f.organisation_id and u.id = f.user_id
      left join application_secrets s
        on s.organisation_id = f.organisation_id and s.application_id = f.application_id and s.id = f.secret_id
      where t.token_sha256 = ${sha256(token)}
        and t.organisation_id = ${organisationId}
        and f.application_id = ${applicationId}`,
  )
