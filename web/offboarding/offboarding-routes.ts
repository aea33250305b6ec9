/** The address of the export and the deletion of the organisation. */
import { createRoute } from '@tanstack/react-router'
import { IconDatabaseExport } from '@tabler/icons-react'
import { queryClient } from '../api.ts'
import { lazyPage, loadForAdmins } from '../loading.ts'
import { shellRoute } from '../shell/shell-route.tsx'
import { offboardingTexts } from './offboarding-texts.ts'

const reads = () => import('./offboarding-queries.ts')

const dataRoute = createRoute({
  getParentRoute: () => shellRoute,
  path: '/app/settings/data',
  loader: () =>
    loadForAdmins(async () => {
      const { deletionQuery, exportPages } = await reads()
      void queryClient.prefetchInfiniteQuery(exportPages)
      void queryClient.prefetchQuery(deletionQuery)
    }),
  component: lazyPage(() => import('./data-page.tsx'), 'DataPage', offboardingTexts),
  staticData: {
    place: {
      group: 'organisation',
      label: 'place_data',
      icon: IconDatabaseExport,
      key: 'q',
    },
  },
})

export const offboardingRoutes = [dataRoute] as const
