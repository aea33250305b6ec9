/** Why an action is dismissed: the team reads it, and the next report suggests something else. */
import { Textarea } from '@mantine/core'
import { useRef, useState } from 'react'
import { limits } from '../../contract/limits.ts'
import { useMessages } from '../messages.ts'
import { ConfirmDialog } from '../ui/confirm-dialog.tsx'
import type { Action } from './action-queries.ts'
import { actionTexts } from './action-texts.ts'

type Props = {
  action: Action
  isBusy: boolean
  error: unknown
  onClose: () => void
  onConfirm: (reason: string) => void
}

export function DismissDialog({ action, isBusy, error, onClose, onConfirm }: Props) {
  const say = useMessages(actionTexts)
  const [reason, setReason] = useState('')
  const [isMissing, setMissing] = useState(false)
  const field = useRef<HTMLTextAreaElement>(null)
  return (
    <ConfirmDialog
      title={say('dismiss_title', { title: action.title })}
      effect={say(action.origin === 'person' ? 'dismiss_own_effect' : 'dismiss_effect')}
      action={say('dismiss')}
      isBusy={isBusy}
      error={error}
      onClose={onClose}
      onConfirm={() => {
        const text = reason.trim()
        setMissing(text === '')
        if (text !== '') onConfirm(text)
        else field.current?.focus()
      }}
    >
      <Textarea
        ref={field}
        label={say('reason')}
        value={reason}
        onChange={({ currentTarget }) => setReason(currentTarget.value)}
        error={isMissing && reason.trim() === '' ? say('reason_missing') : undefined}
        maxLength={limits.textLengthMax}
        rows={3}
        data-autofocus
      />
    </ConfirmDialog>
  )
}
