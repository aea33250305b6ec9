/** What the route of the schedule reads: the occurrences of a month. */
import type { ReplyOf } from '../../client/client.ts'
import { asUser } from '../as-user.ts'
import { readAll } from '../queries.ts'
import { dayOf, monthOf, weeksOf } from './months.ts'

export type Survey = ReplyOf<'listOccurrences'>['surveys'][number]
export type Occurrence = Survey['occurrences'][number]

export const today = (): string => dayOf(new Date())
export const thisMonth = (): string => monthOf(today())

export const occurrencesOf = (shown: string) => {
  const days = weeksOf(shown).flat()
  return readAll(asUser, 'listOccurrences', 'surveys', { query: { from: days[0], to: days.at(-1)! } })
}
