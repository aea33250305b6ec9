/** How many have answered, as the API counts them while it is open, and when it closes. */
import { useQuery } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { useMessages } from '../messages.ts'
import { listOf } from '../results/result-words.ts'
import { pledgeQuery } from '../results/results-queries.ts'
import { Hidden } from '../ui/hidden.tsx'
import { formatNumber, formatPercent } from '../ui/number-format.ts'
import { Ring } from '../ui/ring.tsx'
import { SkeletonLines } from '../ui/states.tsx'
import { momentOf, RelativeTime, useNow } from '../ui/time.tsx'
import { leftUntil } from './left.ts'
import { askedOf, type Last, type Subject, type Summary, teamsQuery } from './live-queries.ts'
import { liveTexts } from './live-texts.ts'
import classes from './live.module.css'

type Props = { subject: Subject; summary: Summary; last: Last | undefined }

const ringPx = 168

export function Response({ subject, summary, last }: Props) {
  const say = useMessages(liveTexts)
  const { responded: answered, rounded } = summary
  const asked = askedOf(summary)
  return (
    <section className={`card pad ${classes.response}`} aria-labelledby="response">
      <Ring
        label={say(rounded ? 'answered_at_least' : 'answered', { answered, asked })}
        value={answered}
        of={asked}
        text={`${formatNumber(answered)}${rounded ? '+' : ''}`}
        caption={say('of_asked', { asked })}
        size={ringPx}
      />
      <Closing subject={subject} last={last} />
      {rounded && <p className={`quiet small ${classes.note}`}>{say('in_steps')}</p>}
    </section>
  )
}

/** In place of it until a count may be shown: how long people can answer, who was asked, why there is no count, and what is asked, in one card. */
export function NoResponseYet({ subject, summary, last, children }: Props & { children: ReactNode }) {
  const say = useMessages(liveTexts)
  const { data: pledge } = useQuery(pledgeQuery(subject.owner))
  const now = useNow()
  const { closesAt } = subject
  const left = closesAt === null ? null : leftUntil(closesAt, now)
  const asked = askedOf(summary)
  return (
    <section className={`card pad ${classes.uncounted}`} aria-labelledby="response">
      <div className={classes.response}>
        {/* Without an end a ring would have nothing to say. */}
        {left && (
          <Ring
            label={say('not_counted_yet', { asked })}
            value={null}
            of={asked}
            text={left.count}
            caption={say('time_left', { unit: left.unit })}
            hasOtherText
            size={ringPx}
          />
        )}
        <Closing subject={subject} last={last} asked={<WhoIsAsked subject={subject} summary={summary} />} />
      </div>
      <div className="stack-tight">
        {pledge ? (
          <Hidden reason={say('count_later', { count: pledge.k_rate })} />
        ) : (
          <SkeletonLines lines={1} />
        )}
        {children}
      </div>
    </section>
  )
}

/** How many, in which teams, and how many beside them: of the teams that the reader sees in the directory. */
function WhoIsAsked({ subject: { teamIds, peopleByName }, summary }: Pick<Props, 'subject' | 'summary'>) {
  const say = useMessages(liveTexts)
  const teams = useQuery(teamsQuery).data?.teams ?? []
  const names = teams.filter(({ id }) => teamIds.includes(id)).map(({ name }) => name)
  const asked = askedOf(summary)
  if (names.length === 0 || names.length < teamIds.length) return say('asked', { asked })
  // There may be others, whom the reader does not see.
  if (peopleByName === null) return say('asked_teams', { asked, teams: listOf(names) })
  const individuals = peopleByName > 0 ? [say('individuals', { count: peopleByName })] : []
  return say('asked_in', { asked, teams: listOf([...names, ...individuals]) })
}

/** asked: beside a ring that says how long is left. */
type ClosingProps = Pick<Props, 'last'> & { subject: Subject; asked?: ReactNode }

function Closing({ subject: { closesAt, extension }, last, asked }: ClosingProps) {
  const say = useMessages(liveTexts)
  return (
    <div>
      <h2 id="response">
        {closesAt
          ? asked
            ? `${say('closing')} ${momentOf(closesAt)}`
            : say.parts('closes_in', { when: <RelativeTime key="when" at={closesAt} /> })
          : say('no_end')}
      </h2>
      {asked !== undefined && <p>{asked}</p>}
      {extension && closesAt && (
        <p className="small">
          {say('extended_once', { at: momentOf(closesAt), share: formatPercent(extension.below) })}
        </p>
      )}
      {last && last.summary.response_rate !== null && (
        <p className="quiet small">
          {last.linked(
            say('last_time', {
              answered: last.summary.responded,
              asked: askedOf(last.summary),
              share: formatPercent(last.summary.response_rate),
            }),
          )}
        </p>
      )}
    </div>
  )
}
