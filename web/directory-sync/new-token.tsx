/** A token for the provider: asked for after a recent sign-in, and shown once. */
import { Button, Modal } from '@mantine/core'
import { useMessages } from '../messages.ts'
import { Alert } from '../ui/alert.tsx'
import { ConfirmDialog } from '../ui/confirm-dialog.tsx'
import { CopyField } from '../ui/copy-field.tsx'
import form from '../ui/form.module.css'
import { useTokenCreation } from './directory-sync-queries.ts'
import { directorySyncTexts } from './directory-sync-texts.ts'

export function NewToken({ onClose }: { onClose: () => void }) {
  const say = useMessages(directorySyncTexts)
  const creation = useTokenCreation()
  if (creation.data) return <Shown token={creation.data.token} onStored={onClose} />
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

/** Nothing closes it but saying that the token is stored. */
function Shown({ token, onStored }: { token: string; onStored: () => void }) {
  const say = useMessages(directorySyncTexts)
  return (
    <Modal
      opened
      onClose={() => {}}
      withCloseButton={false}
      closeOnEscape={false}
      closeOnClickOutside={false}
      size="lg"
      title={<strong>{say('new_token')}</strong>}
    >
      <div className="stack">
        <Alert tone="warn">
          <strong>{say('token_once')}</strong> {say('token_once_hint')}
        </Alert>
        <CopyField label={say('token')} value={token} />
        <div className={form.ends}>
          <Button onClick={onStored}>{say('token_saved')}</Button>
        </div>
      </div>
    </Modal>
  )
}
