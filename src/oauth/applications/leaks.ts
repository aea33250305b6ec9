/**
 * POST /oauth/leaks: whoever finds one of our credentials in public (a scanner of repositories, a stranger) reports it, and it
 * ends. Needs no account: to know it is proof enough, and ending it is all that a report can do. The reply is the same for
 * everything, so that nothing can be tried out here; what is no credential by its checksum never reaches the database.
 *
 * What to look for: sonde_(cs|at|ac|rt)_[0-9A-Za-z]{49}.
 */
import { byClock, recordAudit } from '../../audit/audit.ts'
import { afterCommit, one, sql, type Tx } from '../../db/db.ts'
import { recordEvent } from '../../events/events.ts'
import { networkOf } from '../../identity/identity.ts'
import { failedAttempts } from '../../limiter.ts'
import { isSecret, sha256 } from '../../ids.ts'
import { type ChangeKind } from '../changes.ts'
import { type Endpoint, oauthEndpoint } from '../endpoint.ts'
import { invalidRequest, oauthError } from '../oauth-error.ts'
import { revokeFamily } from '../refresh.ts'
import { compromise } from './secrets.ts'

/** Well-formed texts from one network that were nothing of ours: more than a scanner would mistake. */
const strangersMax = 60
const strangersSeconds = 60

type LeakKind = 'cs' | 'at' | 'ac' | 'rt'

type Found = {
  organisationId: string
  applicationId: string
  /** What nodes have to forget; null where nothing of it is remembered. */
  change: { kind: ChangeKind; id: string } | null
}

type End = (tx: Tx, hash: Buffer, now: Date) => Promise<Found | null>

export function leakEndpoint({ app, db, clock }: Endpoint): void {
  const strangers = failedAttempts(strangersMax, strangersSeconds)
  oauthEndpoint(app, '/oauth/leaks', async ({ token }, request) => {
    if (token === undefined) throw invalidRequest('token is missing')
    const kind = kinds.find((one) => isSecret(one, token))
    if (!kind) return null
    const network = networkOf(request.ip)
    const seconds = strangers.blockedFor(network)
    if (seconds !== null)
      throw oauthError('too_many_requests', { headers: { 'retry-after': String(seconds) } })
    const found = await db.transaction((tx) => endLeaked(tx, kind, sha256(token), clock.now()))
    if (!found) strangers.add(network)
    return null
  })
}

async function endLeaked(tx: Tx, kind: LeakKind, hash: Buffer, now: Date): Promise<Found | null> {
  const found = await ends[kind](tx, hash, now)
  if (!found) return null
  const { organisationId, applicationId } = found
  if (found.change) afterCommit(tx, 'access changed', found.change)
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
  return found
}

const words: Record<LeakKind, string> = {
  cs: 'client_secret',
  at: 'access_token',
  ac: 'authorization_code',
  rt: 'refresh_token',
}

const kinds = Object.keys(words) as LeakKind[]

type Row = { organisation_id: string; application_id: string; id: string }

const ends: Record<LeakKind, End> = {
  at: async (tx, hash, now) => {
    const row = await one(
      tx,
      sql<Row>`
        update access_tokens
        set revoked_at = ${now}
        where token_sha256 = ${hash}
          and expires_at > ${now}
          and revoked_at is null
        returning organisation_id, application_id, '' as id`,
    )
    return row ? foundOf(row, { kind: 'token', id: `\\x${hash.toString('hex')}` }) : null
  },
  rt: async (tx, hash, now) => {
    const row = await one(
      tx,
      sql<Row>`
        select f.organisation_id, f.application_id, f.id
        from refresh_tokens t
        join refresh_families f on f.organisation_id = t.organisation_id and f.id = t.family_id
        where t.token_sha256 = ${hash}`,
    )
    return row && (await revokeFamily(tx, row.organisation_id, row.id, now))
      ? foundOf(row, { kind: 'family', id: row.id })
      : null
  },
  cs: async (tx, hash, now) => {
    const row = await one(
      tx,
      sql<Row>`
        select organisation_id, application_id, id
        from application_secrets
        where secret_sha256 = ${hash}`,
    )
    return row && (await compromise(tx, row.organisation_id, row.application_id, row.id, now))
      ? foundOf(row, { kind: 'application', id: row.application_id })
      : null
  },
  ac: async (tx, hash, now) => {
    const row = await one(
      tx,
      sql<Row>`
        update authorization_codes
        set consumed_at = ${now}
        where code_sha256 = ${hash}
          and expires_at > ${now}
          and consumed_at is null
        returning organisation_id, application_id, '' as id`,
    )
    return row ? foundOf(row, null) : null
  },
}

const foundOf = ({ organisation_id, application_id }: Row, change: Found['change']): Found => ({
  organisationId: organisation_id,
  applicationId: application_id,
  change,
})
