/** A new signing secret: says how long the old one holds, then shows the new one once. */
import { Button, Modal } from '@mantine/core'
import { limits } from '../../contract/limits.ts'
import { useMessages } from '../messages.ts'
import { ConfirmDialog } from '../ui/confirm-dialog.tsx'
import form from '../ui/form.module.css'
import { SecretPanel } from './secret-panel.tsx'
import { useSecretRotation, type Webhook } from './webhook-queries.ts'
import { webhookTexts } from './webhook-texts.ts'

const hourSeconds = 3600

type Props = { webhook: Webhook; onClose: () => void }

export function RotateSecret({ webhook, onClose }: Props) {
  const say = useMessages(webhookTexts)
  const rotation = useSecretRotation(webhook)
  if (rotation.data) return <NewSecret secret={rotation.data.secret} onStored={onClose} />
  return (
    <ConfirmDialog
      title={say('rotate_title')}
      effect={
        webhook.disabled_reason === 'secret_leaked'
          ? say('rotate_effect_leaked')
          : say('rotate_effect', { hours: limits.webhookSecretOverlapSeconds / hourSeconds })
      }
      action={say('rotate')}
      onClose={onClose}
      onConfirm={() => rotation.mutate()}
      isBusy={rotation.isPending}
      error={rotation.error}
    />
  )
}

/** Nothing closes it but saying that the secret is stored. */
const NewSecret = ({ secret, onStored }: { secret: string; onStored: () => void }) => {
  const say = useMessages(webhookTexts)
  return (
    <Modal
      opened
      onClose={() => {}}
      withCloseButton={false}
      closeOnEscape={false}
      closeOnClickOutside={false}
      size="lg"
      title={<strong>{say('new_secret')}</strong>}
    >
      <div className="stack">
        <SecretPanel secret={secret} />
        <div className={form.ends}>
          <Button onClick={onStored}>{say('secret_saved')}</Button>
        </div>
      </div>
    </Modal>
  )
}
