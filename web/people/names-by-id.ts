/**
 * Names of whom and what a page has by id alone: people, applications, members and teams, as far as the reader may list them. The lists are
 * asked for these ids and no others, so it does not matter how many there are besides.
 */
import { useQueries, useQuery } from '@tanstack/react-query'
import { useRef } from 'react'
import { limits } from '../../contract/limits.ts'
import { inPerson } from '../api.ts'
import { allApplications } from '../applications/application-queries.ts'
import { asUser } from '../as-user.ts'
import { useMe } from '../me.ts'
import { read } from '../queries.ts'

export type NameById = { id: string; name: string }
export type NameOf = (id: string) => string | null

const idsMax = limits.filterIdsMax

/** In the order in which they come, so that what is asked stays the same where more come after them. */
function queriesOf(ids: readonly string[], prefix: string): { ids: string; limit: number }[] {
  const ours = [...new Set(ids.filter((id) => id.startsWith(`${prefix}_`)))]
  return Array.from({ length: Math.ceil(ours.length / idsMax) }, (_, at) => ({
    ids: ours.slice(at * idsMax, (at + 1) * idsMax).join(','),
    limit: idsMax,
  }))
}

/** null of what is not read yet, is gone, or is not for the reader to know. */
export function useNamesById(ids: readonly string[]): NameOf {
  const { data: me } = useMe()
  const enabled = me?.pages_client_id !== undefined && me.pages_client_id !== null
  const applications: readonly NameById[] = useQuery(allApplications).data?.applications ?? []
  const people = useQueries({
    queries: queriesOf(ids, 'usr').map((query) => ({
      ...read(inPerson, 'listPeople', { query }),
      retry: false,
    })),
  })
  const members = useQueries({
    queries: queriesOf(ids, 'mem').map((query) => ({
      ...read(asUser, 'listMembers', { query }),
      enabled,
      retry: false,
    })),
  })
  const teams = useQueries({
    queries: queriesOf(ids, 'tem').map((query) => ({
      ...read(asUser, 'listTeams', { query }),
      enabled,
      retry: false,
    })),
  })
  // Once known they stay, while a longer list of ids is asked for.
  const known = useRef(new Map<string, string>())
  const named = [
    ...applications,
    ...people.flatMap(({ data }) => data?.people ?? []),
    ...members.flatMap(({ data }) => data?.members ?? []),
    ...teams.flatMap(({ data }) => data?.teams ?? []),
  ]
  for (const { id, name } of named) known.current.set(id, name)
  return (id) => known.current.get(id) ?? null
}
