/** What happened lately with surveys and actions, in sentences. */
import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { type Say, useMessages } from '../messages.ts'
import { resultsAddress } from '../surveys/survey-queries.ts'
import { QueryState } from '../ui/query-state.tsx'
import { RelativeTime } from '../ui/time.tsx'
import classes from './home.module.css'
import { type Action, newestSurveys, openActions, type Survey, type Team } from './home-queries.ts'
import { homeTexts } from './home-texts.ts'

type Happening = { key: string; at: string; text: string; address: string | null }

const happeningsMax = 6

/** @param teams  whose actions are told of; null: everybody's */
export function Recent({ teams }: { teams: readonly Team[] | null }) {
  const say = useMessages(homeTexts)
  const surveys = useQuery(newestSurveys)
  const actions = useQuery(openActions(undefined))
  const told = (actions.data?.actions ?? []).filter(
    ({ scope }) => teams === null || teams.some(({ id }) => id === scope.team_id),
  )
  return (
    <section className="card pad stack" aria-labelledby="recent">
      <h2 id="recent">{say('recent')}</h2>
      <QueryState query={surveys}>
        {({ surveys: all }) => {
          const happenings = [...all.flatMap((one) => ofSurvey(one, say)), ...ofActions(told, say)]
            .toSorted((a, b) => Date.parse(b.at) - Date.parse(a.at))
            .slice(0, happeningsMax)
          return happenings.length === 0 ? (
            <p className="quiet">{say('nothing_recent')}</p>
          ) : (
            <ul className={classes.events}>
              {happenings.map(({ key, at, text, address }) => (
                <li key={key}>
                  {address === null ? <span>{text}</span> : <Link to={address}>{text}</Link>}
                  <span className="quiet small">
                    <RelativeTime at={at} />
                  </span>
                </li>
              ))}
            </ul>
          )
        }}
      </QueryState>
    </section>
  )
}

function ofSurvey(survey: Survey, say: Say<typeof homeTexts>): Happening[] {
  const { id, title, period } = survey
  if (!period) return []
  const address = resultsAddress(survey)
  const { recipients: asked, responded: answered, rounded } = period.response_summary
  const opened = { key: `${id} opened`, at: period.opened_at, address, text: say('opened', { title, asked }) }
  if (period.closed_at === null) return [opened]
  const text = rounded ? say('closed', { title }) : say('closed_with', { title, answered, asked })
  return [{ key: `${id} closed`, at: period.closed_at, address, text }, opened]
}

/** All that one survey suggested for a team in one sentence. */
function ofActions(actions: readonly Action[], say: Say<typeof homeTexts>): Happening[] {
  const groups = Map.groupBy(actions, ({ scope, created_at: at }) => `${scope.team_id} ${at}`)
  return [...groups].map(([key, some]) => {
    const [{ scope, created_at: at, title }] = some
    const name = scope.team_name ?? say('everyone')
    return {
      key,
      at,
      address: null,
      text: say('actions_suggested', { count: some.length, name, title }),
    }
  })
}
