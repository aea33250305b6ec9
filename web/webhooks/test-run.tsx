/** Sends a test event and shows the reply. The first 2xx makes the webhook active. */
import { Button } from '@mantine/core'
import { IconSend } from '@tabler/icons-react'
import { useMessages } from '../messages.ts'
import { Alert } from '../ui/alert.tsx'
import { AttemptResult } from './attempt.tsx'
import { useWebhookTest, type Webhook } from './webhook-queries.ts'
import { webhookTexts } from './webhook-texts.ts'
import { refusalOf } from './webhook-words.tsx'
import classes from './webhooks.module.css'

export function TestRun({ webhook: { id, state } }: { webhook: Pick<Webhook, 'id' | 'state'> }) {
  const say = useMessages(webhookTexts)
  const test = useWebhookTest(id)
  const { data: result } = test
  return (
    <section className="card pad" aria-labelledby="test">
      <div className="row-between">
        <div>
          <h2 id="test">{say('test')}</h2>
          <p className="quiet">{say(state === 'unverified' ? 'test_hint_unverified' : 'test_hint')}</p>
        </div>
        <Button
          variant={state === 'unverified' ? 'filled' : 'default'}
          leftSection={<IconSend size={16} aria-hidden />}
          loading={test.isPending}
          onClick={() => test.mutate()}
        >
          {say('send_test')}
        </Button>
      </div>
      <div role="status">
        {result && !test.isPending && (
          <div className={`stack-tight ${classes.result}`}>
            <strong>{say(result.is_delivered ? 'test_delivered' : 'test_failed')}</strong>
            <AttemptResult attempt={result} />
          </div>
        )}
      </div>
      {test.error && (
        <div className={classes.result}>
          <Alert tone="bad">{refusalOf(say, test.error)}</Alert>
        </div>
      )}
    </section>
  )
}
