/** What the dialog of an identity provider holds, and what it sends. */
import type { BodyOf } from '../../client/client.ts'
import type { ClaimedRole, ProfileName } from '../../contract/identity-providers.ts'
import type { Provider } from './identity-provider-queries.ts'
import { profileWords } from './provider-words.ts'

export const fieldsOf = (provider: Provider | null) => ({
  name: provider?.name ?? '',
  issuer: provider?.issuer ?? '',
  profile: provider?.profile ?? ('oidc' as ProfileName),
  clientId: provider?.client_id ?? '',
  /** Another one; empty: as it is; null: none any more. */
  secret: '' as string | null,
  audiences: linesOf(provider?.audiences),
  parties: linesOf(provider?.authorized_parties),
  claim: provider?.organisation.claim ?? '',
  values: linesOf(provider?.organisation.values),
  joins: provider?.joins ?? false,
  roleClaim: provider?.roles.claim ?? '',
  analysts: linesOf(valuesOf(provider, 'analyst')),
  members: valuesOf(provider, 'member'),
})

const linesOf = (values: readonly string[] = []): string => values.join('\n')

const valuesIn = (lines: string): string[] => [
  ...new Set(
    lines
      .split('\n')
      .map((line) => line.trim())
      .filter(Boolean),
  ),
]

const valuesOf = (provider: Provider | null, role: ClaimedRole): string[] =>
  Object.entries(provider?.roles.values ?? {})
    .filter(([, claimed]) => claimed === role)
    .map(([value]) => value)

export type Fields = ReturnType<typeof fieldsOf>

/**
 * What a maker has the same for everybody is filled in, and goes again with it.
 * @param isSaved  the issuer stays what it is
 */
export function presetOf(
  { issuer, claim, ...before }: Fields,
  profile: ProfileName,
  isSaved: boolean,
): Partial<Fields> {
  const [left, chosen] = [presets(before.profile), presets(profile)]
  return {
    profile,
    ...(!isSaved && ['', left.issuer].includes(issuer.trim()) && { issuer: chosen.issuer }),
    ...(['', left.claim].includes(claim.trim()) && { claim: chosen.claim }),
  }
}

/** An issuer that is everybody's comes with the claim that tells organisations apart. */
function presets(profile: ProfileName): Pick<Fields, 'issuer' | 'claim'> {
  const { issuer, claim } = profileWords[profile]
  return claim === undefined ? { issuer: '', claim: '' } : { issuer, claim }
}

function secretOf({ secret }: Fields): { client_secret?: string | null } {
  const entered = secret?.trim()
  return entered === '' ? {} : { client_secret: entered ?? null }
}

export const isByIdToken = ({ profile }: Fields): boolean => profileWords[profile].byIdToken ?? false

export const bodyOf = (fields: Fields): BodyOf<'createIdentityProvider'> => ({
  ...secretOf(fields),
  issuer: fields.issuer.trim(),
  name: fields.name.trim(),
  profile: fields.profile,
  client_id: fields.clientId.trim() || null,
  audiences: isByIdToken(fields) ? [] : valuesIn(fields.audiences),
  authorized_parties: isByIdToken(fields) ? [] : valuesIn(fields.parties),
  organisation: {
    claim: fields.claim.trim() || null,
    values: fields.claim.trim() ? valuesIn(fields.values) : [],
  },
  joins: fields.joins,
  roles: {
    claim: fields.roleClaim.trim() || null,
    values: fields.roleClaim.trim()
      ? Object.fromEntries([
          ...fields.members.map((value) => [value, 'member'] as const),
          ...valuesIn(fields.analysts).map((value) => [value, 'analyst'] as const),
        ])
      : {},
  },
})

/** What says whose tokens are taken: changed, the provider counts for nobody until it is proved again. */
export const isDecisive = (before: Fields, after: Fields): boolean =>
  (['profile', 'clientId', 'audiences', 'parties', 'claim', 'values'] as const).some(
    (field) => before[field] !== after[field],
  )
