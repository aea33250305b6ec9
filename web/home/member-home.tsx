/**
 * The home of whoever leads no team: the surveys that are open for them, the newest results that are shared with them, and what came of them.
 * What is open is the same before and after they answer, so the page tells nobody who looks at it whether they did.
 */
import { Button } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { IconMail, IconMailOpened } from '@tabler/icons-react'
import { inPerson } from '../api.ts'
import { resultsOf } from '../results/results-address.ts'
import { useMessages } from '../messages.ts'
import { useWrite } from '../queries.ts'
import { searchOf } from '../ui/address.ts'
import { ButtonLink } from '../ui/links.tsx'
import { formatPercent } from '../ui/number-format.ts'
import { QueryState } from '../ui/query-state.tsx'
import { dateOf } from '../ui/dates.ts'
import { momentOf } from '../ui/time.tsx'
import { showFailure } from '../ui/toast.ts'
import classes from './home.module.css'
import { memberHomeTexts } from './member-home-texts.ts'
import {
  type DoneAction,
  doneActions,
  openForYou,
  type OwnSurvey,
  type Reply,
  type SharedEntry,
  sharedReplies,
  sharedResults,
} from './member-queries.ts'

export const MemberHome = ({ hasPages }: { hasPages: boolean }) => (
  <>
    <OpenForYou />
    {hasPages && <Shared />}
    {hasPages && <WhatCame />}
  </>
)

function OpenForYou() {
  const say = useMessages(memberHomeTexts)
  return (
    <section className="card pad" aria-labelledby="own-open">
      <QueryState query={useQuery(openForYou)}>
        {({ open, surveys }) => {
          const Icon = open > 0 ? IconMail : IconMailOpened
          return (
            <div className={classes.own} data-open={open > 0 || undefined}>
              <Icon size={24} stroke={1.75} aria-hidden />
              <div className="stack">
                <h2 id="own-open" className={classes.headline}>
                  {open > 0 ? say('open_for_you', { count: open }) : say('none_for_you')}
                </h2>
                {open > 0 && (
                  <ul className={classes.ownSurveys}>
                    {surveys.map((survey, at) => (
                      <Own key={at} survey={survey} />
                    ))}
                  </ul>
                )}
                {open > surveys.length && <p>{say('more_open', { count: open - surveys.length })}</p>}
                <p className="quiet">{say(open > 0 ? 'open_for_you_hint' : 'none_for_you_hint')}</p>
                {open > 0 && <LinksAgain open={open} />}
                <a href="/docs/your-answers">{say('how_it_works')}</a>
              </div>
            </div>
          )
        }}
      </QueryState>
    </section>
  )
}

/** The same whether they have answered or not: what is sent, and what is said here. */
function LinksAgain({ open }: { open: number }) {
  const say = useMessages(memberHomeTexts)
  const send = useWrite({
    send: () => inPerson.call('resendOwnInvitations', {}),
    changes: [],
    onFailed: showFailure,
  })
  const sent = send.data?.invitations
  return (
    <>
      <Button className={classes.again} loading={send.isPending} onClick={() => send.mutate()}>
        {say('send_again', { count: open })}
      </Button>
      <p role="status" hidden={sent === undefined}>
        {sent !== undefined && say(sent > 0 ? 'sent_again' : 'sent_none', { count: sent })}
      </p>
    </>
  )
}

function Own({ survey }: { survey: OwnSurvey }) {
  const say = useMessages(memberHomeTexts)
  const { title, asked_by: name, closes_at: closesAt, mode, questions, minutes } = survey
  const facts = [
    name === null ? [] : say('asks', { name }),
    questions === null ? [] : say('questions', { count: questions }),
    minutes === null ? [] : say('minutes', { count: minutes }),
    say(`mode_${mode}`),
  ].flat()
  return (
    <li>
      <h3>{title}</h3>
      <p className="quiet">{facts.join(' ·\u00a0')}</p>
      <p className="quiet">
        {closesAt === null ? say('no_end') : say('open_until', { at: momentOf(closesAt) })}
      </p>
    </li>
  )
}

const sharedMax = 3

/** A survey once, by the largest group that is shown. */
const newestOf = (entries: readonly SharedEntry[]): readonly SharedEntry[] =>
  [...Map.groupBy(entries, ({ scope }) => scope.check_in_instance_id ?? scope.pulse_id).values()]
    .map((some) => some.find(({ scope }) => scope.team_id === null) ?? some[0])
    .slice(0, sharedMax)

function Shared() {
  const say = useMessages(memberHomeTexts)
  return (
    <section className="card pad stack" aria-labelledby="shared">
      <h2 id="shared">{say('shared')}</h2>
      <QueryState query={useQuery(sharedResults)}>
        {({ participation }) => {
          const newest = newestOf(participation)
          if (newest.length === 0) return <p className="quiet">{say('nothing_shared')}</p>
          return (
            <>
              <ul className={classes.shared}>
                {newest.map((one) => (
                  <Result key={one.closed_at + one.title} entry={one} />
                ))}
              </ul>
              <Link to="/app/surveys" search={{ tab: 'closed' }}>
                {say('all_shared')}
              </Link>
            </>
          )
        }}
      </QueryState>
    </section>
  )
}

function Result({ entry }: { entry: SharedEntry }) {
  const say = useMessages(memberHomeTexts)
  const { scope, title, closed_at: closedAt, participation } = entry
  const { to, search } = resultsOf(scope)
  const rate = participation?.response_rate ?? null
  const id = `shared-${scope.check_in_instance_id ?? scope.pulse_id}`
  return (
    <li>
      <div>
        <h3 id={id}>{title}</h3>
        <p className="quiet small">
          {rate === null
            ? say('shared_closed', { date: dateOf(closedAt) })
            : say('shared_answered', { date: dateOf(closedAt), share: formatPercent(rate) })}
        </p>
      </div>
      <ButtonLink variant="default" size="xs" to={to} search={searchOf(search)} aria-describedby={id}>
        {say('see_results')}
      </ButtonLink>
    </li>
  )
}

const cameMax = 5

type Came = { at: string; id: string } & ({ reply: Reply } | { action: DoneAction })

/** The latest first. What a reply tells of an action stands once, in the reply's words. */
function cameOf(replies: readonly Reply[], actions: readonly DoneAction[]): Came[] {
  const told = new Set(replies.map(({ action_id: id }) => id))
  return [
    ...replies.map((reply): Came => ({ id: reply.id, at: reply.published_at ?? reply.created_at, reply })),
    ...actions
      .filter(({ id }) => !told.has(id))
      .map((action): Came => ({ id: action.id, at: action.ended_at ?? action.updated_at, action })),
  ]
    .toSorted((a, b) => b.at.localeCompare(a.at))
    .slice(0, cameMax)
}

function WhatCame() {
  const say = useMessages(memberHomeTexts)
  const actions = useQuery(doneActions).data?.actions ?? []
  const query = useQuery(sharedReplies)
  const came = cameOf(query.data?.replies ?? [], actions)
  const isEmpty = query.isSuccess && came.length === 0
  return (
    <section className="card pad stack" aria-labelledby="came">
      <h2 id="came">{say('came_of_it')}</h2>
      <QueryState query={query}>
        {() => {
          if (isEmpty) return <p className="quiet">{say('nothing_came')}</p>
          return (
            <ul className={classes.shared}>
              {came.map((one) => (
                <li key={one.id}>
                  {'reply' in one ? (
                    <Told reply={one.reply} at={one.at} />
                  ) : (
                    <Done action={one.action} at={one.at} />
                  )}
                </li>
              ))}
            </ul>
          )
        }}
      </QueryState>
    </section>
  )
}

const Told = ({ reply: { text, author_name: name }, at }: { reply: Reply; at: string }) => {
  const say = useMessages(memberHomeTexts)
  return (
    <div>
      <p lang="">{text}</p>
      <p className="quiet small">{say('replied', { name, date: dateOf(at) })}</p>
    </div>
  )
}

/** As texts are named by it. */
const verdictOf = ({ verdict }: NonNullable<DoneAction['effect']>) =>
  verdict === 'better' ? 'done_better' : verdict === 'worse' ? 'done_worse' : 'done_unclear'

const Done = ({ action: { title, scope, effect }, at }: { action: DoneAction; at: string }) => {
  const say = useMessages(memberHomeTexts)
  return (
    <div>
      <p>{say('done', { title })}</p>
      <p className="quiet small">
        {[
          scope.team_name === null
            ? say('done_for_all', { date: dateOf(at) })
            : say('done_in', { team: scope.team_name, date: dateOf(at) }),
          ...(effect ? [say(verdictOf(effect))] : []),
        ].join(' ·\u00a0')}
      </p>
    </div>
  )
}
