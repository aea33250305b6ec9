/** The addresses of privacy requests, for admins. People find their own in their account. */
import { createRoute } from '@tanstack/react-router'
import { IconUserShield } from '@tabler/icons-react'
import { privacyKinds, privacyStates } from '../../contract/privacy-states.ts'
import { queryClient } from '../api.ts'
import { lazyPage, loadForAdmins } from '../loading.ts'
import { shellRoute } from '../shell/shell-route.tsx'
import { oneOf, searchSchema } from '../ui/search-schema.ts'
import { privacyTexts } from './privacy-texts.ts'

const reads = () => import('./privacy-queries.ts')

const privacySearch = searchSchema({ kind: oneOf(privacyKinds), state: oneOf(privacyStates) })

const privacyRequestsRoute = createRoute({
  getParentRoute: () => shellRoute,
  path: '/app/settings/privacy-requests',
  validateSearch: privacySearch,
  loaderDeps: ({ search: { kind, state } }) => ({ kind, state }),
  loader: ({ deps: { kind, state } }) =>
    loadForAdmins(async () =>
      queryClient.prefetchInfiniteQuery((await reads()).privacyPages({ kind, state })),
    ),
  component: lazyPage(() => import('./privacy-requests-page.tsx'), 'PrivacyRequestsPage', privacyTexts),
  staticData: {
    place: {
      group: 'organisation',
      label: 'place_privacy',
      icon: IconUserShield,
      key: 'y',
    },
  },
})

const privacyRequestRoute = createRoute({
  getParentRoute: () => shellRoute,
  path: '/app/settings/privacy-requests/$request',
  loader: ({ params: { request } }) =>
    loadForAdmins(async () => queryClient.prefetchQuery((await reads()).privacyQuery(request))),
  component: lazyPage(() => import('./privacy-request-page.tsx'), 'PrivacyRequestPage', privacyTexts),
})

export const privacyRoutes = [privacyRequestsRoute, privacyRequestRoute] as const
