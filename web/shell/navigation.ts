/** What the rail, the command palette and the `g` keys offer: one table. A new page is a line here and a route in web/router.tsx. */
import {
  IconApps,
  IconBuilding,
  IconHeartHandshake,
  IconHome,
  IconListSearch,
  IconPlugConnected,
  IconShieldLock,
  type TablerIcon,
  IconUserCircle,
  IconUsers,
} from '@tabler/icons-react'
import { type router } from '../router.tsx'

type Address = keyof typeof router.routesByPath

export type Place = {
  readonly to: Address
  readonly label: string
  readonly icon: TablerIcon
  /** Pressed after `g`. */
  readonly key: string
  readonly says: string
}

type Group = {
  readonly group: string
  readonly places: readonly Place[]
  /** Shown to nobody else; by its address it tells everybody whom to ask. */
  readonly admins?: boolean
}

export const navigation: readonly Group[] = [
  {
    group: 'Product',
    places: [
      { to: '/app', label: 'Home', icon: IconHome, key: 'h', says: 'What there is, at a glance' },
      {
        to: '/app/connections',
        label: 'Connections',
        icon: IconPlugConnected,
        key: 'c',
        says: 'Applications that act for you',
      },
      {
        to: '/app/account',
        label: 'Account',
        icon: IconUserCircle,
        key: 'm',
        says: 'How you sign in, and where',
      },
    ],
  },
  {
    group: 'Developers',
    places: [
      {
        to: '/developers/applications',
        label: 'Applications',
        icon: IconApps,
        key: 'a',
        says: 'OAuth clients and their credentials',
      },
    ],
  },
  {
    group: 'Organisation',
    admins: true,
    places: [
      {
        to: '/app/settings/organisation',
        label: 'Settings',
        icon: IconBuilding,
        key: 'o',
        says: 'Name, language, confidentiality floors',
      },
      {
        to: '/app/settings/people',
        label: 'People',
        icon: IconUsers,
        key: 'u',
        says: 'Who signs in, as what; invitations',
      },
      {
        to: '/app/settings/identity-providers',
        label: 'Identity providers',
        icon: IconShieldLock,
        key: 'i',
        says: 'Where people sign in',
      },
      {
        to: '/app/settings/alerts',
        label: 'Alerts',
        icon: IconHeartHandshake,
        key: 'y',
        says: 'Answers that speak of harm',
      },
      {
        to: '/app/settings/audit',
        label: 'Audit log',
        icon: IconListSearch,
        key: 'l',
        says: 'Who did what, filtered and exported',
      },
    ],
  },
]

export const places: readonly Place[] = navigation.flatMap(({ places }) => places)

/** What somebody of this role is offered. */
export const navigationOf = (role: string | null | undefined): readonly Group[] =>
  navigation.filter(({ admins }) => !admins || role === 'admin')
