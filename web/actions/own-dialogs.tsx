/** The dialogs of whoever made an action: its words, and whether it really goes. */
import { useState } from 'react'
import { fieldErrors } from '../api.ts'
import { useMessages } from '../messages.ts'
import { isConflict, refresh } from '../queries.ts'
import { useAddress } from '../ui/address.ts'
import { ConfirmDialog } from '../ui/confirm-dialog.tsx'
import { showDone, showRefusal } from '../ui/toast.ts'
import { type Action, useActionDeletion, useActionUpdate } from './action-queries.ts'
import { actionTexts } from './action-texts.ts'
import { OwnWords, type WordsDraft } from './own-words.tsx'

type Props = { action: Action; onClose: () => void }

/** Somebody else has moved it meanwhile: it is shown as it is now, before anything is decided. */
function useLateness(onClose: () => void) {
  const say = useMessages(actionTexts)
  return (error: Error): void => {
    if (!isConflict(error)) return
    void refresh('listActions', 'getAction')
    showRefusal(say('changed_meanwhile'))
    onClose()
  }
}

export function EditWords({ action, onClose }: Props) {
  const say = useMessages(actionTexts)
  const [draft, setDraft] = useState<WordsDraft>({ title: action.title, firstStep: action.first_step ?? '' })
  const [isMissing, setMissing] = useState(false)
  const update = useActionUpdate({
    onDone: () => {
      showDone(say('saved'))
      onClose()
    },
    onFailed: useLateness(onClose),
  })
  const errors = fieldErrors(update.error)
  return (
    <ConfirmDialog
      title={say('edit_words_title')}
      effect={say('edit_words_effect')}
      action={say('save')}
      isBusy={update.isPending}
      error={Object.keys(errors).length === 0 && !isConflict(update.error) && update.error}
      onClose={onClose}
      onConfirm={() => {
        const title = draft.title.trim()
        setMissing(title === '')
        if (title !== '')
          update.mutate({ action, body: { title, first_step: draft.firstStep.trim() || null } })
      }}
    >
      <OwnWords
        draft={draft}
        onChange={(part) => setDraft((now) => ({ ...now, ...part }))}
        isMissing={isMissing}
        errors={errors}
      />
    </ConfirmDialog>
  )
}

export function DeleteAction({ action, onClose }: Props) {
  const say = useMessages(actionTexts)
  const { change } = useAddress()
  const deletion = useActionDeletion({
    onDone: () => {
      showDone(say('deleted'))
      // What the address names is gone.
      change({ action: undefined })
    },
    onFailed: useLateness(onClose),
  })
  return (
    <ConfirmDialog
      title={say('delete_title', { title: action.title })}
      effect={say('delete_effect')}
      action={say('delete_now')}
      isDangerous
      isBusy={deletion.isPending}
      error={!isConflict(deletion.error) && deletion.error}
      onClose={onClose}
      onConfirm={() => deletion.mutate(action)}
    />
  )
}
