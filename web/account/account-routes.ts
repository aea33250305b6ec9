/** The address of a person's own account. It shows `me`, which every page reads. */
import { createRoute } from '@tanstack/react-router'
import { IconUserCircle } from '@tabler/icons-react'
import { queryClient } from '../api.ts'
import { lazyPage, loadForMembers } from '../loading.ts'
import { peopleTexts } from '../people/people-texts.ts'
import { privacyTexts } from '../privacy/privacy-texts.ts'
import { shellRoute } from '../shell/shell-route.tsx'
import { accountTexts } from './account-texts.ts'

const reads = () => import('../privacy/privacy-queries.ts')

const accountRoute = createRoute({
  getParentRoute: () => shellRoute,
  path: '/app/account',
  loader: () =>
    loadForMembers(async () => queryClient.prefetchInfiniteQuery((await reads()).ownPrivacyPages)),
  component: lazyPage(
    () => import('./account-page.tsx'),
    'AccountPage',
    accountTexts,
    peopleTexts,
    privacyTexts,
  ),
  staticData: {
    place: {
      group: 'product',
      label: 'place_account',
      icon: IconUserCircle,
      key: ',',
      forAll: true,
      under: 'account',
    },
  },
})

export const accountRoutes = [accountRoute] as const
