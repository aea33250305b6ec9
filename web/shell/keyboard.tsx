/**
 * Keys: ⌘K the palette, `/` the search of a page, `g` and a letter a page, `?` the list of them. None of the letters works
 * while one is typing. What they open is fetched when it is first asked for.
 */
import { useNavigate } from '@tanstack/react-router'
import { lazy, Suspense, useCallback, useEffect, useRef } from 'react'
import { isTyping } from '../ui/page-keys.ts'
import { pageSearchId } from '../ui/page-search.ts'
import { usePlaces } from './navigation.ts'
import { useTypedAhead } from './typed-ahead.ts'

const Palette = lazy(() => import('./palette.tsx').then(({ Palette }) => ({ default: Palette })))
const KeyboardHelp = lazy(() =>
  import('./keyboard-help.tsx').then(({ KeyboardHelp }) => ({ default: KeyboardHelp })),
)

export type Overlay = 'palette' | 'help' | null

const secondKeyMs = 1500

export function Keyboard({ overlay, open }: { overlay: Overlay; open: (what: Overlay) => void }) {
  useKeys(open)
  const close = useCallback(() => open(null), [open])
  const takeTyped = useTypedAhead(overlay === 'palette', close)
  return (
    <Suspense>
      {overlay === 'palette' && <Palette takeTyped={takeTyped} onClose={close} onHelp={() => open('help')} />}
      {overlay === 'help' && <KeyboardHelp onClose={close} />}
    </Suspense>
  )
}

/** By what a key writes, as `/` and `?` lie elsewhere on other keyboards. */
function useKeys(open: (what: Overlay) => void): void {
  const navigate = useNavigate()
  const places = usePlaces()
  const gAt = useRef(Number.NEGATIVE_INFINITY)
  useEffect(() => {
    const search = (event: KeyboardEvent): void => {
      event.preventDefault()
      const field = document.getElementById(pageSearchId)
      if (field) field.focus()
      else open('palette')
    }
    const onKey = (event: KeyboardEvent): void => {
      const { key, metaKey, ctrlKey, altKey } = event
      const hasControl = metaKey || ctrlKey
      if (hasControl && !altKey && key.toLowerCase() === 'k') {
        event.preventDefault()
        open('palette')
      }
      // A part of the page took the letter itself, such as a tree.
      if (event.defaultPrevented) return
      if (hasControl || altKey || isTyping(event.target)) return
      if (key === '/') search(event)
      if (key === '?') open('help')
      const isSecond = event.timeStamp - gAt.current < secondKeyMs
      gAt.current = key === 'g' ? event.timeStamp : Number.NEGATIVE_INFINITY
      const place = isSecond && places.find((one) => one.key === key)
      if (place) void navigate({ to: place.to })
    }
    addEventListener('keydown', onKey)
    return () => removeEventListener('keydown', onKey)
  }, [navigate, open, places])
}
