/** One webhook: what is wrong with it in a sentence, a test, and under tabs its deliveries and its settings. */
import { Button } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { getRouteApi } from '@tanstack/react-router'
import { lazy, Suspense } from 'react'
import { useMessages } from '../messages.ts'
import { AdminsOnly } from '../shell/admins-only.tsx'
import { Alert } from '../ui/alert.tsx'
import { Page } from '../ui/page.tsx'
import { QueryState } from '../ui/query-state.tsx'
import { SkeletonLines } from '../ui/states.tsx'
import { RelativeTime } from '../ui/time.tsx'
import { showDone, showRefusal } from '../ui/toast.ts'
import { UrlTabs } from '../ui/url-filters.tsx'
import { TestRun } from './test-run.tsx'
import { useWebhookSwitch, type Webhook, webhookQuery } from './webhook-queries.ts'
import { webhookTabs } from './webhook-search.ts'
import { webhookTexts } from './webhook-texts.ts'
import { hostOf, refusalOf, StateBadge } from './webhook-words.tsx'
import classes from './webhooks.module.css'

const Deliveries = lazy(() => import('./deliveries.tsx').then(({ Deliveries }) => ({ default: Deliveries })))
const Settings = lazy(() => import('./settings.tsx').then(({ Settings }) => ({ default: Settings })))

const route = getRouteApi('/shell/developers/webhooks/$webhook')

export function WebhookPage() {
  const say = useMessages(webhookTexts)
  const { webhook: id } = route.useParams()
  const query = useQuery(webhookQuery(id))
  const { data: webhook } = query
  return (
    <Page
      title={webhook ? hostOf(webhook.url) : say('webhook')}
      status={webhook && <StateBadge webhook={webhook} />}
      description={webhook && <span className={classes.url}>{webhook.description || webhook.url}</span>}
      crumbs={[{ label: say('title'), to: '/developers/webhooks' }]}
      api={{ operation: 'getWebhook', params: { id } }}
      actions={webhook && <Switch webhook={webhook} />}
    >
      <AdminsOnly>
        <QueryState
          query={query}
          skeleton={
            <div className="card pad">
              <SkeletonLines lines={6} />
            </div>
          }
          hasCard
        >
          {(webhook) => <OneWebhook webhook={webhook} />}
        </QueryState>
      </AdminsOnly>
    </Page>
  )
}

function OneWebhook({ webhook }: { webhook: Webhook }) {
  const say = useMessages(webhookTexts)
  const { tab = 'deliveries' } = route.useSearch()
  return (
    <div className="stack">
      <Situation webhook={webhook} />
      <UrlTabs
        label={say('webhook')}
        param="tab"
        tabs={webhookTabs.map((id) => ({ id, label: say(`tab_${id}`) }))}
      />
      <Suspense fallback={<SkeletonLines />}>
        {tab === 'deliveries' ? (
          <>
            <TestRun webhook={webhook} />
            <Deliveries webhook={webhook} />
          </>
        ) : (
          <Settings webhook={webhook} />
        )}
      </Suspense>
    </div>
  )
}

function Situation({ webhook }: { webhook: Webhook }) {
  const say = useMessages(webhookTexts)
  const { state, disabled_reason, failing_since } = webhook
  if (state === 'paused') return <Alert>{say('situation_paused')}</Alert>
  if (disabled_reason !== null) return <Alert tone="bad">{say(`disabled_${disabled_reason}`)}</Alert>
  return (
    failing_since !== null && (
      <Alert tone="warn">
        {say.parts('situation_failing', { when: <RelativeTime key="when" at={failing_since} /> })}
      </Alert>
    )
  )
}

/** What enabling cannot mend is not offered. */
const canBeEnabled = ({ state, disabled_reason }: Webhook): boolean =>
  state === 'paused' || disabled_reason === 'gone' || disabled_reason === 'failing'

function Switch({ webhook }: { webhook: Webhook }) {
  const say = useMessages(webhookTexts)
  const change = useWebhookSwitch(webhook, ({ state }) =>
    showDone(say(state === 'paused' ? 'paused_done' : 'enabled_done')),
  )
  const turn = (to: 'pause' | 'enable'): void =>
    change.mutate(to, { onError: (error) => showRefusal(refusalOf(say, error)) })
  if (webhook.state === 'active')
    return (
      <Button variant="default" loading={change.isPending} onClick={() => turn('pause')}>
        {say('pause')}
      </Button>
    )
  return (
    canBeEnabled(webhook) && (
      <Button loading={change.isPending} onClick={() => turn('enable')}>
        {say('enable')}
      </Button>
    )
  )
}
