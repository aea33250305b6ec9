/** The address of the list of surveys. */
import { createRoute } from '@tanstack/react-router'
import { IconClipboardList } from '@tabler/icons-react'
import { queryClient } from '../api.ts'
import { actLineTexts } from '../lifecycle/act-line-texts.ts'
import { lazyPage, loadForMembers } from '../loading.ts'
import { shellRoute } from '../shell/shell-route.tsx'
import { oneOf, searchSchema, text } from '../ui/search-schema.ts'
import { goingOn, kinds, ownCounts, surveyCounts, surveyPages, tabs } from './survey-queries.ts'
import { surveyTexts } from './survey-texts.ts'

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
    loadForMembers(() =>
      Promise.all([
        queryClient.prefetchInfiniteQuery(surveyPages(tab, filter)),
        queryClient.prefetchQuery(surveyCounts(filter)),
        queryClient.prefetchQuery(ownCounts(filter)),
        tab === 'closed' && filter.kind !== 'pulse' && queryClient.prefetchInfiniteQuery(goingOn(filter)),
      ]),
    ),
  component: lazyPage(() => import('./surveys-page.tsx'), 'SurveysPage', surveyTexts, actLineTexts),
  staticData: {
    place: {
      group: 'product',
      label: 'place_surveys',
      description: 'place_surveys_hint',
      icon: IconClipboardList,
      key: 's',
      forAll: true,
    },
  },
})

export const surveyRoutes = [surveysRoute] as const
