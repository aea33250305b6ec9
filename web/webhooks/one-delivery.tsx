/** One delivery in a drawer: each attempt with what came back, the event as it is sent, and sending it again. */
import { Button } from '@mantine/core'
import { useMessages } from '../messages.ts'
import { Alert } from '../ui/alert.tsx'
import { CodeTabs } from '../ui/code-tabs.tsx'
import { CopyField } from '../ui/copy-field.tsx'
import { type Fact, Facts } from '../ui/facts.tsx'
import { QueryState } from '../ui/query-state.tsx'
import { exactTime, RelativeTime } from '../ui/time.tsx'
import { showDone } from '../ui/toast.ts'
import { AttemptResult } from './attempt.tsx'
import { type DeliveryDetails, useDelivery, useRetry } from './webhook-queries.ts'
import { webhookTexts } from './webhook-texts.ts'
import { DeliveryBadge, refusalOf } from './webhook-words.tsx'
import classes from './webhooks.module.css'

type Props = { webhook: string; delivery: string }

export const OneDelivery = ({ webhook, delivery }: Props) => (
  <QueryState query={useDelivery(webhook, delivery)}>
    {(data) => <Details webhook={webhook} delivery={data} />}
  </QueryState>
)

function Details({ webhook, delivery }: { webhook: string; delivery: DeliveryDetails }) {
  const say = useMessages(webhookTexts)
  const { state, event, last_attempts: attempts, next_attempt_at, created_at, ended_at } = delivery
  const retry = useRetry(webhook, () => showDone(say('retry_done')))
  const facts: Fact[] = [
    [say('happened'), exactTime(event.occurred_at)],
    [say('queued'), exactTime(created_at)],
    ...(next_attempt_at === null
      ? []
      : [[say('next_attempt'), <RelativeTime key="next" at={next_attempt_at} />] as const]),
    ...(ended_at === null ? [] : [[say('ended'), exactTime(ended_at)] as const]),
  ]
  return (
    <div className="stack">
      <div className="row-between">
        <p className="row">
          <DeliveryBadge state={state} />
          <code>{event.type}</code>
        </p>
        <Button
          variant="default"
          size="compact-sm"
          loading={retry.isPending}
          onClick={() => retry.mutate(delivery.id)}
        >
          {say('retry')}
        </Button>
      </div>
      {retry.error && <Alert tone="bad">{refusalOf(say, retry.error)}</Alert>}
      <Facts facts={facts} />
      <CopyField label={say('event_id')} value={event.id} />
      <section aria-labelledby="attempts">
        <h3 id="attempts">{say('attempts')}</h3>
        {attempts.length === 0 ? (
          <p className="quiet">{say('no_attempts')}</p>
        ) : (
          <ol className={classes.attempts}>
            {attempts.map((attempt) => (
              <li key={attempt.at} className="stack-tight">
                <span className="quiet small">{exactTime(attempt.at)}</span>
                <AttemptResult attempt={attempt} />
              </li>
            ))}
          </ol>
        )}
      </section>
      <CodeTabs
        title={say('payload')}
        examples={[{ language: 'JSON', code: JSON.stringify(event, null, 2) }]}
      />
    </div>
  )
}
