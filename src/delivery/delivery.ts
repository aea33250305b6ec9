/**
 * Delivery: messages to recipients, sent as due work, and what comes back: bounces, complaints, opt-outs. Who the recipients are is
 * decided by the collection.
 */
export { deliveryTasks } from './deliveries.ts'
export { contentOf as invitationContent, firstAsked } from './invitation.ts'
export { messagePromiseOf } from './message-promise.ts'
export { endedCollectionsTask, sweepKeysTask } from './ended-collections.ts'
export { holdNoticeTask } from './hold-notice.ts'
export { bounceTasks } from './maildir.ts'
export { leaveToken } from './leaving.ts'
export { invitationNotices, sendOwnInvitations } from './own-invitations.ts'
export { findSubscription, optIn, optOut, type Subscription } from './opt-out.ts'
export { openSurveysSentTo, wasSentTo } from './sent-to.ts'
export { liftRefusal } from './suppression-store.ts'
export { type Absence, nextSendingTime } from './sending-time.ts'
export { recordReturned } from './returned-mail.ts'
