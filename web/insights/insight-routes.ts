/** The address of the feed of insights. */
import { createRoute } from '@tanstack/react-router'
import { IconBulb } from '@tabler/icons-react'
import { driverIds } from '../../contract/drivers.ts'
import { queryClient } from '../api.ts'
import { driverTexts } from '../drivers/driver-texts.ts'
import { managedTeams, newestFindings, openActions } from '../home/home-queries.ts'
import { lazyPage, loadForMembers } from '../loading.ts'
import { shellRoute } from '../shell/shell-route.tsx'
import { oneOf, searchSchema } from '../ui/search-schema.ts'
import { replyTexts } from '../replies/reply-texts.ts'
import { kindGroupNames } from './kind-groups.ts'
import { noQuoteTexts } from '../themes/no-quote-texts.ts'
import { findingTexts } from './finding-texts.ts'
import { insightTexts } from './insight-texts.ts'

const idOf =
  (prefix: string) =>
  (value: string): string | undefined =>
    new RegExp(`^${prefix}_[0-7][0-9a-hjkmnp-tv-z]{25}$`).test(value) ? value : undefined

const insightSearch = searchSchema({
  team: idOf('tem'),
  kind: oneOf(kindGroupNames),
  driver: oneOf(driverIds),
  insight: idOf('ins'),
})

const insightsRoute = createRoute({
  getParentRoute: () => shellRoute,
  path: '/app/insights',
  validateSearch: insightSearch,
  loaderDeps: ({ search: { team, kind, driver } }) => ({ team, kind, driver }),
  loader: ({ deps }) =>
    loadForMembers(() =>
      Promise.all([
        import('./insight-queries.ts').then(({ insightPages, teamsToChoose }) => {
          void queryClient.prefetchQuery(teamsToChoose)
          return deps.kind
            ? queryClient.prefetchInfiniteQuery(insightPages(deps))
            : queryClient.prefetchQuery(newestFindings(deps))
        }),
        // Nothing of it needs the others, so all of it is asked at once.
        import('./pin-queries.ts').then(({ pinnedFindings }) =>
          queryClient.prefetchQuery(pinnedFindings(deps)),
        ),
        !deps.kind && queryClient.prefetchQuery(managedTeams),
        !deps.kind && queryClient.prefetchQuery(openActions(deps.team)),
      ]),
    ),
  component: lazyPage(
    () => import('./insights-page.tsx'),
    'InsightsPage',
    insightTexts,
    findingTexts,
    driverTexts,
    replyTexts,
    noQuoteTexts,
  ),
  staticData: {
    place: {
      group: 'product',
      label: 'place_insights',
      icon: IconBulb,
      key: 'i',
      forAll: true,
    },
  },
})

export const insightRoutes = [insightsRoute] as const
