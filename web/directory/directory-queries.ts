/** What pages read of the directory: the tree of teams, and members. */
import type { InputOf, ReplyOf } from '../../client/client.ts'
import { asUser } from '../as-user.ts'
import { read, readPages, useList } from '../queries.ts'

export type TeamTree = ReplyOf<'getTeamTree'>
export type Team = TeamTree['teams'][number]
export type Member = ReplyOf<'getMember'>
export type ListedMember = ReplyOf<'listMembers'>['members'][number]

/** Beside those who are active or suspended, which is what an address without a status means. */
export const memberStatuses = [
  'active',
  'suspended',
  'deactivated',
  'erased',
] as const satisfies readonly ListedMember['status'][]

/** Beside the order by name, in which the list is read without one. */
export const memberSorts = ['-name', 'email', '-email'] as const satisfies readonly Sort[]
type Sort = NonNullable<NonNullable<InputOf<'listMembers'>['query']>['sort']>

/** In place of a team: those who are in none. */
export const noTeam = 'none'

export type MemberFilter = {
  q?: string | undefined
  team?: string | undefined
  status?: (typeof memberStatuses)[number] | undefined
  sort?: (typeof memberSorts)[number] | undefined
}

const pageMax = 200

export const treeQuery = read(asUser, 'getTeamTree', {})

/** With a team, those of the teams under it, too: they are asked with it. */
export const queryOf = ({ q, team, status, sort }: MemberFilter) => ({
  ...(q && { q }),
  ...(team === noTeam ? { without_team: true } : team && { team_id: team, include_subteams: true }),
  ...(status && { status }),
  sort: sort ?? ('name' as const),
})

export const memberPages = (filter: MemberFilter) =>
  readPages(asUser, 'listMembers', { query: { ...queryOf(filter), limit: pageMax } })

export const useMembers = (filter: MemberFilter) => useList(memberPages(filter), ({ members }) => members)
