/** The groups of pages that somebody may use, and which page is open. */
import { Link } from '@tanstack/react-router'
import { IconBook, IconCode } from '@tabler/icons-react'
import { useId } from 'react'
import { Mark } from '../ui/mark.tsx'
import { useMe } from '../me.ts'
import { useNavigation } from './navigation.ts'
import classes from './shell.module.css'
import { useMessages } from '../messages.ts'
import { shellTexts } from './shell-texts.ts'

/** Pages that are made on the server. Everybody may read them; who makes no applications is not led to the reference. */
const pages = [
  { href: '/docs', label: 'docs', icon: IconBook, role: undefined },
  { href: '/reference', label: 'reference', icon: IconCode, role: 'admin' },
] as const

export function Rail({ inDrawer = false }: { inDrawer?: boolean }) {
  const say = useMessages(shellTexts)
  const groups = useNavigation()
  const { data: me } = useMe()
  const id = useId()
  return (
    <nav aria-label={inDrawer ? say('drawer_navigation') : say('main_navigation')}>
      {!inDrawer && (
        <Link to="/app" className={classes.brand} activeProps={{}}>
          <Mark /> Sonde
        </Link>
      )}
      <div className={classes.nav}>
        {groups.map(({ label: group, places }) => (
          <div key={group}>
            <p id={id + group} className={classes.group}>
              {group}
            </p>
            <ul aria-labelledby={id + group}>
              {places.map(({ to, label, icon: Icon }) => (
                <li key={to}>
                  <Link to={to} className={classes.link} activeOptions={{ exact: to === '/app' }}>
                    <Icon size={18} stroke={1.75} aria-hidden /> {label}
                  </Link>
                </li>
              ))}
            </ul>
          </div>
        ))}
        <div>
          <p id={`${id}read`} className={classes.group}>
            {say('resources')}
          </p>
          <ul aria-labelledby={`${id}read`}>
            {pages
              .filter(({ role }) => role === undefined || role === me?.role)
              .map(({ href, label, icon: Icon }) => (
                <li key={href}>
                  <a href={href} className={classes.link}>
                    <Icon size={18} stroke={1.75} aria-hidden /> {say(label)}
                  </a>
                </li>
              ))}
          </ul>
        </div>
      </div>
    </nav>
  )
}
