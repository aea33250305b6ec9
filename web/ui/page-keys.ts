/**
 * Single keys of the page that is shown: `c` creates, `j` and `k` go through rows. The help (`?`) lists what is registered here, so no
 * page has a key that nobody can find. They are silent while a dialog is open and, without Ctrl (⌘), while somebody types.
 *
 *   usePageKeys([{ key: 'c', label: say('create'), run: create }])
 */
import { useEffect, useRef, useSyncExternalStore } from 'react'

/** `key` is what is pressed, or `mod+Enter` for one with Ctrl (⌘). */
export type PageKey = { key: string; label: string; run: () => void }

export const control = 'mod+'

let registered: readonly PageKey[] = []
const listeners = new Set<() => void>()

function register(next: readonly PageKey[]): void {
  registered = next
  for (const listener of listeners) listener()
}

const typed = [
  'input:not([type=checkbox], [type=radio], [type=range])',
  'textarea',
  'select',
  '[contenteditable]',
].join()

/** A key that is pressed there is a letter, and not a command. */
export const isTyping = (target: EventTarget | null): boolean =>
  target instanceof Element && target.matches(typed)

const isInDialog = (): boolean => document.querySelector('[role=dialog], dialog[open]') !== null

function onKey(event: KeyboardEvent): void {
  if (event.altKey || event.defaultPrevented || isInDialog()) return
  const hasControl = event.metaKey || event.ctrlKey
  if (!hasControl && isTyping(event.target)) return
  const pressed = hasControl ? `${control}${event.key}` : event.key
  // Two lists on a page know the same key: it is the first one's.
  registered.find(({ key }) => key === pressed)?.run()
}

export function usePageKeys(keys: readonly PageKey[]): void {
  const latest = useRef(keys)
  useEffect(() => {
    latest.current = keys
  })
  const names = keys.map(({ key, label }) => `${key} ${label}`).join('\n')
  useEffect(() => {
    const mine = latest.current.map(({ key, label }, i) => ({
      key,
      label,
      run: () => latest.current[i].run(),
    }))
    if (registered.length === 0) addEventListener('keydown', onKey)
    register([...registered, ...mine])
    return () => {
      register(registered.filter((one) => !mine.includes(one)))
      if (registered.length === 0) removeEventListener('keydown', onKey)
    }
  }, [names])
}

const subscribe = (listener: () => void) => {
  listeners.add(listener)
  return () => listeners.delete(listener)
}

/** For the help: each key once. */
export const useRegisteredKeys = (): readonly PageKey[] => {
  const keys = useSyncExternalStore(subscribe, () => registered)
  return keys.filter(({ key }, i) => keys.findIndex((one) => one.key === key) === i)
}
