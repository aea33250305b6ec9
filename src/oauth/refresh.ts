/**
 * Refresh tokens: 256 bits, kept as SHA-256, each good for one use. A family is all that came of one code, one after the other:
 * dead after 30 days without use, after a year in any case, and at once with its grant, its application, its user, or the
 * secret that it was minted with.
 *
 * Rotating marks the token and inserts its successor and an access token in one statement, so of any number of racing
 * requests one wins. Whoever comes second within ten seconds (two requests at once, an answer lost on the way) gets the same
 * answer, and no secret is kept for that: successor and access token are computed from the token shown and a random salt
 * that the winner left in its row. Neither the token nor the row alone gives them away. Shown later, a spent token has been
 * seen by two: the family ends, and with it its access tokens.
 * Sources: RFC 6749 §6 and §10.4, RFC 9700 §4.14.
 */
import { randomBytes } from 'node:crypto'
import { limits } from '../../contract/limits.ts'
import { offlineAccess } from '../../contract/scopes.ts'
import { byApplication, recordAudit } from '../audit/audit.ts'
import { afterCommit, type Db, one, run, sql, type Tx } from '../db/db.ts'
import { recordEvent } from '../events/events.ts'
import { isSecret, secretFrom, sha256 } from '../ids.ts'
import { readToken, tokenEndsAt, tokenReply, type TokenReply } from './access-tokens.ts'
import { type AuthenticatedClient } from './client-authentication.ts'
import { oauthError, type OAuthErrorCode } from './oauth-error.ts'

const after = (now: Date, seconds: number): Date => new Date(now.getTime() + seconds * 1000)

export const idleEndsAt = (now: Date): Date => after(now, limits.refreshIdleSeconds)
export const familyEndsAt = (now: Date): Date => after(now, limits.refreshFamilySeconds)

/** $1 now, $3 the token shown, $5 its application, $6 scopes asked for or null: fewer, never more. */
const rotate = `
  with rotated as (
    update refresh_tokens t
    set rotated_at = $1,
        successor_salt = $2
    from refresh_families f, applications a, users u, grants g
    where t.token_sha256 = $3
      and t.organisation_id = $4
      and t.rotated_at is null
      and t.expires_at > $1
      and f.organisation_id = t.organisation_id
      and f.id = t.family_id
      and f.application_id = $5
      and f.revoked_at is null
      and f.ends_at > $1
      and ($6::text[] is null or f.scopes @> $6)
      and a.organisation_id = f.organisation_id
      and a.id = f.application_id
      and a.status = 'active'
      and '${offlineAccess}' = any (a.scopes)
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
    returning f.organisation_id, f.id as family_id, f.application_id, f.user_id, f.grant_id, f.ends_at,
              array(
                select scope
                from unnest(f.scopes) with ordinality as granted (scope, place)
                where scope = any (a.scopes)
                  and ($6::text[] is null or scope = any ($6))
                order by place) as scopes
  ),
  successor as (
    insert into refresh_tokens (token_sha256, organisation_id, family_id, created_at, expires_at)
    select $7, organisation_id, family_id, $1, least($8, ends_at)
    from rotated
  )
  insert into access_tokens (token_sha256, organisation_id, application_id, user_id, grant_id, family_id, secret_id, scopes,
                             created_at, expires_at)
  select $9, organisation_id, application_id, user_id, grant_id, family_id, $10, scopes, $1, $11
  from rotated
  returning scopes`

export type Refreshing = { refreshToken: string; scope: string | undefined }

/** @throws OAuthError  invalid_grant | invalid_scope */
export async function refresh(
  db: Pick<Db, 'pool' | 'transaction'>,
  authenticated: AuthenticatedClient,
  { refreshToken, scope }: Refreshing,
  now: Date,
): Promise<TokenReply> {
  if (!isSecret('rt', refreshToken)) throw invalidGrant()
  const { client, secretId } = authenticated
  const salt = randomBytes(32)
  const next = answerOf(refreshToken, salt)
  const { rows } = await db.pool.query<{ scopes: string[] }>({
    name: 'oauth.refresh',
    text: rotate,
    values: [
      now,
      salt,
      sha256(refreshToken),
      client.organisationId,
      client.applicationId,
      scope === undefined ? null : scope.split(' '),
      sha256(next.refreshToken),
      idleEndsAt(now),
      sha256(next.accessToken),
      secretId,
      tokenEndsAt(now),
    ],
  })
  if (rows.length === 1) return tokenReply(next.accessToken, rows[0].scopes, next.refreshToken)
  return again(db, authenticated, { refreshToken, scope }, now)
}

const answerOf = (refreshToken: string, salt: Uint8Array) => ({
  accessToken: secretFrom('at', refreshToken, salt),
  refreshToken: secretFrom('rt', refreshToken, salt),
})

const invalidGrant = () =>
  oauthError('invalid_grant', {
    says: 'The refresh token is invalid, expired, revoked or already used',
  })

type Kept = {
  family_id: string
  user_id: string
  scopes: string[]
  salt: Buffer | null
  rotated: boolean
  recent: boolean
  over: boolean
}

/** Nothing was rotated: the second of two at once, a replay, or simply nothing to refresh by. */
async function again(
  db: Pick<Db, 'pool' | 'transaction'>,
  { client }: AuthenticatedClient,
  { refreshToken, scope }: Refreshing,
  now: Date,
): Promise<TokenReply> {
  const result = await db.transaction(async (tx): Promise<Kept | OAuthErrorCode> => {
    const kept = await findKept(tx, client, sha256(refreshToken), now)
    if (!kept) return 'invalid_grant'
    if (kept.rotated && !kept.recent) {
      await endFamily(tx, client, kept, now)
      return 'invalid_grant'
    }
    if (kept.rotated) return kept
    const asksMore = scope !== undefined && scope.split(' ').some((one) => !kept.scopes.includes(one))
    return asksMore && !kept.over ? 'invalid_scope' : 'invalid_grant'
  })
  if (result === 'invalid_scope')
    throw oauthError('invalid_scope', { says: 'Requested scope exceeds what was granted' })
  if (typeof result === 'string' || result.salt === null) throw invalidGrant()
  const same = answerOf(refreshToken, result.salt)
  const live = await readToken(db, sha256(same.accessToken), now)
  if (!live) throw invalidGrant()
  return {
    ...tokenReply(same.accessToken, live.scopes, same.refreshToken),
    expires_in: Math.floor((live.endsAt - now.getTime()) / 1000),
  }
}

const findKept = (
  tx: Tx,
  { organisationId, applicationId }: AuthenticatedClient['client'],
  tokenHash: Buffer,
  now: Date,
): Promise<Kept | undefined> =>
  one(
    tx,
    sql<Kept>`
      select f.id as family_id, f.user_id, f.scopes, t.successor_salt as salt, t.rotated_at is not null as rotated,
             t.rotated_at > ${after(now, -limits.refreshGraceSeconds)} as recent,
             (t.expires_at <= ${now} or f.ends_at <= ${now} or f.revoked_at is not null) as over
      from refresh_tokens t
      join refresh_families f on f.organisation_id = t.organisation_id and f.id = t.family_id
      where t.token_sha256 = ${tokenHash}
        and t.organisation_id = ${organisationId}
        and f.application_id = ${applicationId}`,
  )

async function endFamily(
  tx: Tx,
  { organisationId, applicationId }: AuthenticatedClient['client'],
  { family_id: id, user_id }: Kept,
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
  afterCommit(tx, 'access changed', { kind: 'family', id })
  return true
}
