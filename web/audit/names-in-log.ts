/** Names of whom the audit log writes ids: people, applications, teams and members that the reader may list. */
import { useQuery } from '@tanstack/react-query'
import { asUser } from '../as-user.ts'
import { useMe } from '../me.ts'
import { useNames } from '../people/people-queries.ts'
import { read } from '../queries.ts'
import type { NameOf } from './details.ts'

const pageMax = 200

// Of larger directories the others keep their ids: a request for each would be as many as there are rows.
const firstMembers = read(asUser, 'listMembers', { query: { limit: pageMax } })
const firstTeams = read(asUser, 'listTeams', { query: { limit: pageMax } })

export function useNamesInLog(): NameOf {
  const names = useNames()
  const { data: me } = useMe()
  const enabled = me?.pages_client_id !== undefined && me.pages_client_id !== null
  const members = useQuery({ ...firstMembers, enabled, retry: false }).data?.members ?? []
  const teams = useQuery({ ...firstTeams, enabled, retry: false }).data?.teams ?? []
  const byId = new Map([...members, ...teams].map(({ id, name }) => [id, name]))
  return (id) => names.of(id) ?? byId.get(id) ?? null
}
