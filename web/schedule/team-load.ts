/**
 * Which teams are asked more than twice in a week. It counts the surveys that the reader sees, and nothing else: a private survey of somebody
 * else is in no reply that it is made of, so a warning can neither come from it nor fail to come because of it.
 */
import type { Occurrence, SurveyOccurrences } from '../../contract/occurrences.ts'
import { type Entry, entriesByDay, mondayOf, stateOf } from './days.ts'

type Survey = SurveyOccurrences
export type TeamOfTree = { id: string; name: string; parent_team_id: string | null }
export type Overload = { team: TeamOfTree; monday: string; entries: Entry[] }

/** More than so many in a week are too many. */
export const asksPerWeekMax = 2

/** A team and all above it: anyone who is in the team is in those. */
export function withAncestors(teams: ReadonlyMap<string, TeamOfTree>, id: string): string[] {
  const chain: string[] = []
  for (let at: string | null = id; at !== null && !chain.includes(at);) {
    chain.push(at)
    at = teams.get(at)?.parent_team_id ?? null
  }
  return chain
}

/** Whether a survey asks everybody in a team. @param chain  the team and all above it */
export const asks = (
  survey: Pick<Survey, 'team_ids' | 'excluded_team_ids'>,
  chain: readonly string[],
): boolean =>
  chain.some((id) => survey.team_ids.includes(id)) &&
  !chain.some((id) => survey.excluded_team_ids.includes(id))

/** Whether whole teams are asked then: nobody is while a check-in is paused, and around joining and leaving each person is on a day of their own. */
const asksAll = ({ state, by_lifecycle: isByLifecycle }: Survey, occurrence: Occurrence): boolean =>
  !isByLifecycle && !(state === 'paused' && ['planned', 'scheduled'].includes(occurrence.state))

/** By week, then by name. A team is left out where the team above it is asked the same. */
export function overloads(surveys: readonly Survey[], teams: readonly TeamOfTree[]): Overload[] {
  const byId = new Map(teams.map((team) => [team.id, team]))
  const counted = [...entriesByDay(surveys).values()]
    .flat()
    .filter(
      ({ survey, occurrence }) =>
        !['draft', 'skipped'].includes(stateOf(survey, occurrence)) && asksAll(survey, occurrence),
    )
  const weeks = Map.groupBy(counted, ({ day }) => mondayOf(day))
  return [...weeks]
    .toSorted(([a], [b]) => (a < b ? -1 : 1))
    .flatMap(([monday, entries]) => {
      const entriesOf = (id: string): Entry[] => {
        const chain = withAncestors(byId, id)
        return entries.filter(({ survey }) => asks(survey, chain))
      }
      return teams
        .map((team) => ({ team, monday, entries: entriesOf(team.id) }))
        .filter(({ team, entries: own }) => {
          if (own.length <= asksPerWeekMax) return false
          const above = team.parent_team_id === null ? [] : entriesOf(team.parent_team_id)
          return !byId.has(team.parent_team_id ?? '') || own.some((one) => !above.includes(one))
        })
        .toSorted((a, b) => a.team.name.localeCompare(b.team.name))
    })
}

type Planned = Pick<Survey, 'id' | 'title' | 'team_ids' | 'excluded_team_ids'> & { opensAt: string }

/** What there would be too many of if a survey opened that is still written. */
export function overloadsWith(
  surveys: readonly Survey[],
  teams: readonly TeamOfTree[],
  { opensAt, ...planned }: Planned,
): Overload[] {
  const occurrence: Occurrence = {
    check_in_instance_id: null,
    state: 'planned',
    local_date: null,
    moved_from: null,
    holiday: null,
    reason: null,
    opens_at: opensAt,
    closes_at: null,
  }
  const opening: Survey = {
    ...planned,
    kind: 'pulse',
    state: 'scheduled',
    visibility: 'public',
    author_user_id: '',
    version: 1,
    time_zone: null,
    by_recipient: false,
    by_lifecycle: false,
    more_teams: 0,
    occurrences: [occurrence],
  }
  const others = surveys.filter(({ id }) => id !== planned.id)
  return overloads([...others, opening], teams).filter(({ entries }) =>
    entries.some(({ survey }) => survey === opening),
  )
}
