/** What profiles of identity providers are called, and what each needs to be told. */
import type { ProfileName } from '../../contract/identity-providers.ts'

export const profileWords: Record<ProfileName, { label: string; issuer: string }> = {
  oidc: { label: 'OpenID Connect', issuer: 'https://login.example.com' },
  auth0: { label: 'Auth0', issuer: 'https://tenant.eu.auth0.com/' },
  clerk: { label: 'Clerk', issuer: 'https://clerk.example.com' },
  keycloak: { label: 'Keycloak', issuer: 'https://keycloak.example.com/realms/acme' },
  workos: { label: 'WorkOS', issuer: 'https://api.workos.com/user_management/client_…' },
  supabase: { label: 'Supabase', issuer: 'https://project.supabase.co/auth/v1' },
}
