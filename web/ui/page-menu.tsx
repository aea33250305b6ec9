/** The menu of a page: what it brings itself, and the call that yields what it shows, as curl and as TypeScript. */
import { IconCode, IconDots } from '@tabler/icons-react'
import { lazy, type ReactNode, Suspense, useState } from 'react'
import type { ApiCall } from './api-call.tsx'
import classes from './page.module.css'
import { Popup, PopupItem } from './popup.tsx'
import { useMe } from '../me.ts'
import { useMessages } from '../messages.ts'
import { uiTexts } from './ui-texts.ts'

const ApiDialog = lazy(() => import('./api-call.tsx').then((made) => ({ default: made.ApiDialog })))

type MenuProps = { api: ApiCall | undefined; lines: ReactNode }

/** Programs are made by whom the pages for developers are offered to. */
function useCall(api: ApiCall | undefined): ApiCall | undefined {
  const { data: me } = useMe()
  return me?.role === 'admin' ? api : undefined
}

export function PageMenu({ api, lines }: MenuProps) {
  const say = useMessages(uiTexts)
  const [isOpen, setOpen] = useState(false)
  const call = useCall(api)
  if (!call && !lines) return null
  return (
    <>
      <Popup label={say('page_menu')} face={<IconDots size={20} aria-hidden />}>
        {() => (
          <>
            {lines}
            {call && (
              <PopupItem icon={<IconCode size={16} aria-hidden />} onClick={() => setOpen(true)}>
                {say('view_as_api')}
              </PopupItem>
            )}
          </>
        )}
      </Popup>
      <Suspense>{isOpen && call && <ApiDialog {...call} onClose={() => setOpen(false)} />}</Suspense>
    </>
  )
}

/** Under a page without a menu: one that held nothing else would say nothing to most who open it. */
export function CallBehind({ api }: { api: ApiCall }) {
  const say = useMessages(uiTexts)
  const [isOpen, setOpen] = useState(false)
  const call = useCall(api)
  if (!call) return null
  return (
    <footer className={classes.call}>
      <button type="button" onClick={() => setOpen(true)}>
        <IconCode size={16} aria-hidden /> {say('view_as_api')}
      </button>
      <Suspense>{isOpen && <ApiDialog {...call} onClose={() => setOpen(false)} />}</Suspense>
    </footer>
  )
}
