/** Where one is (organisation, Test), where one may go (search), how it looks, and who one is. */
import { useMantineColorScheme } from '@mantine/core'
import { useNavigate } from '@tanstack/react-router'
import {
  IconCheck,
  IconDeviceDesktop,
  IconLogout,
  IconMenu2,
  IconMoon,
  IconSearch,
  IconSelector,
  IconSun,
  IconUserCircle,
  IconUserPlus,
} from '@tabler/icons-react'
import { chooseOrganisation } from '../api.ts'
import { useMe } from '../me.ts'
import { commandKey, isTest } from '../place.ts'
import { findSession, leaveToSignIn, signOut } from '../session.ts'
import { Popup, PopupItem } from '../ui/popup.tsx'
import popup from '../ui/popup.module.css'
import { StatusBadge } from '../ui/status-badge.tsx'
import { Tooltip } from '../ui/tooltip.tsx'
import classes from './shell.module.css'

type Props = { onMenu: () => void; onSearch: () => void }

export const Header = ({ onMenu, onSearch }: Props) => (
  <header className={classes.header}>
    <button type="button" className={`${popup.icon} ${classes.menu}`} aria-label="Open menu" onClick={onMenu}>
      <IconMenu2 size={20} aria-hidden />
    </button>
    <div className={classes.organisation}>
      <Organisation />
      {isTest && (
        <Tooltip label="Nothing to send by is set up: messages stay in the outbox of this service">
          <span tabIndex={0}>
            <StatusBadge tone="warn">Test</StatusBadge>
          </span>
        </Tooltip>
      )}
    </div>
    <button type="button" className={classes.search} onClick={onSearch}>
      <IconSearch size={16} aria-hidden />
      <span>Search</span>
      <kbd className={classes.key} aria-hidden="true">{`${commandKey}K`}</kbd>
    </button>
    <ThemeMenu />
    <UserMenu />
  </header>
)

function Organisation() {
  const { data: me } = useMe()
  const name = me?.organisation?.name
  const all = me?.organisations ?? []
  if (all.length < 2) return <span className={classes.name}>{name ?? 'Sonde'}</span>
  return (
    <Popup
      label={`Organisation: ${name ?? 'none chosen'}`}
      align="start"
      width={260}
      className={classes.switch}
      face={
        <>
          <span className={classes.name} aria-hidden="true">
            {name ?? 'Choose an organisation'}
          </span>
          <IconSelector size={16} aria-hidden />
        </>
      }
    >
      {all.map((one) => (
        <PopupItem
          key={one.id}
          current={one.id === me?.organisation?.id}
          onClick={() => chooseOrganisation(one.id)}
          end={one.id === me?.organisation?.id && <IconCheck size={16} aria-hidden />}
        >
          {one.name}
        </PopupItem>
      ))}
    </Popup>
  )
}

const schemes = [
  { value: 'auto', label: 'As the system', icon: IconDeviceDesktop },
  { value: 'light', label: 'Light', icon: IconSun },
  { value: 'dark', label: 'Dark', icon: IconMoon },
] as const

function ThemeMenu() {
  const { colorScheme, setColorScheme } = useMantineColorScheme()
  const { icon: Icon } = schemes.find(({ value }) => value === colorScheme) ?? schemes[0]
  return (
    <Popup label="Theme" width={180} face={<Icon size={18} aria-hidden />}>
      {schemes.map(({ value, label, icon: One }) => (
        <PopupItem
          key={value}
          current={value === colorScheme}
          icon={<One size={16} aria-hidden />}
          end={value === colorScheme && <IconCheck size={16} aria-hidden />}
          onClick={() => setColorScheme(value)}
        >
          {label}
        </PopupItem>
      ))}
    </Popup>
  )
}

const initials = (name: string): string =>
  name
    .split(/[\s@.]+/)
    .slice(0, 2)
    .map((word) => [...word][0] ?? '')
    .join('')
    .toUpperCase()

function UserMenu() {
  const session = findSession()
  const { data: me } = useMe()
  const name = me?.user?.name ?? session?.name ?? session?.email ?? 'You'
  const email = me?.user?.email ?? session?.email
  const navigate = useNavigate()
  return (
    <Popup
      label={`Account: ${name}`}
      width={260}
      className={classes.account}
      face={
        <span className={classes.avatar} aria-hidden="true">
          {initials(name)}
        </span>
      }
    >
      <div className={popup.label}>
        <strong>{name}</strong>
        {email && email !== name && <div className="quiet small">{email}</div>}
      </div>
      <PopupItem
        icon={<IconUserCircle size={16} aria-hidden />}
        onClick={() => void navigate({ to: '/app/account' })}
      >
        Your account
      </PopupItem>
      <PopupItem
        icon={<IconUserPlus size={16} aria-hidden />}
        onClick={() => void leaveToSignIn({ switchAccount: true })}
      >
        Use another account
      </PopupItem>
      <PopupItem icon={<IconLogout size={16} aria-hidden />} onClick={signOut}>
        Sign out
      </PopupItem>
    </Popup>
  )
}
