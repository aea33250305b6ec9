/** What Home reads, beside lists of other nouns. All but the audit log as an application reads it for the person. */
import type { DriverId } from '../../contract/drivers.ts'
import type { BodyOf, ReplyOf } from '../../client/client.ts'
import { asUser } from '../as-user.ts'
import { inPerson } from '../api.ts'
import { language } from '../messages.ts'
import { read, useWrite } from '../queries.ts'

export type Team = ReplyOf<'listTeams'>['teams'][number]
export type Survey = ReplyOf<'listSurveys'>['surveys'][number]
export type Insight = ReplyOf<'listInsights'>['insights'][number]
export type Action = ReplyOf<'listActions'>['actions'][number]
export type Trend = ReplyOf<'listTrends'>['trends'][number]
export type Participation = ReplyOf<'listParticipation'>['participation'][number]
export type ScoresEntry = ReplyOf<'listScores'>['scores'][number]

const teamsMax = 200

/** Whose weeks a lead looks at. */
export const managedTeams = read(asUser, 'listTeams', { query: { managed: true, limit: teamsMax } })

/** For names. Anyone who is not an analyst gets those that they see. */
export const allTeams = read(asUser, 'listTeams', { query: { limit: teamsMax } })

/** undefined: everyone who was asked. */
type TeamId = string | undefined

const of = (teamId: TeamId) => (teamId === undefined ? {} : { team_id: teamId })

/** Enough for what stands out in the newest surveys, whatever the number of teams. */
const findingsMax = 100

export const newestFindings = ({ team, driver }: { team?: TeamId; driver?: DriverId | undefined }) =>
  read(asUser, 'listInsights', {
    query: {
      language,
      kind: 'level,change',
      limit: findingsMax,
      ...of(team),
      ...(driver && { driver }),
    },
  })

/** The newest survey's. It says, too, whether the team is shown at all. */
export const newestScores = (teamId: TeamId) =>
  read(asUser, 'listScores', { query: { ...of(teamId), limit: 1 } })

/** The trend of the newest check-in. */
export const newestTrend = (teamId: TeamId) =>
  read(asUser, 'listTrends', { query: { ...of(teamId), limit: 1 } })

const closedMax = 6

/** What of the newest surveys came back from a team. */
export const teamParticipation = (teamId: string) =>
  read(asUser, 'listParticipation', { query: { team_id: teamId, limit: closedMax } })

/** The most urgent one may be among the last of a survey of many teams. */
const actionsMax = 100

export const openActions = (teamId: TeamId) =>
  read(asUser, 'listActions', {
    query: { ...of(teamId), state: 'suggested,accepted,in_progress', language, limit: actionsMax },
  })

/** What others do changes it: anyone who comes back to the page reads it again, but not the page again that has just loaded it. */
const staleTime = 1_000

const ownMax = 20

/** What somebody has taken on themselves, for whichever team. */
export const ownActions = (memberId: string) => ({
  ...read(asUser, 'listActions', {
    query: { owner: memberId, state: 'accepted,in_progress', language, limit: ownMax },
  }),
  staleTime,
})

const surveysMax = 12
const pollMs = 15_000

type Surveys = ReplyOf<'listSurveys'>

/** For what happened recently; an old check-in may be open and not among them. */
export const newestSurveys = read(asUser, 'listSurveys', { query: { limit: surveysMax } })

export const openSurveys = {
  ...read(asUser, 'listSurveys', { query: { phase: 'open', limit: surveysMax } }),
  refetchInterval: ({ state }: { state: { data: Surveys | undefined } }) =>
    (state.data?.surveys.length ?? 0) > 0 ? pollMs : false,
}

const draftsMax = 3

export const ownDrafts = {
  ...read(asUser, 'listSurveys', { query: { phase: 'draft', mine: true, limit: draftsMax } }),
  staleTime,
}

export const unansweredConversations = {
  ...read(asUser, 'listUnansweredConversations', { query: { limit: surveysMax } }),
  staleTime,
}

const applicationsMax = 3

/** Enough to tell whether there is one beside the pages' own. */
export const firstApplications = read(inPerson, 'listApplications', { query: { limit: applicationsMax } })

const requestsMax = 20

/** Each state by itself: requests that are done would push out old ones that are open. */
export const openPrivacyRequests = (state: 'received' | 'in_progress') => ({
  ...read(inPerson, 'listPrivacyRequests', { query: { state, limit: requestsMax } }),
  staleTime,
})

/** With the size of each team, and how many people a score needs. */
export const teamTree = read(asUser, 'getTeamTree', {})

const bouncesMax = 50

/** Addresses that nothing is sent to any more. */
export const bouncedAddresses = {
  ...read(asUser, 'listSuppressions', { query: { limit: bouncesMax } }),
  staleTime,
}

/** Reads are in the audit log too, and would push out what was changed: so more is fetched than is shown. */
const eventsFetched = 20

export const newestEvents = {
  ...read(inPerson, 'listAuditEvents', { query: { limit: eventsFetched } }),
  staleTime,
}

/** A step of an action, or of several that one suggestion consists of. */
type Step = { action: Action; body: BodyOf<'updateAction'> }

export const useActionStep = (onFailed: (error: Error) => void) =>
  useWrite({
    send: async (steps: readonly Step[]): Promise<void> => {
      for (const { action, body } of steps)
        await asUser.call('updateAction', { params: { id: action.id }, body, ifMatch: action.version })
    },
    changes: ['listActions'],
    onFailed,
  })
