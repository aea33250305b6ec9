/**
 * Which address shows which page. Pages are chunks of their own, fetched when a link to them is pointed at. Everything
 * under the shell needs somebody who has signed in; addresses keep what a list is filtered by.
 */
import {
  createRootRoute,
  createRoute,
  createRouter,
  lazyRouteComponent,
  Outlet,
  redirect,
} from '@tanstack/react-router'
import { type AuditAction } from '../contract/audit-actions.ts'
import { requireSession } from './session.ts'
import { FailurePage, NotFoundPage, ShellFailurePage } from './shell/fault-pages.tsx'
import { Shell } from './shell/shell.tsx'

const root = createRootRoute({ component: Outlet, notFoundComponent: NotFoundPage })

const signedOut = createRoute({
  getParentRoute: () => root,
  path: '/app/signed-out',
  component: lazyRouteComponent(() => import('./shell/signed-out-page.tsx'), 'SignedOutPage'),
})

const shell = createRoute({
  getParentRoute: () => root,
  id: 'shell',
  beforeLoad: async ({ preload }) => {
    if (!preload) await requireSession()
  },
  component: Shell,
  errorComponent: ({ error, reset }) => <ShellFailurePage error={error} onRetry={reset} />,
})

const words = (value: unknown): string | undefined =>
  typeof value === 'string' && value !== '' ? value.slice(0, 200) : undefined

const home = createRoute({
  getParentRoute: () => shell,
  path: '/app',
  component: lazyRouteComponent(() => import('./workspace/home-page.tsx'), 'HomePage'),
})

const connections = createRoute({
  getParentRoute: () => shell,
  path: '/app/connections',
  component: lazyRouteComponent(() => import('./workspace/connections-page.tsx'), 'ConnectionsPage'),
})

const account = createRoute({
  getParentRoute: () => shell,
  path: '/app/account',
  component: lazyRouteComponent(() => import('./settings/account-page.tsx'), 'AccountPage'),
})

const organisation = createRoute({
  getParentRoute: () => shell,
  path: '/app/settings/organisation',
  component: lazyRouteComponent(() => import('./settings/organisation-page.tsx'), 'OrganisationPage'),
})

type PersonState = 'active' | 'disabled' | 'left'

const people = createRoute({
  getParentRoute: () => shell,
  path: '/app/settings/people',
  validateSearch: (search: Record<string, unknown>): { q?: string; state?: PersonState } => ({
    q: words(search.q),
    state:
      search.state === 'active' || search.state === 'disabled' || search.state === 'left'
        ? search.state
        : undefined,
  }),
  component: lazyRouteComponent(() => import('./settings/people-page.tsx'), 'PeoplePage'),
})

const identityProviders = createRoute({
  getParentRoute: () => shell,
  path: '/app/settings/identity-providers',
  component: lazyRouteComponent(
    () => import('./settings/identity-providers-page.tsx'),
    'IdentityProvidersPage',
  ),
})

const alerts = createRoute({
  getParentRoute: () => shell,
  path: '/app/settings/alerts',
  validateSearch: (search: Record<string, unknown>): { state?: 'open' | 'looked-after' } => ({
    state: search.state === 'open' || search.state === 'looked-after' ? search.state : undefined,
  }),
  component: lazyRouteComponent(() => import('./settings/alerts-page.tsx'), 'AlertsPage'),
})

type TrailSearch = { action?: AuditAction; actor?: string; target?: string; from?: string; to?: string }

const day = (value: unknown): string | undefined =>
  typeof value === 'string' && /^\d{4}-\d\d-\d\d$/.test(value) && !Number.isNaN(Date.parse(value))
    ? value
    : undefined

const audit = createRoute({
  getParentRoute: () => shell,
  path: '/app/settings/audit',
  validateSearch: (search: Record<string, unknown>): TrailSearch => ({
    // Whether there is such an action the page knows, which has the catalogue.
    action: /^[a-z_]+\.[a-z_]+$/.test(String(search.action)) ? (search.action as AuditAction) : undefined,
    actor: words(search.actor),
    target: words(search.target),
    from: day(search.from),
    to: day(search.to),
  }),
  component: lazyRouteComponent(() => import('./settings/audit-page.tsx'), 'AuditPage'),
})

const developers = createRoute({
  getParentRoute: () => shell,
  path: '/developers',
  beforeLoad: () => {
    throw redirect({ to: '/developers/applications' })
  },
})

const applications = createRoute({
  getParentRoute: () => shell,
  path: '/developers/applications',
  validateSearch: (search: Record<string, unknown>): { q?: string; state?: 'active' | 'revoked' } => ({
    q: words(search.q),
    state: search.state === 'active' || search.state === 'revoked' ? search.state : undefined,
  }),
  component: lazyRouteComponent(() => import('./developers/applications-page.tsx'), 'ApplicationsPage'),
})

const newApplication = createRoute({
  getParentRoute: () => shell,
  path: '/developers/applications/new',
  component: lazyRouteComponent(() => import('./developers/new-application-page.tsx'), 'NewApplicationPage'),
})

const application = createRoute({
  getParentRoute: () => shell,
  path: '/developers/applications/$id',
  validateSearch: (search: Record<string, unknown>): { tab?: string } => ({ tab: words(search.tab) }),
  component: lazyRouteComponent(() => import('./developers/application-page.tsx'), 'ApplicationPage'),
})

export const router = createRouter({
  routeTree: root.addChildren([
    signedOut,
    shell.addChildren([
      home,
      connections,
      account,
      organisation,
      people,
      identityProviders,
      alerts,
      audit,
      developers,
      applications,
      newApplication,
      application,
    ]),
  ]),
  defaultPreload: 'intent',
  defaultPreloadStaleTime: 0,
  defaultNotFoundComponent: NotFoundPage,
  defaultErrorComponent: ({ error, reset }) => <FailurePage error={error} onRetry={reset} />,
  scrollRestoration: true,
})

declare module '@tanstack/react-router' {
  // The library reads the type of the router from here.
  interface Register {
    router: typeof router
  }
}
