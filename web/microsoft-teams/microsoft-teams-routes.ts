/** The address of the Microsoft tenants. Microsoft sends people back to it, with its code behind the #. */
import { createRoute } from '@tanstack/react-router'
import { queryClient } from '../api.ts'
import { lazyPage, loadForAdmins } from '../loading.ts'
import { integrationsPath } from '../shell/navigation.ts'
import { shellRoute } from '../shell/shell-route.tsx'
import { microsoftTeamsTexts } from './microsoft-teams-texts.ts'

const reads = () => import('./microsoft-teams-queries.ts')

const microsoftTeamsRoute = createRoute({
  getParentRoute: () => shellRoute,
  path: '/app/settings/microsoft-teams',
  loader: () => loadForAdmins(async () => queryClient.prefetchInfiniteQuery((await reads()).tenantPages)),
  component: lazyPage(() => import('./microsoft-teams-page.tsx'), 'MicrosoftTeamsPage', microsoftTeamsTexts),
  staticData: {
    place: {
      group: 'organisation',
      label: 'place_microsoft_teams',
      // One that is loaded already: every page has the list of places.
      key: 'f',
      under: integrationsPath,
    },
  },
})

export const microsoftTeamsRoutes = [microsoftTeamsRoute] as const
