/** A new signing secret: says how long the old one stays valid, then shows the new one once. */
import { limits } from '../../contract/limits.ts'
import { useMessages } from '../messages.ts'
import { ConfirmDialog } from '../ui/confirm-dialog.tsx'
import { ShownOnce } from '../ui/shown-once.tsx'
import { SecretPanel } from './secret-panel.tsx'
import { useSecretRotation, type Webhook } from './webhook-queries.ts'
import { webhookTexts } from './webhook-texts.ts'

const hourSeconds = 3600

type Props = { webhook: Webhook; onClose: () => void }

export function RotateSecret({ webhook, onClose }: Props) {
  const say = useMessages(webhookTexts)
  const rotation = useSecretRotation(webhook)
  if (rotation.data)
    return (
      <ShownOnce title={say('new_secret')} stored={say('secret_saved')} onStored={onClose}>
        <SecretPanel secret={rotation.data.secret} />
      </ShownOnce>
    )
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
