/** A new secret for an old one: says when the old one stops, asks for the name, shows the new one once. */
import { Button, Modal, Radio } from '@mantine/core'
import { useMutation } from '@tanstack/react-query'
import { useState } from 'react'
import { limits } from '../../contract/limits.ts'
import { inPerson } from '../api.ts'
import { ConfirmByTyping } from '../ui/confirm-by-typing.tsx'
import { exactly, useNow } from '../ui/time.tsx'
import { type Application, changed } from './reading.ts'
import { SecretPanel } from './secret-panel.tsx'

const overlaps = [
  { seconds: 0, label: 'At once' },
  { seconds: 3600, label: 'In one hour' },
  { seconds: limits.secretOverlapSeconds, label: 'In one day' },
  { seconds: 604_800, label: 'In one week' },
]

export function RotateSecret({ application, live }: { application: Application; live: number }) {
  const [asks, setAsks] = useState(false)
  const isFull = live >= limits.secretsLiveMax
  const [chosen, setOverlap] = useState<number>(limits.secretOverlapSeconds)
  // A third secret would have to end one that is still counted on: then only “at once” is left.
  const overlap = isFull ? 0 : chosen
  const now = useNow()
  const rotate = useMutation({
    mutationFn: () =>
      inPerson.call('rotateSecret', { params: { id: application.id }, body: { overlap_seconds: overlap } }),
    onSuccess: async ({ client_secret: _shown, ...after }) => {
      setAsks(false)
      await changed(after)
    },
  })
  const secret = rotate.data?.client_secret
  return (
    <>
      <Button variant="default" onClick={() => setAsks(true)}>
        Rotate secret
      </Button>
      <ConfirmByTyping
        opened={asks}
        onClose={() => setAsks(false)}
        title="Rotate the secret"
        says="A new secret works from now on. The old one stops when you say:"
        name={application.name}
        action="Rotate secret"
        danger={overlap === 0}
        onConfirm={() => rotate.mutate()}
        busy={rotate.isPending}
        error={rotate.error}
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
                : `Until ${exactly(new Date(now + overlap * 1000).toISOString())} both work.`
          }
        >
          <div className="stack-tight" style={{ marginTop: 8 }}>
            {overlaps.map(({ seconds, label }) => (
              <Radio key={seconds} value={String(seconds)} label={label} disabled={isFull && seconds > 0} />
            ))}
          </div>
        </Radio.Group>
      </ConfirmByTyping>
      <Modal
        opened={Boolean(secret)}
        onClose={() => {}}
        withCloseButton={false}
        closeOnEscape={false}
        closeOnClickOutside={false}
        size="lg"
        title={<strong>The new secret</strong>}
      >
        {secret && (
          <div className="stack">
            <SecretPanel credentials={{ clientId: application.client_id, secret }} />
            <div className="row" style={{ justifyContent: 'flex-end' }}>
              <Button onClick={() => rotate.reset()}>I stored it</Button>
            </div>
          </div>
        )}
      </Modal>
    </>
  )
}
