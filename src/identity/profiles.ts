/**
 * How the tokens of different makers of identity providers differ, as data. Everything else is checked in the same way for
 * all of them (session-tokens.ts).
 *
 * type     which of its tokens says who signed in: an access token, by `typ` of the header where a maker marks those (RFC 9068),
 *          otherwise by what it is not; or an ID token, where a maker's access tokens are for its own services or cost extra
 * party    what shows that a token is for us: `aud` holds one of ours; `client`: it is our client and nothing else (the only
 *          one whose ID tokens are ours); `azp` (Clerk: the origin of the page; its tokens have no `aud`, and at times no
 *          `azp`) is one of ours; `issuer`: the issuer is made for one client alone
 * never    claims that only the other kind of token carries
 * needs    claims that must be there
 * holds    claims that must have this value
 * refuses  claims that must not have this value
 * verifies the claim by which the maker vouches for the address, and the values that say yes
 * organisation, roles  where the maker usually puts them; a configured claim takes precedence
 * Sources: the makers' references of their token claims (docs/guides/identity-providers.md: what to set up there).
 */
import { type ClaimedRole, claimedRoles, type ProfileName } from '../../contract/identity-providers.ts'
import type { Admission } from '../actor.ts'

export type Claims = Readonly<Record<string, unknown>>

export type Profile = {
  readonly type: 'marked access token' | 'access token' | 'ID token'
  readonly party: 'aud' | 'client' | 'azp' | 'issuer'
  readonly never: readonly string[]
  readonly needs: readonly string[]
  readonly holds: Claims
  readonly refuses: Claims
  readonly verifies: { readonly claim: string; readonly values: readonly unknown[] }
  /** The usual names of the claims. */
  readonly organisation: string | null
  readonly roles: string | null
  /** The form of this maker's issuers; null: any. */
  readonly issuer: RegExp | null
}

/** Only ID tokens carry these (OpenID Connect Core §2, §3.3.2.11). */
const idTokenClaims = ['nonce', 'at_hash', 'c_hash', 's_hash']
/** Only access tokens carry these: RFC 9068 §2.2, and what Entra and Okta write of a client and what it may do. */
const accessTokenClaims = ['client_id', 'scope', 'azpacr', 'appid', 'scp', 'cid']

const plain: Profile = {
  type: 'access token',
  party: 'aud',
  never: idTokenClaims,
  needs: [],
  holds: {},
  refuses: {},
  // Some providers send the string "true": not enough.
  verifies: { claim: 'email_verified', values: [true] },
  organisation: 'org_id',
  roles: null,
  issuer: null,
}

const byIdToken: Profile = {
  ...plain,
  type: 'ID token',
  party: 'client',
  never: [...accessTokenClaims, 'azp'],
  organisation: null,
}

export const profiles: Readonly<Record<ProfileName, Profile>> = {
  oidc: { ...plain, type: 'marked access token', organisation: null },
  auth0: plain,
  clerk: { ...plain, party: 'azp', organisation: 'o.id', roles: 'o.rol' },
  // One tenant: the issuer of all tenants (`common`) writes another one into its tokens. Its addresses are what an
  // administrator typed, unless this claim says that they own the domain; it is written in several ways.
  entra: {
    ...byIdToken,
    holds: { ver: '2.0' },
    verifies: { claim: 'xms_edov', values: [true, 'true', 1, '1'] },
    roles: 'roles',
    issuer: /^https:\/\/login\.microsoftonline\.(?:com|us)\/[\da-f]{8}(?:-[\da-f]{4}){3}-[\da-f]{12}\/v2\.0$/,
  },
  okta: { ...byIdToken, holds: { ver: 1 }, roles: 'groups' },
  // Only accounts of a Workspace: `hd` names its domain. Google writes `azp`, the client, into each ID token.
  google: {
    ...byIdToken,
    never: accessTokenClaims,
    needs: ['hd'],
    organisation: 'hd',
    issuer: /^https:\/\/accounts\.google\.com$/,
  },
  // Its refresh and ID tokens are signed by the same keys.
  keycloak: { ...plain, holds: { typ: 'Bearer' }, organisation: 'organization', roles: 'realm_access.roles' },
  // On the maker's own host an issuer serves every client, unless it names one.
  workos: {
    ...plain,
    party: 'issuer',
    roles: 'role',
    issuer: /^https:\/\/(?:api\.workos\.com\/user_management\/client_\w+|(?!api\.workos\.com)\S+)$/,
  },
  // Users write `user_metadata` themselves: none of it is believed, its email_verified least of all.
  supabase: {
    ...plain,
    holds: { role: 'authenticated' },
    refuses: { is_anonymous: true },
    organisation: 'app_metadata.organisation',
    roles: 'app_metadata.role',
  },
}

/** What is required of the tokens of a trusted issuer. */
export type Trust = {
  readonly profile: ProfileName
  readonly audiences: readonly string[]
  readonly parties: readonly string[]
  /** The client ID of our developer site at that issuer. */
  readonly client: string | null
}

const accessTokenTypes = ['at+jwt', 'application/at+jwt']
const typesOf: Readonly<Record<Profile['type'], readonly (string | undefined)[]>> = {
  'marked access token': accessTokenTypes,
  'access token': [...accessTokenTypes, 'jwt', undefined],
  'ID token': ['jwt', undefined],
}

/** What is wrong with a token that the issuer has signed: the code names the setting to look at, the detail what the token holds. */
export type TokenFault = {
  readonly code: 'another_kind' | 'another_claim' | 'another_audience' | 'another_client' | 'another_party'
  readonly detail: string
}

const fault = (code: TokenFault['code'], detail: string): TokenFault => ({ code, detail })

/** Why a token that is signed by the issuer is not for us, or null. */
export function faultOf(claims: Claims, typ: string | undefined, trust: Trust): TokenFault | null {
  const profile = profiles[trust.profile]
  if (!typesOf[profile.type].includes(typ?.toLowerCase()))
    return fault('another_kind', `token of type ${typ ?? 'unknown'}`)
  if (profile.never.some((claim) => claim in claims))
    return fault('another_kind', profile.type === 'ID token' ? 'not an ID token' : 'an ID token')
  // Makers that name the type in a claim write Bearer for access tokens.
  if (claims.typ !== undefined && claims.typ !== 'Bearer') return fault('another_kind', 'not a bearer token')
  const missing = profile.needs.find((name) => textOf(claims[name]) === null)
  if (missing !== undefined) return fault('another_claim', held(claims, missing))
  for (const [name, value] of Object.entries(profile.holds))
    if (claims[name] !== value) return fault('another_claim', held(claims, name))
  for (const [name, value] of Object.entries(profile.refuses))
    if (claims[name] === value) return fault('another_claim', held(claims, name))
  return partyFaultOf(claims, profile, trust)
}

const shownMax = 100

/** A claim as the token has it. */
const held = (claims: Claims, name: string): string =>
  `${name}: ${(JSON.stringify(claims[name]) ?? 'none').slice(0, shownMax)}`

function partyFaultOf(
  claims: Claims,
  { party }: Profile,
  { audiences, parties, client }: Trust,
): TokenFault | null {
  const named = [claims.aud].flat().filter((one) => typeof one === 'string')
  const aud = `aud: ${named.join(', ') || 'none'}`
  const azp = textOf(claims.azp) ?? textOf(claims.client_id)
  if (party === 'client') {
    const isOurs = client !== null && named.length === 1 && named[0] === client
    return isOurs && (azp === null || azp === client) ? null : fault('another_client', aud)
  }
  if (party === 'aud' && !named.some((one) => audiences.includes(one))) return fault('another_audience', aud)
  if (party === 'issuer' && named.length > 0 && !named.some((one) => audiences.includes(one)))
    return fault('another_audience', aud)
  const mustName = party === 'azp' || named.length > 1
  if (mustName && azp === null) return fault('another_party', 'azp: none')
  if (azp !== null && parties.length > 0 && !parties.includes(azp))
    return fault('another_party', `azp: ${azp}`)
  const isOurParty = azp !== null && (azp === client || parties.includes(azp))
  if (named.length > 1 && client !== null && !isOurParty)
    return fault('another_party', `${aud}; azp: ${azp}, and not our client`)
  return party === 'azp' && parties.length === 0
    ? fault('another_party', 'no authorized party is configured')
    : null
}

/** Whether the provider vouches for the address. */
export function verifiesAddress(claims: Claims, profile: ProfileName): boolean {
  const { claim, values } = profiles[profile].verifies
  return values.includes(claims[claim])
}

export const textOf = (value: unknown): string | null =>
  typeof value === 'string' && value !== '' && value.isWellFormed() && !value.includes('\0') ? value : null

/**
 * The texts of a claim, one or a list. It is looked up by its whole name (names of some makers hold dots), otherwise by the path
 * that its dots make.
 */
export function claimValues(claims: Claims, name: string): string[] {
  const found = Object.hasOwn(claims, name)
    ? claims[name]
    : name.split('.').reduce<unknown>((value, part) => memberOf(value, part), claims)
  // Keycloak's organisations are a list of names, or an object by name.
  const all =
    typeof found === 'object' && found !== null && !Array.isArray(found) ? Object.keys(found) : [found].flat()
  return all.filter((one) => typeof one === 'string')
}

const memberOf = (value: unknown, name: string): unknown =>
  typeof value === 'object' && value !== null
    ? Object.getOwnPropertyDescriptor(value, name)?.value
    : undefined

export type Mapping = {
  readonly organisationClaim: string | null
  readonly organisationValues: readonly string[]
  readonly roleClaim: string | null
  readonly roleValues: Readonly<Record<string, ClaimedRole>>
}

/** Membership and role by an organisation's mapping of claims; of several roles the highest. */
export function mappedBy(mapping: Mapping, claims: Claims): Pick<Admission, 'belongs' | 'role'> {
  const { organisationClaim, organisationValues, roleClaim, roleValues } = mapping
  const belongs =
    organisationClaim === null ||
    claimValues(claims, organisationClaim).some((value) => organisationValues.includes(value))
  if (roleClaim === null) return { belongs, role: null }
  const ranks = claimValues(claims, roleClaim).flatMap((value) =>
    Object.hasOwn(roleValues, value) ? [claimedRoles.indexOf(roleValues[value])] : [],
  )
  return { belongs, role: claimedRoles[Math.max(0, ...ranks)] }
}
