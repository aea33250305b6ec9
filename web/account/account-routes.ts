/** The address of a person's own account. It shows `me`, which every page reads. */
import { createRoute, lazyRouteComponent } from '@tanstack/react-router'
import { IconUserCircle } from '@tabler/icons-react'
import { shellRoute } from '../shell/shell-route.tsx'

const accountRoute = createRoute({
  getParentRoute: () => shellRoute,
  path: '/app/account',
  component: lazyRouteComponent(() => import('./account-page.tsx'), 'AccountPage'),
  staticData: {
    place: {
      group: 'product',
      label: 'Account',
      description: 'How you sign in, and where',
      icon: IconUserCircle,
      key: 'm',
    },
  },
})

export const accountRoutes = [accountRoute] as const
