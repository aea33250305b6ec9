/**
 * Access tokens: opaque, an hour long, kept as SHA-256. Written by issuing.ts, codes.ts and refresh.ts; looked up together
 * with what they hang on (application, user, grant, refresh family, secret), so that none outlives it: ending one of those is
 * one row, and a token that is being issued at that moment is dead as well.
 */
import { hash } from 'node:crypto'
import { limits } from '../../contract/limits.ts'
import { type RegisteredScope } from '../../contract/scopes.ts'
import { type ApplicationActor } from '../actor.ts'
import { type Clock } from '../clock.ts'
import { type Db } from '../db/db.ts'
import { isSecret } from '../ids.ts'
import { type Changes } from './changes.ts'
import { memory } from './cache.ts'
import { type ApplicationKind } from '../../contract/redirect-uri.ts'
import { isPublic } from './redirect-uri.ts'
import { openingScopes } from './scope.ts'

/** The reply of the token endpoint (interface §2); lower case `bearer`, scopes in the order of registration. */
export type TokenReply = {
  access_token: string
  token_type: 'bearer'
  expires_in: number
  scope: string
  refresh_token?: string
}

export const tokenReply = (token: string, scopes: readonly string[], refreshToken?: string): TokenReply => ({
  access_token: token,
  token_type: 'bearer',
  expires_in: limits.accessTokenSeconds,
  scope: scopes.join(' '),
  ...(refreshToken !== undefined && { refresh_token: refreshToken }),
})

export const tokenEndsAt = (now: Date): Date => new Date(now.getTime() + limits.accessTokenSeconds * 1000)

/** $1 is the hash, $2 now; with the second only the days are looked at that a live token can lie in. */
const findToken = `
  select t.organisation_id, t.application_id, t.user_id, t.grant_id, t.family_id, t.scopes, a.scopes as registered,
         a.kind, a.api_version, (extract(epoch from t.created_at) * 1000)::float8 as began_at,
         (extract(epoch from t.expires_at) * 1000)::float8 as ends_at
  from access_tokens t
  join applications a on a.organisation_id = t.organisation_id and a.id = t.application_id and a.status = 'active'
  left join users u on u.organisation_id = t.organisation_id and u.id = t.user_id
  left join grants g on g.organisation_id = t.organisation_id and g.id = t.grant_id
  left join refresh_families f on f.organisation_id = t.organisation_id and f.id = t.family_id
  left join application_secrets s
    on s.organisation_id = t.organisation_id and s.application_id = t.application_id and s.id = t.secret_id
  where t.token_sha256 = $1
    and t.expires_at > $2
    and t.revoked_at is null
    and (t.user_id is null or u.status = 'active')
    and g.revoked_at is null
    and f.revoked_at is null
    and s.compromised_at is null`

type Row = {
  organisation_id: string
  application_id: string
  user_id: string | null
  grant_id: string | null
  family_id: string | null
  scopes: RegisteredScope[]
  registered: RegisteredScope[]
  kind: ApplicationKind
  api_version: string
  began_at: number
  ends_at: number
}

/** What is known of a live token. Times are in milliseconds since 1970. */
export type LiveToken = {
  actor: ApplicationActor
  scopes: readonly RegisteredScope[]
  grantId: string | null
  familyId: string | null
  beganAt: number
  endsAt: number
}

/** Straight from the database, by the hash of the token; null when it is not alive. */
export async function readToken(
  db: Pick<Db, 'pool'>,
  tokenHash: Buffer,
  now: Date,
): Promise<LiveToken | null> {
  const { rows } = await db.pool.query<Row>({
    name: 'oauth.token',
    text: findToken,
    values: [tokenHash, now],
  })
  return rows[0] ? liveOf(rows[0]) : null
}

export type AuthenticateToken = (token: string) => ApplicationActor | null | Promise<ApplicationActor | null>

/**
 * Who a token stands for; null when it is unknown, expired, revoked, or hangs on something revoked: one answer for all.
 * A remembered token is answered at once, without a promise and without the database.
 */
export function tokenAuthentication(db: Pick<Db, 'pool'>, clock: Clock, changes: Changes): AuthenticateToken {
  const known = memory<LiveToken>({
    changes,
    ownersOf: ({ actor, grantId, familyId }) => [
      actor.applicationId,
      actor.kind === 'user' ? actor.userId : null,
      grantId,
      familyId,
    ],
  })

  const read = (key: string): Promise<LiveToken | null> =>
    readToken(db, Buffer.from(key.slice(2), 'hex'), clock.now())
  const alive = (live: LiveToken | null): ApplicationActor | null =>
    live && live.endsAt > clock.now().getTime() ? live.actor : null

  return (token) => {
    const key = keyOf(token)
    const held = known.held(key)
    if (held !== undefined) return alive(held)
    if (!isSecret('at', token)) return null
    const found = known.get(key, read)
    return found instanceof Promise ? found.then(alive) : alive(found)
  }
}

/** As the database names a token whose state changed. */
export const keyOf = (token: string): string => `\\x${hash('sha256', token, 'hex')}`

/** A scope that the application lost since is gone from its tokens too. */
function liveOf(row: Row): LiveToken {
  const scopes = row.scopes.filter((scope) => row.registered.includes(scope))
  const common = {
    organisationId: row.organisation_id,
    applicationId: row.application_id,
    scopes: new Set(openingScopes(scopes)),
    apiVersion: row.api_version,
  }
  return {
    actor:
      row.user_id === null
        ? { kind: 'organisation', ...common }
        : { kind: 'user', ...common, userId: row.user_id, isCountedAlone: isPublic(row.kind) },
    scopes,
    grantId: row.grant_id,
    familyId: row.family_id,
    beganAt: row.began_at,
    endsAt: row.ends_at,
  }
}
