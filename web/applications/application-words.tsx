/** How kinds, states and scopes of applications are told to people. */
import { offlineAccess, offlineAccessDescription, type Scope, scopes } from '../../contract/scopes.ts'
import { StatusBadge } from '../ui/status-badge.tsx'
import { type Application } from './application-queries.ts'

export const kindWords: Record<Application['kind'], { title: string; short: string; description: string }> = {
  confidential: {
    title: 'A program on a server',
    short: 'Server',
    description:
      'Keeps a secret where nobody can read it. Acts for the organisation, or for people who allowed it.',
  },
  public: {
    title: 'An app on a device or in a browser',
    short: 'App',
    description:
      'Cannot keep a secret; PKCE stands for it. Acts for people who allowed it, never for the organisation.',
  },
  first_party: {
    title: 'A page of this service',
    short: 'This site',
    description: 'The workspace itself, which uses the API like everybody else.',
  },
}

export const StateBadge = ({ application: { status } }: { application: Application }) =>
  status === 'active' ? <StatusBadge tone="good">Active</StatusBadge> : <StatusBadge>Revoked</StatusBadge>

export const scopeDescription = (scope: string): string =>
  scope === offlineAccess ? offlineAccessDescription : (scopes[scope as Scope]?.description ?? scope)

/** Whether a scope works with the application's own credentials, without a person. */
export const worksAlone = (scope: string): boolean => scopes[scope as Scope]?.organisation ?? false
