/** What settings of an identity provider can be, by its profile; pure. Pointers are into the body. */
import { profiles } from '../identity/identity.ts'
import { type ProfileName } from '../../contract/identity-providers.ts'
import { type ProviderFields } from './provider-store.ts'

export type SettingsFault = { pointer: string; says: string }

const fault = (pointer: string, says: string): SettingsFault => ({ pointer, says })

/** Issuers are compared byte for byte, so one that could be written in two ways is refused here. */
export function issuerFaultOf(issuer: string, profile: ProfileName): SettingsFault | null {
  const url = URL.parse(issuer)
  if (!url || url.search !== '' || url.hash !== '' || issuer.includes('?') || issuer.includes('#'))
    return fault('/issuer', 'An issuer is a URL without query and fragment')
  if (url.href !== issuer && url.href !== `${issuer}/`)
    return fault('/issuer', `An issuer is written as its tokens write it: ${url.href}`)
  const shape = profiles[profile].issuer
  if (shape && !shape.test(issuer))
    return fault('/issuer', `This is no issuer of ${profile} that is made for one client`)
  return null
}

export function settingsFaultOf(it: ProviderFields): SettingsFault | null {
  const { party } = profiles[it.profile]
  if (party === 'aud' && it.audiences.length === 0 && it.client_id === null)
    return fault(
      '/audiences',
      'Say what `aud` of its tokens holds: without it tokens for others would be taken',
    )
  if (party === 'azp' && it.authorized_parties.length === 0)
    return fault('/authorized_parties', 'Say what `azp` of its tokens is: the origins of your pages')
  if (it.organisation_claim !== null && it.organisation_values.length === 0)
    return fault('/organisation/values', 'Say which values of the claim are yours')
  if (it.organisation_claim === null && it.organisation_values.length > 0)
    return fault('/organisation/claim', 'Say which claim holds these values')
  if (it.role_claim === null && Object.keys(it.role_values).length > 0)
    return fault('/roles/claim', 'Say which claim holds these values')
  return null
}
