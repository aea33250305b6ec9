/** A week of a team, or of everyone: the finding with its suggestion, what is open, and up to three scores. */
import { useQuery } from '@tanstack/react-query'
import { IconAlertTriangle, IconArrowDown, IconArrowUp, IconCircleCheck } from '@tabler/icons-react'
import { Link } from '@tanstack/react-router'
import { lazy, Suspense, useState } from 'react'
import type { Me } from '../me.ts'
import { useMessages } from '../messages.ts'
import { resultsOf } from '../insights/insight-queries.ts'
import { actionFor } from '../insights/ranked.ts'
import { searchOf } from '../ui/address.ts'
import { Hidden } from '../ui/hidden.tsx'
import { QueryState } from '../ui/query-state.tsx'
import { EmptyState, SkeletonLines } from '../ui/states.tsx'
import { dateOf } from '../ui/dates.ts'
import classes from './home.module.css'
import {
  allTeams,
  type Insight,
  newestInsights,
  newestScores,
  newestTrend,
  openActions,
  type ScoresEntry,
  type Team,
  teamLevels,
} from './home-queries.ts'
import { homeTexts } from './home-texts.ts'
import { NeedsYou } from './needs-you.tsx'
import { OpenSurvey } from './open-survey.tsx'
import {
  type Score,
  changeOf,
  fewOf,
  findingOf,
  firstOf,
  levelOf,
  newestOf,
  scoresOf,
  subjectOf,
} from './week.ts'
import { Suggestion } from './suggestion.tsx'
import { WhenIdle } from './when-idle.tsx'

const FindingLine = lazy(() =>
  import('./finding-line.tsx').then(({ FindingLine }) => ({ default: FindingLine })),
)
const ScoreCard = lazy(() => import('./score-card.tsx').then(({ ScoreCard }) => ({ default: ScoreCard })))

type Props = {
  /** null: everyone. */
  team: Team | null
  me: Me
}

export function Week({ team, me }: Props) {
  const say = useMessages(homeTexts)
  const scores = useQuery(newestScores(team?.id))
  const entry = scores.data?.scores[0]
  return (
    <>
      <div className={classes.top}>
        <div className={`card ${classes.main}`}>
          <QueryState query={scores} skeleton={<Padded />}>
            {() =>
              entry === undefined ? (
                <EmptyState title={say('no_results')} description={say('no_results_hint')} />
              ) : entry.suppressed ? (
                <TeamHidden entry={entry} />
              ) : (
                <Finding team={team} entry={entry} />
              )
            }
          </QueryState>
        </div>
        <OpenSurvey team={team} />
      </div>
      <NeedsYou me={me} team={team} />
      {entry && !entry.suppressed && (
        <WhenIdle>
          <Scores team={team} entry={entry} />
        </WhenIdle>
      )}
    </>
  )
}

const Padded = () => (
  <div className="pad">
    <SkeletonLines />
  </div>
)

/** The group is too small: its answers count further up, and nothing is said of it. */
function TeamHidden({ entry }: { entry: ScoresEntry }) {
  const say = useMessages(homeTexts)
  const { data } = useQuery(allTeams)
  const { counted_in: above, title } = entry
  const name =
    above === undefined
      ? null
      : above === null
        ? say('everyone')
        : (data?.teams.find(({ id }) => id === above)?.name ?? say('team_above'))
  return (
    <section className="pad stack" aria-labelledby="finding">
      <h2 id="finding">{say('hidden')}</h2>
      <Hidden reason={name === null ? say('hidden_reason') : say('hidden_counted', { name })} />
      <p className="quiet">
        {say('hidden_hint', { title })} <a href="/docs/your-answers#what-others-see">{say('why_hidden')}</a>
      </p>
    </section>
  )
}

/** What the newest survey says of the group: read by the finding and by the scores. */
function useWeek(team: Team | null, entry: ScoresEntry) {
  // Scores come later, and what has failed waits for whoever tries it again.
  const insights = useQuery({ ...newestInsights(team?.id), retryOnMount: false })
  const actions = useQuery(openActions(team?.id))
  const own = newestOf(insights.data?.insights ?? [], team?.id ?? null)
  const all = actions.data?.actions ?? []
  // What was suggested first stays when it is accepted, with its finding: so that it can be undone, and answers what stands above it.
  const [heldId, setHeldId] = useState<string | null>(null)
  const held = all.find(({ id }) => id === heldId)
  const best = held ?? firstOf(all, entry)
  const teamId = team === null ? (best?.scope.team_id ?? undefined) : undefined
  const ofTeam = useQuery({ ...teamLevels(teamId), enabled: teamId !== undefined })
  // What stands out would else be replaced while it is read.
  const isWaiting = actions.isPending || insights.isPending || (teamId !== undefined && ofTeam.isPending)
  const finding =
    subjectOf(ofTeam.data?.insights, best, entry) ??
    own.find((one) => held && actionFor(one, [held])) ??
    findingOf(own, all)
  const action = finding && actionFor(finding, held ? [held] : all)
  if (action && !held && !isWaiting) setHeldId(action.id)
  return { insights, actions, isWaiting, own, finding, action }
}

function Finding({ team, entry }: { team: Team | null; entry: ScoresEntry }) {
  const say = useMessages(homeTexts)
  const { insights, actions, isWaiting, own, finding, action } = useWeek(team, entry)
  const isKnown = !isWaiting && finding !== null
  // Of the group that the finding is about.
  const trend = useQuery({ ...newestTrend(finding?.scope.team_id ?? undefined), enabled: isKnown })
  if (isWaiting || (isKnown && trend.isPending)) return <Padded />
  const scores = scoresOf(entry, trend.data?.trends[0], own)
  return (
    <>
      <QueryState query={insights} skeleton={<Padded />}>
        {() => (
          <section className={classes.finding} aria-labelledby="finding">
            <div className={classes.said}>
              <Mood finding={finding} />
              <h2 id="finding" className={classes.headline}>
                {finding ? (
                  <Link to="/app/insights" search={{ insight: finding.id }}>
                    {finding.statement}
                  </Link>
                ) : (
                  say('nothing_stands_out')
                )}
              </h2>
              <p className="quiet">
                {finding
                  ? finding.scope.check_in_instance_id === undefined
                    ? say('counted', { title: entry.title, date: dateOf(entry.closed_at) })
                    : say('occurrence', { title: entry.title, date: dateOf(finding.survey.opened_at) })
                  : say('nothing_stands_out_hint', {
                      title: entry.title,
                      date: dateOf(entry.closed_at),
                    })}
              </p>
              <Link to="/app/insights" search={team === null ? {} : { team: team.id }}>
                {say('all_findings')}
              </Link>
            </div>
            <Line score={scores.find(({ id }) => id === finding?.scope.question_id)} />
          </section>
        )}
      </QueryState>
      <QueryState query={actions} skeleton={null}>
        {() => action && <Suggestion key={action.id} team={team} action={action} />}
      </QueryState>
    </>
  )
}

function Mood({ finding }: { finding: Insight | null }) {
  const say = useMessages(homeTexts)
  if (!finding) return null
  const level = levelOf(finding)
  const change = changeOf(finding)
  const [Icon, tone, text] =
    level?.state === 'problem'
      ? ([IconAlertTriangle, 'warn', level.times > 1 ? say('still_low') : say('is_problem')] as const)
      : change
        ? ([
            change.direction === 'up' ? IconArrowUp : IconArrowDown,
            change.direction === 'up' ? 'above' : 'below',
            say(change.against === 'previous' ? 'changed' : 'differs'),
          ] as const)
        : ([IconCircleCheck, 'good', say('is_strength')] as const)
  return (
    <p className={classes.mood} data-tone={tone}>
      <Icon size={16} aria-hidden /> {text}
    </p>
  )
}

/** Two waves make a line. */
const Line = ({ score }: { score: Score | undefined }) =>
  score && score.points.length > 1 ? (
    <div className={classes.line}>
      <Suspense>
        <FindingLine score={score} />
      </Suspense>
    </div>
  ) : null

/** As high as what comes. */
const ScoresWaiting = () => (
  <div className={classes.scores} aria-busy="true" data-waiting>
    {[1, 2, 3].map((i) => (
      <div key={i} className={`card ${classes.waiting}`}>
        <SkeletonLines />
      </div>
    ))}
  </div>
)

function Scores({ team, entry }: { team: Team | null; entry: ScoresEntry }) {
  const say = useMessages(homeTexts)
  const { finding, own, isWaiting } = useWeek(team, entry)
  // The eNPS comes with the trends, and the finding says which score is first.
  const trend = useQuery(newestTrend(team?.id))
  if (isWaiting || trend.isPending) return <ScoresWaiting />
  const scores = scoresOf(entry, trend.data?.trends[0], own)
  if (scores.length === 0) return null
  const shown = fewOf(scores, finding, finding?.scope.team_id === (team?.id ?? null))
  const all = resultsOf(entry.scope)
  return (
    <section className="stack-tight" aria-labelledby="scores">
      <div className="row-between">
        <h2 id="scores">{say('scores')}</h2>
        <div className={classes.scoresHead}>
          <p className={`quiet small ${classes.legend}`}>
            <span className={classes.mean} aria-hidden="true" /> {say('legend_mean')}
            <span className={classes.band} aria-hidden="true" /> {say('legend_interval')}
          </p>
          {shown.length < scores.length && (
            <Link to={all.to} search={searchOf(all.search)}>
              {say('all_scores')}
            </Link>
          )}
        </div>
      </div>
      <Suspense fallback={<ScoresWaiting />}>
        <ul className={classes.scores}>
          {shown.map((score) => (
            <ScoreCard key={score.id} score={score} />
          ))}
        </ul>
      </Suspense>
    </section>
  )
}
