/** Recent activity with surveys and actions, in sentences. A lead reads what their team was asked, and what came back from it. */
import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { resultsOf } from '../results/results-address.ts'
import { type Say, useMessages } from '../messages.ts'
import { resultsAddress } from '../surveys/survey-addresses.ts'
import { searchOf } from '../ui/address.ts'
import { formatPercent } from '../ui/number-format.ts'
import { QueryState } from '../ui/query-state.tsx'
import { RelativeTime } from '../ui/time.tsx'
import classes from './home.module.css'
import {
  type Action,
  newestSurveys,
  openActions,
  openSurveys,
  type Participation,
  type Survey,
  type Team,
  teamParticipation,
} from './home-queries.ts'
import { homeTexts } from './home-texts.ts'

type Happening = {
  key: string
  at: string
  text: string
  /** The part of the text that leads there; absent: all of it. */
  link?: string
  address: string | null
  search?: Record<string, string | undefined>
}
type Words = Say<typeof homeTexts>

const happeningsMax = 6

export function Recent() {
  const say = useMessages(homeTexts)
  const actions = useQuery(openActions(undefined)).data?.actions ?? []
  return (
    <Happenings query={useQuery(newestSurveys)}>
      {({ surveys }) => [...surveys.flatMap((one) => ofSurvey(one, say)), ...ofActions(actions, say)]}
    </Happenings>
  )
}

export function TeamRecent({ team }: { team: Team }) {
  const say = useMessages(homeTexts)
  const open = useQuery(openSurveys).data?.surveys ?? []
  const actions = (useQuery(openActions(team.id)).data?.actions ?? []).filter(
    ({ scope }) => scope.team_id === team.id,
  )
  // With the team above it is asked, too.
  const asking = open.filter(({ audience }) =>
    audience.teams.some(({ id }) => id === team.id || id === team.parent_team_id),
  )
  return (
    <Happenings query={useQuery(teamParticipation(team.id))}>
      {({ participation }) => [
        ...asking.flatMap((one) => ofSurvey(one, say)),
        ...participation.map((one) => ofParticipation(one, team, say)),
        ...ofActions(actions, say),
      ]}
    </Happenings>
  )
}

type Query<T> = { data: T | undefined; error: unknown; refetch: () => unknown }

function Happenings<T>({ query, children }: { query: Query<T>; children: (data: T) => Happening[] }) {
  const say = useMessages(homeTexts)
  return (
    <section className="card pad stack" aria-labelledby="recent">
      <h2 id="recent">{say('recent')}</h2>
      <QueryState query={query}>
        {(data) => {
          const happenings = children(data)
            .toSorted((a, b) => Date.parse(b.at) - Date.parse(a.at))
            .slice(0, happeningsMax)
          return happenings.length === 0 ? (
            <p className="quiet">{say('nothing_recent')}</p>
          ) : (
            <ul className={classes.events}>
              {happenings.map(({ key, at, text, link, address, search }) => (
                <li key={key}>
                  <span>
                    {address === null ? text : <Linked {...{ text, link }} to={address} search={search} />}
                  </span>
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

type LinkedProps = { text: string; link?: string; to: string; search?: Record<string, string | undefined> }

function Linked({ text, link = text, to, search = {} }: LinkedProps) {
  const [before, ...after] = text.split(link)
  return (
    <>
      {before}
      <Link to={to} search={searchOf(search)}>
        {link}
      </Link>
      {after.join(link)}
    </>
  )
}

function ofSurvey(survey: Survey, say: Words): Happening[] {
  const { id, title, period } = survey
  if (!period) return []
  const address = resultsAddress(survey)
  const { recipients: asked, responded: answered, responded_max: most, rounded } = period.response_summary
  const opened = {
    key: `${id} opened`,
    at: period.opened_at,
    address,
    link: title,
    text: say('opened', { title, asked }),
  }
  if (period.closed_at === null) return [opened]
  const text = rounded
    ? say('closed', { title })
    : say(most > answered ? 'closed_between' : 'closed_with', {
        title,
        answered,
        most,
        apart: most - answered,
        asked,
      })
  return [{ key: `${id} closed`, at: period.closed_at, address, link: title, text }, opened]
}

function ofParticipation(entry: Participation, { name }: Team, say: Words): Happening {
  const { scope, title, closed_at: at, participation } = entry
  const { to, search } = resultsOf(scope)
  const share = participation && formatPercent(participation.response_rate)
  return {
    key: `${scope.check_in_instance_id ?? scope.pulse_id} closed`,
    at,
    link: title,
    text: share === null ? say('closed', { title }) : say('closed_for_team', { title, share, name }),
    address: to,
    search,
  }
}

/** All that one survey suggested for a team in one sentence. */
function ofActions(actions: readonly Action[], say: Words): Happening[] {
  const groups = Map.groupBy(actions, ({ scope, created_at: at }) => `${scope.team_id} ${at}`)
  return [...groups].map(([key, some]) => {
    const [{ scope, created_at: at, title, id }] = some
    const count = some.length
    const { team_name: name } = scope
    return {
      key,
      at,
      address: '/app/actions',
      search: count === 1 ? { action: id } : {},
      ...(count === 1 && { link: title }),
      text:
        name === null
          ? say('actions_suggested_all', { count, title })
          : say('actions_suggested', { count, name, title }),
    }
  })
}
