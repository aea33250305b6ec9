/** The address to which an agent sends its person, to confirm what it wants to do. */
import { createRoute } from '@tanstack/react-router'
import { queryClient } from '../api.ts'
import { lazyPage, loadForMembers } from '../loading.ts'
import { shellRoute } from '../shell/shell-route.tsx'
import { confirmationQuery } from './confirmation-queries.ts'
import { confirmationTexts } from './confirmation-texts.ts'

const confirmationRoute = createRoute({
  getParentRoute: () => shellRoute,
  path: '/app/confirmations/$confirmation',
  loader: ({ params: { confirmation: id } }) =>
    loadForMembers(() => queryClient.prefetchQuery(confirmationQuery(id))),
  component: lazyPage(() => import('./confirmation-page.tsx'), 'ConfirmationPage', confirmationTexts),
})

export const confirmationRoutes = [confirmationRoute] as const
