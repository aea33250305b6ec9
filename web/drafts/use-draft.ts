/** A draft for a page: what was typed last is sent when somebody goes elsewhere, and asked about when they close the tab. */
import { useEffect, useState, useSyncExternalStore } from 'react'
import type { DraftState, DraftStore } from './draft-store.ts'

export function useDraft<F extends object>(make: () => DraftStore<F>): [DraftStore<F>, DraftState<F>] {
  const [draft] = useState(make)
  const state = useSyncExternalStore(draft.subscribe, draft.get)
  const isSaved = state.status === 'saved'
  useEffect(() => {
    if (isSaved) return
    const warn = (event: BeforeUnloadEvent): void => event.preventDefault()
    addEventListener('beforeunload', warn)
    return () => removeEventListener('beforeunload', warn)
  }, [isSaved])
  return [draft, state]
}
