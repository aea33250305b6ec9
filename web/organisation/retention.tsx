/** How long things are kept: the settings, what is deleted next, what was deleted last, and surveys on legal hold. */
import { Button, TextInput } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { type FormEvent, useState } from 'react'
import { limits } from '../../contract/limits.ts'
import { useMessages } from '../messages.ts'
import { Confirm } from '../ui/confirm.tsx'
import classes from '../ui/form.module.css'
import { Facts } from '../ui/facts.tsx'
import { QueryState } from '../ui/query-state.tsx'
import { Refusal } from '../ui/refusal.tsx'
import { SkeletonLines } from '../ui/states.tsx'
import { dateOf } from '../ui/dates.ts'
import { RelativeTime } from '../ui/time.tsx'
import {
  type Hold,
  holdsQuery,
  type Organisation,
  type Retention as RetentionReply,
  retentionQuery,
  useOrganisationUpdate,
} from './organisation-queries.ts'
import { organisationTexts } from './organisation-texts.ts'

const settings = ['answers_days', 'deliveries_days', 'events_days', 'audit_days'] as const
type Setting = (typeof settings)[number]

/** As contract/retention.ts has it. */
const bounds: Readonly<Record<Setting, readonly [number, number]>> = {
  answers_days: [limits.retentionDaysMin, limits.retentionDaysMax],
  deliveries_days: [limits.retentionDaysMin, limits.retentionDaysMax],
  events_days: [limits.retentionDaysMin, limits.eventsKeptDaysMax],
  audit_days: [limits.auditKeptDaysMin, limits.retentionDaysMax],
}

const isGood = (setting: Setting, draft: string): boolean => {
  const [min, max] = bounds[setting]
  return /^\d{1,4}$/.test(draft) && Number(draft) >= min && Number(draft) <= max
}

export const Retention = ({ organisation }: { organisation: Organisation }) => {
  const say = useMessages(organisationTexts)
  return (
    <section className="card pad stack" aria-labelledby="retention">
      <div className="stack-tight">
        <h2 id="retention">{say('retention')}</h2>
        <p className="quiet">{say('retention_text')}</p>
      </div>
      <Settings organisation={organisation} />
      <QueryState query={useQuery(retentionQuery)} skeleton={<SkeletonLines lines={4} />}>
        {(retention) => <Deletions retention={retention} />}
      </QueryState>
      <QueryState query={useQuery(holdsQuery)} skeleton={<SkeletonLines lines={2} />}>
        {({ holds }) => <Holds holds={holds} />}
      </QueryState>
    </section>
  )
}

function Settings({ organisation }: { organisation: Organisation }) {
  const say = useMessages(organisationTexts)
  const current = organisation.retention
  const [drafts, setDrafts] = useState<Record<Setting, string>>({
    answers_days: String(current.answers_days),
    deliveries_days: String(current.deliveries_days),
    events_days: String(current.events_days),
    audit_days: String(current.audit_days),
  })
  const [isAsking, setAsking] = useState(false)
  const save = useOrganisationUpdate(organisation, say('saved'))
  const changes = settings.filter((setting) => drafts[setting] !== String(current[setting]))
  const canSave = changes.length > 0 && settings.every((setting) => isGood(setting, drafts[setting]))
  const send = (): void =>
    save.mutate(
      { retention: Object.fromEntries(changes.map((setting) => [setting, Number(drafts[setting])])) },
      { onSuccess: () => setAsking(false) },
    )
  const submit = (event: FormEvent): void => {
    event.preventDefault()
    if (!canSave) return
    if (changes.some((setting) => Number(drafts[setting]) < current[setting])) setAsking(true)
    else send()
  }
  return (
    <form onSubmit={submit} className="stack" aria-labelledby="retention">
      <div className={classes.pair}>
        {settings.map((setting) => {
          const [min, max] = bounds[setting]
          return (
            <TextInput
              key={setting}
              type="number"
              inputMode="numeric"
              label={say(setting)}
              description={say(`${setting}_hint`)}
              value={drafts[setting]}
              min={min}
              max={max}
              step={1}
              error={isGood(setting, drafts[setting]) ? null : say('days_invalid', { min, max })}
              inputWrapperOrder={['label', 'input', 'error', 'description']}
              onChange={(event) => setDrafts({ ...drafts, [setting]: event.currentTarget.value })}
            />
          )
        })}
      </div>
      {isAsking ? null : <Refusal error={save.error} />}
      <div className={classes.ends}>
        <Button type="submit" disabled={!canSave} loading={save.isPending}>
          {say('save')}
        </Button>
      </div>
      {isAsking && (
        <Confirm
          title={say('shorten_title')}
          effect={say('shorten_effect')}
          action={say('shorten')}
          onClose={() => {
            save.reset()
            setAsking(false)
          }}
          onConfirm={send}
          isBusy={save.isPending}
          error={save.error}
        />
      )}
    </form>
  )
}

function Deletions({ retention: { due, last, until } }: { retention: RetentionReply }) {
  const say = useMessages(organisationTexts)
  const rowsOf = (counts: Record<string, number>): string =>
    Object.entries(counts)
      .flatMap(([name, count]) =>
        name === 'answers' || name === 'recipients' || name === 'rows'
          ? [say(`count_${name}`, { count })]
          : [],
      )
      .join(', ')
  return (
    <>
      <div className="stack-tight">
        <h3>{say('due_title')}</h3>
        <p className="quiet">{say('due_until', { until: dateOf(until) })}</p>
        <Facts
          facts={due.map((one) => [
            say(`kind_${one.kind}`),
            <Due key={one.kind} due={one} counted={rowsOf(one.counts)} />,
          ])}
        />
      </div>
      <div className="stack-tight">
        <h3>{say('last_title')}</h3>
        {last.length === 0 ? (
          <p className="quiet">{say('last_none')}</p>
        ) : (
          <ul>
            {last.slice(0, 5).map(({ kind, at, counts, pulse_id, check_in_instance_id }) => (
              <li key={`${kind} ${at} ${pulse_id ?? check_in_instance_id}`}>
                <RelativeTime at={at} />
                {' ·\u00a0'}
                {say(`kind_${kind}`)}: {rowsOf(counts)}
              </li>
            ))}
          </ul>
        )}
      </div>
    </>
  )
}

type DueKind = RetentionReply['due'][number]

function Due({
  due: { kind, surveys, held, counts, next_at: next },
  counted,
}: {
  due: DueKind
  counted: string
}) {
  const say = useMessages(organisationTexts)
  const isNothing = surveys === 0 && held === 0 && Object.values(counts).every((count) => count === 0)
  const parts = [
    ...(kind === 'events' || kind === 'audit' ? [] : [say('count_surveys', { count: surveys })]),
    counted,
    ...(held > 0 ? [say('count_held', { count: held })] : []),
  ]
  return (
    <>
      {isNothing ? say('due_nothing') : parts.join(', ')}
      {next === null ? null : (
        <>
          {' ·\u00a0'}
          {say('due_next', { when: dateOf(next) })}
        </>
      )}
    </>
  )
}

function Holds({ holds }: { holds: readonly Hold[] }) {
  const say = useMessages(organisationTexts)
  return (
    <div className="stack-tight">
      <h3>{say('holds_title')}</h3>
      {holds.length === 0 ? (
        <p className="quiet">{say('holds_none')}</p>
      ) : (
        <ul>
          {holds.map(({ id, title, reason, held_at }) => (
            <li key={id}>
              <strong>{title ?? id}</strong>
              {' ·\u00a0'}
              {reason}
              {' ·\u00a0'}
              <RelativeTime at={held_at} />
            </li>
          ))}
        </ul>
      )}
    </div>
  )
}
