/**
 * POST /oauth/revoke (RFC 7009), POST /oauth/introspect (RFC 7662): an application ends its own tokens, or asks after them. Of
 * tokens that are not its own it learns as little as of texts that never were one, and cannot touch them. The hint about the
 * kind of a token is not needed: its prefix says it.
 */
import { offlineAccess } from '../../contract/scopes.ts'
import { afterCommit, type Db, one, run, sql, type Tx } from '../db/db.ts'
import { isSecret, sha256 } from '../ids.ts'
import { keyOf, readToken } from './access-tokens.ts'
import { type Client } from './clients.ts'
import { clientOf, clientRefused, type Endpoint, oauthEndpoint } from './endpoint.ts'
import { invalidRequest } from './oauth-error.ts'
import { isPublic } from './redirect-uri.ts'
import { revokeFamily } from './refresh.ts'

export function tokenStateEndpoints(deps: Endpoint): void {
  const { app, db, clock, addresses } = deps
  oauthEndpoint(app, '/oauth/revoke', async (asked, request, reply) => {
    const now = clock.now()
    const { client } = await clientOf(deps, asked, request, reply, now)
    if (asked.token === undefined) throw invalidRequest('token is missing')
    if (isSecret('at', asked.token)) {
      await revokeAccessToken(db.tx, client, asked.token, now)
      afterCommit(db.tx, 'access changed', { kind: 'token', id: keyOf(asked.token) })
    }
    if (isSecret('rt', asked.token)) {
      const kept = await findRefreshToken(db.tx, client, asked.token, now)
      if (kept) await revokeFamily(db.tx, client.organisationId, kept.family_id, now)
    }
    return null
  })

  oauthEndpoint(app, '/oauth/introspect', async (asked, request, reply) => {
    const now = clock.now()
    const { client } = await clientOf(deps, asked, request, reply, now)
    // Whoever knows a public client's id could ask in its name.
    if (isPublic(client.kind)) throw clientRefused(addresses)
    if (asked.token === undefined) throw invalidRequest('token is missing')
    const known = isSecret('at', asked.token)
      ? await describeAccessToken(db, client, asked.token, now)
      : isSecret('rt', asked.token)
        ? await describeRefreshToken(db.tx, client, asked.token, now)
        : null
    if (!known) return { active: false }
    const { userId, scopes, beganAt, endsAt, type } = known
    return {
      active: true,
      client_id: client.clientId,
      scope: scopes.join(' '),
      ...(type && { token_type: type }),
      iat: Math.floor(beganAt / 1000),
      exp: Math.floor(endsAt / 1000),
      iss: addresses.baseUrl,
      aud: addresses.baseUrl,
      organisation_id: client.organisationId,
      // An organisation's own token stands for nobody.
      ...(userId !== null && { sub: userId }),
    }
  })
}

type Described = {
  userId: string | null
  scopes: readonly string[]
  beganAt: number
  endsAt: number
  type?: 'bearer'
}

async function describeAccessToken(
  db: Pick<Db, 'pool'>,
  { organisationId, applicationId }: Client,
  token: string,
  now: Date,
): Promise<Described | null> {
  const live = await readToken(db, sha256(token), now)
  if (!live || live.actor.organisationId !== organisationId || live.actor.applicationId !== applicationId)
    return null
  const userId = live.actor.kind === 'user' ? live.actor.userId : null
  return { ...live, userId, type: 'bearer' }
}

async function describeRefreshToken(
  tx: Tx,
  client: Client,
  token: string,
  now: Date,
): Promise<Described | null> {
  const kept = await findRefreshToken(tx, client, token, now)
  if (!kept?.active || !client.scopes.includes(offlineAccess)) return null
  const scopes = kept.scopes.filter((scope) => (client.scopes as string[]).includes(scope))
  return { userId: kept.user_id, scopes, beganAt: kept.began_at, endsAt: kept.ends_at }
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

type KeptRefreshToken = {
  family_id: string
  user_id: string
  scopes: string[]
  began_at: number
  ends_at: number
  active: boolean
}

const findRefreshToken = (
  tx: Tx,
  { organisationId, applicationId }: Client,
  token: string,
  now: Date,
): Promise<KeptRefreshToken | undefined> =>
  one(
    tx,
    sql<KeptRefreshToken>`
      select f.id as family_id, f.user_id, f.scopes,
             (extract(epoch from t.created_at) * 1000)::float8 as began_at,
             (extract(epoch from t.expires_at) * 1000)::float8 as ends_at,
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
