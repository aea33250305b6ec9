/**
 * The frame of the workspace: rail (a drawer below 1024 px), header, the page. The first stop of the Tab key leads past both.
 */
import { Outlet, useRouterState } from '@tanstack/react-router'
import { lazy, Suspense, useEffect, useState } from 'react'
import { Belonging } from './belonging.tsx'
import { Header } from './header.tsx'
import { Keyboard, type Overlay } from './keyboard.tsx'
import { Rail } from './rail.tsx'
import classes from './shell.module.css'
import { useMessages } from '../messages.ts'
import { shellTexts } from './shell-texts.ts'
import { WayOn } from '../ui/way-on.ts'

const WaysOn = lazy(() => import('./ways-on.tsx').then(({ WaysOn }) => ({ default: WaysOn })))
const RailDrawer = lazy(() => import('./rail-drawer.tsx').then(({ RailDrawer }) => ({ default: RailDrawer })))

export function Shell() {
  const say = useMessages(shellTexts)
  const [drawer, setDrawer] = useState(false)
  const [overlay, setOverlay] = useState<Overlay>(null)
  const pathname = useRouterState({ select: ({ location }) => location.pathname })
  useEffect(() => {
    setDrawer(false)
  }, [pathname])
  return (
    <div className={classes.shell}>
      <a className={classes.skip} href="#content">
        {say('skip')}
      </a>
      <div className={classes.rail}>
        <Rail />
      </div>
      <Suspense>{drawer && <RailDrawer onClose={() => setDrawer(false)} />}</Suspense>
      <div className={classes.main}>
        <Header onMenu={() => setDrawer(true)} onSearch={() => setOverlay('palette')} />
        <main id="content" tabIndex={-1} className={classes.content}>
          <Suspense>
            <Belonging>
              <WayOn value={<WaysOn onSearch={() => setOverlay('palette')} />}>
                <Outlet />
              </WayOn>
            </Belonging>
          </Suspense>
        </main>
      </div>
      <Keyboard overlay={overlay} open={setOverlay} />
    </div>
  )
}
