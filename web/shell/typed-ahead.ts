/** Keys between asking for the palette and its field having the focus: its code is fetched meanwhile, and they would go to the page below it. */
import { useCallback, useEffect, useRef } from 'react'

/** @returns  what was typed; from then on keys are the field's own */
export function useTypedAhead(isAsked: boolean, onCancel: () => void): () => string {
  const typed = useRef<string | null>(null)
  useEffect(() => {
    typed.current = isAsked ? '' : null
    if (!isAsked) return undefined
    const onKey = (event: KeyboardEvent): void => {
      const { key, metaKey, ctrlKey, altKey } = event
      // AltGr is both of them.
      if (typed.current === null || metaKey || (ctrlKey && !altKey)) return
      event.preventDefault()
      event.stopPropagation()
      if (key === 'Escape') onCancel()
      else if (key === 'Backspace') typed.current = typed.current.slice(0, -1)
      else if (key.length === 1) typed.current += key
    }
    addEventListener('keydown', onKey, true)
    return () => removeEventListener('keydown', onKey, true)
  }, [isAsked, onCancel])
  return useCallback(() => {
    const words = typed.current ?? ''
    typed.current = null
    return words
  }, [])
}
