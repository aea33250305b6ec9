/** The address of the directory. */
import { createRoute } from '@tanstack/react-router'
import { IconAddressBook } from '@tabler/icons-react'
import { queryClient } from '../api.ts'
import { lazyPage, loadForMembers } from '../loading.ts'
import { shellRoute } from '../shell/shell-route.tsx'
import { oneOf, searchSchema, text } from '../ui/search-schema.ts'
import { memberPages, memberSorts, memberStatuses, treeQuery } from './directory-queries.ts'
import { directoryTexts } from './directory-texts.ts'

const directorySearch = searchSchema({
  q: text,
  team: text,
  status: oneOf(memberStatuses),
  sort: oneOf(memberSorts),
  member: text,
})

const directoryRoute = createRoute({
  getParentRoute: () => shellRoute,
  path: '/app/directory',
  validateSearch: directorySearch,
  loaderDeps: ({ search: { q, team, status, sort } }) => ({ q, team, status, sort }),
  loader: ({ deps }) =>
    loadForMembers(() =>
      Promise.all([
        queryClient.prefetchQuery(treeQuery),
        queryClient.prefetchInfiniteQuery(memberPages(deps)),
      ]),
    ),
  component: lazyPage(() => import('./directory-page.tsx'), 'DirectoryPage', directoryTexts),
  staticData: {
    place: {
      group: 'product',
      label: 'place_directory',
      icon: IconAddressBook,
      key: 'd',
    },
  },
})

export const directoryRoutes = [directoryRoute] as const
