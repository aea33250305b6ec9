/** The address of the audit log, which holds its filters. */
import { createRoute, lazyRouteComponent } from '@tanstack/react-router'
import { IconListSearch } from '@tabler/icons-react'
import { queryClient } from '../api.ts'
import { loadForAdmins } from '../loading.ts'
import { shellRoute } from '../shell/shell-route.tsx'
import { auditPages, auditSearch, filterOf } from './audit-queries.ts'

const auditRoute = createRoute({
  getParentRoute: () => shellRoute,
  path: '/app/settings/audit',
  validateSearch: auditSearch,
  loaderDeps: ({ search }) => search,
  loader: ({ deps }) => loadForAdmins(() => queryClient.prefetchInfiniteQuery(auditPages(filterOf(deps)))),
  component: lazyRouteComponent(() => import('./audit-page.tsx'), 'AuditPage'),
  staticData: {
    place: {
      group: 'organisation',
      label: 'Audit log',
      description: 'Who did what, filtered and exported',
      icon: IconListSearch,
      key: 'l',
    },
  },
})

export const auditRoutes = [auditRoute] as const
