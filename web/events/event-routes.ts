/** The address of events: what programs read of the feed, for whoever builds one. */
import { createRoute } from '@tanstack/react-router'
import { IconTimelineEvent } from '@tabler/icons-react'
import { queryClient } from '../api.ts'
import { lazyPage, loadForMembers } from '../loading.ts'
import { shellRoute } from '../shell/shell-route.tsx'
import { oneOf, searchSchema, text } from '../ui/search-schema.ts'
import { eventFilters, recentEvents } from './event-queries.ts'
import { eventTexts } from './event-texts.ts'

const eventSearch = searchSchema({ types: oneOf(eventFilters), event: text })

const eventsRoute = createRoute({
  getParentRoute: () => shellRoute,
  path: '/developers/events',
  validateSearch: eventSearch,
  loaderDeps: ({ search: { types } }) => ({ types }),
  loader: ({ deps: { types } }) => loadForMembers(() => queryClient.prefetchQuery(recentEvents(types))),
  component: lazyPage(() => import('./events-page.tsx'), 'EventsPage', eventTexts),
  staticData: {
    place: {
      group: 'developers',
      label: 'place_events',
      description: 'place_events_hint',
      icon: IconTimelineEvent,
      key: 'n',
    },
  },
})

export const eventRoutes = [eventsRoute] as const
