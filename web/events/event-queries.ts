/** What pages read of the feed of events: the newest ones, as an application of whoever sits here would. */
import { useQuery } from '@tanstack/react-query'
import type { ReplyOf } from '../../client/client.ts'
import {
  type EventNoun,
  eventNouns,
  eventScopes,
  eventTypeNames,
  nounOf,
} from '../../contract/event-names.ts'
import { asUser } from '../as-user.ts'
import { pageScopes } from '../page-scopes.ts'
import { read } from '../queries.ts'
import type { List } from '../ui/list.ts'

export type Event = ReplyOf<'listEvents'>['events'][number]

/** Holds are a matter of admins in person, and no token of an application reads them. */
const forPeople: readonly EventNoun[] = ['hold']

/** Nouns that the pages' own application reads. Events about an application reach that application alone. */
const nouns = eventNouns.filter(
  (noun) => !forPeople.includes(noun) && eventScopes[noun].some((scope) => pageScopes.includes(scope)),
)

/** What the list can be narrowed to: all of a noun, then its single types. */
export const eventFilters: readonly string[] = nouns.flatMap((noun) => [
  `${noun}.*`,
  ...eventTypeNames.filter((type) => nounOf(type) === noun),
])

export const shownMax = 50
const pollMs = 10_000

export const feedCall = (types: string | undefined) =>
  ({ start: 'recent', limit: shownMax, ...(types !== undefined && { types }) }) as const

export const recentEvents = (types: string | undefined) =>
  read(asUser, 'listEvents', { query: feedCall(types) })

/** Newest first; the feed itself is oldest first. */
export function useRecentEvents(types: string | undefined): List<Event> {
  const { data, error, refetch } = useQuery({ ...recentEvents(types), refetchInterval: pollMs })
  return {
    data: data?.events.toReversed(),
    error,
    refetch,
    loadMore: null,
    isLoadingMore: false,
    isStale: false,
  }
}
