/**
 * The check-in of a page, for what can be done with it. A check-in names the teams that it asks, and anyone who reads results sees only their
 * own: so members read the list of what they wrote themselves, which names no team that they could not list.
 */
import { useQuery } from '@tanstack/react-query'
import { asUser } from '../as-user.ts'
import { useMe } from '../me.ts'
import { read } from '../queries.ts'
import { type Subject, subjectOf } from './acts.ts'

const ownMax = 200

const ownQuery = read(asUser, 'listSurveys', { query: { kind: 'check_in', mine: true, limit: ownMax } })

const wholeQuery = (id: string) => read(asUser, 'getCheckIn', { params: { id } })

export function useCheckInSubject(id: string): Subject | undefined {
  const { data: me } = useMe()
  const isMember = me?.role === 'member'
  const whole = useQuery({ ...wholeQuery(id), enabled: me !== undefined && !isMember }).data
  const own = useQuery({ ...ownQuery, enabled: isMember }).data?.surveys.find((one) => one.id === id)
  return subjectOf('check_in', isMember ? own && { ...own, author_user_id: own.author.id } : whole)
}
