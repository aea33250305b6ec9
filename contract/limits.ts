/**
 * Every limit of the product in one place, each named with its unit. Limits that callers can reach are also in the reference.
 */
import { filterIdsMax } from './filter-ids.ts'
import { freshSignInSeconds } from './fresh-sign-in.ts'

export const limits = {
  accessTokenSeconds: 3600,
  authorizationCodeSeconds: 600,
  authorizationCodeFailuresMax: 5,
  /** Lifetime of an unused refresh token, of a family of refresh tokens, and how long a rotated one is accepted again. */
  refreshIdleSeconds: 2_592_000,
  refreshFamilySeconds: 31_536_000,
  refreshGraceSeconds: 10,
  secretOverlapSeconds: 86_400,
  secretOverlapSecondsMax: 604_800,
  /** Wrong secrets for one client in an hour, from anywhere, after which admins are alerted. */
  clientFailuresAnHourReported: 100,
  requestsKeptDays: 30,
  /** How few and how many days an organisation may keep things (contract/retention.ts). */
  retentionDaysMin: 30,
  retentionDaysMax: 3650,
  eventsKeptDays: 90,
  eventsKeptDaysMax: 365,
  /** How long a call waits for an event, and how many calls of one application may. */
  eventsWaitSecondsMax: 30,
  eventsWaitingPerApplicationMax: 20,
  eventsWaitingMax: 1_000,
  /** Calendars of an organisation, days of one of its own, and calendars that a check-in uses. */
  holidayCalendarsMax: 50,
  holidayDaysMax: 400,
  holidayCalendarsPerCheckInMax: 10,
  movedDatesMax: 100,
  movedDaysMax: 31,
  occurrenceDaysMax: 62,
  occurrencePageMax: 25,
  webhooksPerApplicationMax: 10,
  webhookUrlLengthMax: 2_000,
  /** Requests of one webhook at a time, and in a second. */
  webhookInFlightMax: 8,
  webhookPerSecondMax: 50,
  webhookAnswerCharsMax: 1_000,
  webhookReplayMax: 10_000,
  webhookSecretOverlapSeconds: 86_400,
  /** A webhook that nothing has reached for so long is disabled. */
  webhookFailingSecondsMax: 432_000,
  auditKeptDaysMin: 365,
  secretsLiveMax: 2,
  sessionTokenBytesMax: 8192,
  sessionTokenLifetimeSecondsMax: 86_400,
  sessionTokenSkewSeconds: 60,
  freshSignInSeconds,
  /** One person takes more than these out of the organisation, or out of teams, within an hour only after a recent sign-in. */
  removalsStaleMax: 10,
  /** Wrong codes of a second factor in a row; how long setting one up may take. */
  factorFailuresMax: 100,
  enrolmentSeconds: 900,
  passkeysMax: 20,
  identitiesMax: 10,
  insightPinsMax: 50,
  identityProvidersMax: 20,
  invitationSeconds: 604_800,
  invitationsPendingMax: 500,
  /** How long the links of a change of address work, and how many such mails go out for one member in a day. */
  addressChangeSeconds: 604_800,
  addressChangesADayMax: 3,
  /** How long what has ended is kept: invitations, changes of address and privacy requests. */
  invitationsKeptDays: 90,
  addressChangesKeptDays: 90,
  privacyRequestsKeptDays: 1_095,
  domainsMax: 20,
  slackWorkspacesMax: 20,
  microsoftTenantsMax: 20,
  stateBytesMax: 2048,
  redirectUriBytesMax: 2048,

  bodyBytesMax: 1_048_576,
  oauthBodyBytesMax: 16_384,
  jsonDepthMax: 32,
  jsonNodesMax: 10_000,

  nameLengthMax: 200,
  textLengthMax: 2_000,
  answerLengthMax: 10_000,
  /** Templates of an organisation, in addition to those of the service. */
  templatesMax: 500,
  templatePurposeLengthMax: 500,
  questionsMax: 50,
  questionsBytesMax: 131_072,
  scaleStepsMax: 11,
  /** Finer values would tell the people of a small group apart in its distribution. */
  sliderStepsMax: 21,
  unitLengthMax: 20,
  iconsMin: 3,
  iconsMax: 10,
  matrixRowsMax: 20,
  /** Rows of matrices and comments on ratings count as questions of their own. */
  partsMax: 100,
  translationsMax: 20,
  translationsBytesMax: 524_288,
  /** Two ids of 64 characters and a dot. */
  partIdLengthMax: 129,
  optionsMax: 50,
  recipientsMax: 50_000,
  /** Teams in one reply of the tree. */
  teamTreeMax: 5_000,
  /** Those who manage or lead a team, in one reply of the tree. */
  teamLeadsMax: 10,
  attributesMax: 20,
  breakdownValuesMax: 100,
  redirectUrisMax: 10,
  extensionsMax: 6,
  /** Scheduled in advance; and in total, including reminders sent by a call. */
  remindersMax: 5,
  remindersTotalMax: 10,
  reminderGapSeconds: 600,
  /** Reminders that reach those who have answered, too (anonymous and confidential mode): one a day, also on a day of 23 hours. */
  remindersToEveryoneMax: 3,
  reminderToEveryoneGapSeconds: 72_000,
  deletedKeptDays: 30,
  /** How long a link leads anywhere after its survey has closed: to the page that says so, and to unsubscribing. */
  linksKeptDays: 30,
  /** How long a copy of somebody’s data can be downloaded; and the file of an organisation, by a link that works for a while. */
  privacyExportDays: 30,
  /** Entries of each list in such a copy: the newest. */
  privacyExportRowsMax: 10_000,
  organisationExportDays: 7,
  exportLinkSeconds: 900,
  /** Exports of datasets: how long a file is kept, its row in the list, and a link; how many run at once in an organisation, and how large a file gets. */
  exportFileSeconds: 86_400,
  exportsKeptDays: 30,
  exportFileLinkSeconds: 300,
  exportsRunningMax: 5,
  exportBytesMax: 209_715_200,
  /** Schedules of one caller. */
  exportSchedulesMax: 20,
  exportPageRowsDefault: 200,
  exportPageRowsMax: 1_000,
  /** The waiting time before an organisation is deleted, and how long before its end admins are warned. */
  organisationDeletionDays: 30,
  organisationDeletionWarningDays: 3,
  absencesMax: 100,
  absencesShownMax: 20,
  teamDepthMax: 20,
  importRowsMax: 50_000,
  importBytesMax: 33_554_432,
  /** Answers, dates and questions of past surveys in one file. */
  pastRowsMax: 200_000,
  pastBytesMax: 67_108_864,
  pastPeriodsMax: 100,
  pastQuestionsMax: 200,
  pastLeftOutShownMax: 20,
  /** Per node: each upload holds a database connection while it is read. */
  uploadsAtOnceMax: 4,
  importErrorsShownMax: 100,
  importChangesShownMax: 200,
  /** Directory sync: the brake stops at more deactivations within an hour than this share of the directory, and than this many. */
  syncDeactivationsShare: 0.1,
  syncDeactivationsMin: 20,
  syncTokensMax: 2,
  syncTokenDays: 365,
  /** Changes that came in within this time are one entry of the audit log; and how long the list of them is kept. */
  syncRunSeconds: 300,
  syncRunsKeptDays: 90,
  syncRunsShownMax: 20,
  /** Resources on a page of SCIM, and operations of one PATCH. */
  scimPageDefault: 100,
  scimPageMax: 200,
  scimOperationsMax: 1_000,
  /** For a request on a group: it may name all of its members, 20,000 and more. */
  scimGroupBytesMax: 4_194_304,
  scimNodesMax: 100_000,
  bouncesMax: 500,

  pageSizeDefault: 50,
  pageSizeMax: 200,
  filterIdsMax,
  ownOpenSurveysMax: 20,
  /** How often somebody gets their own invitations again. */
  ownInvitationsAnHourMax: 3,
  scheduleCountMax: 200,
  scheduleZonesMax: 50,

  idempotencyKeySeconds: 86_400,

  /** Minimum group sizes for scores, comments and response rates. An organisation can raise them; nobody can lower them. */
  kScoreMin: 5,
  kCommentMin: 10,
  kRateMin: 5,
  themePeopleMin: 3,

  liveStreamsPerApplicationMax: 200,
  liveStreamsMax: 1_000,

  deliveryAttemptsMax: 8,

  /** What a model reads at once, of which the frame is what stands around a list. */
  toolReplyBytesMax: 24_576,
  toolReplyFrameBytes: 1_024,
  toolEntriesMax: 20,
  /** One text in a reply, as JSON; a sentence may quote a question, and a finding has several of them. */
  toolTextBytesMax: 8_000,
  toolSentenceBytesMax: 2_500,
  toolPointsMax: 100,
  toolListSeconds: 3_600,
  /** How long a person may confirm what an agent wants to do, and how long from then the agent may do it; and how long the plan is kept. */
  confirmationSeconds: 600,
  confirmationsKeptSeconds: 86_400,
  /** Documents that describe agents: how long reading one may take, how large it is, and how many redirect URIs of it are taken. */
  documentSeconds: 3,
  documentBytesMax: 5_120,
  documentRedirectUrisMax: 20,
  agentHostsMax: 50,
  replyTextLengthMax: 2_000,
  contactsMax: 5,
  contactReachLengthMax: 300,
  /** An organisation's logo: the file, and each side of the picture. Pages show it at most 48 pixels high and 240 wide. */
  logoBytesMax: 20_480,
  logoPixelsMin: 16,
  logoPixelsMax: 1_024,
  repliesPerInsightMax: 3,
  /** That people make from one finding: at a time, and with those that they have dismissed. */
  ownActionsMax: 20,
  ownActionsKeptMax: 100,
  /** About one named answer, by both sides together, withdrawn ones included. */
  messageTextLengthMax: 2_000,
  messagesPerConversationMax: 50,
  /** Messages about a reply go this long after it was published, so it can be withdrawn before; those of one survey at most this often. */
  replyMessagesAfterSeconds: 600,
  replyMessagesEverySeconds: 72_000,
} as const

/**
 * Requests per minute for one application or person, by class of operation.
 *
 * guess   requests from one network with a credential that is not valid or without one (a token, a client, a personal link, a link of a mail)
 * secret  wrong secrets for one client from one network
 * directory  requests of directory sync
 * document  documents that describe agents, asked of one host
 * link    saves, answers and changes by one personal link or receipt
 * code    codes of no survey, from one network; one that is mistyped is not looked up and does not count
 */
export const rateLimits = {
  read: 600,
  write: 120,
  token: 600,
  export: 10,
  bulk: 10,
  directory: 1_800,
  guess: 60,
  document: 10,
  secret: 10,
  link: 60,
  code: 10,
} as const

export type RateClass = keyof typeof rateLimits
