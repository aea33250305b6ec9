/** What the route of the schedule reads: the occurrences of a month. It comes with every page, so it holds no more than that. */
import type { ReplyOf } from '../../client/client.ts'
import { asUser } from '../as-user.ts'
import { readAll } from '../queries.ts'
import { dayOf, monthOf, weeksOf } from './months.ts'

export type Survey = ReplyOf<'listOccurrences'>['surveys'][number]
export type Occurrence = Survey['occurrences'][number]

/** Years that the service knows. */
export const month = (value: string): string | undefined =>
  /^2[01]\d\d-(0[1-9]|1[0-2])$/.test(value) && value > '2000-01' && value < '2199-12' ? value : undefined

export const today = (): string => dayOf(new Date())
export const thisMonth = (): string => monthOf(today())

export const occurrencesOf = (shown: string) => {
  const days = weeksOf(shown).flat()
  return readAll(asUser, 'listOccurrences', 'surveys', { query: { from: days[0], to: days.at(-1)! } })
}
