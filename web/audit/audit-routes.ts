/** The address of the audit log, which holds its filters. */
import { createRoute } from '@tanstack/react-router'
import { IconListSearch } from '@tabler/icons-react'
import { queryClient } from '../api.ts'
import { lazyPage, loadForAdmins } from '../loading.ts'
import { shellRoute } from '../shell/shell-route.tsx'
import { auditSearch } from './audit-search.ts'
import { auditTexts } from './audit-texts.ts'
import { detailTexts } from './detail-texts.ts'
import { eventTexts } from './event-texts.ts'
import { sentenceTexts } from './sentence-texts.ts'

const reads = () => import('./audit-queries.ts')

const auditRoute = createRoute({
  getParentRoute: () => shellRoute,
  path: '/app/settings/audit',
  validateSearch: auditSearch,
  loaderDeps: ({ search }) => search,
  loader: ({ deps }) =>
    loadForAdmins(async () => {
      const { auditPages, chainQuery, filterOf, noticesQuery } = await reads()
      void queryClient.prefetchInfiniteQuery(auditPages(filterOf(deps)))
      void queryClient.prefetchQuery(chainQuery)
      void queryClient.prefetchQuery(noticesQuery)
    }),
  component: lazyPage(
    () => import('./audit-page.tsx'),
    'AuditPage',
    auditTexts,
    eventTexts,
    detailTexts,
    sentenceTexts,
  ),
  staticData: {
    place: {
      group: 'organisation',
      label: 'place_audit',
      icon: IconListSearch,
      key: 'g',
    },
  },
})

export const auditRoutes = [auditRoute] as const
