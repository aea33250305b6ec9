/** The address of the page that gathers what connects the organisation with other systems. */
import { createRoute } from '@tanstack/react-router'
import { IconPlugConnected } from '@tabler/icons-react'
import { lazyPage } from '../loading.ts'
import { integrationsPath } from '../shell/navigation.ts'
import { shellRoute } from '../shell/shell-route.tsx'

const integrationsRoute = createRoute({
  getParentRoute: () => shellRoute,
  path: integrationsPath,
  component: lazyPage(() => import('./integrations-page.tsx'), 'IntegrationsPage'),
  staticData: {
    place: {
      group: 'organisation',
      label: 'place_integrations',
      description: 'place_integrations_hint',
      icon: IconPlugConnected,
      key: '.',
    },
  },
})

export const integrationRoutes = [integrationsRoute] as const
