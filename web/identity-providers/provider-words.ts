/** What identity providers are called, and what each needs to be told. */
import type { ProfileName } from '../../contract/identity-providers.ts'

export const profileWords: Record<ProfileName, { label: string; issuer: string }> = {
  oidc: { label: 'OpenID Connect', issuer: 'https://login.example.com' },
  auth0: { label: 'Auth0', issuer: 'https://tenant.eu.auth0.com/' },
  clerk: { label: 'Clerk', issuer: 'https://clerk.example.com' },
  keycloak: { label: 'Keycloak', issuer: 'https://keycloak.example.com/realms/acme' },
  workos: { label: 'WorkOS', issuer: 'https://api.workos.com/user_management/client_…' },
  supabase: { label: 'Supabase', issuer: 'https://project.supabase.co/auth/v1' },
}

/**
 * Makers whose own access tokens are refused: Entra and Google make none for this service, and those of Okta are not marked as access tokens. They are in the list because one
 * looks for them there, and each is used through a provider above.
 */
export const makersBehind = {
  entra: 'Microsoft Entra ID',
  google: 'Google Workspace',
  okta: 'Okta',
} as const

export type MakerBehind = keyof typeof makersBehind

export const isMakerBehind = (choice: string): choice is MakerBehind => Object.hasOwn(makersBehind, choice)
