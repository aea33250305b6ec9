/** The address of the holiday calendars. */
import { createRoute } from '@tanstack/react-router'
import { IconCalendarOff } from '@tabler/icons-react'
import { queryClient } from '../api.ts'
import { lazyPage, loadForMembers } from '../loading.ts'
import { shellRoute } from '../shell/shell-route.tsx'
import { holidayTexts } from './holiday-texts.ts'

const reads = () => import('./holiday-queries.ts')

const holidaysRoute = createRoute({
  getParentRoute: () => shellRoute,
  path: '/app/settings/holidays',
  loader: () => loadForMembers(async () => queryClient.prefetchQuery((await reads()).allCalendars)),
  component: lazyPage(() => import('./holidays-page.tsx'), 'HolidaysPage', holidayTexts),
  staticData: {
    place: {
      group: 'organisation',
      label: 'place_holidays',
      icon: IconCalendarOff,
      key: 'z',
    },
  },
})

export const holidayRoutes = [holidaysRoute] as const
