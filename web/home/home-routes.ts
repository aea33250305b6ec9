/** The address of Home. */
import { createRoute } from '@tanstack/react-router'
import { IconHome } from '@tabler/icons-react'
import { queryClient } from '../api.ts'
import { lazyPage, loadForMembers } from '../loading.ts'
import type { Me } from '../me.ts'
import { shellRoute } from '../shell/shell-route.tsx'
import { searchSchema, text } from '../ui/search-schema.ts'
import {
  bouncedAddresses,
  managedTeams,
  newestFindings,
  newestScores,
  openActions,
  openSurveys,
  ownDrafts,
  teamTree,
  unansweredConversations,
} from './home-queries.ts'
import { homeTexts } from './home-texts.ts'

const startMember =
  (hasPages: boolean) =>
  ({
    doneActions,
    openForYou,
    sharedReplies,
    sharedResults,
  }: typeof import('./member-queries.ts')): unknown =>
    Promise.all([
      queryClient.prefetchQuery(openForYou),
      hasPages && queryClient.prefetchQuery(sharedResults),
      hasPages && queryClient.prefetchQuery(sharedReplies),
      hasPages && queryClient.prefetchQuery(doneActions),
    ])

/** Everyone's, for analysts and admins; a lead's teams have to be known first. */
const start = ({ role, manages_teams: manages, pages_client_id: client }: Me): unknown => {
  if (role === 'member' && !manages) return import('./member-queries.ts').then(startMember(client !== null))
  if (client === null) return
  const own = [queryClient.prefetchQuery(openSurveys), queryClient.prefetchQuery(unansweredConversations)]
  if (role === 'member') return Promise.all([...own, queryClient.prefetchQuery(managedTeams)])
  return Promise.all([
    ...own,
    queryClient.prefetchQuery(newestFindings({})),
    queryClient.prefetchQuery(managedTeams),
    queryClient.prefetchQuery(newestScores(undefined)),
    queryClient.prefetchQuery(openActions(undefined)),
    queryClient.prefetchQuery(bouncedAddresses),
    queryClient.prefetchQuery(teamTree),
    queryClient.prefetchQuery(ownDrafts),
  ])
}

const homeRoute = createRoute({
  getParentRoute: () => shellRoute,
  path: '/app',
  validateSearch: searchSchema({ team: text }),
  loader: () => {
    loadForMembers(start)
  },
  component: lazyPage(() => import('./home-page.tsx'), 'HomePage', homeTexts),
  staticData: {
    place: {
      group: 'product',
      label: 'place_home',
      icon: IconHome,
      key: 'h',
      forAll: true,
    },
  },
})

export const homeRoutes = [homeRoute] as const
