/** How states and scopes of applications are shown to people. */
import { type RegisteredScope, registeredScopeNames, type Scope, scopes } from '../../contract/scopes.ts'
import { StatusBadge } from '../ui/status-badge.tsx'
import type { Application } from './application-queries.ts'
import { useMessages } from '../messages.ts'
import { applicationTexts } from './application-texts.ts'
import { scopeTexts } from './scope-texts.ts'

export const StateBadge = ({ application: { status } }: { application: Application }) => {
  const say = useMessages(applicationTexts)
  return status === 'active' ? (
    <StatusBadge tone="good">{say('active')}</StatusBadge>
  ) : (
    <StatusBadge>{say('revoked')}</StatusBadge>
  )
}

const isScope = (scope: string): scope is RegisteredScope =>
  registeredScopeNames.some((name) => name === scope)

/** What a scope allows, in the words of the page that asks for it. */
export function useAbilities() {
  const say = useMessages(scopeTexts)
  return (scope: string): string => (isScope(scope) ? say(scope) : scope)
}

/** What nobody can undo is marked wherever access is given or looked at. */
export const finalScopes: readonly string[] = ['directory:admin']

export const writes = (scope: string): boolean => scopes[scope as Scope]?.writes ?? false

/** Whether a scope works with the application's own credentials, without a person. */
export const worksAlone = (scope: string): boolean => scopes[scope as Scope]?.organisation ?? false
