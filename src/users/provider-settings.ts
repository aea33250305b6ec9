/** Which settings of an identity provider are valid, by its profile; pure. Pointers are into the body. */
import type { ProfileName } from '../../contract/identity-providers.ts'
import { profiles } from '../identity/identity.ts'
import type { ProviderSettings } from './provider-store.ts'

export type SettingsFault = { readonly pointer: string; readonly detail: string }

const fault = (pointer: string, detail: string): SettingsFault => ({ pointer, detail })

/** Issuers are compared byte for byte, so one that could be written in two ways is refused here. */
export function issuerFault(issuer: string, profile: ProfileName): SettingsFault | null {
  const url = URL.parse(issuer)
  if (!url || url.search !== '' || url.hash !== '' || issuer.includes('?') || issuer.includes('#'))
    return fault('/issuer', 'An issuer is a URL without query and fragment')
  if (url.href !== issuer && url.href !== `${issuer}/`)
    return fault('/issuer', `Write the issuer as its tokens do: ${url.href}`)
  const shape = profiles[profile].issuer
  if (shape && !shape.test(issuer))
    return fault(
      '/issuer',
      `This is not an issuer of ${profile} for ${profile === 'entra' ? 'a single tenant, by its ID' : 'a single client'}`,
    )
  return null
}

export function settingsFault(it: ProviderSettings): SettingsFault | null {
  const { party } = profiles[it.profile]
  if (party === 'aud' && it.audiences.length === 0 && it.client_id === null)
    return fault(
      '/audiences',
      'Name the values of `aud` in its tokens: without them, tokens for other services would be accepted',
    )
  if (party === 'client' && it.client_id === null)
    return fault('/client_id', 'Name the client that its ID tokens are for: nobody else’s are accepted')
  if (party === 'client' && it.audiences.length + it.authorized_parties.length > 0)
    return fault(
      it.audiences.length > 0 ? '/audiences' : '/authorized_parties',
      `With ${it.profile} the client ID says whose tokens are accepted: leave this empty`,
    )
  if (it.sealed_client_secret !== null && it.client_id === null)
    return fault('/client_id', 'Name the client that the secret is of')
  if (it.profile === 'google' && it.sealed_client_secret === null)
    return fault('/client_secret', 'Google gives every client a secret: enter it')
  // Everybody's accounts have the same issuer.
  if (it.profile === 'google' && it.organisation_claim !== 'hd')
    return fault('/organisation/claim', 'Name the claim `hd`, and your domains as its values')
  if (party === 'azp' && it.authorized_parties.length === 0)
    return fault('/authorized_parties', 'Name the values of `azp` in its tokens: the origins of your pages')
  if (it.organisation_claim !== null && it.organisation_values.length === 0)
    return fault('/organisation/values', 'Name the values of the claim that stand for your organisation')
  if (it.organisation_claim === null && it.organisation_values.length > 0)
    return fault('/organisation/claim', 'Name the claim that holds these values')
  if (it.role_claim === null && Object.keys(it.role_values).length > 0)
    return fault('/roles/claim', 'Name the claim that holds these values')
  return null
}
