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
  IconUserPlus,
} from '@tabler/icons-react'
import { useId } from 'react'
import { chooseOrganisation } from '../api.ts'
import { useMe } from '../me.ts'
import { isApple, isTest } from '../place.ts'
import { findSession, leaveToSignIn, signOut } from '../session.ts'
import { initialsOf } from '../ui/initials.ts'
import { Popup, PopupItem } from '../ui/popup.tsx'
import popup from '../ui/popup.module.css'
import { StatusBadge } from '../ui/status-badge.tsx'
import { Tooltip } from '../ui/tooltip.tsx'
import { usePlaces } from './navigation.ts'
import classes from './shell.module.css'
import { useMessages } from '../messages.ts'
import { shellTexts } from './shell-texts.ts'

type Props = { onMenu: () => void; onSearch: () => void }

export const Header = ({ onMenu, onSearch }: Props) => {
  const say = useMessages(shellTexts)
  return (
    <header className={classes.header}>
      <button
        type="button"
        className={`${popup.icon} ${classes.menu}`}
        aria-label={say('open_menu')}
        onClick={onMenu}
      >
        <IconMenu2 size={20} aria-hidden />
      </button>
      <div className={classes.organisation}>
        <Organisation />
        {isTest && (
          <Tooltip label={say('test_hint')}>
            <span tabIndex={0}>
              <StatusBadge tone="warn">{say('test')}</StatusBadge>
            </span>
          </Tooltip>
        )}
      </div>
      <button type="button" className={classes.search} onClick={onSearch}>
        <IconSearch size={16} aria-hidden />
        <span>{say('search')}</span>
        <kbd className={classes.key} aria-hidden="true">
          {isApple ? '⌘K' : say('control_key', { key: 'K' })}
        </kbd>
      </button>
      <UserMenu />
    </header>
  )
}

function Organisation() {
  const say = useMessages(shellTexts)
  const { data: me } = useMe()
  const name = me?.organisation?.name
  const all = me?.organisations ?? []
  if (all.length < 2) return <span className={classes.name}>{name ?? 'Sonde'}</span>
  return (
    <Popup
      label={say('organisation_menu', { name: name ?? say('none_chosen') })}
      align="start"
      width={260}
      className={classes.switch}
      face={
        <>
          <span className={classes.name} aria-hidden="true">
            {name ?? say('choose_organisation')}
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
          end={
            one.id === me?.organisation?.id ? (
              <IconCheck size={16} aria-hidden />
            ) : one.state === 'expected' ? (
              <span className="quiet small">{say('new_there')}</span>
            ) : null
          }
        >
          {one.name}
        </PopupItem>
      ))}
    </Popup>
  )
}

const schemes = [
  { value: 'auto', icon: IconDeviceDesktop },
  { value: 'light', icon: IconSun },
  { value: 'dark', icon: IconMoon },
] as const

function ThemeItems() {
  const say = useMessages(shellTexts)
  const { colorScheme, setColorScheme } = useMantineColorScheme()
  const id = useId()
  return (
    <div role="group" aria-labelledby={id} className={popup.part}>
      <div id={id} className={popup.heading}>
        {say('theme')}
      </div>
      {schemes.map(({ value, icon: One }) => (
        <PopupItem
          key={value}
          current={value === colorScheme}
          icon={<One size={16} aria-hidden />}
          end={value === colorScheme && <IconCheck size={16} aria-hidden />}
          onClick={() => setColorScheme(value)}
        >
          {say(`scheme_${value}`)}
        </PopupItem>
      ))}
    </div>
  )
}

function UserMenu() {
  const say = useMessages(shellTexts)
  const session = findSession()
  const { data: me } = useMe()
  const name = me?.user?.name ?? session?.name ?? session?.email ?? say('you')
  const email = me?.user?.email ?? session?.email
  const navigate = useNavigate()
  const places = usePlaces().filter(({ under }) => under === 'account')
  return (
    <Popup
      label={say('account_menu', { name })}
      width={280}
      className={classes.account}
      face={
        <span className={classes.avatar} aria-hidden="true">
          {initialsOf(name)}
        </span>
      }
    >
      <div className={popup.label}>
        <strong>{name}</strong>
        {email && email !== name && (
          <div className={`quiet small ${classes.email}`} title={email}>
            {email}
          </div>
        )}
      </div>
      {places.map(({ to, label, icon: Icon }) => (
        <PopupItem
          key={to}
          icon={Icon && <Icon size={16} aria-hidden />}
          onClick={() => void navigate({ to })}
        >
          {label}
        </PopupItem>
      ))}
      <ThemeItems />
      <PopupItem
        icon={<IconUserPlus size={16} aria-hidden />}
        onClick={() => void leaveToSignIn({ switchAccount: true })}
      >
        {say('use_another_account')}
      </PopupItem>
      <PopupItem icon={<IconLogout size={16} aria-hidden />} onClick={signOut}>
        {say('sign_out')}
      </PopupItem>
    </Popup>
  )
}
