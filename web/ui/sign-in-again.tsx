/**
 * What cannot be undone needs a recent sign-in (fresh_sign_in_required). A dialog that is refused for that offers to sign in again, at the
 * same provider; the person comes back to the page that they left, and the dialog is open again.
 */
import { Button } from '@mantine/core'
import { useMutation } from '@tanstack/react-query'
import { useState } from 'react'
import { freshSignInSeconds } from '../../contract/fresh-sign-in.ts'
import { SondeError } from '../api.ts'
import { useMessages } from '../messages.ts'
import { leaveToSignIn } from '../session.ts'
import { Alert } from './alert.tsx'
import { showFailure } from './toast.ts'
import { uiTexts } from './ui-texts.ts'

const leftKey = 'sonde.left-dialog'
const draftKey = 'sonde.left-draft'

const here = (dialog: string): string => `${location.pathname}${location.search} ${dialog}`

function forgetLeft(): void {
  sessionStorage.removeItem(leftKey)
  sessionStorage.removeItem(draftKey)
}

/**
 * Whether this dialog was open when the person left this page to sign in again. True until they do something here, and not once alone: a
 * first rendering may be thrown away, as that of a tab which waits for its chunk.
 */
export function wasLeft(dialog: string): boolean {
  if (sessionStorage.getItem(leftKey) !== here(dialog)) return false
  for (const act of ['pointerdown', 'keydown'])
    addEventListener(act, forgetLeft, { capture: true, once: true })
  return true
}

/** What was in a form when the person left it to sign in again. The form knows its own shape. */
export function findLeftDraft<T>(form: string): T | null {
  const draft = wasLeft(form) ? sessionStorage.getItem(draftKey) : null
  return draft === null ? null : (JSON.parse(draft) as T)
}

/** @param dialog  its name, among those of its page */
export function useDialog(dialog: string) {
  const [isOpen, setOpen] = useState(() => wasLeft(dialog))
  return { isOpen, open: () => setOpen(true), close: () => setOpen(false) }
}

export const needsSignIn = (error: unknown): boolean =>
  error instanceof SondeError && error.code === 'fresh_sign_in_required'

/**
 * @param action  what signing in is for, as the button of the dialog says it
 * @param dialog  to open again after signing in, or the form whose draft this is; none where the button is on the page
 */
export function SignInAgain({ action, dialog, draft }: { action: string; dialog?: string; draft?: unknown }) {
  const say = useMessages(uiTexts)
  const leave = useMutation({
    mutationFn: () => {
      if (dialog) sessionStorage.setItem(leftKey, here(dialog))
      if (draft !== undefined) sessionStorage.setItem(draftKey, JSON.stringify(draft))
      return leaveToSignIn({ again: true })
    },
    onError: showFailure,
  })
  return (
    <Alert tone="warn">
      <div className="stack-tight">
        <span>{say('sign_in_again_for', { action, minutes: freshSignInSeconds / 60 })}</span>
        <span>
          <Button size="xs" loading={leave.isPending} onClick={() => leave.mutate()}>
            {say('sign_in_again')}
          </Button>
        </span>
      </div>
    </Alert>
  )
}
