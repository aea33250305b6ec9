/** Replaces a secret: asks when the old one expires and for the application's name, then shows the new one once. */
import { Radio } from '@mantine/core'
import { useState } from 'react'
import { limits } from '../../contract/limits.ts'
import { ConfirmDialog } from '../ui/confirm-dialog.tsx'
import { ShownOnce } from '../ui/shown-once.tsx'
import { exactTime, useNow } from '../ui/time.tsx'
import { type Application, useSecretRotation } from './application-queries.ts'
import { SecretPanel } from './secret-panel.tsx'
import { useMessages } from '../messages.ts'
import { applicationTexts } from './application-texts.ts'

const overlaps = [
  { seconds: 0, label: 'overlap_none' },
  { seconds: 3600, label: 'overlap_hour' },
  { seconds: limits.secretOverlapSeconds, label: 'overlap_day' },
  { seconds: 604_800, label: 'overlap_week' },
] as const

type Props = { application: Application; live: number; onClose: () => void }

export function RotateSecret({ application, live, onClose }: Props) {
  const say = useMessages(applicationTexts)
  const isFull = live >= limits.secretsLiveMax
  const [choice, setOverlap] = useState<number>(limits.secretOverlapSeconds)
  // With two secrets, a third one has to replace one that is still in use, so the only choice is “at once”.
  const overlap = isFull ? 0 : choice
  const now = useNow()
  const rotation = useSecretRotation(application)
  const secret = rotation.data?.client_secret
  if (secret)
    return (
      <ShownOnce title={say('new_secret')} stored={say('secret_saved')} onStored={onClose}>
        <SecretPanel credentials={{ clientId: application.client_id, secret }} />
      </ShownOnce>
    )
  return (
    <ConfirmDialog
      name="rotate"
      onClose={onClose}
      title={say('rotate_title')}
      effect={say('rotate_effect')}
      typeToConfirm={application.name}
      action={say('rotate')}
      isDangerous={overlap === 0}
      onConfirm={() => rotation.mutate(overlap)}
      isBusy={rotation.isPending}
      error={rotation.error}
    >
      <Radio.Group
        label={say('old_secret')}
        value={String(overlap)}
        onChange={(value) => setOverlap(Number(value))}
        description={
          isFull
            ? say('rotate_full')
            : overlap === 0
              ? say('rotate_now')
              : say('rotate_until', { when: exactTime(new Date(now + overlap * 1000).toISOString()) })
        }
      >
        <div className="stack-tight" style={{ marginTop: 8 }}>
          {overlaps.map(({ seconds, label }) => (
            <Radio
              key={seconds}
              value={String(seconds)}
              label={say(label)}
              disabled={isFull && seconds > 0}
            />
          ))}
        </div>
      </Radio.Group>
    </ConfirmDialog>
  )
}
