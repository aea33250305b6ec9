/**
 * Gives the focus back to what opened a dialog or a drawer. They are drawn only while they are open, so nothing of theirs is left to do it
 * when they close.
 */
import { useEffect, useState } from 'react'

/** What had the focus when the caller was first drawn gets it back when the caller is gone, unless something else took it meanwhile. */
export function useFocusBack(): void {
  const [opener] = useState(() => document.activeElement)
  useEffect(
    () => () => {
      // The component library gives the focus to nobody only after this, and an own heading may ask for it first.
      setTimeout(() => {
        if (document.activeElement !== null && document.activeElement !== document.body) return
        placeOf(opener)?.focus({ preventScroll: true })
      }, settleMs)
    },
    [opener],
  )
}

const settleMs = 30

/** The opener; of a line in a menu that has closed, the menu's button; of what is gone, the dialog below or the page. */
function placeOf(opener: Element | null): HTMLElement | null {
  const menu = opener?.closest('[popover]:not(:popover-open)')
  const button = menu && document.querySelector<HTMLElement>(`[popovertarget="${CSS.escape(menu.id)}"]`)
  if (button) return button
  if (opener instanceof HTMLElement && opener !== document.body && opener.checkVisibility()) return opener
  return opener === document.body ? null : document.querySelector<HTMLElement>('[role=dialog], #content')
}
