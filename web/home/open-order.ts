/** Which of the open surveys comes first on a home. Pure. */
import type { ReplyOf } from '../../client/client.ts'

type Survey = Pick<ReplyOf<'listSurveys'>['surveys'][number], 'audience' | 'period'>
type Team = Pick<ReplyOf<'listTeams'>['teams'][number], 'id' | 'parent_team_id'>

/** The team itself, or the one above it: teams that the reader may not see are not named. */
const asks = ({ audience }: Survey, team: Team): boolean =>
  audience.teams.some(({ id }) => id === team.id || id === team.parent_team_id)

const reachOf = ({ period }: Survey): number => period?.response_summary.recipients ?? 0

const closing = ({ period }: Survey): number =>
  period?.closes_at ? Date.parse(period.closes_at) : Number.POSITIVE_INFINITY

/**
 * What asks the team, then what asks most people, then what closes first. @param team  whose home it is; null: everyone’s
 */
export const inOrder = <S extends Survey>(open: readonly S[], team: Team | null): S[] =>
  open.toSorted(
    (a, b) =>
      (team === null ? 0 : Number(asks(b, team)) - Number(asks(a, team))) ||
      reachOf(b) - reachOf(a) ||
      closing(a) - closing(b),
  )
