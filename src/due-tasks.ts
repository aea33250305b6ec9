/** All work that the clock asks for. */
import { deleteFindings, forgetWords, regenerate } from './analysis.ts'
import { auditTasks } from './audit/audit.ts'
import { departureTask, surveyNotices } from './authorship/authorship.ts'
import { auditNoticeTasks, digestNotices } from './audit-notices/audit-notices.ts'
import * as checkIns from './checkins/checkins.ts'
import {
  beginDeletionTask,
  compactionTask,
  deletionTask,
  formerNamesTask,
  participationNotices,
  participationTask,
  rateQuartersTask,
  remindTask,
} from './collection/collection.ts'
import {
  bounceTasks,
  deliveryTasks,
  endedCollectionsTask,
  holdNoticeTask,
  invitationNotices,
  recordReturned,
  sweepKeysTask,
} from './delivery/delivery.ts'
import { addressExpiryTask, endedAddressChangesTask } from './directory/directory.ts'
import { idempotencyTask } from './http/idempotency.ts'
import { placeTask } from './events/events.ts'
import { rateLimitsTask } from './http/shared-points.ts'
import { type DueTask, inTransaction } from './jobs/jobs.ts'
import { wordsTask } from './language-model/language-model.ts'
import { oauthTasks } from './oauth/oauth.ts'
import { noticeTask } from './notices/notices.ts'
import { exportsTask, schedulesTask } from './exports/exports.ts'
import { confirmationsTask } from './mcp/mcp.ts'
import * as offboarding from './offboarding/offboarding.ts'
import { testNotices } from './previews/previews.ts'
import * as privacy from './privacy/privacy.ts'
import * as pulses from './pulses/pulses.ts'
import { answerNotices, messageNotices, replyNotices, tellTask } from './replies/replies.ts'
import { retentionTasks } from './retention/retention.ts'
import { syncTasks } from './scim/scim.ts'
import { seatsTask } from './seats/seats.ts'
import * as templates from './templates/templates.ts'
import * as usage from './usage/usage.ts'
import * as users from './users/users.ts'
import { fanOutTask } from './webhooks/webhooks.ts'
import type { Parts } from './parts.ts'

const madeFromAnswers = { forgetQuotes: forgetWords, deleteFindings }

/** What the clock asks for, in the order in which `settle` looks. */
export const dueTasks = ({
  config,
  db,
  addresses,
  channels,
  senders,
  webhooks,
  receivers: { sealing },
}: Parts): DueTask[] => [
  ...[
    pulses.openTask,
    checkIns.openTask,
    checkIns.askTask,
    remindTask,
    rateQuartersTask(),
    participationTask,
    pulses.closeTask,
    checkIns.closeTask,
    pulses.answeredTask(),
    checkIns.answeredTask(),
  ].map((task) => inTransaction(db, task)),
  ...deliveryTasks({ db, senders, channels, baseUrl: () => addresses.baseUrl }),
  ...bounceTasks(config.bouncesMaildir, db.transaction, recordReturned),
  inTransaction(db, endedCollectionsTask(channels)),
  holdNoticeTask({ db, channels, baseUrl: () => addresses.baseUrl }),
  users.invitationTask({ db, channels, developerUrl: () => addresses.developerUrl }),
  ...[placeTask(), ...auditTasks(), ...auditNoticeTasks].map((task) => inTransaction(db, task)),
  inTransaction(db, fanOutTask),
  webhooks.task,
  noticeTask({
    db,
    channels,
    developerUrl: () => addresses.developerUrl,
    baseUrl: () => addresses.baseUrl,
    kinds: [
      surveyNotices,
      participationNotices,
      answerNotices,
      digestNotices,
      privacy.privacyNotices,
      offboarding.deletionNotices,
      testNotices,
    ],
  }),
  inTransaction(db, tellTask(replyNotices(sealing))),
  noticeTask({
    name: 'replies.send',
    db,
    channels,
    developerUrl: () => addresses.developerUrl,
    baseUrl: () => addresses.baseUrl,
    kinds: [replyNotices(sealing), messageNotices],
  }),
  // In a line of their own: anyone who asks for theirs again holds up nobody's notice.
  noticeTask({
    name: 'invitations.send',
    db,
    channels,
    developerUrl: () => addresses.developerUrl,
    baseUrl: () => addresses.baseUrl,
    kinds: [invitationNotices],
  }),
  users.secondFactorTask({ db, channels, developerUrl: () => addresses.developerUrl }),
  ...users.addressMailTasks({ db, channels, developerUrl: () => addresses.developerUrl }),
  wordsTask({ db, provider: config.languageModel, regenerate }),
  ...[
    departureTask([pulses.departing, checkIns.departing]),
    pulses.purgeTask,
    checkIns.purgeTask,
    templates.purgeTask,
    beginDeletionTask(madeFromAnswers),
    deletionTask(madeFromAnswers),
    compactionTask,
    seatsTask,
    ...retentionTasks,
    formerNamesTask,
    addressExpiryTask,
    ...syncTasks,
    idempotencyTask,
    confirmationsTask,
    rateLimitsTask,
    privacy.expireTask,
    privacy.endedRequestsTask,
    users.endedInvitationsTask,
    endedAddressChangesTask,
    exportsTask,
    schedulesTask(addresses),
    offboarding.exportsTask,
    offboarding.warningTask,
    offboarding.deletionTask,
    sweepKeysTask,
    ...oauthTasks(() => addresses.developerUrl),
    ...usage.usageTasks,
  ].map((task) => inTransaction(db, task)),
]
