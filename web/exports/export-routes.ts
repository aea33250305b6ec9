/** The address of exports: files, and those that come again. */
import { createRoute } from '@tanstack/react-router'
import { IconTableExport } from '@tabler/icons-react'
import { queryClient } from '../api.ts'
import { lazyPage, loadForMembers } from '../loading.ts'
import { shellRoute } from '../shell/shell-route.tsx'
import { oneOf, searchSchema } from '../ui/search-schema.ts'
import { exportTabs } from './export-search.ts'
import { exportTexts } from './export-texts.ts'
import { offeredNames } from './offered-datasets.ts'

const reads = () => import('./export-queries.ts')

/** begin: the form of a new one is open from the start, as the palette asks for it. */
const exportSearch = searchSchema({
  tab: oneOf(exportTabs),
  dataset: oneOf(offeredNames),
  begin: oneOf(['export']),
})

const exportsRoute = createRoute({
  getParentRoute: () => shellRoute,
  path: '/app/exports',
  validateSearch: exportSearch,
  loaderDeps: ({ search }) => search,
  loader: ({ deps: { tab, dataset } }) =>
    loadForMembers(async () => {
      const { exportPages, schedulePages } = await reads()
      if (tab === 'schedules') void queryClient.prefetchInfiniteQuery(schedulePages)
      else void queryClient.prefetchInfiniteQuery(exportPages({ dataset }))
    }),
  component: lazyPage(() => import('./exports-page.tsx'), 'ExportsPage', exportTexts),
  staticData: {
    place: {
      group: 'organisation',
      label: 'place_exports',
      icon: IconTableExport,
      key: 'x',
      forLeads: true,
    },
  },
})

export const exportRoutes = [exportsRoute] as const
