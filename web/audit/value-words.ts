/** Values of closed lists in the audit log, as pages call them: an event has them as the API does. */
import type { personStates, Role } from '../../contract/people.ts'
import type { Say } from '../messages.ts'
import type { detailTexts } from './detail-texts.ts'

type Words = Say<typeof detailTexts>

const words = {
  role: { member: 'role_member', analyst: 'role_analyst', admin: 'role_admin' },
  state: { active: 'state_active', disabled: 'state_disabled', left: 'state_left' },
} as const satisfies { role: Record<Role, string>; state: Record<(typeof personStates)[number], string> }

type Values<T> = T[keyof T]
type WordText = Values<{ [Name in keyof typeof words]: Values<(typeof words)[Name]> }>

const wordTexts: Readonly<Record<string, Readonly<Record<string, WordText>>>> = words

/** @param name  of the fact */
export function wordOf(say: Words, name: string, value: string): string | null {
  const text = wordTexts[name]?.[value]
  return text ? say(text) : null
}
