/** Deliveries, newest first, by state; one of them in a drawer; and sending the events of a period again. */
import { Button } from '@mantine/core'
import { getRouteApi, Link } from '@tanstack/react-router'
import { lazy, Suspense, useState } from 'react'
import { useMessages } from '../messages.ts'
import { searchWith } from '../ui/address.ts'
import { type Column, DataTable } from '../ui/data-table.tsx'
import { formatNumber } from '../ui/number-format.ts'
import { EmptyState } from '../ui/states.tsx'
import { RelativeTime } from '../ui/time.tsx'
import { UrlDrawer } from '../ui/url-drawer.tsx'
import { NoMatch, UrlChoice, UrlFilters } from '../ui/url-filters.tsx'
import { type Delivery, useDeliveries, type Webhook } from './webhook-queries.ts'
import { deliveryStates } from './webhook-search.ts'
import { webhookTexts } from './webhook-texts.ts'
import { DeliveryBadge } from './webhook-words.tsx'

const OneDelivery = lazy(() =>
  import('./one-delivery.tsx').then(({ OneDelivery }) => ({ default: OneDelivery })),
)
const ReplayDialog = lazy(() =>
  import('./replay-dialog.tsx').then(({ ReplayDialog }) => ({ default: ReplayDialog })),
)

const route = getRouteApi('/shell/developers/webhooks/$webhook')

export function Deliveries({ webhook }: { webhook: Webhook }) {
  const say = useMessages(webhookTexts)
  const { state } = route.useSearch()
  const [isReplaying, setReplaying] = useState(false)
  const list = useDeliveries(webhook.id, { state })
  const columns: Column<Delivery>[] = [
    {
      header: say('event'),
      cell: ({ id, type }) => (
        <Link to="." search={searchWith({ delivery: id })} resetScroll={false}>
          <code>{type}</code>
        </Link>
      ),
    },
    { header: say('state'), cell: (delivery) => <DeliveryBadge state={delivery.state} /> },
    { header: say('attempts'), numeric: true, cell: ({ attempts }) => formatNumber(attempts) },
    {
      header: say('next_attempt'),
      cell: ({ next_attempt_at }) =>
        next_attempt_at === null ? <span className="quiet">–</span> : <RelativeTime at={next_attempt_at} />,
      hideInCard: ({ next_attempt_at }) => next_attempt_at === null,
    },
    { header: say('when'), numeric: true, cell: ({ created_at }) => <RelativeTime at={created_at} /> },
  ]
  return (
    <>
      <div className="row-between">
        <UrlFilters>
          <UrlChoice
            label={say('state')}
            param="state"
            all={say('all')}
            options={deliveryStates.map((value) => ({ value, label: say(`delivery_${value}`) }))}
          />
        </UrlFilters>
        {(webhook.state === 'active' || webhook.state === 'paused') && (
          <Button variant="default" onClick={() => setReplaying(true)}>
            {say('replay')}
          </Button>
        )}
      </div>
      <DataTable
        label={say('tab_deliveries')}
        list={list}
        columns={columns}
        keyOf={({ id }) => id}
        countText={(count) => say('delivery_count', { count })}
        empty={
          state ? (
            <NoMatch title={say('no_deliveries_filtered')} params={['state']} />
          ) : (
            <EmptyState
              title={say('no_deliveries')}
              description={say(
                webhook.state === 'unverified' ? 'no_deliveries_unverified' : 'no_deliveries_hint',
              )}
            />
          )
        }
      />
      <UrlDrawer param="delivery" title={say('delivery')}>
        {(delivery) => <OneDelivery webhook={webhook.id} delivery={delivery} />}
      </UrlDrawer>
      <Suspense>
        {isReplaying && <ReplayDialog webhook={webhook} onClose={() => setReplaying(false)} />}
      </Suspense>
    </>
  )
}
