/** The address of the organisation's settings. */
import { createRoute } from '@tanstack/react-router'
import { IconBuilding } from '@tabler/icons-react'
import { queryClient } from '../api.ts'
import { lazyPage, loadForAdmins } from '../loading.ts'
import { shellRoute } from '../shell/shell-route.tsx'
import { oneOf, searchSchema } from '../ui/search-schema.ts'
import { parts } from './organisation-search.ts'
import { organisationTexts } from './organisation-texts.ts'

const reads = () => import('./organisation-queries.ts')

const organisationRoute = createRoute({
  getParentRoute: () => shellRoute,
  path: '/app/settings/organisation',
  validateSearch: searchSchema({ tab: oneOf(parts) }),
  loaderDeps: ({ search: { tab } }) => ({ tab }),
  loader: ({ deps: { tab } }) =>
    loadForAdmins(async () => {
      const { domainPages, organisationQuery } = await reads()
      void queryClient.prefetchQuery(organisationQuery)
      if (tab === 'sign_in') void queryClient.prefetchInfiniteQuery(domainPages)
    }),
  component: lazyPage(() => import('./organisation-page.tsx'), 'OrganisationPage', organisationTexts),
  staticData: {
    place: {
      group: 'organisation',
      label: 'place_organisation',
      icon: IconBuilding,
      key: 'o',
    },
  },
})

export const organisationRoutes = [organisationRoute] as const
