/**
 * Alerts of harm: that an answer of a collection speaks of it. It holds no words, no team, no person and no number, so the page
 * says what there is to do without them.
 */
import { Button } from '@mantine/core'
import { useMutation } from '@tanstack/react-query'
import { useNavigate, useSearch } from '@tanstack/react-router'
import { type ReplyOf } from '../../client/client.ts'
import { inPerson, queries } from '../api.ts'
import { useMe } from '../me.ts'
import { AdminsOnly } from '../ui/admins-only.tsx'
import { Alert } from '../ui/alert.tsx'
import { FilterBar, FilterChoice } from '../ui/filter-bar.tsx'
import { Page } from '../ui/page.tsx'
import { usePagesOf } from '../ui/pages-of.ts'
import { EmptyState, Failure, SkeletonLines } from '../ui/states.tsx'
import { StatusBadge } from '../ui/status-badge.tsx'
import { RelativeTime } from '../ui/time.tsx'
import { done, failed } from '../ui/toast.ts'
import { useNames } from './names.ts'
import classes from './settings.module.css'

type HarmAlert = ReplyOf<'listAlerts'>['alerts'][number]

const key = ['alerts']

export const AlertsPage = () => (
  <Page
    title="Alerts"
    says="When a collection closes, a program looks through its comments for harassment, self-harm and danger."
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
  const { state } = useSearch({ from: '/shell/app/settings/alerts' })
  const navigate = useNavigate({ from: '/app/settings/alerts' })
  const list = usePagesOf([...key, state], 'alerts', (cursor, signal) =>
    inPerson.call('listAlerts', {
      query: {
        ...(state && { acknowledged: state === 'open' ? 'false' : 'true' }),
        ...(cursor && { cursor }),
      },
      signal,
    }),
  )
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
      {list.error && !list.items ? (
        <div className="card">
          <Failure error={list.error} onRetry={list.retry} />
        </div>
      ) : !list.items ? (
        <SkeletonLines lines={4} />
      ) : list.items.length === 0 ? (
        <div className="card">
          <EmptyState
            title="No alerts"
            says={
              state
                ? 'There is none of this kind.'
                : 'No closed collection with enough answers has led to one.'
            }
          />
        </div>
      ) : (
        <ul className={classes.cards}>
          {list.items.map((alert) => (
            <OneAlert key={alert.id} alert={alert} />
          ))}
        </ul>
      )}
      {list.more && (
        <Button variant="default" onClick={list.more} loading={list.isReading}>
          Show more
        </Button>
      )}
    </>
  )
}

function OneAlert({ alert }: { alert: HarmAlert }) {
  const { data: me } = useMe()
  const names = useNames()
  const acknowledge = useMutation({
    mutationFn: () => inPerson.call('acknowledgeAlert', { params: { id: alert.id } }),
    onSuccess: async () => {
      await queries.invalidateQueries({ queryKey: key })
      done('It is noted that you look after it')
    },
    onError: failed,
  })
  const by = alert.acknowledged_by
  return (
    <li className="card pad row-between">
      <div className={classes.told}>
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
