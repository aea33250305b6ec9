/**
 * An open survey, as its answers come in: how many have answered in the steps that confidentiality allows, what became of the messages, and
 * what can be done, each with how many people it reaches.
 */
import { Button } from '@mantine/core'
import { IconPlayerPause, IconPlayerPlay } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { lazy, type ReactNode, Suspense } from 'react'
import { conditionalCountOf, lengthOf } from '../../contract/answering-time.ts'
import { useMessages } from '../messages.ts'
import { Refused, refusalOf } from './live-states.tsx'
import { Page } from '../ui/page.tsx'
import { QueryState } from '../ui/query-state.tsx'
import { EmptyState, SkeletonLines } from '../ui/states.tsx'
import { StatusBadge } from '../ui/status-badge.tsx'
import { Acts } from './acts.tsx'
import { Arrivals } from './arrivals.tsx'
import { Deliveries } from './deliveries.tsx'
import { isHidden, type Last, pollMs, progressQuery, type Subject } from './live-queries.ts'
import type { Following } from './live-stream.ts'
import { liveTexts } from './live-texts.ts'
import classes from './live.module.css'
import { NoResponseYet, Response } from './response.tsx'
import { Teams } from './teams.tsx'
import { Timeline } from './timeline.tsx'

const Codes = lazy(() => import('./codes.tsx').then(({ Codes }) => ({ default: Codes })))

type Props = {
  query: { data: Subject | undefined; error: unknown; refetch: () => unknown }
  live: Following
  isPaused: boolean
  onPause: (isPaused: boolean) => void
  /** What kind of survey it is, in a word. */
  kind: string
  /** A link to its results. */
  results: ReactNode
  /** Links to the answers by name and to the editor, for those whom they lead on. */
  ways: ReactNode
  /** How the one before ended. */
  last?: Last | undefined
  /** Lines of the page's menu: what can be done beside what the page itself offers. */
  menu?: ReactNode
  /** Links to others of the same check-in that are open. */
  others?: readonly ReactNode[]
}

export function LivePage({
  query,
  live,
  isPaused,
  onPause,
  kind,
  results,
  ways,
  last,
  others = [],
  menu,
}: Props) {
  const say = useMessages(liveTexts)
  const { data: subject } = query
  const refusal = refusalOf(query.error)
  // The stream ends with what it said last, and may say first that it has closed.
  const state = subject?.state === 'open' ? (live.state?.state ?? 'open') : subject?.state
  const isOpen = state === 'open'
  return (
    <Page
      title={subject?.title ?? say('title')}
      status={isOpen && <StatusBadge tone="good">{say('open')}</StatusBadge>}
      description={[kind, subject && say(`mode_${subject.mode}`)].filter(Boolean).join(' ·\u00a0')}
      crumbs={[{ label: say('surveys'), to: '/app/surveys' }]}
      {...(subject && {
        api: {
          operation: subject.owner.kind === 'pulse' ? 'getPulseProgress' : 'getInstanceProgress',
          params: { id: subject.owner.id },
        },
      })}
      menu={menu}
      isMenuLast
      actions={
        isOpen && (
          <>
            {ways}
            <Updates live={live} isPaused={isPaused} onPause={onPause} />
          </>
        )
      }
    >
      {others.length > 0 && <p className="row">{others}</p>}
      {refusal ? (
        <Refused />
      ) : (
        <QueryState query={query} skeleton={<Waiting />} hasCard>
          {(found) =>
            isOpen ? (
              <Open subject={found} live={live} last={last} />
            ) : (
              <div className="card">
                <EmptyState
                  title={say(state === 'closed' ? 'is_closed' : 'not_open')}
                  description={say(state === 'closed' ? 'is_closed_hint' : 'not_open_hint')}
                  action={results}
                />
              </div>
            )
          }
        </QueryState>
      )}
    </Page>
  )
}

const Waiting = () => (
  <div className="card pad">
    <SkeletonLines lines={6} />
  </div>
)

type UpdatesProps = Pick<Props, 'live' | 'isPaused' | 'onPause'>

/** What moves by itself can be stopped (WCAG 2.2.2). */
function Updates({ live, isPaused, onPause }: UpdatesProps) {
  const say = useMessages(liveTexts)
  const Icon = isPaused ? IconPlayerPlay : IconPlayerPause
  return (
    <span className="row no-print">
      <span className={`quiet small ${classes.updates}`} role="status" data-live={!isPaused || undefined}>
        {say(isPaused ? 'paused' : live.isPolling ? 'polling' : 'live')}
      </span>
      <Button
        variant="subtle"
        size="compact-sm"
        leftSection={<Icon size={16} aria-hidden />}
        onClick={() => onPause(!isPaused)}
      >
        {say(isPaused ? 'resume' : 'pause')}
      </Button>
    </span>
  )
}

/** So few are read at a glance. */
const shortMax = 5

/** What people read, for whoever follows the survey and did not write it. */
function Questions({ questions, isOpen = false }: Pick<Subject, 'questions'> & { isOpen?: boolean }) {
  const say = useMessages(liveTexts)
  return (
    <details className={classes.questions} open={isOpen || questions.length <= shortMax}>
      <summary>
        {say('questions', {
          count: lengthOf(questions).questionCount,
          more: conditionalCountOf(questions),
        })}
      </summary>
      <ol>
        {questions.map(({ id, text }) => (
          <li key={id} dir="auto">
            {text}
          </li>
        ))}
      </ol>
    </details>
  )
}

type OpenProps = { subject: Subject; live: Following; last: Last | undefined }

function Open({ subject, live, last }: OpenProps) {
  const progress = useQuery({ ...progressQuery(subject.owner), refetchInterval: pollMs })
  const summary = live.state?.response_summary ?? subject.summary
  if (!summary) return <Waiting />
  const isUncounted = isHidden(summary)
  const teams = progress.data?.teams ?? []
  return (
    <>
      {isUncounted ? (
        <NoResponseYet subject={subject} summary={summary} last={last}>
          <Questions questions={subject.questions} isOpen />
        </NoResponseYet>
      ) : (
        <div className={classes.top}>
          <Response subject={subject} summary={summary} last={last} />
          <Arrivals subject={subject} live={live} isRounded={summary.rounded} />
        </div>
      )}
      <QueryState query={progress} skeleton={<Waiting />} hasCard>
        {(found) => <Acts subject={subject} summary={summary} progress={found} />}
      </QueryState>
      {progress.data && (
        <>
          {subject.hasCodes && (
            <Suspense>
              <Codes subject={subject} />
            </Suspense>
          )}
          <div className={classes.two}>
            <Deliveries subject={subject} summary={summary} />
            {teams.length > 0 && <Teams teams={teams} />}
            <Timeline subject={subject} progress={progress.data} />
          </div>
          {!isUncounted && (
            <div className="card pad">
              <Questions questions={subject.questions} />
            </div>
          )}
        </>
      )}
    </>
  )
}
