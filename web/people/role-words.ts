/** What roles are called, and what each may do, for people. */
import { useMessages } from '../messages.ts'
import { shellTexts } from '../shell/shell-texts.ts'
import type { Role } from './people-queries.ts'
import { peopleTexts } from './people-texts.ts'

const roles = ['member', 'analyst', 'admin'] as const satisfies readonly Role[]

export function useRole() {
  const say = useMessages(peopleTexts)
  const name = useMessages(shellTexts)
  return (role: Role) => ({ label: name(`role_${role}`), description: say(`can_${role}`) })
}

export function useRoleOptions() {
  const role = useRole()
  return roles.map((value) => ({ value, ...role(value) }))
}

/** What was chosen of the options. */
export const roleOf = (value: string): Role => roles.find((role) => role === value) ?? 'member'
