/** Who sits here, as the server sees it: person, role, organisation; and what the pages may show because of that. */
import { queryOptions, useQuery } from '@tanstack/react-query'
import { type ReplyOf } from '../client/client.ts'
import { inPerson } from './api.ts'

export type Me = ReplyOf<'getMe'>

const keptMs = 300_000

export const meQuery = queryOptions({
  queryKey: ['me'],
  queryFn: ({ signal }) => inPerson.call('getMe', { signal }),
  staleTime: keptMs,
})

export const useMe = () => useQuery(meQuery)
