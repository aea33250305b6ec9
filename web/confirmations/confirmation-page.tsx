/**
 * What an agent wants to do in somebody's name: whom it reaches, how and until when. They confirm it or decline it here, signed in, and what
 * they confirm is the plan that they see. Titles and names of teams stand as values beside labels of ours, so they cannot pass for them.
 */
import { Button } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { getRouteApi, Link } from '@tanstack/react-router'
import type { ReactNode } from 'react'
import { explain } from '../api.ts'
import { language, type Say, useMessages } from '../messages.ts'
import { Alert } from '../ui/alert.tsx'
import { type Fact, Facts } from '../ui/facts.tsx'
import classes from '../ui/form.module.css'
import { Page } from '../ui/page.tsx'
import { QueryState } from '../ui/query-state.tsx'
import { needsSignIn, SignInAgain } from '../ui/sign-in-again.tsx'
import { SkeletonLines } from '../ui/states.tsx'
import { Countdown, exactTime } from '../ui/time.tsx'
import {
  type Confirmation,
  confirmationQuery,
  usePlanConfirmation,
  usePlanRefusal,
} from './confirmation-queries.ts'
import { confirmationTexts } from './confirmation-texts.ts'

const route = getRouteApi('/shell/app/confirmations/$confirmation')

export function ConfirmationPage() {
  const say = useMessages(confirmationTexts)
  const { confirmation: id } = route.useParams()
  const query = useQuery(confirmationQuery(id))
  const found = query.data
  return (
    <Page
      title={found ? say(`act_${found.plan.act}`) : say('title')}
      description={found && say('description', { application: found.application.name })}
      api={{ operation: 'getConfirmation', params: { id } }}
      width="reading"
    >
      <QueryState query={query} skeleton={<SkeletonLines lines={8} />} hasCard>
        {(confirmation) => (
          <section className="card pad stack" aria-label={say('title')}>
            <Plan confirmation={confirmation} />
            <Decision confirmation={confirmation} />
          </section>
        )}
      </QueryState>
    </Page>
  )
}

type Plan = Confirmation['plan']

const Plan = ({ confirmation: { plan, application } }: { confirmation: Confirmation }) => {
  const say = useMessages(confirmationTexts)
  const { act } = plan
  const asks = act === 'open' || act === 'schedule'
  const facts: (Fact | false)[] = [
    [say('application'), application.name],
    [say('survey'), <Survey key="survey" plan={plan} />],
    plan.people !== null && [say('people'), <People key="people" plan={plan} />],
    asks && [say('teams'), teamsText(plan, say)],
    plan.single_people > 0 && [say('single_people'), say('people_count', { count: plan.single_people })],
    plan.excluded > 0 && [say('excluded'), say('excluded_count', { count: plan.excluded })],
    plan.questions !== null && [say('questions'), String(plan.questions)],
    plan.people !== null && [say('channels'), <Channels key="channels" names={plan.channels} />],
    asks && [say('opens'), plan.opens_at === null ? say('opens_now') : exactTime(plan.opens_at)],
    plan.closed_before_at !== null && [say('closed_before'), exactTime(plan.closed_before_at)],
    [say('closes'), closesText(plan, say)],
    [say('mode'), say(`mode_${plan.mode}`)],
    plan.promise !== null && [say('promise'), plan.promise[language]],
  ]
  return <Facts facts={facts.filter((fact): fact is Fact => fact !== false)} />
}

function teamsText({ teams, more_teams: more }: Plan, say: Say<typeof confirmationTexts>): string {
  const names = teams.map(({ name }) => name).join(', ')
  if (more === 0) return names || say('no_teams')
  return names ? say('and_more_teams', { names, count: more }) : say('hidden_teams', { count: more })
}

function closesText(
  { act, closes_at: end, open_days: days }: Plan,
  say: Say<typeof confirmationTexts>,
): ReactNode {
  if (act === 'close') return say('closes_now')
  return end === null ? say('closes_after', { days: days ?? 0 }) : exactTime(end)
}

const Survey = ({ plan: { act, collection, title } }: { plan: Plan }) => {
  const say = useMessages(confirmationTexts)
  const asks = act === 'open' || act === 'schedule'
  return (
    <span className="stack-tight">
      <strong>
        <bdi>{title}</bdi>
      </strong>
      {collection.startsWith('pls_') && (
        <Link
          to={asks ? '/app/pulses/$pulse/edit' : '/app/pulses/$pulse/live'}
          params={{ pulse: collection }}
          target="_blank"
        >
          {say(asks ? 'look_draft' : 'look_open')}
        </Link>
      )}
    </span>
  )
}

const People = ({
  plan: { act, people, teams, more_teams: more, to_everyone: toEveryone },
}: {
  plan: Plan
}) => {
  const say = useMessages(confirmationTexts)
  // A scheduled survey finds out who is in its teams when it opens.
  const isLater = act === 'schedule' && teams.length + more > 0
  const text = act === 'remind' ? 'people_at_most' : isLater ? 'people_today' : 'people_count'
  return (
    <span className="stack-tight">
      <strong>{say(text, { count: people ?? 0 })}</strong>
      {isLater && <span className="quiet">{say('people_later')}</span>}
      {toEveryone === true && <span className="quiet">{say('to_everyone')}</span>}
    </span>
  )
}

const channelNames = ['email', 'slack', 'microsoft_teams', 'teams', 'chat', 'sms', 'link', 'code'] as const

const Channels = ({ names }: { names: readonly string[] }) => {
  const say = useMessages(confirmationTexts)
  const known = channelNames.filter((name) => names.includes(name))
  return <>{known.map((name) => say(`channel_${name}`)).join(', ')}</>
}

const tones = {
  confirmed: 'good',
  used: 'good',
  declined: 'info',
  replaced: 'warn',
  expired: 'warn',
} as const

function Decision({ confirmation }: { confirmation: Confirmation }) {
  const say = useMessages(confirmationTexts)
  const approval = usePlanConfirmation(confirmation)
  const refusal = usePlanRefusal(confirmation)
  const { state, application, expires_at: expires } = confirmation
  const error = approval.error ?? refusal.error
  const isBusy = approval.isPending || refusal.isPending
  const decline = (
    <Button variant="default" disabled={isBusy} onClick={() => refusal.mutate()}>
      {say('decline')}
    </Button>
  )
  if (state !== 'pending')
    return (
      <>
        <div role="status">
          <Alert tone={tones[state]}>{say(`state_${state}`, { application: application.name })}</Alert>
        </div>
        {state === 'confirmed' && (
          <>
            {refusal.error && <Alert tone="bad">{explain(refusal.error)}</Alert>}
            <div className={classes.ends}>{decline}</div>
          </>
        )}
      </>
    )
  return (
    <>
      {needsSignIn(error) ? (
        <SignInAgain action={say('confirm')} />
      ) : (
        error && <Alert tone="bad">{explain(error)}</Alert>
      )}
      <p className="quiet">
        {say('valid')} <Countdown to={expires} />
      </p>
      <div className={classes.ends}>
        {decline}
        <Button loading={approval.isPending} disabled={isBusy} onClick={() => approval.mutate()}>
          {say('confirm')}
        </Button>
      </div>
    </>
  )
}
