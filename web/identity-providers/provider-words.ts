/** What identity providers are called, and what each needs to be told. */
import type { ProfileName } from '../../contract/identity-providers.ts'

type Words = {
  label: string
  issuer: string
  /** The claim that usually names a role. */
  role: string
  /** Its ID tokens say who signed in: they are for the client alone, so that no other audience or party is named. */
  byIdToken?: true
}

export const profileWords: Record<ProfileName, Words> = {
  oidc: { label: 'OpenID Connect', issuer: 'https://login.example.com', role: 'role' },
  entra: {
    label: 'Microsoft Entra ID',
    issuer: 'https://login.microsoftonline.com/tenant-id/v2.0',
    role: 'roles',
    byIdToken: true,
  },
  okta: { label: 'Okta', issuer: 'https://acme.okta.com/oauth2/default', role: 'groups', byIdToken: true },
  auth0: { label: 'Auth0', issuer: 'https://tenant.eu.auth0.com/', role: 'role' },
  clerk: { label: 'Clerk', issuer: 'https://clerk.example.com', role: 'o.rol' },
  keycloak: {
    label: 'Keycloak',
    issuer: 'https://keycloak.example.com/realms/acme',
    role: 'realm_access.roles',
  },
  workos: { label: 'WorkOS', issuer: 'https://api.workos.com/user_management/client_…', role: 'role' },
  supabase: {
    label: 'Supabase',
    issuer: 'https://project.supabase.co/auth/v1',
    role: 'app_metadata.role',
  },
}

/**
 * Makers that have no client without a secret, which a page could not keep. They are in the list because one looks for them there, and each is used through a
 * provider above.
 */
export const makersBehind = { google: 'Google Workspace' } as const

export type MakerBehind = keyof typeof makersBehind

export const isMakerBehind = (choice: string): choice is MakerBehind => Object.hasOwn(makersBehind, choice)
