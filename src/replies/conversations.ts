/**
 * Conversations about answers that were given by name: a reader whom the promise names writes to the person, and the person answers on a page
 * of their own. Only people who may read the answer read the conversation: admins do not by their role, and applications act for such a
 * reader alone. Answers of anonymous and confidential surveys have none: every way in asks for an attributed one, in the rule and in its
 * statement.
 */
import type { CollectionOperations } from '../../contract/collection-operations.ts'
import type * as contract from '../../contract/conversations.ts'
import type { Conversation, ConversationMessage, OwnConversation } from '../../contract/conversations.ts'
import { limits } from '../../contract/limits.ts'
import type { Reply } from '../../contract/operation.ts'
import { messageTransitions, startsFrom, type Transition } from '../../contract/states.ts'
import type { ProblemCode } from '../../contract/problems.ts'
import type { UserActor } from '../actor.ts'
import { actedBy, recordAudit } from '../audit/audit.ts'
import { assertReaches } from '../authority.ts'
import type { Call } from '../call.ts'
import {
  type CollectionSource,
  findCollection,
  findNamedAnswer,
  policyOfCollection,
  promiseFor,
  readNames,
  refOf,
} from '../collection/collection.ts'
import type { ConfidentialityPromise } from '../../contract/confidentiality.ts'
import type { Tx } from '../db/db.ts'
import { paged, pageOf } from '../db/paging.ts'
import { named, newId } from '../ids.ts'
import type { Language } from '../language.ts'
import { problem } from '../problem.ts'
import { newPageKey, readPageKey } from './page-key.ts'
import * as store from './conversation-store.ts'
import type { AnswerRef, MessageRow, OwnConversationRow } from './conversation-store.ts'
import { tellPerson, tellReaders } from './conversation-telling.ts'

type ReaderCall = Pick<Call<CollectionOperations['getConversation']>, 'tx' | 'actor' | 'params' | 'now'>

type NamedAnswer = { readonly ref: AnswerRef; readonly memberId: string }

/** @throws not_found | names_not_promised | not_in_audience | answers_deleted */
async function loadAnswer(call: ReaderCall, source: CollectionSource, lock = false): Promise<NamedAnswer> {
  const collection = await readNames(call, source)
  const ref = { ...refOf(collection), responseId: call.params.response_id }
  const answer = await findNamedAnswer(call.tx, ref, ref.responseId, lock)
  if (!answer?.member_id) throw problem('not_found')
  return { ref, memberId: answer.member_id }
}

/** @throws not_found | names_not_promised | not_in_audience | answers_deleted */
export async function getConversation(call: ReaderCall, source: CollectionSource): Promise<Conversation> {
  const { tx, actor } = call
  const { ref, memberId } = await loadAnswer(call, source)
  const rows = await store.messagesOf(tx, ref, actor.userId)
  const name = await nameOf(tx, ref, memberId)
  return { messages: rows.map((row) => messageOf(row, name)), messages_left: await leftIn(tx, ref) }
}

/** @throws not_found | names_not_promised | not_in_audience | answers_deleted | too_many_messages */
export async function createMessage(
  call: Call<CollectionOperations['createMessage']>,
  source: CollectionSource,
): Promise<ConversationMessage> {
  const { tx, actor, body, now } = call
  const { ref } = await loadAnswer(call, source, true)
  await store.lockConversation(tx, ref, newPageKey(), now)
  await assertRoom(tx, ref)
  const id = newId('message')
  await store.insertMessage(tx, ref, { id, text: body.text, authorUserId: actor.userId, attempt: null }, now)
  return messageOf(await load(tx, actor, id), '')
}

/** How many people await a reply in which survey. It names nobody, so it is not a reading of answers. @throws invalid_cursor */
export async function listUnansweredConversations({
  tx,
  actor,
  query,
}: Call<typeof contract.listUnansweredConversations>): Promise<
  Reply<typeof contract.listUnansweredConversations>
> {
  const paging = paged(`unanswered conversations of ${actor.userId}`, query)
  const rows = await store.unansweredConversations(tx, actor, paging)
  const { unanswered_conversations: surveys, ...rest } = pageOf(
    'unanswered_conversations',
    rows,
    paging,
    ({ id }) => id,
  )
  return {
    unanswered_conversations: surveys.map(({ id: _id, owner_kind, owner_id, series_id, ...survey }) => ({
      pulse_id: owner_kind === 'pulse' ? owner_id : null,
      check_in_id: owner_kind === 'pulse' ? null : series_id,
      check_in_instance_id: owner_kind === 'pulse' ? null : owner_id,
      ...survey,
    })),
    ...rest,
  }
}

const leftIn = async (tx: Tx, ref: AnswerRef): Promise<number> =>
  Math.max(0, limits.messagesPerConversationMax - (await store.countMessages(tx, ref)))

/** @throws too_many_messages */
async function assertRoom(tx: Tx, ref: AnswerRef): Promise<void> {
  if ((await leftIn(tx, ref)) === 0) throw problem('too_many_messages')
}

const nameOf = async (tx: Tx, { organisationId }: AnswerRef, memberId: string): Promise<string> =>
  (await store.findPerson(tx, organisationId, memberId))?.name ?? ''

/** @throws not_found */
async function load(tx: Tx, actor: UserActor, id: string): Promise<MessageRow> {
  const row = await store.findMessage(tx, actor, id)
  if (!row || (row.state === 'draft' && row.author_user_id !== actor.userId)) throw problem('not_found')
  return row
}

type Changing = Pick<Call<typeof contract.publishMessage>, 'tx' | 'actor' | 'params' | 'ifMatch'>

/** @throws not_found | not_the_author | precondition_failed, or the refusal of the transition with the state */
async function loadOwn(
  { tx, actor, params, ifMatch }: Changing,
  transition: Transition & { refusal: ProblemCode },
): Promise<MessageRow> {
  const row = await load(tx, actor, params.id)
  assertReaches(actor, 'replies.run', { authorUserId: row.author_user_id ?? '' })
  if (ifMatch !== undefined && ifMatch !== row.version) throw problem('precondition_failed')
  if (!startsFrom(transition, row.state)) throw problem(transition.refusal, { state: row.state })
  return row
}

/** @throws not_found | not_the_author | precondition_failed | message_not_draft */
export async function updateMessage(call: Call<typeof contract.updateMessage>): Promise<ConversationMessage> {
  const { tx, actor, body, now } = call
  const row = await loadOwn(call, messageTransitions.edit)
  if (row.text !== body.text) await store.updateText(tx, row, body.text, now)
  return messageOf(await load(tx, actor, row.id), '')
}

/** @throws not_found | not_the_author | precondition_failed | message_not_draft */
export async function deleteMessage(call: Call<typeof contract.deleteMessage>): Promise<null> {
  await store.deleteDraft(call.tx, await loadOwn(call, messageTransitions.edit))
  return null
}

/** @throws not_found | not_the_author | precondition_failed | message_not_draft */
export async function publishMessage(
  call: Call<typeof contract.publishMessage>,
): Promise<ConversationMessage> {
  const { tx, actor, now } = call
  const row = await loadOwn(call, messageTransitions.publish)
  const ref = refOfRow(row)
  // The person has withdrawn the answer, or it was deleted: then nobody is there to read it.
  const answer = await findNamedAnswer(tx, ref, ref.responseId)
  if (!answer?.member_id) throw problem('not_found')
  await store.publish(tx, row, now)
  await tellPerson(tx, { ref, memberId: answer.member_id, messageId: row.id }, now)
  await record(call, row, 'message.published')
  return messageOf(await load(tx, actor, row.id), '')
}

/** By its author alone. @throws not_found | not_the_author | precondition_failed | message_not_published */
export async function withdrawMessage(
  call: Call<typeof contract.withdrawMessage>,
): Promise<ConversationMessage> {
  const { tx, actor, now } = call
  const row = await loadOwn(call, messageTransitions.withdraw)
  await store.withdraw(tx, row, now)
  await record(call, row, 'message.withdrawn')
  return messageOf(await load(tx, actor, row.id), '')
}

/** That a reader wrote about an answer of which survey: neither to whom, nor what. */
const record = (
  { tx, actor, now }: Pick<Call<typeof contract.publishMessage>, 'tx' | 'actor' | 'now'>,
  row: MessageRow,
  action: 'message.published' | 'message.withdrawn',
): Promise<void> =>
  recordAudit(tx, {
    organisationId: row.organisation_id,
    actor: actedBy(actor),
    action,
    target: row.id,
    detail: { owner_id: row.owner_id },
    privateTo: row.visibility === 'private' ? actor.userId : null,
    at: now,
  })

const refOfRow = (row: MessageRow | OwnConversationRow): AnswerRef => ({
  organisationId: row.organisation_id,
  collectionId: row.collection_id,
  responseId: row.response_id,
})

/** @param person  the name of whoever answered */
function messageOf(row: MessageRow, person: string): ConversationMessage {
  const {
    organisation_id: _organisation,
    collection_id: _collection,
    owner_id: _owner,
    visibility: _visibility,
    reader_name: reader,
    ...message
  } = row
  return { ...message, author_name: reader ?? person }
}

/** The conversation of the person whose answer it is about, with what their page says of it. */
export type OwnConversationRead = {
  readonly ref: AnswerRef
  readonly row: OwnConversationRow
  readonly memberLocale: string | null
  readonly messages: readonly MessageRow[]
  readonly person: string
  readonly left: number
}

/** @throws not_found  also where the answer was withdrawn or deleted */
export async function readOwnConversation(tx: Tx, key: string): Promise<OwnConversationRead> {
  const read = readPageKey(key)
  const row = read && (await store.findByKey(tx, read))
  if (!row) throw problem('not_found')
  const ref = refOfRow(row)
  const answer = await findNamedAnswer(tx, ref, ref.responseId)
  const person = answer?.member_id
    ? await store.findPerson(tx, ref.organisationId, answer.member_id)
    : undefined
  if (!person) throw problem('not_found')
  const messages = await store.messagesOf(tx, ref, null)
  return { ref, row, memberLocale: person.locale, messages, person: person.name, left: await leftIn(tx, ref) }
}

/** Who reads it beside the person: those whom the promise names. */
export async function promiseOfConversation(
  tx: Tx,
  { ref }: OwnConversationRead,
  language?: Language,
): Promise<ConfidentialityPromise> {
  const collection = await findCollection(tx, ref)
  if (!collection) throw problem('not_found')
  const policy = { policy: policyOfCollection(collection), hash: collection.promise_hash }
  return promiseFor(tx, ref.organisationId, policy, language)
}

export async function ownConversationOf(tx: Tx, own: OwnConversationRead): Promise<OwnConversation> {
  const { audience } = await promiseOfConversation(tx, own)
  return {
    title: own.row.title,
    organisation: own.row.organisation,
    readers: audience.map(({ name }) => name),
    messages: own.messages.map(({ id, sender, reader_name, text, published_at }) => ({
      id,
      sender,
      author: reader_name ?? own.person,
      text,
      // A draft has none, and none is here.
      published_at: published_at ?? '',
    })),
    messages_left: own.left,
  }
}

type OwnMessage = { readonly key: string; readonly text: string; readonly attempt: string | null }

/** Published at once. An attempt that was written before writes nothing more. @throws not_found | too_many_messages */
export async function writeOwnMessage(tx: Tx, { key, text, attempt }: OwnMessage, now: Date): Promise<void> {
  const { ref, row } = await readOwnConversation(tx, key)
  await store.lockConversation(tx, ref, row.page_key, now)
  const isNew = attempt === null || !(await store.isWritten(tx, ref, attempt))
  if (!isNew) return
  await assertRoom(tx, ref)
  await store.insertMessage(tx, ref, { id: newId('message'), text, authorUserId: null, attempt }, now)
  await tellReaders(tx, ref, now)
}

/** @throws not_found | message_not_published */
export async function withdrawOwnMessage(
  tx: Tx,
  { key, id }: { key: string; id: string },
  now: Date,
): Promise<void> {
  const { ref } = await readOwnConversation(tx, key)
  const message = await store.findOwnMessage(tx, ref, id)
  if (!message) throw problem('not_found')
  if ((await store.withdraw(tx, message, now)) === 0)
    throw problem('message_not_published', { state: message.state })
}

/** `waitsFrom`: the reader who wrote last, and is waiting for a reply; null where the respondent did. */
export type OwnConversationLink = { key: string; waitsFrom: string | null }

/** The conversation about an answer, if somebody has published something in it. */
export async function findConversation(tx: Tx, ref: AnswerRef): Promise<OwnConversationLink | null> {
  const row = await store.findByAnswer(tx, ref)
  const last = row && (await store.messagesOf(tx, ref, null)).at(-1)
  return last
    ? {
        key: named(ref.organisationId, row.page_key),
        waitsFrom: last.sender === 'reader' ? last.reader_name : null,
      }
    : null
}
