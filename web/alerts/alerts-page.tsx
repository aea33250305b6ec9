/**
 * Alerts of harm: that an answer of a collection speaks of it. It holds no words, no team, no person and no number, so the page
 * says what there is to do without them.
 */
import { Button } from '@mantine/core'
import { getRouteApi } from '@tanstack/react-router'
import { useMe } from '../me.ts'
import { useNames } from '../people/people-queries.ts'
import { AdminsOnly } from '../shell/admins-only.tsx'
import { Alert } from '../ui/alert.tsx'
import { FilterBar, FilterChoice } from '../ui/filter-bar.tsx'
import { Page } from '../ui/page.tsx'
import { LoadMore } from '../ui/load-more.tsx'
import { QueryState } from '../ui/query-state.tsx'
import { EmptyState } from '../ui/states.tsx'
import { StatusBadge } from '../ui/status-badge.tsx'
import { RelativeTime } from '../ui/time.tsx'
import { type HarmAlert, useAcknowledgement, useAlerts } from './alert-queries.ts'
import classes from './alerts.module.css'

const route = getRouteApi('/shell/app/settings/alerts')

export const AlertsPage = () => (
  <Page
    title="Alerts"
    description="When a collection closes, a program looks through its comments for harassment, self-harm and danger."
    api={{ operation: 'listAlerts' }}
    narrow
  >
    <AdminsOnly>
      <WhatTheyAre />
      <Alerts />
    </AdminsOnly>
  </Page>
)

const WhatTheyAre = () => (
  <section className="card pad stack" aria-labelledby="what">
    <h2 id="what">Look after people, not for them</h2>
    <ul className={classes.points}>
      <li>
        An alert says that at least one answer speaks of it. Whose, how many, of which team and in which words
        it tells nobody.
      </li>
      <li>Please do not try to find out who it was: nobody would write so again.</li>
      <li>
        Tell everybody who was asked where help is found, inside and outside of the house, and speak with
        those who are trained for it.
      </li>
      <li>
        A program errs: it reads English alone, takes a word for more than was meant, and misses what is said
        otherwise. No alert is no all-clear.
      </li>
    </ul>
    <Alert tone="warn">
      This is no emergency line, and an alert comes when a collection closes. Where you know of somebody in
      danger, call for help at once.
    </Alert>
  </section>
)

function Alerts() {
  const { state } = route.useSearch()
  const navigate = route.useNavigate()
  const list = useAlerts(state)
  return (
    <>
      <FilterBar>
        <FilterChoice
          label="Which"
          value={state}
          options={[
            { value: undefined, label: 'All' },
            { value: 'open', label: 'Not looked after' },
            { value: 'looked-after', label: 'Looked after' },
          ]}
          onChange={(value) => void navigate({ search: (before) => ({ ...before, state: value }) })}
        />
      </FilterBar>
      <QueryState query={list} hasCard>
        {(alerts) =>
          alerts.length === 0 && !list.isStale ? (
            <div className="card">
              <EmptyState
                title="No alerts"
                description={
                  state
                    ? 'There is none of this kind.'
                    : 'No closed collection with enough answers has led to one.'
                }
              />
            </div>
          ) : (
            <ul className={classes.cards} aria-busy={list.isStale} data-stale={list.isStale || undefined}>
              {alerts.map((alert) => (
                <OneAlert key={alert.id} alert={alert} />
              ))}
            </ul>
          )
        }
      </QueryState>
      <LoadMore list={list} />
    </>
  )
}

function OneAlert({ alert }: { alert: HarmAlert }) {
  const { data: me } = useMe()
  const names = useNames()
  const acknowledge = useAcknowledgement(alert)
  const by = alert.acknowledged_by
  return (
    <li className="card pad row-between">
      <div className={classes.statement}>
        <div className="row">
          <h2>{alert.title}</h2>
          {by ? (
            <StatusBadge tone="good">Looked after</StatusBadge>
          ) : (
            <StatusBadge tone="warn">Not looked after</StatusBadge>
          )}
        </div>
        <p>{alert.statement}</p>
        <p className="quiet small">
          {'pulse_id' in alert.scope ? 'Pulse' : 'Check-in'}, closed <RelativeTime at={alert.created_at} />
          {by && (
            <>
              ; looked after by {by === me?.user?.id ? 'you' : (names.of(by) ?? 'another admin')}{' '}
              <RelativeTime at={alert.acknowledged_at} />
            </>
          )}
        </p>
      </div>
      {!by && (
        <Button
          size="xs"
          loading={acknowledge.isPending}
          aria-label={`I look after it: ${alert.title}`}
          onClick={() => acknowledge.mutate()}
        >
          I look after it
        </Button>
      )}
    </li>
  )
}
