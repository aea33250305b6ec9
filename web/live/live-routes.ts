/** Where an open survey is followed: a pulse, and a check-in, of which the newest open occurrence is shown unless the address names another. */
import { createRoute } from '@tanstack/react-router'
import { queryClient } from '../api.ts'
import { actLineTexts } from '../lifecycle/act-line-texts.ts'
import { lazyPage, loadForMembers } from '../loading.ts'
import { shellRoute } from '../shell/shell-route.tsx'
import { searchSchema, text } from '../ui/search-schema.ts'
import { codeTexts } from './code-texts.ts'
import { liveTexts } from './live-texts.ts'

const reads = () => import('../results/results-queries.ts')

const pulseLiveRoute = createRoute({
  getParentRoute: () => shellRoute,
  path: '/app/pulses/$pulse/live',
  loader: ({ params: { pulse: id } }) =>
    loadForMembers(async () => queryClient.prefetchQuery((await reads()).pulseQuery(id))),
  component: lazyPage(
    () => import('./pulse-live-page.tsx'),
    'PulseLivePage',
    liveTexts,
    codeTexts,
    actLineTexts,
  ),
})

const checkInLiveRoute = createRoute({
  getParentRoute: () => shellRoute,
  path: '/app/check-ins/$checkIn/live',
  validateSearch: searchSchema({ occurrence: text }),
  loader: ({ params: { checkIn: id } }) =>
    loadForMembers(async () => queryClient.prefetchQuery((await reads()).checkInQuery(id))),
  component: lazyPage(
    () => import('./check-in-live-page.tsx'),
    'CheckInLivePage',
    liveTexts,
    codeTexts,
    actLineTexts,
  ),
})

export const liveRoutes = [pulseLiveRoute, checkInLiveRoute] as const
