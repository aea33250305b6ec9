/** The groups of pages that somebody may use, and which page is open. */
import { Link, useRouter, useRouterState } from '@tanstack/react-router'
import { IconBook, IconCode } from '@tabler/icons-react'
import { type ReactNode, useEffect, useId, useRef } from 'react'
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
  // A page under another one has no entry of its own: that of the other says where one is. All pages of one survey are under the list of them.
  const isOfSurvey = /^\/app\/(pulses|check-ins)\//.test(path)
  const under = usePlaces().find(({ to }) => to === path)?.under
  const above = isOfSurvey ? '/app/surveys' : under
  const nav = useRef<HTMLElement>(null)
  const router = useRouter()
  // Groups come once it is known who reads.
  const shown = groups.map(({ places }) => places.length).join()
  useEffect(() => {
    const show = (isArriving: boolean): void => {
      // Not the name above: it is of every page under /app.
      const link = nav.current?.querySelector('li > :is([aria-current=page], [data-above])')
      if (!link) return
      // What somebody folds stays folded until they come to another page in it.
      const fold = link.closest('details')
      if (fold && isArriving) fold.open = true
      bringIntoSight(link)
    }
    show(true)
    // Not when the address changes: after that the router puts back how far the menu was scrolled on the page before.
    return router.subscribe('onRendered', ({ pathChanged }) => show(pathChanged))
  }, [router, shown])
  return (
    <nav ref={nav} aria-label={inDrawer ? say('drawer_navigation') : say('main_navigation')}>
      {!inDrawer && (
        <Link to="/app" className={classes.brand} activeProps={{}}>
          <Mark /> Sonde
        </Link>
      )}
      <div className={classes.nav}>
        {groups.map(({ group, label, places, folds }) => {
          const links = places.map(({ to, label: name, icon: Icon }) => (
            <li key={to}>
              <Link
                to={to}
                className={classes.link}
                activeOptions={{ exact: to === '/app' }}
                data-above={to === above || undefined}
              >
                {Icon && <Icon size={18} stroke={1.75} aria-hidden />} {name}
              </Link>
            </li>
          ))
          return folds ? (
            <Folded
              key={group}
              label={label}
              isOpen={places.some(({ to }) => to === above || path.startsWith(to))}
            >
              {links}
              {group === 'developers' && <ServerPage {...reference} />}
            </Folded>
          ) : (
            <Group key={group} label={label}>
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

/** Scrolls the menu alone, which is as high as the window: scrollIntoView may scroll the page as well, and let Tab go on from the link. */
function bringIntoSight(link: Element): void {
  const { top, bottom } = link.getBoundingClientRect()
  if (top >= 0 && bottom <= innerHeight) return
  for (let menu = link.parentElement; menu && menu !== document.body; menu = menu.parentElement)
    menu.scrollTop += top - innerHeight / 2
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
