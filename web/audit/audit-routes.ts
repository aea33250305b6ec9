/** The address of the audit log, which holds its filters. */
import { createRoute } from '@tanstack/react-router'
import { IconListSearch } from '@tabler/icons-react'
import { queryClient } from '../api.ts'
import { lazyPage, loadForAdmins } from '../loading.ts'
import { shellRoute } from '../shell/shell-route.tsx'
import { auditPages, auditSearch, chainQuery, filterOf, noticesQuery } from './audit-queries.ts'
import { auditTexts } from './audit-texts.ts'
import { eventTexts } from './event-texts.ts'

const auditRoute = createRoute({
  getParentRoute: () => shellRoute,
  path: '/app/settings/audit',
  validateSearch: auditSearch,
  loaderDeps: ({ search }) => search,
  loader: ({ deps }) =>
    loadForAdmins(() =>
      Promise.all([
        queryClient.prefetchInfiniteQuery(auditPages(filterOf(deps))),
        queryClient.prefetchQuery(chainQuery),
        queryClient.prefetchQuery(noticesQuery),
      ]),
    ),
  component: lazyPage(() => import('./audit-page.tsx'), 'AuditPage', auditTexts, eventTexts),
  staticData: {
    place: {
      group: 'organisation',
      label: 'place_audit',
      description: 'place_audit_hint',
      icon: IconListSearch,
      key: 'l',
    },
  },
})

export const auditRoutes = [auditRoute] as const
