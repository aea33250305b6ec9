/** The address of the schedule. */
import { IconCalendar } from '@tabler/icons-react'
import { createRoute } from '@tanstack/react-router'
import { queryClient } from '../api.ts'
import { actLineTexts } from '../lifecycle/act-line-texts.ts'
import { lazyPage, loadForMembers } from '../loading.ts'
import { shellRoute } from '../shell/shell-route.tsx'
import { day, oneOf, searchSchema, text } from '../ui/search-schema.ts'
import { shownStates } from './shown-states.ts'
import { month } from './schedule-search.ts'
import { scheduleTexts } from './schedule-texts.ts'

const reads = () => import('./occurrence-queries.ts')

const scheduleSearch = searchSchema({ month, team: text, state: oneOf(shownStates), day })

const scheduleRoute = createRoute({
  getParentRoute: () => shellRoute,
  path: '/app/schedule',
  validateSearch: scheduleSearch,
  loaderDeps: ({ search }) => ({ month: search.month }),
  loader: ({ deps }) =>
    loadForMembers(async () => {
      const { occurrencesOf } = await reads()
      void queryClient.prefetchQuery(occurrencesOf(deps.month))
    }),
  component: lazyPage(() => import('./schedule-page.tsx'), 'SchedulePage', scheduleTexts, actLineTexts),
  staticData: {
    place: {
      group: 'product',
      label: 'place_schedule',
      icon: IconCalendar,
      key: 'c',
    },
  },
})

export const scheduleRoutes = [scheduleRoute] as const
