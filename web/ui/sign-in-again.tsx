/**
 * What cannot be undone needs a recent sign-in (fresh_sign_in_required). A dialog that is refused for that offers to sign in again, at the
 * same provider; the person comes back to the page that they left, and the dialog is open again.
 */
import { Button } from '@mantine/core'
import { useMutation } from '@tanstack/react-query'
import { useState } from 'react'
import { limits } from '../../contract/limits.ts'
import { SondeError } from '../api.ts'
import { useMessages } from '../messages.ts'
import { leaveToSignIn } from '../session.ts'
import { Alert } from './alert.tsx'
import { showFailure } from './toast.ts'
import { uiTexts } from './ui-texts.ts'

const leftKey = 'sonde.left-dialog'

const here = (dialog: string): string => `${location.pathname}${location.search} ${dialog}`

/** Whether this dialog was open when the person left this page to sign in again; asked once. */
export function wasLeft(dialog: string): boolean {
  if (sessionStorage.getItem(leftKey) !== here(dialog)) return false
  sessionStorage.removeItem(leftKey)
  return true
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
 * @param dialog  to open again after signing in; none where the button stands on the page
 */
export function SignInAgain({ action, dialog }: { action: string; dialog?: string }) {
  const say = useMessages(uiTexts)
  const leave = useMutation({
    mutationFn: () => {
      if (dialog) sessionStorage.setItem(leftKey, here(dialog))
      return leaveToSignIn({ again: true })
    },
    onError: showFailure,
  })
  return (
    <Alert tone="warn">
      <div className="stack-tight">
        <span>{say('sign_in_again_for', { action, minutes: limits.freshSignInSeconds / 60 })}</span>
        <span>
          <Button size="xs" loading={leave.isPending} onClick={() => leave.mutate()}>
            {say('sign_in_again')}
          </Button>
        </span>
      </div>
    </Alert>
  )
}
