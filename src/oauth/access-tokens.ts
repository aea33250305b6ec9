/**
 * Access tokens: opaque, valid for an hour, stored as SHA-256. Written by issuing.ts, codes.ts and refresh.ts; looked up together
 * with what they depend on (application, user, grant, refresh family, secret), so that none outlives it: ending one of those
 * is one row, and a token that is being issued at that moment is dead as well.
 */
import { hash as digest } from 'node:crypto'
import { limits } from '../../contract/limits.ts'
import type { TokenReply } from '../../contract/oauth-endpoints.ts'
import type { RegisteredScope } from '../../contract/scopes.ts'
import type { ApplicationActor, Audience } from '../actor.ts'
import type { Clock } from '../clock.ts'
import { type Db, manyPrepared } from '../db/db.ts'
import { float8, nullable, type RowOf, shapeOf } from '../db/shape.ts'
import { accessTokens, applications, users } from '../db/tables.ts'
import { type PresentedSecret, readSecret } from '../ids.ts'
import { credentialCache } from './cache.ts'
import type { Changes } from './changes.ts'
import { isPublic } from './redirect-uri.ts'
import { openingScopes } from './scope.ts'

/** `bearer` in lower case, scopes in the order of registration. */
export const tokenReply = (token: string, scopes: readonly string[], refreshToken?: string): TokenReply => ({
  access_token: token,
  token_type: 'bearer',
  expires_in: limits.accessTokenSeconds,
  scope: scopes.join(' '),
  ...(refreshToken !== undefined && { refresh_token: refreshToken }),
})

export const tokenExpiresAt = (now: Date): Date => new Date(now.getTime() + limits.accessTokenSeconds * 1000)

/** $1 is the organisation that the token names, $2 its hash, $3 now, which lets the planner leave out the partitions of days on which every token has expired. */
const findToken = `
  select t.organisation_id, t.application_id, t.user_id, u.role, t.grant_id, t.family_id, t.scopes, t.audience, a.scopes as registered,
         a.kind, a.api_version, a.results_team_ids, (extract(epoch from t.created_at) * 1000)::float8 as issued_at,
         (extract(epoch from t.expires_at) * 1000)::float8 as expires_at,
         (extract(epoch from t.signed_in_at) * 1000)::float8 as signed_in_at
  from access_tokens t
  join applications a on a.organisation_id = t.organisation_id and a.id = t.application_id and a.status = 'active'
  left join users u on u.organisation_id = t.organisation_id and u.id = t.user_id
  left join grants g on g.organisation_id = t.organisation_id and g.id = t.grant_id
  left join refresh_families f on f.organisation_id = t.organisation_id and f.id = t.family_id
  left join application_secrets s
    on s.organisation_id = t.organisation_id and s.application_id = t.application_id and s.id = t.secret_id
  where t.organisation_id = $1
    and t.token_sha256 = $2
    and t.expires_at > $3
    and t.revoked_at is null
    and (t.user_id is null or u.status = 'active')
    and g.revoked_at is null
    and f.revoked_at is null
    and s.compromised_at is null`

const tokenRow = shapeOf(
  accessTokens,
  ['organisation_id', 'application_id', 'user_id', 'grant_id', 'family_id', 'scopes', 'audience'],
  {
    role: nullable(users.role),
    registered: applications.scopes,
    kind: applications.kind,
    api_version: applications.api_version,
    results_team_ids: applications.results_team_ids,
    issued_at: float8,
    expires_at: float8,
    signed_in_at: nullable(float8),
  },
)

/** A live token and what it depends on. Times are in milliseconds since 1970. */
export type LiveToken = {
  actor: ApplicationActor
  scopes: readonly RegisteredScope[]
  /** The part of the service that it is for; null: all of it. */
  audience: Audience | null
  grantId: string | null
  familyId: string | null
  issuedAt: number
  expiresAt: number
}

/** From the database, past the cache; null when it is not alive. */
export async function readToken(
  db: Pick<Db, 'named'>,
  { organisationId, hash }: PresentedSecret,
  now: Date,
): Promise<LiveToken | null> {
  const statement = { name: 'oauth.token', shape: tokenRow, text: findToken }
  const [row] = await manyPrepared(db, statement, [organisationId, hash, now])
  return row ? liveTokenOf(row) : null
}

export type AuthenticateToken = (
  token: string,
  part: Audience,
) => ApplicationActor | null | Promise<ApplicationActor | null>

/**
 * The actor of a token; null when it is unknown, expired, revoked, for another part of the service, or depends on something revoked: one
 * answer for all.
 * A cached token is answered at once, without a promise and without the database.
 */
export function tokenAuthentication(
  db: Pick<Db, 'named'>,
  clock: Clock,
  changes: Changes,
): AuthenticateToken {
  const cache = credentialCache<LiveToken>({
    changes,
    ownersOf: ({ actor, grantId, familyId }) => [
      actor.applicationId,
      actor.kind === 'user' ? actor.userId : null,
      grantId,
      familyId,
    ],
  })

  const actorOf = (live: LiveToken | null, part: Audience): ApplicationActor | null => {
    const isHere = live && (live.audience === null || live.audience === part)
    return isHere && live.expiresAt > clock.now().getTime() ? live.actor : null
  }

  return (token, part) => {
    const key = keyOf(token)
    const cached = cache.peek(key)
    if (cached !== undefined) return actorOf(cached, part)
    const presented = readSecret('at', token)
    if (!presented) return null
    const found = cache.get(key, () => readToken(db, presented, clock.now()))
    return found instanceof Promise ? found.then((live) => actorOf(live, part)) : actorOf(found, part)
  }
}

/** How the database names a token whose state changed. */
export const keyOf = (token: string): string => `\\x${digest('sha256', token, 'hex')}`

export const keyOfHash = (tokenHash: Buffer): string => `\\x${tokenHash.toString('hex')}`

/** A scope that the application has lost since is gone from its tokens too. */
function liveTokenOf(row: RowOf<typeof tokenRow>): LiveToken {
  const scopes = row.scopes.filter((scope) => row.registered.includes(scope))
  const common = {
    organisationId: row.organisation_id,
    applicationId: row.application_id,
    scopes: new Set(openingScopes(scopes)),
    apiVersion: row.api_version,
  }
  return {
    actor:
      row.user_id === null || row.role === null
        ? { kind: 'organisation', ...common, resultsTeams: row.results_team_ids }
        : {
            kind: 'user',
            ...common,
            userId: row.user_id,
            role: row.role,
            signedInAt: row.signed_in_at === null ? null : new Date(row.signed_in_at),
            isCountedAlone: isPublic(row.kind),
          },
    scopes,
    audience: row.audience,
    grantId: row.grant_id,
    familyId: row.family_id,
    issuedAt: row.issued_at,
    expiresAt: row.expires_at,
  }
}
