/** The menu of a page: what it brings itself, and the call that yields what it shows, as curl and as TypeScript. */
import { IconCode, IconDots } from '@tabler/icons-react'
import { lazy, type ReactNode, Suspense, useState } from 'react'
import type { ApiCall } from './api-call.tsx'
import { Popup, PopupItem } from './popup.tsx'
import { useMe } from '../me.ts'
import { useMessages } from '../messages.ts'
import { uiTexts } from './ui-texts.ts'

const ApiDialog = lazy(() => import('./api-call.tsx').then((made) => ({ default: made.ApiDialog })))

export function PageMenu({ api, lines }: { api: ApiCall | undefined; lines: ReactNode }) {
  const say = useMessages(uiTexts)
  const { data: me } = useMe()
  const [isOpen, setOpen] = useState(false)
  // Programs are made by whom the pages for developers are offered to.
  const call = me?.role === 'admin' ? api : undefined
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
