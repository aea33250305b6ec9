/**
 * Which operations that change something write to the audit log, and why the others do not. test/audited.test.ts tries each: a new operation
 * without a line here fails.
 */
import { type AuditAction } from '../../contract/audit-actions.ts'

export const audited: Readonly<Record<string, AuditAction>> = {
  transferPulse: 'survey.transferred',
  transferCheckIn: 'survey.transferred',
  deletePulse: 'pulse.deleted',
  restorePulse: 'pulse.restored',
  closePulse: 'figures.released',
  closeInstance: 'figures.released',
  createMember: 'member.created',
  updateMember: 'member.updated',
  deleteMember: 'member.deactivated',
  eraseMember: 'member.erased',
  importDirectory: 'directory.imported',
  importResponses: 'history.imported',
  updateOrganisation: 'organisation.updated',
  updateAuditNotices: 'audit.notices_updated',
  addIdentity: 'identity.added',
  removeIdentity: 'identity.removed',
  updatePerson: 'person.updated',
  acceptInvitation: 'person.joined',
  createInvitation: 'invitation.created',
  resendInvitation: 'invitation.resent',
  revokeInvitation: 'invitation.revoked',
  createIdentityProvider: 'identity_provider.created',
  deleteIdentityProvider: 'identity_provider.deleted',
  reloadIdentityProvider: 'identity_provider.reloaded',
  updateIdentityProvider: 'identity_provider.updated',
  acknowledgeAlert: 'alert.acknowledged',
  createApplication: 'application.created',
  createCode: 'application.allowed',
  deleteApplication: 'application.revoked',
  revokeApplication: 'application.revoked',
  revokeSecret: 'application.secret_revoked',
  rotateSecret: 'application.secret_rotated',
  updateApplication: 'application.updated',
  withdrawGrant: 'grant.withdrawn',
}

const lifecycle = 'an event tells it for 90 days; the log has what leaves: figures, named answers, links'
const content = 'what the author asks, which respondents and readers see themselves; an event tells it'
const roster =
  'an event tells it; who is asked is frozen at opening, and people who were added lately are recorded there'
const answers = 'who answers, and when, is nobody’s business'
const preview = 'nothing is kept'

/** Why these write nothing: a reason for each. */
export const unaudited: Readonly<Record<string, string>> = {
  createPulse: content,
  updatePulse: content,
  duplicatePulse: content,
  schedulePulse: lifecycle,
  unschedulePulse: lifecycle,
  openPulse: lifecycle,
  extendPulse: lifecycle,
  remindPulse: lifecycle,
  cancelPulse: lifecycle,
  archivePulse: lifecycle,
  createCheckIn: content,
  updateCheckIn: content,
  activateCheckIn: lifecycle,
  pauseCheckIn: lifecycle,
  resumeCheckIn: lifecycle,
  endCheckIn: lifecycle,
  archiveCheckIn: lifecycle,
  deleteCheckIn: 'a draft goes, which nobody has seen; otherwise it archives, and nothing is lost',
  addCheckInRecipients: roster,
  removeCheckInRecipients: roster,
  setCheckInRecipients: roster,
  openInstance: lifecycle,
  extendInstance: lifecycle,
  remindInstance: lifecycle,
  skipInstance: lifecycle,
  cancelInstance: lifecycle,
  createTeam: roster,
  updateTeam: roster,
  deleteTeam: roster,
  addTeamMember: roster,
  removeTeamMember: roster,
  setTeamMembers: roster,
  createAbsence:
    'when somebody is away, which their address book tells better; the log would keep it for years',
  deleteAbsence: 'when somebody is away',
  setAbsences: 'when somebody is away',
  reportBounces: 'what mail servers say, of messages that were sent',
  liftSuppression: 'an address is tried again; nobody gets more than they were asked',
  simulateConfidentiality: preview,
  testIdentityProvider: preview,
  recomputeInsights: 'computed again from figures whose release is recorded',
  updateAction: 'work of a team, with its own history',
  answerLink: answers,
  saveLink: answers,
  discardLink: answers,
  editReceipt: answers,
  withdrawReceipt: answers,
}
