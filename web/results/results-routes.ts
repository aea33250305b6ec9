/**
 * The addresses of results: of a pulse, and of a check-in, of which the newest closed occurrence is shown unless the address names
 * another. The address also keeps the team, the slide, and what is looked for in comments.
 */
import { createRoute } from '@tanstack/react-router'
import { queryClient } from '../api.ts'
import { actLineTexts } from '../lifecycle/act-line-texts.ts'
import { lazyPage, loadForMembers } from '../loading.ts'
import { shellRoute } from '../shell/shell-route.tsx'
import { searchSchema, text } from '../ui/search-schema.ts'
import { driverTexts } from '../drivers/driver-texts.ts'
import { noQuoteTexts } from '../themes/no-quote-texts.ts'
import { themeTexts } from '../themes/theme-texts.ts'
import { restTexts } from './rest-texts.ts'
import { resultsTexts } from './results-texts.ts'

const reads = () => import('./results-queries.ts')

const pulseSearch = searchSchema({ team: text, q: text, theme: text, slide: text })
const checkInSearch = searchSchema({ occurrence: text, team: text, q: text, theme: text, slide: text })

const pulseResultsRoute = createRoute({
  getParentRoute: () => shellRoute,
  path: '/app/pulses/$pulse/results',
  validateSearch: pulseSearch,
  loaderDeps: ({ search: { team } }) => ({ team }),
  loader: ({ params: { pulse: id }, deps: { team } }) =>
    loadForMembers(async (me) => {
      const { everyoneInAddress, findingsQuery, pledgeQuery, pulseQuery, resultsQuery } = await reads()
      const owner = { kind: 'pulse', id } as const
      void queryClient.prefetchQuery(pulseQuery(id))
      void queryClient.prefetchQuery(resultsQuery(owner))
      void queryClient.prefetchQuery(pledgeQuery(owner))
      // A lead of one team starts there, which only the results tell.
      if (team !== undefined || !me.manages_teams)
        void queryClient.prefetchQuery(findingsQuery(owner, team === everyoneInAddress ? undefined : team))
    }),
  component: lazyPage(
    () => import('./pulse-results-page.tsx'),
    'PulseResultsPage',
    resultsTexts,
    restTexts,
    themeTexts,
    noQuoteTexts,
    driverTexts,
    actLineTexts,
  ),
})

const checkInResultsRoute = createRoute({
  getParentRoute: () => shellRoute,
  path: '/app/check-ins/$checkIn/results',
  validateSearch: checkInSearch,
  loader: ({ params: { checkIn: id } }) =>
    loadForMembers(async (me) => {
      const { checkInQuery, occurrencesQuery } = await reads()
      void queryClient.prefetchQuery(occurrencesQuery(id))
      if (me.role !== 'member') void queryClient.prefetchQuery(checkInQuery(id))
    }),
  component: lazyPage(
    () => import('./check-in-results-page.tsx'),
    'CheckInResultsPage',
    resultsTexts,
    restTexts,
    themeTexts,
    noQuoteTexts,
    driverTexts,
    actLineTexts,
  ),
})

export const resultsRoutes = [pulseResultsRoute, checkInResultsRoute] as const
