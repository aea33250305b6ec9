/**
 * What is open now: who has answered, in the steps that confidentiality allows, and how long is left. On the page of a team what asks the
 * team comes first, then what asks most people, then what closes first. Where a reply is awaited is said elsewhere (needs.ts).
 */
import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { useMessages } from '../messages.ts'
import { liveAddress, resultsAddress } from '../surveys/survey-addresses.ts'
import { QueryState } from '../ui/query-state.tsx'
import { Ring } from '../ui/ring.tsx'
import { StatusBadge } from '../ui/status-badge.tsx'
import { momentOf, RelativeTime } from '../ui/time.tsx'
import classes from './home.module.css'
import { newestSurveys, openSurveys, type Survey, type Team } from './home-queries.ts'
import { homeTexts } from './home-texts.ts'
import { inOrder } from './open-order.ts'

export function OpenSurvey({ team }: { team: Team | null }) {
  const say = useMessages(homeTexts)
  const surveys = useQuery(openSurveys)
  return (
    <section className={`card pad stack ${classes.aside}`} aria-labelledby="open">
      <QueryState query={surveys}>
        {({ surveys: open }) => {
          const [first, ...others] = inOrder(
            open.filter(({ period }) => period !== null),
            team,
          )
          return first ? (
            <Open survey={first} others={others} />
          ) : (
            <>
              <h2 id="open">{say('nothing_open')}</h2>
              <Next />
              <Link to="/app/surveys">{say('see_surveys')}</Link>
            </>
          )
        }}
      </QueryState>
    </section>
  )
}

function Next() {
  const say = useMessages(homeTexts)
  const { data } = useQuery(newestSurveys)
  const planned = (data?.surveys ?? []).filter(
    ({ phase, opens_at: at }) => phase === 'scheduled' && at !== null,
  )
  const [first] = planned.toSorted((a, b) => Date.parse(a.opens_at!) - Date.parse(b.opens_at!))
  return (
    <p className="quiet">
      {first
        ? say('opens_next', { title: first.title, at: momentOf(first.opens_at!) })
        : say('nothing_open_hint')}
    </p>
  )
}

const hasCount = ({ period }: Survey): boolean => {
  const { responded, rounded } = period!.response_summary
  return !(rounded && responded === 0)
}

type OpenProps = { survey: Survey; others: readonly Survey[] }

function Open({ survey, others }: OpenProps) {
  const say = useMessages(homeTexts)
  const live = liveAddress(survey)
  const address = live ?? resultsAddress(survey)
  const { closes_at: closesAt, response_summary: summary } = survey.period!
  const { responded: answered, recipients: asked, rounded } = summary
  const isCounted = hasCount(survey)
  return (
    <div className={classes.open}>
      <div className={classes.openHead}>
        <h2 id="open">{address === null ? survey.title : <Link to={address}>{survey.title}</Link>}</h2>
        <StatusBadge tone="good">{say('is_open')}</StatusBadge>
      </div>
      {isCounted ? (
        <Ring
          label={say(rounded ? 'ring_at_least' : 'ring', { answered, asked })}
          value={answered}
          of={asked}
          text={say(rounded ? 'at_least' : 'exactly', { answered })}
          caption={say('of_asked', { asked })}
        />
      ) : (
        <p className="quiet small">{say('count_later', { asked })}</p>
      )}
      {closesAt && (
        <p className={classes.left}>
          <span>
            {say('closes')} <RelativeTime at={closesAt} />
          </span>
          <span className="quiet small">{momentOf(closesAt)}</span>
        </p>
      )}
      {rounded && isCounted && <p className="quiet small">{say('in_steps')}</p>}
      {live !== null && <Link to={live}>{say('follow')}</Link>}
      {others.length > 0 && <Others surveys={others} />}
    </div>
  )
}

const othersMax = 2

function Others({ surveys }: { surveys: readonly Survey[] }) {
  const say = useMessages(homeTexts)
  const rest = surveys.length - othersMax
  return (
    <div className={classes.others}>
      <h3>{say('also_open')}</h3>
      <ul>
        {surveys.slice(0, othersMax).map((survey) => {
          const { responded: answered, recipients: asked, rounded } = survey.period!.response_summary
          return (
            <li key={survey.id}>
              <Link to={liveAddress(survey) ?? '/app/surveys'}>{survey.title}</Link>
              <span className="quiet small">
                {hasCount(survey)
                  ? say(rounded ? 'ring_at_least' : 'ring', { answered, asked })
                  : say('asked_only', { asked })}
              </span>
            </li>
          )
        })}
      </ul>
      {rest > 0 && <Link to="/app/surveys">{say('more_open', { count: rest })}</Link>}
    </div>
  )
}
