/** What is open now: who has answered, in the steps that confidentiality allows, and how long is left. */
import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { useMessages } from '../messages.ts'
import { liveAddress, resultsAddress } from '../surveys/survey-queries.ts'
import { QueryState } from '../ui/query-state.tsx'
import { Ring } from '../ui/ring.tsx'
import { StatusBadge } from '../ui/status-badge.tsx'
import { momentOf, RelativeTime } from '../ui/time.tsx'
import classes from './home.module.css'
import { newestSurveys, type Survey } from './home-queries.ts'
import { homeTexts } from './home-texts.ts'

export function OpenSurvey() {
  const say = useMessages(homeTexts)
  return (
    <section className="card pad stack" aria-labelledby="open">
      <QueryState query={useQuery(newestSurveys)}>
        {({ surveys }) => {
          const open = surveys.filter(({ phase, period }) => phase === 'open' && period !== null)
          const first = soonest(open)
          return first ? (
            <Open survey={first} others={open.length - 1} />
          ) : (
            <>
              <h2 id="open">{say('nothing_open')}</h2>
              <p className="quiet">{next(surveys) ?? say('nothing_open_hint')}</p>
              <Link to="/app/surveys">{say('see_surveys')}</Link>
            </>
          )
        }}
      </QueryState>
    </section>
  )

  function next(surveys: readonly Survey[]): string | null {
    const planned = surveys.filter(({ phase, opens_at }) => phase === 'scheduled' && opens_at !== null)
    const [first] = planned.toSorted((a, b) => Date.parse(a.opens_at!) - Date.parse(b.opens_at!))
    return first ? say('opens_next', { title: first.title, at: momentOf(first.opens_at!) }) : null
  }
}

const closing = ({ period }: Survey): number =>
  period?.closes_at ? Date.parse(period.closes_at) : Number.POSITIVE_INFINITY

const soonest = (open: readonly Survey[]): Survey | undefined =>
  open.toSorted((a, b) => closing(a) - closing(b))[0]

function Open({ survey, others }: { survey: Survey; others: number }) {
  const say = useMessages(homeTexts)
  const address = resultsAddress(survey)
  const live = liveAddress(survey)
  const { closes_at: closesAt, response_summary: summary } = survey.period!
  const { responded: answered, recipients: asked, rounded } = summary
  const isHidden = rounded && answered === 0
  return (
    <div className={classes.open}>
      <div className={classes.openHead}>
        <h2 id="open">{address === null ? survey.title : <Link to={address}>{survey.title}</Link>}</h2>
        <StatusBadge tone="good">{say('is_open')}</StatusBadge>
      </div>
      <Ring
        label={
          isHidden
            ? say('ring_hidden', { asked })
            : say(rounded ? 'ring_at_least' : 'ring', { answered, asked })
        }
        value={isHidden ? null : answered}
        of={asked}
        text={isHidden ? '–' : say(rounded ? 'at_least' : 'exactly', { answered })}
        caption={say('of_asked', { asked })}
      />
      {closesAt && (
        <p className={classes.left}>
          <span>
            {say('closes')} <RelativeTime at={closesAt} />
          </span>
          <span className="quiet small">{momentOf(closesAt)}</span>
        </p>
      )}
      {rounded && <p className="quiet small">{say(isHidden ? 'count_later' : 'in_steps')}</p>}
      {live !== null && <Link to={live}>{say('follow')}</Link>}
      {others > 0 && <Link to="/app/surveys">{say('more_open', { count: others })}</Link>}
    </div>
  )
}
