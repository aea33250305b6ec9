/**
 * What the rail, the command palette and the `g` keys offer. A page says by its route what it is called and where it stands
 * (`staticData: { place }`); the order within a group is the order of the routes in web/router.tsx.
 */
import { type RegisteredRouter, useRouter } from '@tanstack/react-router'
import { type TablerIcon } from '@tabler/icons-react'
import { useMe } from '../me.ts'

type Place = {
  readonly group: keyof typeof groups
  readonly label: string
  readonly description: string
  readonly icon: TablerIcon
  /** Pressed after `g`. */
  readonly key: string
}

declare module '@tanstack/react-router' {
  // What `staticData` of a route holds is read from here.
  interface StaticDataRouteOption {
    /** Absent: no page to be offered by itself. */
    place?: Place
  }
}

type Address = keyof RegisteredRouter['routesByPath']
type PlaceAtAddress = Place & { readonly to: Address }

/** admins: offered to nobody else; by its address a page tells everybody whom to ask. */
const groups = {
  product: { label: 'Product', admins: false },
  developers: { label: 'Developers', admins: false },
  organisation: { label: 'Organisation', admins: true },
} as const

export function usePlaces(): readonly PlaceAtAddress[] {
  const { routesByPath } = useRouter<RegisteredRouter>()
  return Object.values(routesByPath).flatMap(({ fullPath, options }) =>
    options.staticData?.place ? [{ ...options.staticData.place, to: fullPath }] : [],
  )
}

type Group = { readonly label: string; readonly places: readonly PlaceAtAddress[] }

/** What somebody of this role is offered. */
export function useNavigation(): readonly Group[] {
  const { data: me } = useMe()
  const byGroup = Map.groupBy(usePlaces(), ({ group }) => group)
  return [...byGroup]
    .filter(([group]) => !groups[group].admins || me?.role === 'admin')
    .map(([group, places]) => ({ label: groups[group].label, places }))
}
