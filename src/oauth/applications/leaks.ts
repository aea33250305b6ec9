/**
 * POST /oauth/leaks: anybody who finds one of our credentials in public (a scanner of repositories, a stranger) reports it, and
 * it ends. No account is needed: to know it is proof enough, and ending it is all that a report can do. The reply is the same
 * for everything, so that nothing can be tried out here; a text that is not a credential by its checksum never reaches the database.
 *
 * What to look for: sonde_(cs|at|ac|rt|scim)_[0-9a-z]{26}_[0-9A-Za-z]{49} and whsec_[0-9A-Za-z+/]{43}=. Other rooms end secrets of theirs (LeakedSecrets).
 */
import type { PayloadOf } from '../../../contract/events.ts'
import { reportLeak } from '../../../contract/oauth-endpoints.ts'
import { byClock, recordAudit } from '../../audit/audit.ts'
import { announceAccess } from '../../db/access-changes.ts'
import { one, sql, type Tx } from '../../db/db.ts'
import { type RowOf, shape, shapeOf, text } from '../../db/shape.ts'
import { applicationSecrets } from '../../db/tables.ts'
import { recordEvent } from '../../events/events.ts'
import { addressOf, networkOf } from '../../http/network.ts'
import { isSecret, type PresentedSecret, readSecret } from '../../ids.ts'
import { keyOfHash } from '../access-tokens.ts'
import type { Change } from '../changes.ts'
import { type Endpoint, oauthEndpoint } from '../endpoint.ts'
import { invalidRequest, oauthError } from '../oauth-error.ts'
import { revokeFamily } from '../refresh.ts'
import { compromiseSecret } from './secrets.ts'

/** Secrets of another room. */
export type LeakedSecrets = {
  /** Whether a text can be one of them, by its form. */
  fits(text: string): boolean
  /** Ends it, and tells the admins. @returns whether there was such a secret, still valid */
  end(tx: Tx, secret: string, now: Date): Promise<boolean>
}

export function leakEndpoint(deps: Endpoint, others: readonly LeakedSecrets[]): void {
  const { db, clock, limiter } = deps
  oauthEndpoint(deps, reportLeak, async ({ parameters: { token }, request }) => {
    if (token === undefined) throw invalidRequest('token is missing')
    const network = networkOf(addressOf(request))
    // Before anything is looked up: otherwise the reply would tell a credential from another text.
    const seconds = limiter.blockedFor(network, 'guess')
    if (seconds !== null)
      throw oauthError('too_many_requests', { headers: { 'retry-after': String(seconds) } })
    const secrets = [...ownSecrets, ...others].find((one) => one.fits(token))
    const ended = secrets !== undefined && (await db.transaction((tx) => secrets.end(tx, token, clock.now())))
    if (!ended) await limiter.take(network, 'guess')
    return null
  })
}

const leakKinds = ['cs', 'at', 'ac', 'rt'] as const
type LeakKind = (typeof leakKinds)[number]

/** How the event and the audit log call them. */
const words: Record<LeakKind, PayloadOf<'application.credential_leaked'>['kind']> = {
  cs: 'client_secret',
  at: 'access_token',
  ac: 'authorization_code',
  rt: 'refresh_token',
}

const ownSecrets = leakKinds.map((kind): LeakedSecrets => ({
  fits: (text) => isSecret(kind, text),
  end: async (tx, token, now) => {
    const secret = readSecret(kind, token)
    return secret !== undefined && endLeaked(tx, kind, secret, now)
  },
}))

/** @returns whether there was such a credential, still valid */
async function endLeaked(tx: Tx, kind: LeakKind, secret: PresentedSecret, now: Date): Promise<boolean> {
  const leak = await ends[kind](tx, secret, now)
  if (!leak) return false
  const { organisation_id: organisationId, application_id: applicationId } = leak.owner
  if (leak.change) await announceAccess(tx, leak.change)
  await recordEvent(tx, {
    organisationId,
    type: 'application.credential_leaked',
    payload: { application_id: applicationId, kind: words[kind] },
    at: now,
  })
  await recordAudit(tx, {
    organisationId,
    actor: byClock,
    action: 'credential.leaked',
    target: applicationId,
    detail: { kind: words[kind] },
    at: now,
  })
  return true
}

const ownerRow = shape({ organisation_id: text, application_id: text })
const familyRow = shape({ ...ownerRow.fields, id: text })
const secretRow = shapeOf(applicationSecrets, ['organisation_id', 'application_id', 'id'])

type Leak = {
  readonly owner: RowOf<typeof ownerRow>
  /** null: nothing of it is cached. */
  readonly change: Change | null
}

const ends: Record<LeakKind, (tx: Tx, secret: PresentedSecret, now: Date) => Promise<Leak | null>> = {
  at: async (tx, { organisationId, hash }, now) => {
    const owner = await one(
      tx,
      ownerRow,
      sql`
        update access_tokens
        set revoked_at = ${now}
        where organisation_id = ${organisationId}
          and token_sha256 = ${hash}
          and expires_at > ${now}
          and revoked_at is null
        returning organisation_id, application_id`,
    )
    return owner ? { owner, change: { kind: 'token', id: keyOfHash(hash) } } : null
  },
  rt: async (tx, { organisationId, hash }, now) => {
    const family = await one(
      tx,
      familyRow,
      sql`
        select f.organisation_id, f.application_id, f.id
        from refresh_tokens t
        join refresh_families f on f.organisation_id = t.organisation_id and f.id = t.family_id
        where t.organisation_id = ${organisationId}
          and t.token_sha256 = ${hash}`,
    )
    return family && (await revokeFamily(tx, family.organisation_id, family.id, now))
      ? { owner: family, change: { kind: 'family', id: family.id } }
      : null
  },
  cs: async (tx, { organisationId, hash }, now) => {
    const secret = await one(
      tx,
      secretRow,
      sql`
        select ${secretRow.columns}
        from application_secrets
        where organisation_id = ${organisationId}
          and secret_sha256 = ${hash}`,
    )
    return secret && (await compromiseSecret(tx, secret, now))
      ? { owner: secret, change: { kind: 'application', id: secret.application_id } }
      : null
  },
  ac: async (tx, { organisationId, hash }, now) => {
    const owner = await one(
      tx,
      ownerRow,
      sql`
        update authorization_codes
        set consumed_at = ${now}
        where organisation_id = ${organisationId}
          and code_sha256 = ${hash}
          and expires_at > ${now}
          and consumed_at is null
        returning organisation_id, application_id`,
    )
    return owner ? { owner, change: null } : null
  },
}
