/** What roles are called, and what each may do, for people. */
import { type ReplyOf } from '../../client/client.ts'

export type Role = ReplyOf<'listPeople'>['people'][number]['role']

export const roleWords: Record<Role, { label: string; says: string }> = {
  member: { label: 'Member', says: 'Signs in, allows applications, asks in their own name.' },
  analyst: { label: 'Analyst', says: 'Reads what is public in the organisation as well.' },
  admin: { label: 'Admin', says: 'Everything here: applications, people, floors, the trail.' },
}
