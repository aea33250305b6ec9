/** The menu of a page: the call that yields what it shows, as curl and as TypeScript. */
import { IconCode, IconDots } from '@tabler/icons-react'
import { lazy, Suspense, useState } from 'react'
import type { ApiCall } from './api-call.tsx'
import { Popup, PopupItem } from './popup.tsx'
import { useMe } from '../me.ts'
import { useMessages } from '../messages.ts'
import { uiTexts } from './ui-texts.ts'

const ApiDialog = lazy(() => import('./api-call.tsx').then((made) => ({ default: made.ApiDialog })))

export const ViewAsApi = (call: ApiCall) => {
  const say = useMessages(uiTexts)
  const { data: me } = useMe()
  const [isOpen, setOpen] = useState(false)
  // Who only answers, or leads a team, makes no programs.
  if (me?.role === 'member') return null
  return (
    <>
      <Popup label={say('page_menu')} face={<IconDots size={20} aria-hidden />}>
        <PopupItem icon={<IconCode size={18} aria-hidden />} onClick={() => setOpen(true)}>
          {say('view_as_api')}
        </PopupItem>
      </Popup>
      <Suspense>{isOpen && <ApiDialog {...call} onClose={() => setOpen(false)} />}</Suspense>
    </>
  )
}
