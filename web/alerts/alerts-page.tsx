/**
 * Alerts of harm: that an answer of a collection speaks of it. It holds no words, no team, no person and no number, so the page
 * says what there is to do without them.
 */
import { Button } from '@mantine/core'
import { getRouteApi } from '@tanstack/react-router'
import { useMe } from '../me.ts'
import { type NameOf, useNamesById } from '../people/names-by-id.ts'
import { AdminsOnly } from '../shell/admins-only.tsx'
import { Alert } from '../ui/alert.tsx'
import { Page } from '../ui/page.tsx'
import { LoadMore } from '../ui/load-more.tsx'
import { QueryState } from '../ui/query-state.tsx'
import { EmptyState } from '../ui/states.tsx'
import { StatusBadge } from '../ui/status-badge.tsx'
import { RelativeTime } from '../ui/time.tsx'
import { UrlChoice, UrlFilters } from '../ui/url-filters.tsx'
import { type HarmAlert, useAcknowledgement, useAlerts } from './alert-queries.ts'
import classes from './alerts.module.css'
import { useMessages } from '../messages.ts'
import { alertTexts } from './alert-texts.ts'

const route = getRouteApi('/shell/app/settings/alerts')

export const AlertsPage = () => {
  const say = useMessages(alertTexts)
  return (
    <Page title={say('title')} description={say('description')} api={{ operation: 'listAlerts' }}>
      <AdminsOnly>
        <Alerts />
        <WhatTheyAre />
      </AdminsOnly>
    </Page>
  )
}

const WhatTheyAre = () => {
  const say = useMessages(alertTexts)
  return (
    <section className="card pad stack" aria-labelledby="what">
      <h2 id="what">{say('about')}</h2>
      <ul className={classes.points}>
        <li>{say('about_content')}</li>
        <li>{say('about_privacy')}</li>
        <li>{say('about_help')}</li>
        <li>{say('about_limits')}</li>
      </ul>
      <Alert tone="warn">{say('emergency')}</Alert>
    </section>
  )
}

function Alerts() {
  const say = useMessages(alertTexts)
  const { state } = route.useSearch()
  const list = useAlerts(state)
  const nameOf = useNamesById((list.data ?? []).flatMap(({ acknowledged_by: by }) => by ?? []))
  return (
    <>
      <UrlFilters>
        <UrlChoice
          label={say('filter')}
          param="state"
          all={say('all')}
          options={[
            { value: 'open', label: say('open') },
            { value: 'looked-after', label: say('handled') },
          ]}
        />
      </UrlFilters>
      <QueryState query={list} hasCard>
        {(alerts) =>
          alerts.length === 0 && !list.isStale ? (
            <div className="card">
              <EmptyState
                title={say('empty')}
                description={state ? say('empty_filtered') : say('empty_hint')}
              />
            </div>
          ) : (
            <ul className={classes.cards} aria-busy={list.isStale} data-stale={list.isStale || undefined}>
              {alerts.map((alert) => (
                <OneAlert key={alert.id} alert={alert} nameOf={nameOf} />
              ))}
            </ul>
          )
        }
      </QueryState>
      <LoadMore list={list} />
    </>
  )
}

/** Harm is read at close; who was added recently is known when a survey opens. */
const whenOf = {
  harm: { pulse: 'pulse_closed', check_in: 'check_in_closed' },
  recent_members: { pulse: 'pulse_opened', check_in: 'check_in_opened' },
} as const

function OneAlert({ alert, nameOf }: { alert: HarmAlert; nameOf: NameOf }) {
  const say = useMessages(alertTexts)
  const { data: me } = useMe()
  const acknowledge = useAcknowledgement(alert)
  const by = alert.acknowledged_by
  const title = alert.title ?? say('private_survey')
  const isPulse = 'pulse_id' in alert.scope
  return (
    <li className="card pad row-between">
      <div className={classes.statement}>
        <div className="row">
          <h2>{title}</h2>
          {by ? (
            <StatusBadge tone="good">{say('handled')}</StatusBadge>
          ) : (
            <StatusBadge tone="warn">{say('open')}</StatusBadge>
          )}
        </div>
        <p>{alert.subject === 'recent_members' ? say('recent_members') : alert.statement}</p>
        <p className="quiet small">
          {say.parts(whenOf[alert.subject][isPulse ? 'pulse' : 'check_in'], {
            when: <RelativeTime key="closed" at={alert.created_at} />,
          })}
          {by && (
            <>
              {'; '}
              {say.parts(by === me?.user?.id ? 'handled_by_you' : 'handled_by', {
                name: nameOf(by) ?? say('another_admin'),
                when: <RelativeTime key="handled" at={alert.acknowledged_at} />,
              })}
            </>
          )}
        </p>
      </div>
      {!by && (
        <Button
          size="xs"
          loading={acknowledge.isPending}
          aria-label={say('handle_named', { title })}
          onClick={() => acknowledge.mutate()}
        >
          {say('handle')}
        </Button>
      )}
    </li>
  )
}
