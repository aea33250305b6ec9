/** A new secret for an old one: says when the old one stops, asks for the name, shows the new one once. */
import { Button, Modal, Radio } from '@mantine/core'
import { useState } from 'react'
import { limits } from '../../contract/limits.ts'
import { ConfirmDialog } from '../ui/confirm-dialog.tsx'
import { exactTime, useNow } from '../ui/time.tsx'
import { type Application, useSecretRotation } from './application-queries.ts'
import { SecretPanel } from './secret-panel.tsx'
import { type Credentials } from './snippets.ts'

const overlaps = [
  { seconds: 0, label: 'At once' },
  { seconds: 3600, label: 'In one hour' },
  { seconds: limits.secretOverlapSeconds, label: 'In one day' },
  { seconds: 604_800, label: 'In one week' },
]

type Props = { application: Application; live: number; onClose: () => void }

export function RotateSecret({ application, live, onClose }: Props) {
  const isFull = live >= limits.secretsLiveMax
  const [choice, setOverlap] = useState<number>(limits.secretOverlapSeconds)
  // A third secret would have to end one that is still counted on: then only “at once” is left.
  const overlap = isFull ? 0 : choice
  const now = useNow()
  const rotation = useSecretRotation(application)
  const secret = rotation.data?.client_secret
  if (secret)
    return <NewSecret credentials={{ clientId: application.client_id, secret }} onStored={onClose} />
  return (
    <ConfirmDialog
      onClose={onClose}
      title="Rotate the secret"
      effect="A new secret works from now on. The old one stops when you say:"
      typeToConfirm={application.name}
      action="Rotate secret"
      isDangerous={overlap === 0}
      onConfirm={() => rotation.mutate(overlap)}
      isBusy={rotation.isPending}
      error={rotation.error}
    >
      <Radio.Group
        label="The old secret stops"
        value={String(overlap)}
        onChange={(value) => setOverlap(Number(value))}
        description={
          isFull
            ? 'Two secrets live already: both would end at once.'
            : overlap === 0
              ? 'Programs that still use it are refused from the next token on.'
              : `Until ${exactTime(new Date(now + overlap * 1000).toISOString())} both work.`
        }
      >
        <div className="stack-tight" style={{ marginTop: 8 }}>
          {overlaps.map(({ seconds, label }) => (
            <Radio key={seconds} value={String(seconds)} label={label} disabled={isFull && seconds > 0} />
          ))}
        </div>
      </Radio.Group>
    </ConfirmDialog>
  )
}

/** Nothing closes it but saying that the secret is stored. */
const NewSecret = ({ credentials, onStored }: { credentials: Credentials; onStored: () => void }) => (
  <Modal
    opened
    onClose={() => {}}
    withCloseButton={false}
    closeOnEscape={false}
    closeOnClickOutside={false}
    size="lg"
    title={<strong>The new secret</strong>}
  >
    <div className="stack">
      <SecretPanel credentials={credentials} />
      <div className="row" style={{ justifyContent: 'flex-end' }}>
        <Button onClick={onStored}>I stored it</Button>
      </div>
    </div>
  </Modal>
)
