/**
 * The frame of every page under the shell: breadcrumb, one h1 with its state, actions at the right, and a menu where there is more to
 * do; with the call that yields what is shown in the menu, or under the page. Names the document, and takes the focus when somebody arrives by a link inside the site, so
 * that a screen reader reads the new page's heading.
 */
import { Link } from '@tanstack/react-router'
import { type ReactNode, useEffect, useRef, useState } from 'react'
import classes from './page.module.css'
import type { ApiCall } from './api-call.tsx'
import { rememberPage } from '../recent-pages.ts'
import { CallBehind, PageMenu } from './page-menu.tsx'
import { useMessages } from '../messages.ts'
import { uiTexts } from './ui-texts.ts'

type Crumb = { label: string; to: string }

type Props = {
  title: string
  status?: ReactNode
  description?: ReactNode
  crumbs?: readonly Crumb[]
  actions?: ReactNode
  api?: ApiCall
  /** Lines of the page's menu, before the call behind it. */
  menu?: ReactNode
  /** After the actions, where none of them is a button to press first. */
  isMenuLast?: boolean
  /** Forms and texts are as wide as lines are read, all else as a table and a board need. */
  width?: 'reading' | 'wide'
  children: ReactNode
}

let isFirst = true

/** Until somebody does something: what they ask for then may move what is below it. */
function useArriving(): boolean {
  const [isArriving, setArriving] = useState(true)
  useEffect(() => {
    if (!isArriving) return
    const stop = (): void => setArriving(false)
    for (const type of inputs) addEventListener(type, stop, { once: true })
    return () => {
      for (const type of inputs) removeEventListener(type, stop)
    }
  }, [isArriving])
  return isArriving
}

const inputs = ['pointerdown', 'keydown'] as const

export function Page({
  title,
  status,
  description,
  crumbs = [],
  actions,
  api,
  menu,
  isMenuLast = false,
  width = 'wide',
  children,
}: Props) {
  const say = useMessages(uiTexts)
  const heading = useRef<HTMLHeadingElement>(null)
  useEffect(() => {
    if (!isFirst) heading.current?.focus({ preventScroll: true })
    isFirst = false
  }, [])
  useEffect(() => {
    rememberPage({ to: location.pathname, label: title })
  }, [title])
  return (
    <div className={classes.page} data-width={width} data-arriving={useArriving() || undefined}>
      <title>{`${title} · Sonde`}</title>
      <header className={classes.head}>
        {crumbs.length > 0 && (
          <nav aria-label={say('breadcrumb')} className={classes.crumbs}>
            <ol>
              {crumbs.map(({ label, to }) => (
                <li key={to}>
                  <Link to={to}>{label}</Link>
                </li>
              ))}
            </ol>
          </nav>
        )}
        <div className={classes.line}>
          <div className={classes.words}>
            <div className={classes.title}>
              <h1 ref={heading} tabIndex={-1}>
                {title}
              </h1>
              {status}
            </div>
            {description && <p className={`quiet ${classes.description}`}>{description}</p>}
          </div>
          <div className={`row ${classes.tools}`}>
            {isMenuLast && actions}
            {menu && (
              <span className={classes.api}>
                <PageMenu api={api} lines={menu} />
              </span>
            )}
            {!isMenuLast && actions}
          </div>
        </div>
      </header>
      {children}
      {api && !menu && <CallBehind api={api} />}
    </div>
  )
}
