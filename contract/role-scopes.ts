/** What a role can use of a scope: a token that acts for a person is granted nothing else. */
import { type Role, rowOf } from './authority.ts'
import { type Operation } from './operation.ts'
import { operations } from './operations.ts'
import { offlineAccess, type RegisteredScope } from './scopes.ts'

/** Scopes of which no operation lets this role do anything are left out. */
export const scopesOfRole = (scopes: readonly RegisteredScope[], role: Role): RegisteredScope[] =>
  scopes.filter(
    (scope) =>
      scope === offlineAccess ||
      operations.some(
        ({ scope: opening, action }: Operation) =>
          opening?.some((one) => one === scope) && rowOf(action).people[role] !== undefined,
      ),
  )
