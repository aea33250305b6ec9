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
  /** Also in the rail of whoever only answers: leads no team, and is no analyst. */
  readonly forAll?: true
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
  developers: { admins: true },
  organisation: { admins: true },
} as const

/** What somebody of this role may open: by the palette and by keys. */
export function usePlaces(): readonly PlaceAtAddress[] {
  const say = useMessages(shellTexts)
  const { data: me } = useMe()
  const { routesByPath } = useRouter<RegisteredRouter>()
  return Object.values(routesByPath).flatMap(({ fullPath, options }) => {
    const place = options.staticData?.place
    if (!place || (groups[place.group].admins && me?.role !== 'admin')) return []
    return [{ ...place, to: fullPath, label: say(place.label), description: say(place.description) }]
  })
}

type Group = { readonly label: string; readonly places: readonly PlaceAtAddress[] }

/** What the rail offers: of whoever only answers it stays short. */
export function useNavigation(): readonly Group[] {
  const say = useMessages(shellTexts)
  const { data: me } = useMe()
  const isShort = me?.role === 'member' && !me.manages_teams
  const shown = usePlaces().filter(({ forAll }) => !isShort || forAll)
  return [...Map.groupBy(shown, ({ group }) => group)].map(([group, places]) => ({
    label: say(`group_${group}`),
    places,
  }))
}
