/** Asks before a draft is deleted. Loaded when somebody wants to. */
import { useNavigate } from '@tanstack/react-router'
import { useMessages } from '../messages.ts'
import { ConfirmDialog } from '../ui/confirm-dialog.tsx'
import { showDone } from '../ui/toast.ts'
import { deleteDraftTexts } from './delete-draft-texts.ts'
import { type Kind, useDelete } from './draft-queries.ts'

type Props = { kind: Kind; id: string; title: string; onClose: () => void }

export function DeleteDraftDialog({ kind, id, title, onClose }: Props) {
  const say = useMessages(deleteDraftTexts)
  const navigate = useNavigate()
  const remove = useDelete(kind, id, {
    onDone: () => {
      showDone(say('deleted', { title }))
      void navigate({ to: '/app/surveys', search: { tab: 'draft' } })
    },
  })
  return (
    <ConfirmDialog
      title={say('delete_title')}
      effect={say('delete_effect', { title })}
      action={say('delete_action')}
      isDangerous
      isBusy={remove.isPending}
      error={remove.error}
      onConfirm={() => remove.mutate()}
      onClose={onClose}
    />
  )
}
