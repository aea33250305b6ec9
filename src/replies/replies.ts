/**
 * Replies: a team that says something hears something back. A lead or an admin replies to a finding, in their own name, and everybody who
 * was asked in its group reads it, whether they answered or not: a reply reveals nothing that the finding did not. It is to nobody's answer
 * (conversations.ts has those that were given by name), and nobody who reads it on a page or in a message reads the finding, whose readers the promise names.
 */
import type { EventType } from '../../contract/events.ts'
import type { ProblemCode } from '../../contract/problems.ts'
import { limits } from '../../contract/limits.ts'
import type { Reply as Result } from '../../contract/operation.ts'
import type * as contract from '../../contract/replies.ts'
import type { Reply, ReplyRights } from '../../contract/replies.ts'
import { type ReplyState, replyTransitions, startsFrom, type Transition } from '../../contract/states.ts'
import { type ApplicationActor, userIdOf } from '../actor.ts'
import type { UserActor } from '../actor.ts'
import { actedBy, recordAudit } from '../audit/audit.ts'
import { assertReaches, reachesAll } from '../authority.ts'
import type { Call } from '../call.ts'
import type { Tx } from '../db/db.ts'
import { paged, pageOf } from '../db/paging.ts'
import { leadOf, readerOf } from '../directory/directory.ts'
import { recordEvent } from '../events/events.ts'
import { newId } from '../ids.ts'
import { impossible, problem } from '../problem.ts'
import { newPageKey } from './page-key.ts'
import * as store from './store.ts'
import type { Finding, ReplyRow } from './store.ts'

export {
  findContacts,
  findRepliesOfKey,
  findRepliesOfReceipt,
  findRepliesToMember,
  type ReplyPage,
} from './reading.ts'
export { type Topic, topicIn } from './topic.ts'
export { deleteReplies, type Finding } from './store.ts'
export { replyNotices, tellTask } from './telling.ts'
export { conversationRoutes } from './conversation-routes.ts'
export { deleteConversation } from './conversation-store.ts'
export { answerNotices, messageNotices } from './conversation-telling.ts'
export {
  findConversation,
  ownConversationOf,
  type OwnConversationLink,
  type OwnConversationRead,
  promiseOfConversation,
  readOwnConversation,
  withdrawOwnMessage,
  writeOwnMessage,
} from './conversations.ts'

/** @throws invalid_cursor */
export async function listReplies({
  tx,
  actor,
  query,
}: Call<typeof contract.listReplies>): Promise<Result<typeof contract.listReplies>> {
  const paging = paged(`replies of ${actor.organisationId}`, query)
  const { limit: _limit, cursor: _cursor, ...filter } = query
  const reader = await readerOf(tx, actor)
  const rows = await store.listReplies(tx, reader, { ...filter, userId: userIdOf(actor) }, paging)
  const page = pageOf('replies', rows, paging, ({ id }) => id)
  const rights = filter.insight_id === undefined ? null : await rightsTo(tx, actor, filter.insight_id)
  return { ...page, replies: page.replies.map(replyOf), rights }
}

/** @throws not_found  also for a draft of somebody else */
export async function getReply({ tx, actor, params }: Call<typeof contract.getReply>): Promise<Reply> {
  const row = await load(tx, actor, params.id)
  if (row.state === 'draft' && row.author_user_id !== userIdOf(actor)) throw problem('not_found')
  return replyOf(row)
}

/** @throws not_found */
async function load(tx: Tx, actor: ApplicationActor, id: string, lock = false): Promise<ReplyRow> {
  const row = await store.findReply(tx, await readerOf(tx, actor), id, { lock })
  if (!row) throw problem('not_found')
  return row
}

/**
 * @throws not_found | not_the_lead | not_released | too_many_replies
 * @throws no_recipients  an imported survey: nobody knows who was asked
 * @throws unprocessable  an action that is not done, or not of this finding
 */
export async function createReply({
  tx,
  actor,
  params,
  body: { kind, text, action_id: actionId = null },
  now,
}: Call<typeof contract.createReply>): Promise<Reply> {
  const finding = await loadFinding(tx, actor, params.id)
  if ((await store.countReplies(tx, finding)) >= limits.repliesPerInsightMax)
    throw problem('too_many_replies')
  if (!finding.has_recipients) throw problem('no_recipients')
  await assertActionFits(tx, finding, { kind, actionId })
  const id = newId('reply')
  const pageKey = newPageKey()
  await store.insertReply(tx, finding, { id, kind, text, actionId, authorUserId: actor.userId, pageKey }, now)
  return replyOf(await load(tx, actor, id))
}

/**
 * The finding that somebody may reply to: of a team that they lead, or that lies under one; of all recipients, if they lead all of these
 * or created the survey. @throws not_found | not_the_lead | not_released
 */
export async function loadFinding(tx: Tx, actor: UserActor, id: string): Promise<Finding> {
  const lead = await leadOf(tx, actor)
  const finding = await store.findFinding(tx, await readerOf(tx, actor), id, { lead, lock: true })
  if (!finding) throw problem('not_found')
  const refusal = refusalOf(finding, actor)
  if (refusal) throw problem(refusal)
  return finding
}

function refusalOf(finding: Finding, actor: UserActor): 'not_the_lead' | 'not_released' | null {
  if (!finding.is_led && !reachesAll(actor, 'replies.create')) return 'not_the_lead'
  return isReleased(finding) ? null : 'not_released'
}

const isReleased = ({ state, is_deleted }: Finding): boolean => state === 'ready' && !is_deleted

/** What a caller may do about a finding; null for one that they do not read. */
async function rightsTo(tx: Tx, actor: ApplicationActor, id: string): Promise<ReplyRights | null> {
  const lead = await leadOf(tx, actor)
  const finding = await store.findFinding(tx, await readerOf(tx, actor), id, { lead, lock: false })
  if (!finding) return null
  const make_action = isReleased(finding) && (finding.is_led || reachesAll(actor, 'actions.work'))
  if (actor.kind === 'organisation' || refusalOf(finding, actor) !== null)
    return { make_action, reply: false, ask_further: false }
  return {
    make_action,
    reply: finding.has_recipients && (await store.countReplies(tx, finding)) < limits.repliesPerInsightMax,
    ask_further: finding.has_recipients && mayAskTheSame(finding, actor.userId),
  }
}

/**
 * Whether somebody may ask those again whom a survey asked: a list of people, or of people left out, is for the eyes of its author
 * (decision 45), so others ask whole teams alone.
 */
export const mayAskTheSame = (
  { team_id: team, author_user_id: author, roster }: Finding,
  userId: string,
): boolean =>
  team !== null || author === userId || roster.member_ids.length + roster.excluded_member_ids.length === 0

/** @throws unprocessable */
async function assertActionFits(
  tx: Tx,
  finding: Pick<Finding, 'organisation_id' | 'id'>,
  { kind, actionId }: { kind: Reply['kind']; actionId: string | null },
): Promise<void> {
  if (actionId === null) return
  if (kind !== 'done')
    throw impossible('/action_id', 'Only a reply of the kind `done` names an action', 'not_done')
  if (!(await store.isDoneAction(tx, finding.organisation_id, actionId, finding.id)))
    throw impossible('/action_id', 'This finding has no such action that is done', 'unknown')
}

type Changing = { row: ReplyRow; ifMatch: number | undefined }

/** @throws precondition_failed, or the refusal of the transition with the state */
function assertCan(transition: Transition & { refusal: ProblemCode }, { row, ifMatch }: Changing): void {
  if (ifMatch !== undefined && ifMatch !== row.version) throw problem('precondition_failed')
  if (!startsFrom(transition, row.state)) throw problem(transition.refusal, { state: row.state })
}

/** @throws not_found | not_the_author | precondition_failed | reply_not_draft */
async function loadOwnDraft(
  {
    tx,
    actor,
    params,
    ifMatch,
  }: Pick<Call<typeof contract.publishReply>, 'tx' | 'actor' | 'params' | 'ifMatch'>,
  transition: Transition & { refusal: ProblemCode } = replyTransitions.edit,
): Promise<ReplyRow> {
  const row = await load(tx, actor, params.id, true)
  assertReaches(actor, 'replies.run', { authorUserId: row.author_user_id })
  assertCan(transition, { row, ifMatch })
  return row
}

/**
 * A patch that changes nothing writes nothing: the version stays.
 * @throws not_found | not_the_author | precondition_failed | reply_not_draft | unprocessable
 */
export async function updateReply(call: Call<typeof contract.updateReply>): Promise<Reply> {
  const { tx, actor, body, now } = call
  const row = await loadOwnDraft(call)
  const next = { ...row, ...body }
  const { kind, text, action_id: actionId } = next
  if (kind === row.kind && text === row.text && actionId === row.action_id) return replyOf(row)
  await assertActionFits(tx, { ...row, id: row.insight_id }, { kind, actionId })
  await store.updateDraft(tx, next, now)
  return replyOf(await load(tx, actor, row.id))
}

/** @throws not_found | not_the_author | precondition_failed | reply_not_draft */
export async function deleteReply(call: Call<typeof contract.deleteReply>): Promise<null> {
  await store.deleteDraft(call.tx, await loadOwnDraft(call))
  return null
}

/**
 * It is on the pages at once. Messages about all replies of the survey that nobody was told of go out together, later, so that a mistake
 * can be withdrawn, and no faster one after another than once a day.
 * @throws not_found | not_the_author | not_the_lead | precondition_failed | reply_not_draft | not_released | unprocessable
 */
export async function publishReply(call: Call<typeof contract.publishReply>): Promise<Reply> {
  const { tx, actor, now } = call
  const row = await loadOwnDraft(call, replyTransitions.publish)
  const finding = await loadFinding(tx, actor, row.insight_id)
  await assertActionFits(tx, finding, { kind: row.kind, actionId: row.action_id })
  await store.publish(tx, row, now)
  const ref = { organisationId: row.organisation_id, collectionId: row.collection_id }
  await store.planMessages(tx, ref, messagesAt(await store.lastMessages(tx, ref), now))
  await record(tx, { row, state: 'published', actor }, now)
  return replyOf(await load(tx, actor, row.id))
}

function messagesAt(last: Date | null, now: Date): Date {
  const soonest = now.getTime() + limits.replyMessagesAfterSeconds * 1000
  const next = last === null ? 0 : last.getTime() + limits.replyMessagesEverySeconds * 1000
  return new Date(Math.max(soonest, next))
}

/** By its author, or by an admin. @throws not_found | not_the_author | precondition_failed | reply_not_published */
export async function withdrawReply({
  tx,
  actor,
  params,
  ifMatch,
  now,
}: Call<typeof contract.withdrawReply>): Promise<Reply> {
  const row = await load(tx, actor, params.id, true)
  assertReaches(actor, 'replies.withdraw', { authorUserId: row.author_user_id })
  assertCan(replyTransitions.withdraw, { row, ifMatch })
  await store.withdraw(tx, row, now)
  await record(tx, { row, state: 'withdrawn', actor }, now)
  return replyOf(await load(tx, actor, row.id))
}

const eventOf = { published: 'reply.published', withdrawn: 'reply.withdrawn' } as const satisfies Partial<
  Record<ReplyState, EventType>
>

type Recorded = {
  row: ReplyRow
  state: keyof typeof eventOf
  actor: UserActor
}

/** The event and the entry of the audit log: that somebody replied to which finding, and not what. */
async function record(tx: Tx, { row, state, actor }: Recorded, now: Date): Promise<void> {
  const { organisation_id: organisationId, id, insight_id, team_id } = row
  const { pulse_id, check_in_id, check_in_instance_id } = row
  await recordEvent(tx, {
    organisationId,
    type: eventOf[state],
    payload: { reply_id: id, state, pulse_id, check_in_id, check_in_instance_id, team_id },
    at: now,
  })
  await recordAudit(tx, {
    organisationId,
    actor: actedBy(actor),
    action: eventOf[state],
    target: id,
    detail: { insight_id, kind: row.kind, author_user_id: row.author_user_id },
    privateTo: row.visibility === 'private' ? actor.userId : null,
    at: now,
  })
}

function replyOf({
  organisation_id: _organisation,
  collection_id: _collection,
  visibility: _visibility,
  pulse_id,
  check_in_id,
  check_in_instance_id,
  team_id,
  ...row
}: ReplyRow): Reply {
  return {
    ...row,
    scope: {
      ...(pulse_id !== null && { pulse_id }),
      ...(check_in_id !== null && { check_in_id }),
      ...(check_in_instance_id !== null && { check_in_instance_id }),
      team_id,
    },
  }
}
