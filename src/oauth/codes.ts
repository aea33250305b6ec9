/**
 * Authorization codes: issued when a person authorises an application, redeemed once for a token.
 *
 * 256 random bits, stored as SHA-256, valid for 10 minutes, bound to client, redirect URI and PKCE challenge. Redeeming
 * marks the code and inserts the token in one transaction, so of any number of racing redemptions one wins, and what marks
 * it checks user, application and scopes again. Not in one statement: on divided tables, what one part of it returns to another
 * would pass through all servers (note 112). `is not distinct from` refuses both PKCE downgrades: a
 * challenge without verifier and a verifier without challenge. With `offline_access` the same transaction makes the first refresh
 * token of a family. A spent code stays until its tokens are dead; when its client redeems it again, they end. Attempts of other
 * clients change nothing; the fifth failure of its own client spends the code.
 * Sources: RFC 6749 §4.1.2 and §10.5, RFC 7636 §4.6, RFC 9700 §2.1.1; interface §5, flow B.
 */
import { hash } from 'node:crypto'
import { limits } from '../../contract/limits.ts'
import { offlineAccess } from '../../contract/scopes.ts'
import type { Audience, PersonActor } from '../actor.ts'
import { byApplication, byPerson, recordAudit } from '../audit/audit.ts'
import { announceAccess } from '../db/access-changes.ts'
import { type Db, many, one, run, sql, textArray, type Tx } from '../db/db.ts'
import { bool, type RowOf, shapeOf } from '../db/shape.ts'
import { accessTokens, authorizationCodes, users, refreshFamilies } from '../db/tables.ts'
import { isSecret, newId, newSecret, sha256 } from '../ids.ts'
import type { AuthenticatedClient } from './client-authentication.ts'
import { keyOfHash, tokenExpiresAt, tokenReply } from './access-tokens.ts'
import type { TokenReply } from '../../contract/oauth-endpoints.ts'
import type { AuthorizationRequest } from './authorization-request.ts'
import { rememberGrant } from './grants.ts'
import type { OAuthErrorCode } from '../../contract/oauth-errors.ts'
import { oauthError } from './oauth-error.ts'
import { isPublic, isRegistered } from './redirect-uri.ts'
import { familyExpiresAt, refreshExpiresAt } from './refresh.ts'

/** Stores the code, and remembers the grant of this person. @returns the code */
export async function issueCode(
  tx: Tx,
  person: PersonActor,
  request: AuthorizationRequest,
  now: Date,
): Promise<string> {
  const code = newSecret('ac', request.client.organisationId)
  const { client, scopes } = request
  const grantId = await rememberGrant(tx, person, request, now)
  await run(
    tx,
    sql`
      insert into authorization_codes (code_sha256, organisation_id, application_id, user_id, grant_id, redirect_uri,
                                       scopes, code_challenge, audience, signed_in_at, created_at, expires_at)
      values (${sha256(code)}, ${client.organisationId}, ${client.applicationId}, ${person.userId}, ${grantId},
              ${request.redirectUri}, ${textArray(scopes)}, ${request.codeChallenge}, ${request.audience},
              ${person.signedInAt}, ${now},
              ${new Date(now.getTime() + limits.authorizationCodeSeconds * 1000)})`,
  )
  // For the pages of this service nobody was asked, and every visit to them would be in the audit log.
  if (client.kind !== 'first_party')
    await recordAudit(tx, {
      organisationId: client.organisationId,
      actor: byPerson(person.userId),
      action: 'application.allowed',
      target: client.applicationId,
      detail: { name: client.name, scopes },
      at: now,
    })
  return code
}

export type Redemption = {
  code: string
  redirectUri: string
  verifier: string | undefined
  audience: Audience | null
}

const verifierShape = /^[A-Za-z0-9._~-]{43,128}$/

type Attempt = {
  client: AuthenticatedClient['client']
  codeHash: Buffer
  redirectUri: string
  challenge: string | null
  audience: Audience | null
}

const redeemedRow = shapeOf(authorizationCodes, ['user_id', 'grant_id', 'scopes', 'signed_in_at', 'audience'])

/** Marks the code, where it is one and user, application and grant are what they were. */
const redeem = (
  tx: Tx,
  { client: { organisationId, applicationId }, codeHash, redirectUri, challenge, audience }: Attempt,
  now: Date,
): Promise<RowOf<typeof redeemedRow> | undefined> =>
  one(
    tx,
    redeemedRow,
    sql`
      update authorization_codes c
      set consumed_at = ${now}
      from applications a, users u, grants g
      where c.code_sha256 = ${codeHash}
        and c.organisation_id = ${organisationId}
        and c.application_id = ${applicationId}
        and c.consumed_at is null
        and c.expires_at > ${now}
        and c.redirect_uri = ${redirectUri}
        and c.code_challenge is not distinct from ${challenge}
        and (${audience}::text is null or c.audience is null or c.audience = ${audience})
        and a.organisation_id = c.organisation_id
        and a.id = c.application_id
        and a.status = 'active'
        and a.scopes @> c.scopes
        and u.organisation_id = c.organisation_id
        and u.id = c.user_id
        and u.status = 'active'
        and g.organisation_id = c.organisation_id
        and g.id = c.grant_id
        and g.revoked_at is null
      returning c.user_id, c.grant_id, c.scopes, c.signed_in_at, coalesce(c.audience, ${audience}) as audience`,
  )

/** The first token of a code, with a family where the person allowed access while they are away. */
async function insertFirst(
  tx: Tx,
  { client: { organisationId, applicationId }, codeHash }: Attempt,
  { secretId, token, refreshToken, ...code }: RowOf<typeof redeemedRow> & First,
  now: Date,
): Promise<void> {
  const familyId = refreshToken === undefined ? null : newId('family')
  if (refreshToken !== undefined) {
    await run(
      tx,
      sql`
        insert into refresh_families (organisation_id, id, application_id, user_id, grant_id, secret_id, code_sha256, scopes,
                                      audience, signed_in_at, created_at, ends_at)
        values (${organisationId}, ${familyId}, ${applicationId}, ${code.user_id}, ${code.grant_id}, ${secretId}, ${codeHash},
                ${textArray(code.scopes)}, ${code.audience}, ${code.signed_in_at}, ${now}, ${familyExpiresAt(now)})`,
    )
    await run(
      tx,
      sql`
        insert into refresh_tokens (token_sha256, organisation_id, family_id, created_at, expires_at)
        values (${sha256(refreshToken)}, ${organisationId}, ${familyId}, ${now}, ${refreshExpiresAt(now)})`,
    )
  }
  await run(
    tx,
    sql`
      insert into access_tokens (token_sha256, organisation_id, application_id, user_id, grant_id, family_id, secret_id,
                                 code_sha256, scopes, audience, signed_in_at, created_at, expires_at)
      values (${sha256(token)}, ${organisationId}, ${applicationId}, ${code.user_id}, ${code.grant_id}, ${familyId}, ${secretId},
              ${codeHash}, ${textArray(code.scopes)}, ${code.audience}, ${code.signed_in_at}, ${now}, ${tokenExpiresAt(now)})`,
  )
}

type First = {
  readonly secretId: string | null
  readonly token: string
  readonly refreshToken: string | undefined
}

/** @throws OAuthError  invalid_grant | redirect_uri_mismatch | invalid_scope */
export async function redeemCode(
  db: Pick<Db, 'transaction'>,
  { client, secretId }: AuthenticatedClient,
  { code, redirectUri, verifier, audience }: Redemption,
  now: Date,
): Promise<TokenReply> {
  if (!isSecret('ac', code)) throw oauthError('invalid_grant')
  const codeHash = sha256(code)
  const challenge = verifier === undefined ? null : hash('sha256', verifier, 'base64url')
  const isUriRegistered = isRegistered(client.redirectUris, redirectUri, client.kind)
  // A code from before its application became public has no challenge: nothing would show who began the flow.
  const isProved = verifier === undefined ? !isPublic(client.kind) : verifierShape.test(verifier)
  const attempt = { client, codeHash, redirectUri, challenge, audience }
  if (isUriRegistered && isProved) {
    const reply = await db.transaction(async (tx) => {
      const redeemed = await redeem(tx, attempt, now)
      if (!redeemed) return undefined
      const token = newSecret('at', client.organisationId)
      const refreshToken = redeemed.scopes.includes(offlineAccess)
        ? newSecret('rt', client.organisationId)
        : undefined
      await insertFirst(tx, attempt, { ...redeemed, secretId, token, refreshToken }, now)
      return tokenReply(token, redeemed.scopes, refreshToken)
    })
    if (reply) return reply
  }
  const error = await db.transaction((tx) => refuseRedemption(tx, attempt, now))
  throw oauthError(error)
}

const codeRow = shapeOf(authorizationCodes, ['redirect_uri', 'code_challenge', 'scopes', 'audience'], {
  consumed: bool,
  expired: bool,
  user_status: users.status,
})

/** Why nothing was redeemed, and what follows from it. */
async function refuseRedemption(tx: Tx, attempt: Attempt, now: Date): Promise<OAuthErrorCode> {
  const { client, codeHash, redirectUri, challenge, audience } = attempt
  const row = await one(
    tx,
    codeRow,
    sql`
      select ${codeRow.of('c')}, c.consumed_at is not null as consumed, c.expires_at <= ${now} as expired,
             u.status as user_status
      from authorization_codes c
      join users u on u.organisation_id = c.organisation_id and u.id = c.user_id
      where c.code_sha256 = ${codeHash}
        and c.organisation_id = ${client.organisationId}
        and c.application_id = ${client.applicationId}
      for update of c`,
  )
  // The code's row may be swept already: a family outlives it by far (sweep.ts).
  if (!row || row.consumed) {
    await endTokensOf(tx, attempt, now)
    return 'invalid_grant'
  }
  if (row.expired) return 'invalid_grant'
  await run(
    tx,
    sql`
      update authorization_codes
      set failures = failures + 1,
          consumed_at = case when failures + 1 >= ${limits.authorizationCodeFailuresMax} then ${now}::timestamptz end
      where organisation_id = ${client.organisationId}
        and code_sha256 = ${codeHash}`,
  )
  const isUriRight =
    row.redirect_uri === redirectUri && isRegistered(client.redirectUris, redirectUri, client.kind)
  if (!isUriRight) return 'redirect_uri_mismatch'
  if (audience !== null && row.audience !== null && row.audience !== audience) return 'invalid_target'
  const isOtherwiseValid = row.user_status === 'active' && row.code_challenge === challenge
  const lacksScope = row.scopes.some((scope) => !client.scopes.includes(scope))
  return isOtherwiseValid && lacksScope ? 'invalid_scope' : 'invalid_grant'
}

/** A code that is used twice was seen by two programs (RFC 6749 §4.1.2): every token that came of it ends. */
async function endTokensOf(tx: Tx, { client, codeHash }: Attempt, now: Date): Promise<void> {
  const ended = await many(
    tx,
    shapeOf(accessTokens, ['token_sha256']),
    sql`
      update access_tokens
      set revoked_at = ${now}
      where code_sha256 = ${codeHash}
        and organisation_id = ${client.organisationId}
        and application_id = ${client.applicationId}
        and revoked_at is null
      returning token_sha256`,
  )
  const families = await many(
    tx,
    shapeOf(refreshFamilies, ['id']),
    sql`
      update refresh_families
      set revoked_at = ${now}
      where organisation_id = ${client.organisationId}
        and application_id = ${client.applicationId}
        and code_sha256 = ${codeHash}
        and revoked_at is null
      returning id`,
  )
  if (ended.length + families.length > 0) {
    await recordAudit(tx, {
      organisationId: client.organisationId,
      actor: byApplication(client.applicationId),
      action: 'authorization_code.replayed',
      target: client.applicationId,
      detail: { tokens_ended: ended.length, families_ended: families.length },
      at: now,
    })
  }
  await announceAccess(
    tx,
    ...ended.map(({ token_sha256 }) => ({ kind: 'token', id: keyOfHash(token_sha256) }) as const),
    ...families.map(({ id }) => ({ kind: 'family', id }) as const),
  )
}
