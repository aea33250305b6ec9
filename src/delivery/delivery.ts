/**
 * Delivery: messages to recipients, sent as due work, and what comes back of them: bounces, complaints, opt-outs. Whom a
 * collection asks is the collection’s to say.
 */
export { deliveryTasks } from './deliveries.ts'
export { bounceTasks } from './maildir.ts'
export { findSubscription, optIn, optOut, type Subscription } from './opt-out.ts'
export { recordReturned } from './returned-mail.ts'
