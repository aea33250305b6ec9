/** Webhooks of all applications: where events are sent, which, and whether they arrive. */
import { useQuery } from '@tanstack/react-query'
import { getRouteApi, Link } from '@tanstack/react-router'
import { IconPlus } from '@tabler/icons-react'
import { allApplications } from '../applications/application-queries.ts'
import { useMessages } from '../messages.ts'
import { AdminsOnly } from '../shell/admins-only.tsx'
import { type Column, DataTable } from '../ui/data-table.tsx'
import { ButtonLink } from '../ui/links.tsx'
import { Page } from '../ui/page.tsx'
import { EmptyState } from '../ui/states.tsx'
import { Chip } from '../ui/status-badge.tsx'
import { RelativeTime } from '../ui/time.tsx'
import { NoMatch, UrlChoice, UrlFilters } from '../ui/url-filters.tsx'
import { useWebhooks, type Webhook } from './webhook-queries.ts'
import { webhookStates } from './webhook-search.ts'
import { webhookTexts } from './webhook-texts.ts'
import { StateBadge } from './webhook-words.tsx'
import classes from './webhooks.module.css'

const route = getRouteApi('/shell/developers/webhooks')

export const WebhooksPage = () => {
  const say = useMessages(webhookTexts)
  return (
    <Page
      title={say('title')}
      description={say('description')}
      api={{ operation: 'listWebhooks' }}
      actions={
        <ButtonLink to="/developers/webhooks/new" leftSection={<IconPlus size={16} aria-hidden />}>
          {say('new')}
        </ButtonLink>
      }
    >
      <AdminsOnly>
        <Webhooks />
      </AdminsOnly>
    </Page>
  )
}

function Webhooks() {
  const say = useMessages(webhookTexts)
  const { state } = route.useSearch()
  const list = useWebhooks()
  const { data: applications } = useQuery(allApplications)
  const nameOf = (id: string): string => applications?.applications.find((one) => one.id === id)?.name ?? id
  const columns: Column<Webhook>[] = [
    {
      header: say('url'),
      cell: ({ id, url, description }) => (
        <>
          <Link to="/developers/webhooks/$webhook" params={{ webhook: id }} className={classes.url}>
            {url}
          </Link>
          {description !== '' && <div className="quiet small">{description}</div>}
        </>
      ),
    },
    { header: say('application'), cell: ({ application_id }) => nameOf(application_id) },
    { header: say('events'), cell: ({ types }) => <Types types={types} /> },
    {
      header: say('state'),
      cell: (webhook) => (
        <>
          <StateBadge webhook={webhook} />
          <Trouble webhook={webhook} />
        </>
      ),
    },
    {
      header: say('last_delivered'),
      cell: ({ last_delivered_at }) => <RelativeTime at={last_delivered_at} />,
    },
  ]
  return (
    <>
      {(state !== undefined || (list.data?.length ?? 0) > 1) && (
        <UrlFilters>
          <UrlChoice
            label={say('state')}
            param="state"
            all={say('all')}
            options={webhookStates.map((value) => ({ value, label: say(`state_${value}`) }))}
          />
        </UrlFilters>
      )}
      <DataTable
        label={say('title')}
        list={{ ...list, data: list.data?.filter((webhook) => !state || webhook.state === state) }}
        columns={columns}
        keyOf={({ id }) => id}
        countText={(count) => say('row_count', { count })}
        empty={state ? <NoMatch title={say('no_match')} params={['state']} /> : <FirstWebhook />}
      />
    </>
  )
}

const shownTypesMax = 2

const Types = ({ types }: { types: readonly string[] }) => {
  const say = useMessages(webhookTexts)
  const more = types.length - shownTypesMax
  return (
    <span className={classes.types}>
      {types.slice(0, shownTypesMax).map((type) => (
        <Chip key={type} mono>
          {type}
        </Chip>
      ))}
      {more > 0 && <Chip>{say('more_types', { count: more })}</Chip>}
    </span>
  )
}

function Trouble({ webhook: { disabled_reason, failing_since } }: { webhook: Webhook }) {
  const say = useMessages(webhookTexts)
  if (disabled_reason !== null)
    return <div className="quiet small">{say(`disabled_short_${disabled_reason}`)}</div>
  return (
    failing_since !== null && (
      <div className="quiet small">
        {say.parts('failing_since', { when: <RelativeTime key="when" at={failing_since} /> })}
      </div>
    )
  )
}

const FirstWebhook = () => {
  const say = useMessages(webhookTexts)
  return (
    <EmptyState
      title={say('empty')}
      description={say('empty_hint')}
      action={<ButtonLink to="/developers/webhooks/new">{say('new')}</ButtonLink>}
    />
  )
}
