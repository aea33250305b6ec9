/** The address of directory sync: how it stands, what it would change, and what came in. */
import { createRoute } from '@tanstack/react-router'
import { queryClient } from '../api.ts'
import { lazyPage, loadForAdmins } from '../loading.ts'
import { integrationsPath } from '../shell/navigation.ts'
import { shellRoute } from '../shell/shell-route.tsx'
import { oneOf, searchSchema } from '../ui/search-schema.ts'
import { changeKinds, providers, subjects, syncTabs } from './directory-sync-search.ts'
import { directorySyncTexts } from './directory-sync-texts.ts'

const reads = () => import('./directory-sync-queries.ts')

const syncSearch = searchSchema({
  tab: oneOf(syncTabs),
  provider: oneOf(providers),
  subject: oneOf(subjects),
  kind: oneOf(changeKinds),
  written: oneOf(['failed']),
})

const directorySyncRoute = createRoute({
  getParentRoute: () => shellRoute,
  path: '/app/settings/directory-sync',
  validateSearch: syncSearch,
  loaderDeps: ({ search: { tab, subject, kind, written } }) => ({ tab, subject, kind, written }),
  loader: ({ deps: { tab, subject, kind, written } }) =>
    loadForAdmins(async () => {
      const { changePages, syncQuery } = await reads()
      void queryClient.prefetchQuery(syncQuery)
      if (tab === 'changes')
        void queryClient.prefetchInfiniteQuery(
          changePages({ subject, kind, faulty: written === 'failed' || undefined }),
        )
    }),
  component: lazyPage(() => import('./directory-sync-page.tsx'), 'DirectorySyncPage', directorySyncTexts),
  staticData: {
    place: {
      group: 'organisation',
      label: 'place_directory_sync',
      key: 'b',
      under: integrationsPath,
    },
  },
})

export const directorySyncRoutes = [directorySyncRoute] as const
