/**
 * What the rail, the command palette and the `g` keys offer. A page says by its route what it is called and where it stands
 * (`staticData: { place }`); the order within a group is the order of the routes in web/router.tsx.
 */
import { type RegisteredRouter, useRouter } from '@tanstack/react-router'
import type { TablerIcon } from '@tabler/icons-react'
import { useMe } from '../me.ts'
import { type Say, useMessages } from '../messages.ts'
import { shellTexts } from './shell-texts.ts'

type PlaceText = Extract<Parameters<Say<typeof shellTexts>>[0], `place_${string}`>

type Place = {
  readonly group: keyof typeof groups
  /** Texts of the shell, as the rail is on every page. */
  readonly label: PlaceText
  readonly description: PlaceText
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
type PlaceAtAddress = Omit<Place, 'label' | 'description'> & {
  readonly to: Address
  readonly label: string
  readonly description: string
}

/** admins: offered to nobody else; by its address a page tells everybody whom to ask. */
const groups = {
  product: { admins: false },
  developers: { admins: false },
  organisation: { admins: true },
} as const

export function usePlaces(): readonly PlaceAtAddress[] {
  const say = useMessages(shellTexts)
  const { routesByPath } = useRouter<RegisteredRouter>()
  return Object.values(routesByPath).flatMap(({ fullPath, options }) => {
    const place = options.staticData?.place
    if (!place) return []
    return [{ ...place, to: fullPath, label: say(place.label), description: say(place.description) }]
  })
}

type Group = { readonly label: string; readonly places: readonly PlaceAtAddress[] }

/** What somebody of this role is offered. */
export function useNavigation(): readonly Group[] {
  const say = useMessages(shellTexts)
  const { data: me } = useMe()
  const byGroup = Map.groupBy(usePlaces(), ({ group }) => group)
  return [...byGroup]
    .filter(([group]) => !groups[group].admins || me?.role === 'admin')
    .map(([group, places]) => ({ label: say(`group_${group}`), places }))
}
