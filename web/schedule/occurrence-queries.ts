/** What the route of the schedule reads: the occurrences of a month, or of the weeks that begin with this one. */
import type { ReplyOf } from '../../client/client.ts'
import { asUser } from '../as-user.ts'
import { readAll } from '../queries.ts'
import { dayOf, mondayOf, weeksFrom, weeksOf } from './months.ts'

export type Survey = ReplyOf<'listOccurrences'>['surveys'][number]
export type Occurrence = Survey['occurrences'][number]

export const today = (): string => dayOf(new Date())

/** Without a month: what is over comes last, so this week comes first. */
const weeksAhead = 5

export const weeksShown = (month: string | undefined): string[][] =>
  month === undefined ? weeksFrom(mondayOf(today()), weeksAhead) : weeksOf(month)

export const occurrencesOf = (month: string | undefined) => {
  const days = weeksShown(month).flat()
  return readAll(asUser, 'listOccurrences', 'surveys', { query: { from: days[0], to: days.at(-1)! } })
}
