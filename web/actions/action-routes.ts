/** The address of the board of actions. */
import { createRoute } from '@tanstack/react-router'
import { IconClipboardCheck } from '@tabler/icons-react'
import { driverIds } from '../../contract/drivers.ts'
import { queryClient } from '../api.ts'
import { lazyPage, loadForMembers } from '../loading.ts'
import { shellRoute } from '../shell/shell-route.tsx'
import { oneOf, searchSchema, text } from '../ui/search-schema.ts'
import { replyTexts } from '../replies/reply-texts.ts'
import { actionTexts } from './action-texts.ts'
import { driverTexts } from '../drivers/driver-texts.ts'

const reads = () => import('./action-queries.ts')

const actionSearch = searchSchema({
  team: text,
  driver: oneOf(driverIds),
  owner: oneOf(['me']),
  dismissed: oneOf(['shown']),
  earlier: oneOf(['shown']),
  suggested: oneOf(['shown', 'hidden']),
  action: text,
})

const actionsRoute = createRoute({
  getParentRoute: () => shellRoute,
  path: '/app/actions',
  validateSearch: actionSearch,
  loaderDeps: ({ search: { team, driver, owner } }) => ({ team, driver, owner }),
  loader: ({ deps }) =>
    loadForMembers(async (me) => {
      if (me.pages_client_id === null) return
      const { actionPages, filterOf, firstTeams } = await reads()
      void queryClient.prefetchInfiniteQuery(actionPages(filterOf(deps, me)))
      void queryClient.prefetchQuery(firstTeams)
    }),
  component: lazyPage(
    () => import('./actions-page.tsx'),
    'ActionsPage',
    actionTexts,
    driverTexts,
    replyTexts,
  ),
  staticData: {
    place: {
      group: 'product',
      label: 'place_actions',
      icon: IconClipboardCheck,
      key: 'a',
    },
  },
})

export const actionRoutes = [actionsRoute] as const
