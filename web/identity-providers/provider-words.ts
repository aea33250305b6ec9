/** What identity providers are called, and what each needs to be told. */
import type { ProfileName } from '../../contract/identity-providers.ts'

type Words = {
  label: string
  issuer: string
  /** The claim that usually names a role. */
  role: string
  /** Its ID tokens say who signed in: they are for the client alone, so that no other audience or party is named. */
  byIdToken?: true
  /** It gives every client a secret. */
  hasSecret?: true
  /** The claim that names the organisation, where the issuer is everybody’s. */
  claim?: string
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
  google: {
    label: 'Google Workspace',
    issuer: 'https://accounts.google.com',
    role: 'role',
    byIdToken: true,
    hasSecret: true,
    claim: 'hd',
  },
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
