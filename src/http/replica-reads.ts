/**
 * The operations that a read replica may answer (src/db/replica.ts), and why each may. All are reads without an effect, of what is stored. A replica
 * answers nothing that is older than the request, so what is left out is left out for other reasons:
 *
 *   - single objects by their ID: the primary reads them by a key, which costs it little more than to say how far its log is
 *   - who calls and what they may do: it is decided before, by the primary or from what this process knows of it
 *   - answering by a link, receipts, links, single answers, secrets and exports of a person: nothing of them leaves through another server
 *   - what waits or streams: it looks again and again, and a look is one cheap statement for everybody
 *   - what is to be changed next, such as settings, grants, confirmations and second factors
 */
import type { Operation } from '../../contract/operation.ts'

const reasons = {
  released: 'released figures: they are read much more often than they change, and take many statements',
  rows: 'rows of exports: whole histories, page by page',
  history: 'what happened: it is only added to, and is long',
  list: 'a list, whose page is searched, sorted and counted',
} as const

export const replicaReads: Readonly<Record<string, keyof typeof reasons>> = {
  getPulseResults: 'released',
  getInstanceResults: 'released',
  getInsightMethod: 'released',
  listInsights: 'released',
  listDrivers: 'released',
  listEnps: 'released',
  listParticipation: 'released',
  listScores: 'released',
  listSentiment: 'released',
  listThemes: 'released',
  listTrends: 'released',
  listTeamResponses: 'released',
  listActionRows: 'rows',
  listAuditRows: 'rows',
  listCollectionRows: 'rows',
  listCommentRows: 'rows',
  listFigureRows: 'rows',
  listInsightRows: 'rows',
  listParticipationRows: 'rows',
  listResultRows: 'rows',
  listTeamRows: 'rows',
  listAuditEvents: 'history',
  listRequests: 'history',
  getUsage: 'history',
  listActions: 'list',
  listAlerts: 'list',
  listCheckIns: 'list',
  listCheckInInstances: 'list',
  listInstances: 'list',
  listMembers: 'list',
  listPulses: 'list',
  listOccurrences: 'list',
  listSurveys: 'list',
  countSurveys: 'list',
  listTeamMembers: 'list',
  listTeams: 'list',
  getTeamTree: 'list',
  listTemplates: 'list',
}

export const mayReadReplica = ({ id }: Pick<Operation, 'id'>): boolean => Object.hasOwn(replicaReads, id)
