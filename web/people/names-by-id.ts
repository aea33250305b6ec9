/**
 * Names of whom and what a page has by id alone: people, applications, members and teams, as far as the reader may list them. The lists are
 * asked for these ids and no others, so it does not matter how many there are besides; and none whose kind is not among them.
 */
import { useQuery } from '@tanstack/react-query'
import { filterIdsMax } from '../../contract/filter-ids.ts'
import { inPerson } from '../api.ts'
import { allApplications } from '../applications/application-queries.ts'
import { asUser } from '../as-user.ts'
import { useMe } from '../me.ts'

export type NameById = { id: string; name: string }
export type NameOf = (id: string) => string | null

type Filter = { query: { ids: string; limit: number }; signal: AbortSignal }

/** The lists by the prefix of what they hold. */
const lists = {
  usr: {
    operation: 'listPeople',
    read: async (input: Filter) => (await inPerson.call('listPeople', input)).people,
  },
  mem: {
    operation: 'listMembers',
    read: async (input: Filter) => (await asUser.call('listMembers', input)).members,
  },
  tem: {
    operation: 'listTeams',
    read: async (input: Filter) => (await asUser.call('listTeams', input)).teams,
  },
}

/** Names of one kind; while more ids are asked for, those that were read stay. One query, however many requests: a page has few kinds. */
const namesQuery = (prefix: keyof typeof lists, all: readonly string[]) => {
  const { operation, read } = lists[prefix]
  const ids = [...new Set(all.filter((id) => id.startsWith(`${prefix}_`)))].toSorted()
  return {
    queryKey: [operation, { ids }, 'names'] as const,
    queryFn: async ({ signal }: { signal: AbortSignal }): Promise<NameById[]> => {
      const parts = Array.from({ length: Math.ceil(ids.length / filterIdsMax) }, (_, at) =>
        ids.slice(at * filterIdsMax, (at + 1) * filterIdsMax),
      )
      const pages = await Promise.all<NameById[]>(
        parts.map((part) => read({ query: { ids: part.join(','), limit: filterIdsMax }, signal })),
      )
      return pages.flat().map(({ id, name }) => ({ id, name }))
    },
    enabled: ids.length > 0,
    retry: false,
    placeholderData: (before: NameById[] | undefined) => before,
  }
}

/** null of what is not read yet, is gone, or is not for the reader to know. */
export function useNamesById(ids: readonly string[]): NameOf {
  const { data: me } = useMe()
  const isRegistered = me?.pages_client_id !== undefined && me.pages_client_id !== null
  const people = useQuery(namesQuery('usr', ids)).data ?? []
  const members = useQuery(namesQuery('mem', isRegistered ? ids : [])).data ?? []
  const teams = useQuery(namesQuery('tem', isRegistered ? ids : [])).data ?? []
  const hasApplication = ids.some((id) => id.startsWith('app_'))
  const applications: readonly NameById[] =
    useQuery({ ...allApplications, enabled: hasApplication }).data?.applications ?? []
  const known = new Map([...people, ...members, ...teams, ...applications].map(({ id, name }) => [id, name]))
  return (id) => known.get(id) ?? null
}
