/**
 * What the table of rules has to say, written a second time: contract/authority.ts decides, and this is what test/authority.test.ts
 * expects of it. Nothing here is computed from the contract. So whoever changes who may do something writes it twice, on purpose, and
 * a row that was changed by mistake fails.
 */
import type { Verdict } from './cells.ts'

/** How far each role gets, and an application by itself. Everybody else may not do it at all. */
type Rule = { member?: string; analyst?: string; admin?: string; program: 'all' | 'no' }

export const rules: Record<string, Rule> = {
  'survey.answer': { member: 'all', analyst: 'all', admin: 'all', program: 'all' },
  'address.confirm': { member: 'all', analyst: 'all', admin: 'all', program: 'all' },
  'survey.read': { member: 'all', analyst: 'all', admin: 'all', program: 'all' },
  'survey.simulate': { member: 'near', analyst: 'all', admin: 'all', program: 'all' },
  'survey.create': { member: 'all', analyst: 'all', admin: 'all', program: 'no' },
  'template.change': { member: 'own', analyst: 'own', admin: 'all', program: 'no' },
  'survey.run': { member: 'own', analyst: 'own', admin: 'own', program: 'no' },
  'survey.stop': { member: 'own', analyst: 'own', admin: 'reason', program: 'no' },
  'survey.hand_over': { member: 'near', analyst: 'all', admin: 'all', program: 'no' },
  'instance.run': { member: 'own', analyst: 'own', admin: 'own', program: 'all' },
  'instance.stop': { member: 'own', analyst: 'own', admin: 'reason', program: 'all' },
  'codes.read': { member: 'own', analyst: 'own', admin: 'all', program: 'no' },
  'codes.handle': { member: 'own', analyst: 'own', admin: 'reason', program: 'no' },
  'recipients.assign': { member: 'own', analyst: 'own', admin: 'own', program: 'all' },
  'holidays.manage': { admin: 'all', program: 'all' },
  'results.read': { member: 'shared', analyst: 'all', admin: 'all', program: 'all' },
  'exports.make': { member: 'all', analyst: 'all', admin: 'all', program: 'all' },
  'actions.work': { member: 'worked', analyst: 'all', admin: 'all', program: 'no' },
  'actions.author': { member: 'own', analyst: 'own', admin: 'own', program: 'no' },
  'insights.pin': { member: 'shared', analyst: 'all', admin: 'all', program: 'no' },
  'replies.create': { member: 'led', analyst: 'led', admin: 'all', program: 'no' },
  'replies.run': { member: 'own', analyst: 'own', admin: 'own', program: 'no' },
  'replies.withdraw': { member: 'own', analyst: 'own', admin: 'all', program: 'no' },
  'insights.recompute': { member: 'own', analyst: 'all', admin: 'all', program: 'no' },
  'answers.read': { member: 'all', analyst: 'all', admin: 'all', program: 'no' },
  'messages.write': { member: 'all', analyst: 'all', admin: 'all', program: 'no' },
  'history.import': { analyst: 'all', admin: 'all', program: 'no' },
  'events.read': { member: 'all', analyst: 'all', admin: 'all', program: 'all' },
  'webhooks.manage': { admin: 'all', program: 'all' },
  'directory.read': { member: 'near', analyst: 'all', admin: 'all', program: 'all' },
  'suppressions.read': { analyst: 'all', admin: 'all', program: 'all' },
  'directory.change': { admin: 'all', program: 'all' },
  'directory.sync': { admin: 'all', program: 'no' },
  'directory.erase': { admin: 'all', program: 'all' },
  'account.own': { member: 'all', analyst: 'all', admin: 'all', program: 'no' },
  'token.read': { member: 'all', analyst: 'all', admin: 'all', program: 'all' },
  'people.manage': { admin: 'all', program: 'no' },
  'applications.manage': { admin: 'all', program: 'no' },
  'organisation.manage': { admin: 'all', program: 'no' },
  'organisation.end': { admin: 'all', program: 'no' },
  'privacy.handle': { admin: 'all', program: 'no' },
  'retention.manage': { admin: 'all', program: 'no' },
  'alerts.handle': { admin: 'all', program: 'no' },
  'audit.read': { admin: 'all', program: 'no' },
  'audit.follow': { admin: 'all', program: 'all' },
}

/** The operations of each action, by the token that they take. */
export const operationsOf: Record<string, Record<string, string>> = {
  'survey.answer': {
    anyone:
      'answerLink discardLink editReceipt readLink readReceipt readReceiptProof saveLink withdrawReceipt readLinkReplies readReceiptReplies readReplies readOwnConversation writeOwnMessage withdrawOwnMessage',
  },
  'address.confirm': { anyone: 'confirmAddress rejectAddress' },
  'survey.read': {
    application: `
      getPulse getPulseConfidentiality getPulseDeliveries getPulseLive getPulseProgress listPulses getCheckIn
      getCheckInRecipients getCheckInSchedule listCheckIns getInstance getInstanceConfidentiality
      getInstanceDeliveries getInstanceLive getInstanceProgress getInstanceResponseRate listCheckInInstances listInstances
      getTemplate listTemplates countSurveys listSurveys listOccurrences listCollectionRows previewPulse previewCheckIn
      listHolidayCalendars getHolidayCalendar listHolidayCalendarDays listPublicHolidayCountries listPublicHolidays`,
  },
  'survey.simulate': { application: 'simulateConfidentiality' },
  'survey.create': {
    user: `
      createPulse duplicatePulse createCheckIn sendPulseTest sendCheckInTest createTemplate saveTemplate`,
  },
  'template.change': { user: 'updateTemplate deleteTemplate restoreTemplate' },
  'survey.run': {
    user: `
      extendPulse getPulseLinks openPulse remindPulse restorePulse schedulePulse unarchivePulse unschedulePulse
      updatePulse proposePulseTranslation proposeCheckInTranslation activateCheckIn restoreCheckIn resumeCheckIn unarchiveCheckIn updateCheckIn`,
  },
  'survey.stop': {
    user: `
      archivePulse cancelPulse closePulse deletePulse transferPulse archiveCheckIn deleteCheckIn
      endCheckIn pauseCheckIn transferCheckIn`,
  },
  'survey.hand_over': { session: 'listSuccessors' },
  'instance.run': { application: 'extendInstance getInstanceLinks openInstance remindInstance' },
  'instance.stop': { application: 'cancelInstance closeInstance skipInstance' },
  'recipients.assign': { application: 'addCheckInRecipients removeCheckInRecipients setCheckInRecipients' },
  'holidays.manage': {
    application: 'createHolidayCalendar updateHolidayCalendar deleteHolidayCalendar',
  },
  'results.read': {
    application: `
      getPulseResults getInstanceResults listTeamResponses getInsight getInsightMethod listInsights
      listDrivers listEnps listParticipation listScores listSentiment listThemes listTrends getAction
      listActions listResultRows listFigureRows listParticipationRows listInsightRows listActionRows
      listCommentRows listReplies getReply`,
  },
  'exports.make': {
    application: `
      listExports createExport getExport cancelExport getExportFile createExportFileLink listExportSchedules
      createExportSchedule updateExportSchedule deleteExportSchedule`,
  },
  'actions.work': { user: 'createAction updateAction' },
  'actions.author': { user: 'deleteAction' },
  'replies.create': { user: 'createReply askFurther' },
  'replies.run': { user: 'updateReply publishReply deleteReply' },
  'replies.withdraw': { user: 'withdrawReply' },
  'insights.pin': { user: 'pinInsight unpinInsight' },
  'insights.recompute': { user: 'recomputeInsights' },
  'answers.read': {
    user: 'getPulseResponses getInstanceResponses getPulseResponse getInstanceResponse getPulseConversation getInstanceConversation listUnansweredConversations getSignals',
  },
  'messages.write': {
    user: 'createPulseMessage createInstanceMessage updateMessage publishMessage withdrawMessage deleteMessage',
  },
  'history.import': { user: 'importResponses' },
  'events.read': { application: 'listEvents' },
  'directory.read': {
    application:
      'getTeam getTeamTree listTeamMembers listTeams getMember listAbsences listMembers listTeamRows',
  },
  'webhooks.manage': {
    application: `
      listWebhooks createWebhook getWebhook updateWebhook deleteWebhook rotateWebhookSecret testWebhook
      pauseWebhook enableWebhook listWebhookDeliveries getWebhookDelivery retryWebhookDelivery replayWebhook`,
  },
  'suppressions.read': { application: 'listSuppressions' },
  'directory.change': {
    application: `
      addTeamMember createTeam deleteTeam removeTeamMember setTeamMembers updateTeam createAbsence
      createMember deleteAbsence deleteMember setAbsences updateMember importDirectory liftSuppression
      reportBounces`,
  },
  'directory.sync': {
    session: `
      getDirectorySync updateDirectorySync listDirectorySyncChanges createDirectorySyncToken
      revokeDirectorySyncToken`,
  },
  'directory.erase': { application: 'eraseMember' },
  'account.own': {
    session: `
      cancelOwnPrivacyRequest createOwnPrivacyRequest getOwnExport getOwnOpenSurveys listOwnPrivacyRequests removeIdentity resendOwnInvitations
      updateMe listGrants withdrawGrant getConfirmation confirmPlan declinePlan`,
    person: `
      addIdentity listOwnOrganisations addPasskey beginAuthenticator beginPasskey confirmAuthenticator
      getSecondFactor removeAuthenticator removePasskey replaceRecoveryCodes acceptInvitation createCode`,
  },
  'token.read': { bearer: 'getMe' },
  'people.manage': {
    session: `
      listPeople updatePerson resetSecondFactor createInvitation listInvitations resendInvitation
      revokeInvitation`,
  },
  'applications.manage': {
    session: `
      createApplication deleteApplication getApplication listApplications revokeApplication revokeSecret
      rotateSecret updateApplication getRequest getUsage listRequests`,
  },
  'organisation.manage': {
    session: `
      getOrganisation updateOrganisation confirmDomain createDomain deleteDomain listDomains
      createIdentityProvider deleteIdentityProvider getIdentityProvider listIdentityProviders
      reloadIdentityProvider testIdentityProvider updateIdentityProvider getAuditNotices
      updateAuditNotices connectSlackWorkspace disconnectSlackWorkspace listSlackWorkspaces
      startSlackInstallation connectMicrosoftTenant disconnectMicrosoftTenant listMicrosoftTenants
      startMicrosoftConnection getMicrosoftTeamsManifest getMicrosoftTeamsPackage`,
  },
  'organisation.end': {
    session: `
      cancelOrganisationDeletion createExportLink createOrganisationExport getOrganisationDeletion
      getOrganisationExport listOrganisationExports requestOrganisationDeletion`,
  },
  'privacy.handle': {
    session: `
      cancelPrivacyRequest completePrivacyRequest createPrivacyRequest declinePrivacyRequest
      extendPrivacyRequest getPrivacyRequest liftPrivacyRequest listPrivacyRequests startPrivacyRequest`,
  },
  'retention.manage': { session: 'getRetention liftHold listHolds setHold' },
  'codes.read': { session: 'getInstanceCodes getPulseCodes' },
  'codes.handle': { session: 'destroyInstanceCodes destroyPulseCodes issueInstanceCodes issuePulseCodes' },
  'alerts.handle': { session: 'acknowledgeAlert listAlerts' },
  'audit.read': { session: 'getAuditChain listAuditEvents' },
  'audit.follow': { application: 'followAuditEvents listAuditRows' },
}

/** What an application of some teams may not do although its row lets it: it would read results of other teams afterwards. */
export const refusedToSomeTeams: Record<string, Record<string, Verdict>> = {
  updateTeam: { 'application of the team': 'unprocessable' },
  importDirectory: {
    'application of the team': 'unprocessable',
    'application of another team': 'unprocessable',
  },
  // The promise names the application that delivers, which is another one.
  getInstanceLinks: {
    'application of the team': 'links_not_listed',
    'application of another team': 'links_not_listed',
  },
}
