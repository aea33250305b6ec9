/** Who sits here, as the server sees it: person, role, organisation; and what the pages may show because of that. */
import { useQuery } from '@tanstack/react-query'
import type { ReplyOf } from '../client/client.ts'
import { inPerson, queryClient } from './api.ts'
import { read } from './queries.ts'
import { startsAnew } from './reader.ts'

export type Me = ReplyOf<'getMe'>

const freshMs = 300_000

export const meQuery = {
  ...read(inPerson, 'getMe', {}),
  queryFn: async ({ signal }: { signal: AbortSignal }): Promise<Me> => {
    const me = await inPerson.call('getMe', { signal })
    return startsAnew(me) ? new Promise<never>(() => {}) : me
  },
  staleTime: freshMs,
}

export const useMe = () => useQuery(meQuery)

/** As it is now, whatever was read before. */
export const readMe = (): Promise<Me> => queryClient.fetchQuery({ ...meQuery, staleTime: 0 })
