/** The address of the page that gathers what connects the organisation with other systems. */
import { createRoute } from '@tanstack/react-router'
import { IconPlugConnected } from '@tabler/icons-react'
import { queryClient } from '../api.ts'
import { lazyPage, loadForAdmins } from '../loading.ts'
import { integrationsPath } from '../shell/navigation.ts'
import { placeHintTexts } from '../shell/place-hint-texts.ts'
import { shellRoute } from '../shell/shell-route.tsx'
import { integrationTexts } from './integration-texts.ts'

const slackReads = () => import('../slack/slack-queries.ts')
const teamsReads = () => import('../microsoft-teams/microsoft-teams-queries.ts')
const providerReads = () => import('../identity-providers/identity-provider-queries.ts')
const organisationReads = () => import('../organisation/organisation-queries.ts')
const syncReads = () => import('../directory-sync/directory-sync-queries.ts')

const integrationsRoute = createRoute({
  getParentRoute: () => shellRoute,
  path: integrationsPath,
  loader: () =>
    loadForAdmins(async () => {
      const [slack, teams, providers, sync, organisation] = await Promise.all([
        slackReads(),
        teamsReads(),
        providerReads(),
        syncReads(),
        organisationReads(),
      ])
      void queryClient.prefetchInfiniteQuery(slack.workspacePages)
      void queryClient.prefetchInfiniteQuery(teams.tenantPages)
      void queryClient.prefetchInfiniteQuery(providers.providerPages)
      void queryClient.prefetchQuery(sync.syncQuery)
      void queryClient.prefetchQuery(organisation.organisationQuery)
    }),
  component: lazyPage(
    () => import('./integrations-page.tsx'),
    'IntegrationsPage',
    integrationTexts,
    placeHintTexts,
  ),
  staticData: {
    place: {
      group: 'organisation',
      label: 'place_integrations',
      icon: IconPlugConnected,
      key: '.',
    },
  },
})

export const integrationRoutes = [integrationsRoute] as const
