/**
 * A session token becomes a session: verified by the keys of its issuer, then judged by everybody who trusts that issuer.
 * The operator speaks for the whole service; an organisation for its own people only, so what its provider says counts
 * there and nowhere else.
 *
 * At every sign-in it is looked at anew whether somebody whom a provider brought in still belongs to the organisation.
 */
import { type Admission, type Session } from '../actor.ts'
import { type Clock } from '../clock.ts'
import { type Tx } from '../db/db.ts'
import { type Guard } from '../outbound/outbound.ts'
import { getPublic } from './fetch-json.ts'
import { memberships } from './memberships.ts'
import { faultOf, mappedBy, textOf, type Trust } from './profiles.ts'
import { knownOf, type ProviderEntry } from './provider-entries.ts'
import { type ProviderKeys, providerKeys } from './provider-keys.ts'
import { claimedIssuer, refused, type Verified, verifySessionToken } from './session-tokens.ts'

/** The provider of the whole service. */
export type Operator = {
  readonly issuer: string
  /** What its people's identities are kept under. */
  readonly recordedAs: string
  readonly clientId: string | null
  readonly trust: Trust
}

/** Hears of every request to a provider. */
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
  /** What is known of an issuer's keys, shared by all who trust it. */
  keysOf(issuer: string): ProviderKeys
}

/** Issuers beyond this number are forgotten, the one that was asked for longest ago first. */
const issuersMax = 1_000

export function createSessions({ tx, clock, operator, guard, fetched }: Setup): Sessions {
  const known = new Map<string, { keys: ProviderKeys; reloadedAt: string | null }>()

  const heldOf = (issuer: string) => {
    const held = known.get(issuer) ?? { keys: makeKeys(issuer), reloadedAt: null }
    known.delete(issuer)
    if (known.size >= issuersMax) known.delete(known.keys().next().value!)
    known.set(issuer, held)
    return held
  }
  const makeKeys = (issuer: string): ProviderKeys =>
    issuer === operator().issuer
      ? providerKeys(issuer, { fetched: (outcome) => fetched('operator', outcome) })
      : providerKeys(issuer, {
          get: getPublic(guard),
          fetched: (outcome) => fetched('organisation', outcome),
        })

  return {
    keysOf: (issuer) => heldOf(issuer).keys,
    session: async (token) => {
      const issuer = claimedIssuer(token)
      const own = operator()
      const { entries, reloadedAt } = await knownOf(tx, issuer)
      if (issuer !== own.issuer && entries.length === 0) throw refused('unknown issuer')
      const held = heldOf(issuer)
      if (held.reloadedAt !== reloadedAt) {
        held.keys.reload()
        held.reloadedAt = reloadedAt
      }
      const verified = await verifySessionToken(issuer, held.keys, token)
      return issuer === own.issuer
        ? ofOperator(verified, own)
        : memberships(tx, ofOrganisations(verified, issuer, entries), clock.now())
    },
  }
}

const sessionOf = ({ claims, subject, signedInAt }: Verified) =>
  ({
    kind: 'session',
    subject,
    email: textOf(claims.email),
    // Some providers send the string "true": not enough.
    emailVerified: claims.email_verified === true,
    name: textOf(claims.name),
    signedInAt,
  }) as const

/** @throws invalid_token  not for us */
export function ofOperator(verified: Verified, { recordedAs, trust }: Operator): Session {
  const fault = faultOf(verified.claims, verified.typ, trust)
  if (fault !== null) throw refused(fault)
  const { azp, client_id } = verified.claims
  return {
    ...sessionOf(verified),
    issuer: recordedAs,
    // Clerk's party is an origin and no client; it was judged by the list.
    clientId: trust.profile === 'clerk' ? null : (textOf(azp) ?? textOf(client_id)),
    admissions: null,
  }
}

function ofOrganisations(verified: Verified, issuer: string, entries: readonly ProviderEntry[]): Session {
  const faults: string[] = []
  const admissions: Admission[] = []
  for (const entry of entries) {
    const fault = faultOf(verified.claims, verified.typ, trustOf(entry))
    if (fault === null) admissions.push(admissionOf(entry, verified))
    else faults.push(fault)
  }
  if (admissions.length === 0) throw refused(faults.join('; '))
  return { ...sessionOf(verified), issuer, clientId: null, admissions }
}

/** Our own client may always be the party; whoever names others too has said so. */
const trustOf = ({ profile, audiences, authorized_parties, client_id }: ProviderEntry): Trust => ({
  profile,
  client: client_id,
  audiences: audiences.length > 0 || client_id === null ? audiences : [client_id],
  parties:
    authorized_parties.length > 0 || client_id === null || profile === 'clerk'
      ? authorized_parties
      : [client_id],
})

const admissionOf = (entry: ProviderEntry, { claims }: Verified): Admission => ({
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
