/**
 * What somebody types into a form of something that is saved as a whole. The saved thing can change while the form is open: by its own
 * button, by another form of the page, or by somebody else. What was typed stays, also what was typed while the form was being saved. Where
 * somebody else changed the very same field, theirs is shown, so that nobody's change is overwritten unseen.
 */
import { useState } from 'react'

const isSame = (a: unknown, b: unknown): boolean => JSON.stringify(a) === JSON.stringify(b)

type Step<T> = { before: T; saved: T; sent: T | null }

/** The draft after what is saved went from `before` to `saved`. `sent`: what the form itself has sent last. Pure. */
export const rebased = <T extends object>(draft: T, { before, saved, sent }: Step<T>): T =>
  Object.fromEntries(
    Object.entries(saved).map(([field, value]) => {
      const isOthers =
        !isSame(value, Reflect.get(before, field)) && !isSame(value, sent && Reflect.get(sent, field))
      return [field, isOthers ? value : Reflect.get(draft, field)]
    }),
  ) as T

type FormDraft<T> = {
  draft: T
  change: (part: Partial<T>) => void
  /** To be told as the form is sent, of every field as it is saved. */
  markSent: (sent: T) => void
}

/** @param left  what somebody had typed before they had to sign in again */
export function useFormDraft<T extends object>(saved: T, left?: T | null): FormDraft<T> {
  const [state, setState] = useState<{ draft: T; before: T; sent: T | null }>({
    draft: left ?? saved,
    before: saved,
    sent: null,
  })
  let { draft } = state
  if (!isSame(state.before, saved)) {
    draft = rebased(draft, { ...state, saved })
    // While it draws, so that nobody sees the old values (React: storing information from previous renders).
    setState({ draft, before: saved, sent: state.sent })
  }
  return {
    draft,
    change: (part) => setState((now) => ({ ...now, draft: { ...now.draft, ...part } })),
    markSent: (sent) => setState((now) => ({ ...now, sent })),
  }
}
