/** What a role can use of a scope: a token that acts for a person is granted nothing else. */
import { type Role, rowOf } from './authority.ts'
import type { Operation } from './operation.ts'
import { operations } from './operations.ts'
import { offlineAccess, type RegisteredScope, worksForPeople } from './scopes.ts'

const openedBy = (scope: RegisteredScope) =>
  operations.filter(({ scope: opening }: Operation) => opening?.some((one) => one === scope))

/** Scopes of which no operation lets this role do anything are left out. Some open none by themselves, and add to what others open. */
export const scopesOfRole = (scopes: readonly RegisteredScope[], role: Role): RegisteredScope[] =>
  scopes.filter((scope) => {
    if (scope !== offlineAccess && !worksForPeople(scope)) return false
    const opened = openedBy(scope)
    return opened.length === 0 || opened.some(({ action }) => rowOf(action).people[role] !== undefined)
  })
