/**
 * What the rail, the command palette and the `g` keys offer. A page says by its route what it is called and where it stands
 * (`staticData: { place }`); the order within a group is the order of the routes in web/router.tsx.
 */
import { type RegisteredRouter, useRouter } from '@tanstack/react-router'
import type { TablerIcon } from '@tabler/icons-react'
import { useMe } from '../me.ts'
import { type Say, useMessages } from '../messages.ts'
import { shellTexts } from './shell-texts.ts'

export type PlaceText = Extract<Parameters<Say<typeof shellTexts>>[0], `place_${string}`>

export const integrationsPath = '/app/settings/integrations'

type Place = {
  readonly group: keyof typeof groups
  /** Texts of the shell, as the rail is on every page. */
  readonly label: PlaceText
  /** Of what is on the rail or in the menu of one’s own account; place-icons.ts has the others. */
  readonly icon?: TablerIcon
  /** Pressed after `g`. */
  readonly key: string
  /** Not in the rail by itself, but in the menu of one's own account or on the page that gathers it. */
  readonly under?: 'account' | typeof integrationsPath
  /** Also in the rail of whoever only answers: leads no team, and is not an analyst. */
  readonly forAll?: true
  /** Not for admins alone, though the rest of its group is. */
  readonly forLeads?: true
}

declare module '@tanstack/react-router' {
  // What `staticData` of a route holds is read from here.
  interface StaticDataRouteOption {
    /** Absent: no page to be offered by itself. */
    place?: Place
  }
}

type Address = keyof RegisteredRouter['routesByPath']
type PlaceAtAddress = Omit<Place, 'label'> & {
  readonly to: Address
  /** Its text, by which place-hint-texts.ts says what it is for. */
  readonly name: PlaceText
  readonly label: string
}

/**
 * admins: offered to nobody else; by its address a page tells everybody whom to ask. folds: the work of a week stays in sight, what is set up
 * once or looked up now and then opens when it is asked for.
 */
const groups = {
  product: { admins: false, folds: false },
  organisation: { admins: true, folds: true },
  developers: { admins: true, folds: true },
} as const

/** To fold fewer would hide them and save nothing. */
const foldedMin = 3

const groupNames = Object.keys(groups) as readonly (keyof typeof groups)[]

/** What somebody of this role may open: by the palette and by keys. */
export function usePlaces(): readonly PlaceAtAddress[] {
  const say = useMessages(shellTexts)
  const { data: me } = useMe()
  const { routesByPath } = useRouter<RegisteredRouter>()
  return Object.values(routesByPath).flatMap(({ fullPath, options }) => {
    const place = options.staticData?.place
    if (!place || (groups[place.group].admins && !place.forLeads && me?.role !== 'admin')) return []
    return [{ ...place, to: fullPath, name: place.label, label: say(place.label) }]
  })
}

type Group = {
  readonly group: keyof typeof groups
  readonly label: string
  readonly places: readonly PlaceAtAddress[]
  /** Folded until somebody asks for it, or is on one of its pages. */
  readonly folds: boolean
}

/** Over each page that is under Integrations. */
export function useIntegrationsCrumb() {
  const say = useMessages(shellTexts)
  return [{ label: say('place_integrations'), to: integrationsPath }]
}

/** What the rail offers: of whoever only answers it stays short. */
export function useNavigation(): readonly Group[] {
  const say = useMessages(shellTexts)
  const { data: me } = useMe()
  const isShort = me?.role === 'member' && !me.manages_teams
  const shown = usePlaces().filter(({ forAll, under }) => !under && (!isShort || forAll))
  return groupNames.flatMap((group) => {
    const places = shown.filter((place) => place.group === group)
    const folds = groups[group].folds && places.length >= foldedMin
    return places.length > 0 ? [{ group, label: say(`group_${group}`), places, folds }] : []
  })
}
