/** What the provider of the service needs, by its profile. */
import type { ProfileName } from '../../contract/identity-providers.ts'

/** @param clientId  of the workspace there @param parties  allowed values of `azp` */
export function profileFaults(
  profile: ProfileName,
  clientId: string | null,
  parties: readonly string[],
): string[] {
  if (profile === 'clerk' && parties.length === 0)
    return ['SONDE_IDP_PROFILE=clerk needs SONDE_IDP_AUTHORIZED_PARTIES, the origins of your pages']
  if (profile === 'google')
    return ['SONDE_IDP_PROFILE=google is for providers of organisations: its clients have a secret']
  if ((profile === 'entra' || profile === 'okta') && clientId === null)
    return [`SONDE_IDP_PROFILE=${profile} needs SONDE_IDP_CLIENT_ID, which its ID tokens are for`]
  return []
}
