/** What is in the place of results that are not there, or that the reader may not see. */
import { Link } from '@tanstack/react-router'
import type { ReactNode } from 'react'
import { SondeError } from '../api.ts'
import { useMessages } from '../messages.ts'
import { searchWith } from '../ui/address.ts'
import { Hidden } from '../ui/hidden.tsx'
import { EmptyState, SkeletonLines } from '../ui/states.tsx'
import type { Group } from './group.ts'
import { hiddenSentences, momentOf, nameOf } from './result-words.ts'
import { everyoneInAddress, type Pledge, type Results, type TeamResults } from './results-queries.ts'
import { resultsTexts } from './results-texts.ts'
import { Response } from './response.tsx'

export type Refusal = 'not_shared' | 'not_shared_author' | 'not_found'

/** A refusal that is not a failure: what the reader may not see, in words. @param isAuthor  they run the survey, and got it after it had opened */
export function refusalOf(error: unknown, isAuthor = false): Refusal | null {
  if (!(error instanceof SondeError)) return null
  if (error.code === 'results_not_shared') return isAuthor ? 'not_shared_author' : 'not_shared'
  return error.status === 404 ? 'not_found' : null
}

export function Refused({ refusal }: { refusal: Refusal }) {
  const say = useMessages(resultsTexts)
  return (
    <div className="card">
      <EmptyState title={say(refusal)} description={say(`${refusal}_hint`)} />
    </div>
  )
}

type NotYetProps = {
  results: Results
  pledge: Pledge | undefined
  opensAt: string | null
  closesAt: string | null
  /** Why it was cancelled or skipped, in the words of the service or of whoever did it. */
  reason: string | null
  /** Where answers are followed. */
  live: ReactNode
}

export function NotYet(props: NotYetProps) {
  const { results, pledge } = props
  const hasBegun = results.state === 'open' || results.state === 'closed'
  return (
    <>
      <div className="card">
        <WhyNotYet {...props} />
      </div>
      {hasBegun && <Response results={results} pledge={pledge} />}
    </>
  )
}

function WhyNotYet({ results, pledge, opensAt, closesAt, reason, live }: NotYetProps): ReactNode {
  const say = useMessages(resultsTexts)
  const isByName = pledge?.mode === 'attributed'
  const { state, results_status: status, response_summary: summary } = results
  switch (state) {
    case 'draft':
    case 'scheduled':
      return (
        <EmptyState
          title={say('not_open')}
          description={opensAt ? say('not_open_at', { date: momentOf(opensAt) }) : say('not_open_hint')}
        />
      )
    case 'open':
      return (
        <EmptyState
          title={say('still_open')}
          description={[
            closesAt ? say('results_after', { date: momentOf(closesAt) }) : say('results_after_close'),
            // Those whom the promise names read answers by name as they come.
            ...(pledge && !isByName ? [say('sealed_until')] : []),
          ].join(' ')}
          action={live}
        />
      )
    case 'cancelled':
    case 'skipped':
      return (
        <EmptyState
          title={say(state)}
          description={
            reason === null ? say(`${state}_hint`) : `${say(`${state}_hint`)} ${say('because', { reason })}`
          }
        />
      )
  }
  if (status !== 'insufficient')
    return (
      <EmptyState
        title={say('analysing')}
        description={say('analysing_hint')}
        picture={<SkeletonLines lines={2} />}
      />
    )
  return summary.responded_max === 0 ? (
    <EmptyState title={say('nobody')} description={say('nobody_hint')} />
  ) : (
    <EmptyState
      title={say('insufficient')}
      description={pledge ? say('insufficient_hint', { least: pledge.k_score }) : ''}
    />
  )
}

type NotShownProps = {
  teams: readonly TeamResults[]
  group: Group
  /** Where a lead starts, unless the address names another group. */
  own: string | undefined
}

/** A team that is too small, or of which nothing was sent. */
export function NotShown({ teams, group, own }: NotShownProps) {
  const say = useMessages(resultsTexts)
  const hidden = group.kind === 'hidden' ? group.team : undefined
  const everyone = (
    <Link to="." search={searchWith({ team: own === undefined ? undefined : everyoneInAddress })}>
      {say('show_everyone')}
    </Link>
  )
  return (
    <div className="card">
      {hidden ? (
        <EmptyState
          title={say('team_too_small', { team: nameOf(hidden) })}
          description={<Hidden reason={hiddenSentences(say, teams, [hidden]).join(' ')} />}
          action={everyone}
        />
      ) : (
        <EmptyState
          title={say('team_not_shown')}
          description={say('team_not_shown_hint')}
          action={everyone}
        />
      )}
    </div>
  )
}
