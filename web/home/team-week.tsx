/** A week of a team, or of everyone: the finding with its suggestion, what is open, and up to three scores. */
import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { lazy, Suspense } from 'react'
import type { Me } from '../me.ts'
import { useMessages } from '../messages.ts'
import { resultsOf } from '../results/results-address.ts'
import { searchOf } from '../ui/address.ts'
import { Hidden } from '../ui/hidden.tsx'
import { QueryState } from '../ui/query-state.tsx'
import { EmptyState, SkeletonLines } from '../ui/states.tsx'
import { Finding, Padded } from './finding.tsx'
import classes from './home.module.css'
import { allTeams, newestScores, newestTrend, type ScoresEntry, type Team } from './home-queries.ts'
import { homeTexts } from './home-texts.ts'
import { uiTexts } from '../ui/ui-texts.ts'
import { NeedsYou } from './needs-you.tsx'
import { OpenSurvey } from './open-survey.tsx'
import { useWeek } from './use-week.ts'
import { fewOf, scoresOf } from './week.ts'
import { WhenIdle } from './when-idle.tsx'

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
                <Suspense fallback={<Padded />}>
                  <Finding team={team} entry={entry} />
                </Suspense>
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
  const sayUi = useMessages(uiTexts)
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
            <span className={classes.mean} aria-hidden="true" /> {sayUi('legend_figure')}
            <span className={classes.band} aria-hidden="true" /> {sayUi('legend_range')}
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
