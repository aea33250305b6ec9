/** What roles are called, and what each may do, for people. */
import { type Role } from './people-queries.ts'

export const roleWords: Record<Role, { label: string; description: string }> = {
  member: { label: 'Member', description: 'Signs in, allows applications, asks in their own name.' },
  analyst: { label: 'Analyst', description: 'Reads what is public in the organisation as well.' },
  admin: { label: 'Admin', description: 'Everything here: applications, people, floors, the trail.' },
}

const roles = Object.keys(roleWords) as Role[]

export const roleOptions = roles.map((role) => ({ value: role, ...roleWords[role] }))

/** What was chosen of the options. */
export const roleOf = (value: string): Role => roles.find((role) => role === value) ?? 'member'
