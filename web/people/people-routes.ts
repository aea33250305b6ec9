/** The address of people and invitations. */
import { createRoute } from '@tanstack/react-router'
import { IconUsers } from '@tabler/icons-react'
import { queryClient } from '../api.ts'
import { lazyPage, loadForAdmins } from '../loading.ts'
import { shellRoute } from '../shell/shell-route.tsx'
import { oneOf, searchSchema, text } from '../ui/search-schema.ts'
import type { Person } from './people-queries.ts'
import { peopleTexts } from './people-texts.ts'

const reads = () => import('./people-queries.ts')

const factors = ['active', 'none'] as const satisfies readonly Person['second_factor'][]
const personStates = ['active', 'disabled', 'left'] as const satisfies readonly Person['state'][]

/** begin: a dialog that is open from the start, as the palette asks for it. */
const peopleSearch = searchSchema({
  q: text,
  state: oneOf(personStates),
  second_factor: oneOf(factors),
  begin: oneOf(['invitation']),
})

const peopleRoute = createRoute({
  getParentRoute: () => shellRoute,
  path: '/app/settings/people',
  validateSearch: peopleSearch,
  loaderDeps: ({ search }) => search,
  loader: ({ deps }) =>
    loadForAdmins(async () => {
      const { invitationPages, peoplePages, teamTree } = await reads()
      void queryClient.prefetchInfiniteQuery(peoplePages(deps))
      void queryClient.prefetchInfiniteQuery(invitationPages)
      void queryClient.prefetchQuery(teamTree)
    }),
  component: lazyPage(() => import('./people-page.tsx'), 'PeoplePage', peopleTexts),
  staticData: {
    place: {
      group: 'organisation',
      label: 'place_people',
      icon: IconUsers,
      key: 'u',
    },
  },
})

export const userRoutes = [peopleRoute] as const
