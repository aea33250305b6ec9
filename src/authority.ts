/**
 * The one place that decides by the table of rules (contract/authority.ts) whether a caller may do something at all. To which objects is
 * decided where they are read (visibility.ts).
 */
import { type Action, rowOf } from '../contract/authority.ts'
import { type Actor } from './actor.ts'

export function may(actor: Actor, action: Action): boolean {
  const { people, programs } = rowOf(action)
  return actor.kind === 'organisation' ? programs : people.includes(actor.role)
}
