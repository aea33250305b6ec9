/** The finding of a week in one line, with what it rests on, why, and its line over the last waves; below it what is suggested. */
import { useQuery } from '@tanstack/react-query'
import { IconAlertTriangle, IconArrowDown, IconArrowUp, IconCircleCheck } from '@tabler/icons-react'
import { Link } from '@tanstack/react-router'
import { lazy, Suspense } from 'react'
import { driverTexts } from '../drivers/driver-texts.ts'
import { findingTexts } from '../insights/finding-texts.ts'
import { findingLine, shortLine, type Words } from '../insights/finding-words.ts'
import { kindText } from '../insights/insight-figure.ts'
import { resultsOf } from '../results/results-address.ts'
import { useWhy, Why } from '../insights/why.tsx'
import { useMessages } from '../messages.ts'
import { dateOf } from '../ui/dates.ts'
import { searchOf } from '../ui/address.ts'
import { QueryState } from '../ui/query-state.tsx'
import { SkeletonLines } from '../ui/states.tsx'
import classes from './home.module.css'
import { type Insight, newestTrend, type ScoresEntry, type Team } from './home-queries.ts'
import { homeTexts } from './home-texts.ts'
import { Suggestion } from './suggestion.tsx'
import { useWeek } from './use-week.ts'
import { levelOf } from './first-finding.ts'
import { rangeOf, type Score } from './score.ts'
import { changeOf, scoresOf } from './week.ts'

const FindingLine = lazy(() =>
  import('./finding-line.tsx').then(({ FindingLine }) => ({ default: FindingLine })),
)

export const Padded = () => (
  <div className="pad">
    <SkeletonLines />
  </div>
)

/** @param team  whose home it is; null: everyone’s */
export function Finding({ team, entry }: { team: Team | null; entry: ScoresEntry }) {
  // Asked for beside the figures, and not one after the other.
  const words = { say: useMessages(findingTexts), driver: useMessages(driverTexts) }
  const { insights, actions, isWaiting, own, finding, others, action, taken } = useWeek(team, entry)
  const shown = action ?? taken
  const isKnown = !isWaiting && finding !== null
  // For the group that the finding is about.
  const trend = useQuery({ ...newestTrend(finding?.scope.team_id ?? undefined), enabled: isKnown })
  const why = useWhy(isKnown ? finding : null)
  if (isWaiting || (isKnown && (trend.isPending || why.isPending))) return <Padded />
  const score = scoresOf(entry, trend.data?.trends[0], own).find(
    ({ id }) => id === finding?.scope.question_id,
  )
  return (
    <>
      <QueryState query={insights} skeleton={<Padded />}>
        {() => (
          <section className={classes.finding} aria-labelledby="finding">
            {finding ? (
              <Found {...{ team, entry, finding, score, words }} />
            ) : (
              <NothingFound {...{ team, entry }} />
            )}
            <Line score={score} />
            {finding && why.theme && (
              <div className={classes.why}>
                <Why theme={why.theme} team={finding.scope.team_name} most={1} quoteClass={classes.quote} />
              </div>
            )}
          </section>
        )}
      </QueryState>
      <QueryState query={actions} skeleton={null}>
        {() => (
          <>
            {!action && <Others team={team} others={others} />}
            {shown && <Suggestion key={shown.id} team={team} action={shown} />}
          </>
        )}
      </QueryState>
    </>
  )
}

function NothingFound({
  team,
  entry: { title, closed_at: closed },
}: {
  team: Team | null
  entry: ScoresEntry
}) {
  const say = useMessages(homeTexts)
  return (
    <div className={classes.said}>
      <h2 id="finding" className={classes.headline}>
        {say('nothing_stands_out')}
      </h2>
      <p className="quiet">{say('nothing_stands_out_hint', { title, date: dateOf(closed) })}</p>
      <AllFindings team={team} />
    </div>
  )
}

const AllFindings = ({ team }: { team: Team | null }) => {
  const say = useMessages(homeTexts)
  return (
    <Link to="/app/insights" search={team === null ? {} : { team: team.id }}>
      {say('all_findings')}
    </Link>
  )
}

type FoundProps = {
  team: Team | null
  entry: ScoresEntry
  finding: Insight
  score: Score | undefined
  words: Words
}

function Found({ team, entry, finding, score, words }: FoundProps) {
  const say = useMessages(homeTexts)
  const { scope, survey } = finding
  const { title, details } = findingLine(words, finding, {
    team: scope.team_name,
    questions: entry.questions.map(({ question_id: id, ...question }) => ({ id, ...question })),
  })
  const range = rangeOf(words.say, score, finding.n)
  const isOfOthers = scope.team_id !== (team?.id ?? null)
  const { to, search } = resultsOf(scope)
  return (
    <div className={classes.said}>
      <Mood finding={finding} name={isOfOthers ? scope.team_name : null} />
      <h2 id="finding" className={classes.headline}>
        <Link to="/app/insights" search={{ insight: finding.id }}>
          {title}
        </Link>
      </h2>
      {details.length > 0 && (
        <p className="figures facts-line">
          {[...details, range].map((one) => one !== null && <span key={one}>{one}</span>)}
        </p>
      )}
      <p className="quiet">
        {scope.check_in_instance_id === undefined
          ? say('counted', { title: survey.title, date: dateOf(survey.closed_at ?? finding.created_at) })
          : say('occurrence', { title: survey.title, date: dateOf(survey.opened_at) })}
      </p>
      <div className={classes.ways}>
        <Link
          to={to}
          search={searchOf(search)}
          hash={scope.question_id === undefined ? undefined : `question-${scope.question_id}`}
        >
          {words.say('see_results')}
        </Link>
        <Link to="/app/insights" search={{ insight: finding.id }}>
          {words.say('details')}
        </Link>
        <AllFindings team={team} />
      </div>
    </div>
  )
}

/** @param name  of another group than that of the page */
function Mood({ finding, name }: { finding: Insight; name: string | null }) {
  const say = useMessages(findingTexts)
  const change = changeOf(finding)
  const [Icon, tone] =
    levelOf(finding)?.state === 'problem'
      ? ([IconAlertTriangle, 'warn'] as const)
      : change
        ? change.direction === 'up'
          ? ([IconArrowUp, 'above'] as const)
          : ([IconArrowDown, 'below'] as const)
        : ([IconCircleCheck, 'good'] as const)
  return (
    <p className={classes.mood} data-tone={tone}>
      <Icon size={16} aria-hidden />
      <span>{kindText(say, finding)}</span>
      {name !== null && <span className={classes.whose}>{name}</span>}
    </p>
  )
}

const othersMax = 2

/** What stands next in Insights, where nothing is suggested about the first: a line each. */
function Others({ team, others }: { team: Team | null; others: readonly Insight[] }) {
  const say = useMessages(findingTexts)
  const sayHome = useMessages(homeTexts)
  if (others.length === 0) return null
  return (
    <div className={classes.next}>
      <h3>{say('also_found')}</h3>
      <ul>
        {others.slice(0, othersMax).map((one) => {
          const { team_id: id, team_name: name } = one.scope
          return (
            <li key={one.id}>
              <Link to="/app/insights" search={{ insight: one.id }}>
                {shortLine(one, name)}
              </Link>
              {id !== (team?.id ?? null) && <span className="quiet">{name ?? sayHome('everyone')}</span>}
            </li>
          )
        })}
      </ul>
    </div>
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
