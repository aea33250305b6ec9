/**
 * Access tokens: opaque, an hour long, kept as SHA-256. Written by issuing.ts and codes.ts; looked up together with what
 * they hang on (application, user), so that none outlives it.
 */
import { hash } from 'node:crypto'
import { limits } from '../../contract/limits.ts'
import { type Scope } from '../../contract/scopes.ts'
import { type ApplicationActor } from '../actor.ts'
import { type Clock } from '../clock.ts'
import { type Db } from '../db/db.ts'
import { isSecret } from '../ids.ts'
import { type Changes } from './changes.ts'
import { memory } from './memory.ts'

/** The reply of the token endpoint (interface §2); lower case `bearer`, scopes in the order of registration. */
export type TokenReply = { access_token: string; token_type: 'bearer'; expires_in: number; scope: string }

export const tokenReply = (token: string, scopes: readonly string[]): TokenReply => ({
  access_token: token,
  token_type: 'bearer',
  expires_in: limits.accessTokenSeconds,
  scope: scopes.join(' '),
})

export const tokenEndsAt = (now: Date): Date => new Date(now.getTime() + limits.accessTokenSeconds * 1000)

const findToken = `
  select t.organisation_id, t.application_id, t.user_id, t.scopes, a.scopes as registered,
         (extract(epoch from t.expires_at) * 1000)::float8 as ends_at
  from access_tokens t
  join applications a on a.organisation_id = t.organisation_id and a.id = t.application_id and a.status = 'active'
  left join users u on u.organisation_id = t.organisation_id and u.id = t.user_id
  where t.token_sha256 = $1
    and t.revoked_at is null
    and (t.user_id is null or u.status = 'active')`

type Row = {
  organisation_id: string
  application_id: string
  user_id: string | null
  scopes: Scope[]
  registered: Scope[]
  ends_at: number
}

type Live = { actor: ApplicationActor; endsAt: number }

export type AuthenticateToken = (token: string) => ApplicationActor | null | Promise<ApplicationActor | null>

/**
 * Who a token stands for; null when it is unknown, expired, revoked, or hangs on something revoked: one answer for all.
 * A remembered token is answered at once, without a promise and without the database.
 */
export function tokenAuthentication(db: Pick<Db, 'pool'>, clock: Clock, changes: Changes): AuthenticateToken {
  const known = memory<Live>({
    changes,
    ownersOf: ({ actor }) => [actor.applicationId, actor.kind === 'user' ? actor.userId : null],
  })

  const read = async (key: string): Promise<Live | null> => {
    const { rows } = await db.pool.query<Row>({
      name: 'oauth.token',
      text: findToken,
      values: [Buffer.from(key.slice(2), 'hex')],
    })
    const [row] = rows
    return row ? { actor: actorOf(row), endsAt: row.ends_at } : null
  }
  const alive = (live: Live | null): ApplicationActor | null =>
    live && live.endsAt > clock.now().getTime() ? live.actor : null

  return (token) => {
    // The form in which the database names a token whose state changed.
    const key = `\\x${hash('sha256', token, 'hex')}`
    const held = known.held(key)
    if (held !== undefined) return alive(held)
    if (!isSecret('at', token)) return null
    const found = known.get(key, read)
    return found instanceof Promise ? found.then(alive) : alive(found)
  }
}

/** A scope that the application lost since is gone from its tokens too. */
function actorOf({ organisation_id, application_id, user_id, scopes, registered }: Row): ApplicationActor {
  const common = {
    organisationId: organisation_id,
    applicationId: application_id,
    scopes: new Set(scopes.filter((scope) => registered.includes(scope))),
  }
  return user_id === null ? { kind: 'organisation', ...common } : { kind: 'user', ...common, userId: user_id }
}
