/**
 * A session token becomes a session: verified by the keys of its issuer, then judged by the settings of all who trust that
 * issuer. The operator's provider counts for the whole service; an organisation's provider counts in that organisation only.
 *
 * At every sign-in we check again whether somebody whom a provider brought in still belongs to the organisation.
 */
import type { Admission, Session } from '../actor.ts'
import type { Clock } from '../clock.ts'
import type { Tx } from '../db/db.ts'
import type { Guard } from '../outbound/outbound.ts'
import { embeddedIssuer, isSignedOut } from './accounts.ts'
import { getOwn, getPublic } from './fetch-json.ts'
import { updateMemberships } from './memberships.ts'
import { Problem } from '../problem.ts'
import { faultOf, mappedBy, textOf, type TokenFault, type Trust, verifiesAddress } from './profiles.ts'
import { findIssuer, type ProviderEntry } from './provider-entries.ts'
import { type ProviderKeys, providerKeys } from './provider-keys.ts'
import { claimedIssuer, invalidToken, type VerifiedToken, verifySessionToken } from './session-tokens.ts'

/** The provider of the whole service. */
export type Operator = {
  readonly issuer: string
  /** The name under which its people's identities are recorded. */
  readonly recordedAs: string
  readonly clientId: string | null
  readonly trust: Trust
}

/** Called after every request to a provider. */
export type FetchedBy = (whose: 'operator' | 'organisation', outcome: 'ok' | 'failed') => void

type Setup = {
  tx: Tx
  clock: Clock
  operator: () => Operator
  guard: Guard
  fetched: FetchedBy
}

export type Sessions = {
  /** @throws invalid_token | unavailable */
  session(token: string): Promise<Session>
  /**
   * Why the settings of an organisation refuse a token that its own provider has signed, for its admins to see.
   * null: they do not, or it is not such a token, or the provider does not answer.
   */
  refusal(token: string, organisationId: string): Promise<TokenFault | null>
  /** The keys of an issuer, shared by all who trust it. */
  keysOf(issuer: string): ProviderKeys
}

/** Beyond this number the issuer that was used longest ago is forgotten. */
const issuersMax = 1_000

type CachedIssuer = { readonly keys: ProviderKeys; reloadedAt: string | null }

export function createSessions({ tx, clock, operator, guard, fetched }: Setup): Sessions {
  const issuers = new Map<string, CachedIssuer>()

  const cachedIssuer = (issuer: string): CachedIssuer => {
    const cached = issuers.get(issuer) ?? { keys: makeKeys(issuer), reloadedAt: null }
    issuers.delete(issuer)
    const [oldest] = issuers.keys()
    if (oldest !== undefined && issuers.size >= issuersMax) issuers.delete(oldest)
    issuers.set(issuer, cached)
    return cached
  }
  const makeKeys = (issuer: string): ProviderKeys =>
    issuer === operator().issuer
      ? providerKeys(issuer, {
          ...(operator().recordedAs === embeddedIssuer && { get: getOwn }),
          fetched: (outcome) => fetched('operator', outcome),
        })
      : providerKeys(issuer, {
          get: getPublic(guard),
          fetched: (outcome) => fetched('organisation', outcome),
        })

  const refusal = async (token: string, organisationId: string): Promise<TokenFault | null> => {
    const issuer = claimedIssuer(token)
    const { entries } = await findIssuer(
      tx,
      issuer,
      issuer === operator().issuer ? 'operator' : 'organisations',
    )
    const own = entries.find((entry) => entry.organisation_id === organisationId)
    if (!own) return null
    const { claims, typ } = await verifySessionToken(issuer, cachedIssuer(issuer).keys, token)
    return faultOf(claims, typ, trustOf(own))
  }

  return {
    refusal: (token, organisationId) =>
      refusal(token, organisationId).catch((error: unknown) => {
        if (error instanceof Problem) return null
        throw error
      }),
    keysOf: (issuer) => cachedIssuer(issuer).keys,
    session: async (token) => {
      const issuer = claimedIssuer(token)
      const own = operator()
      const judgedBy = issuer === own.issuer ? 'operator' : 'organisations'
      const { entries, reloaded_at: reloadedAt } = await findIssuer(tx, issuer, judgedBy)
      if (judgedBy === 'organisations' && entries.length === 0) throw invalidToken('unknown issuer')
      const cached = cachedIssuer(issuer)
      if (cached.reloadedAt !== reloadedAt) {
        cached.keys.reload()
        cached.reloadedAt = reloadedAt
      }
      const verified = await verifySessionToken(issuer, cached.keys, token)
      if (judgedBy === 'operator') {
        const session = sessionByOperator(verified, own)
        if (session.issuer === embeddedIssuer && (await isSignedOut(tx, session.subject, session.signedInAt)))
          throw invalidToken('signed in before the password was renewed')
        return session
      }
      const session = sessionByOrganisations(verified, issuer, entries)
      await updateMemberships(tx, session, clock.now())
      return session
    },
  }
}

const sessionOf = ({ claims, subject, signedInAt }: VerifiedToken, emailVerified: boolean) =>
  ({
    kind: 'session',
    subject,
    email: textOf(claims.email),
    emailVerified,
    name: textOf(claims.name),
    signedInAt,
  }) as const

/** By `amr` of RFC 8176. */
const isMultiFactor = ({ claims: { amr } }: VerifiedToken): boolean =>
  Array.isArray(amr) && amr.includes('mfa')

/** @throws invalid_token  not for us */
export function sessionByOperator(verified: VerifiedToken, { recordedAs, trust }: Operator): Session {
  const fault = faultOf(verified.claims, verified.typ, trust)
  if (fault !== null) throw invalidToken(fault.detail)
  const { azp, client_id } = verified.claims
  return {
    ...sessionOf(verified, verifiesAddress(verified.claims, trust.profile)),
    issuer: recordedAs,
    lacksSecondFactor: recordedAs === embeddedIssuer && !isMultiFactor(verified),
    // Clerk's party is an origin and not a client; the list of parties has judged it.
    clientId: trust.profile === 'clerk' ? null : (textOf(azp) ?? textOf(client_id)),
    admissions: null,
  }
}

function sessionByOrganisations(
  verified: VerifiedToken,
  issuer: string,
  entries: readonly ProviderEntry[],
): Session {
  const faults: string[] = []
  const admitting: ProviderEntry[] = []
  for (const entry of entries) {
    const fault = faultOf(verified.claims, verified.typ, trustOf(entry))
    if (fault === null) admitting.push(entry)
    else faults.push(fault.detail)
  }
  if (admitting.length === 0) throw invalidToken(faults.join('; '))
  const emailVerified = admitting.every(({ profile }) => verifiesAddress(verified.claims, profile))
  return {
    ...sessionOf(verified, emailVerified),
    issuer,
    clientId: null,
    lacksSecondFactor: false,
    admissions: admitting.map((entry) => admissionOf(entry, verified)),
  }
}

/** Without configured audiences and parties they are our own client. */
const trustOf = ({ profile, audiences, authorized_parties, client_id }: ProviderEntry): Trust => ({
  profile,
  client: client_id,
  audiences: audiences.length > 0 || client_id === null ? audiences : [client_id],
  parties:
    authorized_parties.length > 0 || client_id === null || profile === 'clerk'
      ? authorized_parties
      : [client_id],
})

const admissionOf = (entry: ProviderEntry, { claims }: VerifiedToken): Admission => ({
  organisationId: entry.organisation_id,
  providerId: entry.id,
  proved: entry.proved_at !== null,
  joins: entry.joins,
  ...mappedBy(
    {
      organisationClaim: entry.organisation_claim,
      organisationValues: entry.organisation_values,
      roleClaim: entry.role_claim,
      roleValues: entry.role_values,
    },
    claims,
  ),
})
