/** Who is meant by an id: people and applications of the organisation by name, for admins, who may read both lists. */
import { queryOptions, useQuery } from '@tanstack/react-query'
import { inPerson } from '../api.ts'
import { listedApplications } from '../developers/reading.ts'

const listMax = 200

/** The first 200: whoever is not among them is shown by his id. */
const listedPeople = () =>
  queryOptions({
    queryKey: ['people', 'named'],
    queryFn: ({ signal }) => inPerson.call('listPeople', { query: { limit: listMax }, signal }),
  })

export type Named = { id: string; name: string }

export function useNames(): {
  people: readonly Named[]
  applications: readonly Named[]
  of: (id: string) => string | null
} {
  const people = useQuery(listedPeople()).data?.people ?? []
  const applications = useQuery(listedApplications()).data?.applications ?? []
  return {
    people,
    applications,
    of: (id) => [...people, ...applications].find((one) => one.id === id)?.name ?? null,
  }
}
