/** The root of all addresses, and the frame under which somebody must have signed in. Pages hang their routes under `shellRoute`. */
import { createRootRoute, createRoute, lazyRouteComponent, Outlet } from '@tanstack/react-router'
import { requireSession } from '../session.ts'
import { ShellFailurePage } from './fault-pages.tsx'
import { Shell } from './shell.tsx'

const notFound = () => import('./ways-on.tsx')

/** For addresses that do not exist, when nobody is signed in. */
export const NotFoundPage = lazyRouteComponent(notFound, 'NotFoundPage')

export const rootRoute = createRootRoute({ component: Outlet, notFoundComponent: NotFoundPage })

export const shellRoute = createRoute({
  getParentRoute: () => rootRoute,
  id: 'shell',
  beforeLoad: async ({ preload }) => {
    if (!preload) await requireSession()
  },
  component: Shell,
  errorComponent: ({ error, reset }) => <ShellFailurePage error={error} onRetry={reset} />,
})

/** Every other address, once the one who asks for it has signed in. */
export const otherRoute = createRoute({
  getParentRoute: () => shellRoute,
  path: '$',
  component: lazyRouteComponent(notFound, 'NotFound'),
})
