/** The address to which an agent sends its person, to confirm what it wants to do. */
import { createRoute } from '@tanstack/react-router'
import { queryClient } from '../api.ts'
import { lazyPage, loadForMembers } from '../loading.ts'
import { shellRoute } from '../shell/shell-route.tsx'
import { confirmationTexts } from './confirmation-texts.ts'

const reads = () => import('./confirmation-queries.ts')

const confirmationRoute = createRoute({
  getParentRoute: () => shellRoute,
  path: '/app/confirmations/$confirmation',
  loader: ({ params: { confirmation: id } }) =>
    loadForMembers(async () => queryClient.prefetchQuery((await reads()).confirmationQuery(id))),
  component: lazyPage(() => import('./confirmation-page.tsx'), 'ConfirmationPage', confirmationTexts),
})

export const confirmationRoutes = [confirmationRoute] as const
