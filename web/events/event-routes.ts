/** The address of events: what programs read of the feed, for whoever builds one. */
import { createRoute } from '@tanstack/react-router'
import { IconTimelineEvent } from '@tabler/icons-react'
import { queryClient } from '../api.ts'
import { lazyPage, loadForMembers } from '../loading.ts'
import { shellRoute } from '../shell/shell-route.tsx'
import { searchSchema, text } from '../ui/search-schema.ts'
import { eventTexts } from './event-texts.ts'

const reads = () => import('./event-queries.ts')

/** By its form: the list of all types comes with the page, and would make every first load longer. */
const typesShape = /^[a-z_]+\.(\*|[a-z_]+)$/

const eventSearch = searchSchema({
  types: (value) => (typesShape.test(value) ? value : undefined),
  event: text,
})

const eventsRoute = createRoute({
  getParentRoute: () => shellRoute,
  path: '/developers/events',
  validateSearch: eventSearch,
  loaderDeps: ({ search: { types } }) => ({ types }),
  loader: ({ deps: { types } }) =>
    loadForMembers(async () => queryClient.prefetchQuery((await reads()).recentEvents(types))),
  component: lazyPage(() => import('./events-page.tsx'), 'EventsPage', eventTexts),
  staticData: {
    place: {
      group: 'developers',
      label: 'place_events',
      icon: IconTimelineEvent,
      key: 'v',
    },
  },
})

export const eventRoutes = [eventsRoute] as const
