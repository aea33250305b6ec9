/** Sends the events of a period again: deliveries that were given up, or all. */
import { Button, Radio } from '@mantine/core'
import { type FormEvent, useState } from 'react'
import { limits } from '../../contract/limits.ts'
import { hasFault } from '../faults.ts'
import { useMessages } from '../messages.ts'
import { Alert } from '../ui/alert.tsx'
import form from '../ui/form.module.css'
import { Modal } from '../ui/modal.tsx'
import { PlainField } from '../ui/plain-field.tsx'
import { showDone } from '../ui/toast.ts'
import { instantOf, minuteOf } from '../ui/wall-clock.ts'
import { useReplay, type Webhook } from './webhook-queries.ts'
import { webhookTexts } from './webhook-texts.ts'
import { refusalOf } from './webhook-words.tsx'

const dayMs = 86_400_000

type Scope = 'failed' | 'all'

export function ReplayDialog({ webhook, onClose }: { webhook: Webhook; onClose: () => void }) {
  const say = useMessages(webhookTexts)
  const [since, setSince] = useState(() => minuteOf(Date.now() - dayMs))
  const [until, setUntil] = useState('')
  const [only, setOnly] = useState<Scope>('failed')
  const replay = useReplay(webhook, (count) => {
    showDone(say('replayed', { count }))
    onClose()
  })
  const isAhead = since > minuteOf(Date.now())
  const isBackwards = until !== '' && until <= since
  const isRefused = since === '' || isBackwards || (isAhead && until === '')
  const submit = (event: FormEvent): void => {
    event.preventDefault()
    if (isRefused) return
    replay.mutate({
      since: instantOf(since),
      ...(until !== '' && { until: instantOf(until) }),
      only,
    })
  }
  const isTooMuch = hasFault(replay.error, 'too_many')
  return (
    <Modal onClose={onClose} title={<strong>{say('replay')}</strong>}>
      <form onSubmit={submit} className="stack">
        <p className="quiet">{say('replay_hint')}</p>
        <div className={form.pair}>
          <PlainField label={say('since')} error={isAhead && until === '' ? say('since_ahead') : undefined}>
            {(field) => (
              <input
                type="datetime-local"
                {...field}
                value={since}
                onChange={(event) => setSince(event.currentTarget.value)}
              />
            )}
          </PlainField>
          <PlainField label={say('until')} error={isBackwards ? say('until_before_since') : undefined}>
            {(field) => (
              <input
                type="datetime-local"
                {...field}
                value={until}
                onChange={(event) => setUntil(event.currentTarget.value)}
              />
            )}
          </PlainField>
        </div>
        <Radio.Group label={say('which')} value={only} onChange={(value) => setOnly(value as Scope)}>
          <div className="stack-tight" style={{ marginTop: 8 }}>
            {(['failed', 'all'] as const).map((value) => (
              <Radio
                key={value}
                value={value}
                label={say(`replay_${value}`)}
                description={say(`replay_${value}_hint`)}
              />
            ))}
          </div>
        </Radio.Group>
        {replay.error && (
          <Alert tone="bad">
            {isTooMuch
              ? say('replay_too_much', { count: limits.webhookReplayMax })
              : refusalOf(say, replay.error)}
          </Alert>
        )}
        <div className={form.ends}>
          <Button variant="default" onClick={onClose}>
            {say('cancel')}
          </Button>
          <Button type="submit" loading={replay.isPending} disabled={isRefused}>
            {say('replay')}
          </Button>
        </div>
      </form>
    </Modal>
  )
}
