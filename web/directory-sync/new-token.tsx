/** A token for the provider: asked for after a recent sign-in, and shown once. */
import { useMessages } from '../messages.ts'
import { Alert } from '../ui/alert.tsx'
import { ConfirmDialog } from '../ui/confirm-dialog.tsx'
import { CopyField } from '../ui/copy-field.tsx'
import { ShownOnce } from '../ui/shown-once.tsx'
import { useTokenCreation } from './directory-sync-queries.ts'
import { directorySyncTexts } from './directory-sync-texts.ts'

export function NewToken({ onClose }: { onClose: () => void }) {
  const say = useMessages(directorySyncTexts)
  const creation = useTokenCreation()
  if (creation.data)
    return (
      <ShownOnce title={say('new_token')} stored={say('token_saved')} onStored={onClose}>
        <Alert tone="warn">
          <strong>{say('token_once')}</strong> {say('token_once_hint')}
        </Alert>
        <CopyField label={say('token')} value={creation.data.token} />
      </ShownOnce>
    )
  return (
    <ConfirmDialog
      name="sync-token"
      title={say('create_token_title')}
      effect={say('create_token_effect')}
      action={say('create_token')}
      onClose={onClose}
      onConfirm={() => creation.mutate()}
      isBusy={creation.isPending}
      error={creation.error}
    />
  )
}
