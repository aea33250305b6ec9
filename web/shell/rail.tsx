/** The groups of pages that somebody may use, and which page is open. */
import { Link, useRouterState } from '@tanstack/react-router'
import { IconBook, IconCode } from '@tabler/icons-react'
import { type ReactNode, useId } from 'react'
import { Mark } from '../ui/mark.tsx'
import { useNavigation, usePlaces } from './navigation.ts'
import classes from './shell.module.css'
import { useMessages } from '../messages.ts'
import { shellTexts } from './shell-texts.ts'

/** Pages that are made on the server. */
const docs = { to: '/docs', label: 'docs', icon: IconBook } as const
const reference = { to: '/reference', label: 'reference', icon: IconCode } as const

export function Rail({ inDrawer = false }: { inDrawer?: boolean }) {
  const say = useMessages(shellTexts)
  const groups = useNavigation()
  const path = useRouterState({ select: ({ location }) => location.pathname })
  // A page under another one has no entry of its own: that of the other says where one is.
  const above = usePlaces().find(({ to }) => to === path)?.under
  return (
    <nav aria-label={inDrawer ? say('drawer_navigation') : say('main_navigation')}>
      {!inDrawer && (
        <Link to="/app" className={classes.brand} activeProps={{}}>
          <Mark /> Sonde
        </Link>
      )}
      <div className={classes.nav}>
        {groups.map(({ label: group, places, folds }) => {
          const links = places.map(({ to, label, icon: Icon }) => (
            <li key={to}>
              <Link
                to={to}
                className={classes.link}
                activeOptions={{ exact: to === '/app' }}
                data-above={to === above || undefined}
              >
                <Icon size={18} stroke={1.75} aria-hidden /> {label}
              </Link>
            </li>
          ))
          return folds ? (
            <Folded key={group} label={group} isOpen={places.some(({ to }) => path.startsWith(to))}>
              {links}
              <ServerPage {...reference} />
            </Folded>
          ) : (
            <Group key={group} label={group}>
              {links}
            </Group>
          )
        })}
        <Group label={say('resources')}>
          <ServerPage {...docs} />
        </Group>
      </div>
    </nav>
  )
}

type Part = { label: string; children: ReactNode }

function Group({ label, children }: Part) {
  const id = useId()
  return (
    <div>
      <p id={id} className={classes.group}>
        {label}
      </p>
      <ul aria-labelledby={id}>{children}</ul>
    </div>
  )
}

const Folded = ({ label, isOpen, children }: Part & { isOpen: boolean }) => (
  <details open={isOpen || undefined}>
    <summary className={`${classes.group} ${classes.fold}`}>{label}</summary>
    <ul aria-label={label}>{children}</ul>
  </details>
)

function ServerPage({ to, label, icon: Icon }: typeof docs | typeof reference) {
  const say = useMessages(shellTexts)
  return (
    <li>
      <a href={to} className={classes.link}>
        <Icon size={18} stroke={1.75} aria-hidden /> {say(label)}
      </a>
    </li>
  )
}
