/** A request that succeeds for every operation, prepared again where the call uses something up. test/access.test.ts names what lacks one. */
import { randomUUID } from 'node:crypto'
import type { Scope } from '../../contract/scopes.ts'
import type { Client } from '../support/world.ts'
import { calendarRequests } from './calendar-requests.ts'
import { conversationRequests } from './conversation-requests.ts'
import { codeRequests } from './code-requests.ts'
import { exportRequests } from './export-requests.ts'
import { peopleRequests } from './people-requests.ts'
import { inDays, ok, type Prepared } from './prepared.ts'
import { confirmationRequests } from './confirmations.ts'
import { chatRequests } from './microsoft-teams.ts'
import { webhookRequests } from './webhook-requests.ts'

export type Request = {
  params?: Record<string, string>
  query?: Record<string, string>
  body?: unknown
  /** The caller, where it is nobody of the prepared organisation. */
  by?: Client
  /** Scopes that this very request takes besides those of its operation: an export also takes those of its rows. */
  besides?: readonly Scope[]
}

/** Whose token calls: of the author, or of the organisation. What belongs to its caller alone is made for them. */
export type Kind = 'user' | 'organisation'

export type Make = (it: Prepared, kind?: Kind) => Request | Promise<Request>

const named = { confidentiality: { mode: 'attributed' } }
const of = (id: string, rest: Omit<Request, 'params'> = {}): Request => ({ params: { id }, ...rest })

const surveys: Record<string, Make> = {
  listSurveys: () => ({ query: { limit: '5', phase: 'closed' } }),
  countSurveys: () => ({ query: { kind: 'pulse' } }),
}

const pulses: Record<string, Make> = {
  listPulses: () => ({ query: { limit: '5', state: 'draft,closed' } }),
  createPulse: (it) => ({ body: it.draft() }),
  getPulse: (it) => of(it.closed.id),
  sendPulseTest: (it) => of(it.closed.id, { body: { language: 'de' } }),
  previewPulse: (it) => of(it.closed.id, { query: { language: 'de', theme: 'dark' } }),
  proposePulseTranslation: async (it) => of((await it.pulse()).id, { body: { language: 'de' } }),
  updatePulse: async (it) => of((await it.pulse()).id, { body: { title: 'Changed', tags: ['one'] } }),
  deletePulse: async (it) => of((await it.pulse()).id),
  schedulePulse: async (it) => of((await it.pulse()).id, { body: { opens_at: inDays(1) } }),
  unschedulePulse: async (it) => of((await it.scheduledPulse()).id),
  openPulse: async (it) => of((await it.pulse()).id),
  extendPulse: async (it) => of((await it.openPulse()).id, { body: { closes_at: inDays(30) } }),
  closePulse: async (it) => of((await it.openPulse()).id),
  cancelPulse: async (it) => of((await it.openPulse()).id),
  archivePulse: async (it) => of((await it.closedPulse()).id),
  unarchivePulse: async (it) => of((await it.archivedPulse()).id),
  remindPulse: async (it) => of((await it.openPulse()).id),
  transferPulse: async (it) => of((await it.pulse()).id, { body: { user_id: it.world.adminId } }),
  restorePulse: async (it) => of((await it.deletedPulse()).id),
  duplicatePulse: (it) => of(it.closed.id, { body: { title: 'Once more' } }),
  getPulseLive: (it) => of(it.closed.id),
  getPulseResults: (it) => of(it.closed.id),
  getPulseConfidentiality: (it) => of(it.closed.id),
  getPulseProgress: (it) => of(it.closed.id),
  getPulseDeliveries: (it) => of(it.closed.id),
  // In the other modes a scope of one's own is needed as well (src/collection/link-delivery.test.ts).
  getPulseLinks: async (it) => of((await it.openPulse(named)).id, { query: { limit: '2' } }),
  getPulseResponses: (it) => of(it.closed.id, { query: { limit: '2' } }),
}

const checkIns: Record<string, Make> = {
  listCheckIns: () => ({ query: { state: 'draft,active' } }),
  createCheckIn: (it) => ({ body: it.checkInDraft() }),
  getCheckIn: (it) => of(it.active.id),
  sendCheckInTest: (it) => of(it.active.id),
  previewCheckIn: (it) => of(it.active.id),
  proposeCheckInTranslation: async (it) => of((await it.checkIn()).id, { body: { language: 'de' } }),
  deleteCheckIn: async (it) => of((await it.checkIn()).id),
  activateCheckIn: async (it) => of((await it.checkIn()).id),
  pauseCheckIn: async (it) => of(await it.checkInAfter()),
  resumeCheckIn: async (it) => of(await it.checkInAfter('pause')),
  endCheckIn: async (it) => of(await it.checkInAfter()),
  archiveCheckIn: async (it) => of(await it.checkInAfter('end')),
  unarchiveCheckIn: async (it) => of(await it.checkInAfter('end', 'archive')),
  transferCheckIn: async (it) => of((await it.checkIn()).id, { body: { user_id: it.world.adminId } }),
  restoreCheckIn: async (it) => of(await it.deletedCheckIn()),
  getCheckInSchedule: (it) => of(it.active.id, { query: { count: '3' } }),
  getCheckInRecipients: (it) => of(it.active.id),
  setCheckInRecipients: (it) => of(it.active.id, { body: it.recipients }),
  addCheckInRecipients: (it) => of(it.active.id, { body: { member_ids: [it.team.members[0]] } }),
  removeCheckInRecipients: (it) => of(it.active.id, { body: { member_ids: [it.team.members[0]] } }),
}

const instances: Record<string, Make> = {
  listInstances: (it) => ({ query: { check_in_id: it.active.id } }),
  listCheckInInstances: (it) => of(it.active.id),
  getInstance: async (it) => of((await it.instance()).id),
  openInstance: async (it) => of((await it.instance()).id),
  skipInstance: async (it) => of((await it.instance()).id, { body: { reason: 'a holiday' } }),
  extendInstance: async (it) => of((await it.openInstance()).id, { body: { closes_at: inDays(30) } }),
  remindInstance: async (it) => of((await it.openInstance()).id),
  closeInstance: async (it) => of((await it.openInstance()).id),
  cancelInstance: async (it) => of((await it.openInstance()).id),
  getInstanceLive: async (it) => of((await it.closedInstance()).id),
  getInstanceResults: async (it) => of((await it.openInstance()).id),
  getInstanceResponseRate: async (it) => of((await it.openInstance()).id),
  getInstanceProgress: async (it) => of((await it.openInstance()).id),
  getInstanceDeliveries: async (it) => of((await it.openInstance()).id),
  getInstanceConfidentiality: async (it) => of((await it.openInstance()).id),
  getInstanceLinks: async (it) => of((await it.openInstance(named)).id),
  getInstanceResponses: async (it) => of((await it.openInstance(named)).id),
}

const templates: Record<string, Make> = {
  listTemplates: () => ({ query: { origin: 'own' } }),
  getTemplate: async (it) => of((await it.newTemplate()).id),
  createTemplate: (it) => ({ body: it.templateDraft() }),
  saveTemplate: (it) => ({ body: { survey_id: it.active.id, purpose: 'for every week' } }),
  updateTemplate: async (it) => of((await it.newTemplate()).id, { body: { title: 'Changed' } }),
  deleteTemplate: async (it) => of((await it.newTemplate()).id),
  restoreTemplate: async (it) => of(await it.deletedTemplate()),
}

const directory: Record<string, Make> = {
  listTeams: () => ({ query: { status: 'active' } }),
  getTeamTree: () => ({}),
  createTeam: () => ({ body: { name: 'A team' } }),
  getTeam: (it) => of(it.team.id),
  updateTeam: async (it) => of(await it.newTeam(), { body: { parent_team_id: it.team.id } }),
  deleteTeam: async (it) => of(await it.newTeam()),
  listTeamMembers: (it) => of(it.team.id),
  setTeamMembers: async (it) =>
    of(await it.newTeam(), { body: { members: [{ member_id: it.team.members[0], role: 'lead' }] } }),
  addTeamMember: async (it) => ({
    params: { id: await it.newTeam(), member_id: it.team.members[0] },
    body: { role: 'lead' },
  }),
  removeTeamMember: (it) =>
    it.newTeam().then(async (id) => ({ params: { id, member_id: await it.newMember({ team_ids: [id] }) } })),
  listTeamResponses: (it) => of(it.team.id, { query: { limit: '2' } }),
  listMembers: (it) => ({ query: { team_id: it.team.id } }),
  createMember: (it) => ({ body: { name: 'Somebody', team_ids: [it.team.id] } }),
  getMember: (it) => of(it.team.members[0]),
  updateMember: async (it) => of(await it.newMember(), { body: { attributes: { site: 'Berlin' } } }),
  deleteMember: async (it) => of(await it.newMember()),
  importDirectory: () => ({
    query: { dry_run: 'true' },
    body: { rows: [{ name: 'Ada Imported', email: 'ada.imported@acme.test' }] },
  }),
  importResponses: () => ({
    query: { title: 'Before Sonde', dry_run: 'true' },
    body: { rows: [{ period: '2019-H1', respondent: '1', question: 'load', rating: 3, scale: 5 }] },
  }),
  eraseMember: async (it) => of(await it.newMember()),
  listAbsences: async (it) => of((await it.newAbsence()).member_id, { query: { limit: '2' } }),
  createAbsence: async (it) => of(await it.newMember(), { body: { from: '2031-07-01', to: '2031-07-14' } }),
  setAbsences: async (it) =>
    of(await it.newMember(), { body: { absences: [{ from: '2031-07-01', to: '2031-07-14' }] } }),
  deleteAbsence: async (it) => {
    const { id: absence_id, member_id } = await it.newAbsence()
    return { params: { id: member_id, absence_id } }
  },
}

const deliveries: Record<string, Make> = {
  reportBounces: () => ({
    body: { bounces: [{ message_id: `<${'0'.repeat(32)}@sonde>`, type: 'hard', reason: 'gone' }] },
  }),
  listSuppressions: () => ({ query: { channel: 'email', limit: '2' } }),
  liftSuppression: async (it) => of(await it.newSuppression()),
}

const readings: Record<string, Make> = {
  listInsights: (it) => ({ query: { pulse_id: it.closed.id } }),
  getInsight: (it) => of(it.insightId),
  getInsightMethod: (it) => of(it.insightId),
  pinInsight: (it) => of(it.insightId),
  unpinInsight: (it) => of(it.insightId),
  recomputeInsights: (it) => ({ body: { pulse_id: it.closed.id } }),
  listScores: (it) => ({ query: { pulse_id: it.closed.id } }),
  listEnps: (it) => ({ query: { check_in_id: it.read.check_in_id } }),
  listSentiment: (it) => ({ query: { check_in_instance_id: it.read.id } }),
  listDrivers: (it) => ({ query: { check_in_id: it.read.check_in_id, limit: '1' } }),
  listThemes: (it) => ({ query: { check_in_instance_id: it.read.id } }),
  listParticipation: (it) => ({ query: { team_id: it.team.id } }),
  listTrends: (it) => ({ query: { check_in_id: it.read.check_in_id } }),
  listActions: () => ({ query: { state: 'suggested,accepted', limit: '2' } }),
  getAction: async (it) => of((await it.suffering()).actionId),
  createAction: (it) => ({ body: { insight_id: it.insightId, title: 'Meet on Mondays only' } }),
  updateAction: async (it) =>
    of((await it.suffering()).actionId, { body: { note: 'Talk about it on Monday' } }),
  deleteAction: async (it) => {
    const made = await it.author.post('/api/actions', {
      insight_id: await it.newFinding(),
      title: 'Meet less',
    })
    return of(made.body.id)
  },
  createReply: async (it) => of(await it.newFinding(), { body: { kind: 'done', text: 'It is done.' } }),
  askFurther: async (it) => of(await it.newFinding(), { body: { text: 'What would help most?' } }),
  listReplies: () => ({ query: { limit: '2' } }),
  getReply: async (it) => of(await it.newReply('publish')),
  updateReply: async (it) => of(await it.newReply(), { body: { kind: 'done', text: 'In other words.' } }),
  publishReply: async (it) => of(await it.newReply()),
  withdrawReply: async (it) => of(await it.newReply('publish')),
  deleteReply: async (it) => of(await it.newReply()),
  getSignals: async (it) => ({
    query: { pulse_id: (await it.openPulse({ confidentiality: { mode: 'attributed' } })).id },
  }),
}

const organisation: Record<string, Make> = {
  getOrganisation: () => ({}),
  updateOrganisation: () => ({ body: { name: 'Renamed', time_zone: 'Europe/Berlin', locale: 'de' } }),
  getRetention: () => ({ query: { days: '60', answers_days: '30' } }),
  listHolds: () => ({ query: { limit: '2' } }),
  setHold: async (it) => of((await it.closedPulse()).id, { body: { reason: 'A case before the court' } }),
  liftHold: async (it) => of(await it.newHold(), { body: { reason: 'The case has ended' } }),
  listEvents: () => ({ query: { types: 'pulse.*,member.created', limit: '2' } }),
  listAuditEvents: () => ({ query: { action: 'application.created', limit: '2' } }),
  followAuditEvents: () => ({ query: { action: 'application.created', limit: '2' } }),
  getAuditChain: () => ({}),
  getAuditNotices: () => ({}),
  updateAuditNotices: (it) => ({
    body: { actions: ['organisation.updated'], recipients: [it.world.adminId] },
  }),
  listAlerts: () => ({ query: { acknowledged: 'false', limit: '2' } }),
  acknowledgeAlert: async (it) => of((await it.suffering()).alertId),
  simulateConfidentiality: (it) => ({
    body: { recipients: it.recipients, confidentiality: { mode: 'anonymous' }, response_rate: 0.7 },
  }),
}

const offboarding: Record<string, Make> = {
  listOrganisationExports: () => ({ query: { limit: '2' } }),
  createOrganisationExport: async (it) => {
    await it.exported()
    return {}
  },
  getOrganisationExport: async (it) => of(await it.exported()),
  createExportLink: async (it) => of(await it.exported()),
  getOrganisationDeletion: () => ({}),
  requestOrganisationDeletion: async (it) => {
    ok(await it.world.admin.delete('/api/organisation/deletion'))
    return { body: { slug: ok(await it.world.admin.get('/api/organisation')).slug } }
  },
  cancelOrganisationDeletion: async (it) => {
    ok(await it.world.admin.delete('/api/organisation/deletion'))
    const { slug } = ok(await it.world.admin.get('/api/organisation'))
    ok(await it.world.admin.post('/api/organisation/deletion', { slug }))
    return {}
  },
}

const privacy: Record<string, Make> = {
  listPrivacyRequests: () => ({ query: { kind: 'access', state: 'received', limit: '2' } }),
  createPrivacyRequest: async (it) => ({ body: { kind: 'access', member_id: await it.newMember() } }),
  getPrivacyRequest: async (it) => of(await it.newPrivacyRequest()),
  startPrivacyRequest: async (it) => of(await it.newPrivacyRequest()),
  completePrivacyRequest: async (it) => of(await it.newPrivacyRequest('erasure')),
  declinePrivacyRequest: async (it) => of(await it.newPrivacyRequest(), { body: { reason: 'Not you' } }),
  extendPrivacyRequest: async (it) => of(await it.newPrivacyRequest(), { body: { reason: 'Very much' } }),
  cancelPrivacyRequest: async (it) => of(await it.newPrivacyRequest()),
  liftPrivacyRequest: async (it) => of(await it.newPrivacyRequest('restriction', 'complete')),
  listOwnPrivacyRequests: () => ({ query: { limit: '2' } }),
  createOwnPrivacyRequest: async (it) => {
    await it.noOwnPrivacyRequest()
    return { body: { kind: 'access', note: 'All of it' } }
  },
  cancelOwnPrivacyRequest: async (it) => of(await it.ownPrivacyRequest()),
  getOwnExport: async (it) => of(await it.ownPrivacyRequest('complete'), { query: { format: 'html' } }),
}

const providers: Record<string, Make> = {
  listIdentityProviders: () => ({ query: { limit: '5' } }),
  createIdentityProvider: () => ({
    body: {
      name: 'Their own',
      issuer: `https://${randomUUID()}.invalid`,
      audiences: ['https://api.example'],
      organisation: { claim: 'org_id', values: ['org_1'] },
      roles: { claim: 'roles', values: { lead: 'analyst' } },
    },
  }),
  getIdentityProvider: async (it) => of(await it.newProvider()),
  updateIdentityProvider: async (it) => of(await it.newProvider(), { body: { name: 'Other', joins: true } }),
  deleteIdentityProvider: async (it) => of(await it.newProvider()),
  testIdentityProvider: async (it) => of(await it.newProvider()),
  reloadIdentityProvider: async (it) => of(await it.newProvider()),
}

const credentials: Record<string, Make> = {
  listApplications: () => ({ query: { limit: '5' } }),
  createApplication: () => ({ body: { name: 'Bot', scopes: ['teams:read'] } }),
  getApplication: async (it) => of(await it.newApplication()),
  updateApplication: async (it) => of(await it.newApplication(), { body: { name: 'Other' } }),
  rotateSecret: async (it) => of(await it.newApplication(), { body: { overlap_seconds: 60 } }),
  revokeSecret: async (it) => ({ params: await it.newSecret() }),
  revokeApplication: async (it) => of(await it.newApplication()),
  deleteApplication: async (it) => of(await it.newApplication()),
  createCode: (it) => ({ body: it.codeRequest }),
  getUsage: async (it) => of((await it.newRequest()).id, { query: { from: '2026-01-01', to: '2026-02-01' } }),
  listRequests: async (it) =>
    of((await it.newRequest()).id, { query: { status: '2xx', method: 'GET', limit: '2' } }),
  getRequest: async (it) => ({ params: await it.newRequest() }),
  listGrants: async (it) => {
    await it.newGrant()
    return { query: { limit: '5' } }
  },
  withdrawGrant: async (it) => of(await it.newGrant()),
}

const answering: Record<string, Make> = {
  readLink: async (it) => ({ params: { token: await it.linkOf((await it.openPulse()).id) } }),
  answerLink: async (it) => ({
    params: { token: await it.linkOf((await it.openPulse()).id) },
    body: { answers: it.answers },
  }),
  saveLink: async (it) => ({
    params: { token: await it.linkOf((await it.openPulse()).id) },
    body: { answers: it.answers, attempt: 'of-the-access-test' },
  }),
  discardLink: async (it) => ({ params: { token: await it.linkOf((await it.openPulse()).id) } }),
  readReceipt: async (it) => ({ params: { receipt: await it.receipt((await it.openPulse()).id) } }),
  readReceiptProof: async (it) => ({ params: { receipt: await it.receipt((await it.openPulse()).id) } }),
  editReceipt: async (it) => ({
    params: { receipt: await it.receipt((await it.openPulse()).id) },
    body: { answers: it.answers },
  }),
  withdrawReceipt: async (it) => ({ params: { receipt: await it.receipt((await it.openPulse()).id) } }),
}

export const requests: Record<string, Make> = {
  ...surveys,
  ...pulses,
  ...checkIns,
  ...instances,
  ...calendarRequests,
  ...templates,
  ...directory,
  ...deliveries,
  ...webhookRequests,
  ...confirmationRequests,
  ...readings,
  ...organisation,
  ...codeRequests,
  ...conversationRequests,
  ...exportRequests,
  ...chatRequests,
  ...offboarding,
  ...privacy,
  ...peopleRequests,
  ...providers,
  ...credentials,
  ...answering,
}
