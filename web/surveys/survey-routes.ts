/** The address of the list of surveys. */
import { createRoute } from '@tanstack/react-router'
import { IconClipboardList } from '@tabler/icons-react'
import { queryClient } from '../api.ts'
import { actLineTexts } from '../lifecycle/act-line-texts.ts'
import { lazyPage, loadForMembers } from '../loading.ts'
import { shellRoute } from '../shell/shell-route.tsx'
import { oneOf, searchSchema, text } from '../ui/search-schema.ts'
import { kinds, tabs } from './survey-search.ts'
import { surveyTexts } from './survey-texts.ts'

const reads = () => import('./survey-queries.ts')

const surveySearch = searchSchema({
  tab: oneOf(tabs),
  mine: oneOf(['yes']),
  kind: oneOf(kinds),
  q: text,
  /** The survey from whose editor somebody comes: its row is marked. */
  at: text,
})

const surveysRoute = createRoute({
  getParentRoute: () => shellRoute,
  path: '/app/surveys',
  validateSearch: surveySearch,
  loaderDeps: ({ search }) => search,
  loader: ({ deps: { tab = 'open', ...filter } }) =>
    loadForMembers(async () => {
      const { goingOn, ownCounts, surveyCounts, surveyPages } = await reads()
      return Promise.all([
        queryClient.prefetchInfiniteQuery(surveyPages(tab, filter)),
        queryClient.prefetchQuery(surveyCounts(filter)),
        queryClient.prefetchQuery(ownCounts(filter)),
        tab === 'closed' && filter.kind !== 'pulse' && queryClient.prefetchInfiniteQuery(goingOn(filter)),
      ])
    }),
  component: lazyPage(() => import('./surveys-page.tsx'), 'SurveysPage', surveyTexts, actLineTexts),
  staticData: {
    place: {
      group: 'product',
      label: 'place_surveys',
      icon: IconClipboardList,
      key: 's',
      forAll: true,
    },
  },
})

export const surveyRoutes = [surveysRoute] as const
