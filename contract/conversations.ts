/**
 * Conversations about an answer that was given by name: readers whom the promise of an attributed survey names write to the person, and the
 * person answers on their own page. Answers of the other modes have none. States: states.ts; what readers list and begin is in
 * collection-operations.ts, because pulses and instances share it.
 */
import type { Static } from 'typebox'
import { id, instant, nothing, nullable, oneOf, page, paging, stamps, strict } from './fields.ts'
import { limits } from './limits.ts'
import type { Operation } from './operation.ts'
import { describeTransition } from './refusals.ts'
import { messageStates, messageTransitions } from './states.ts'
import { Type } from './schema.ts'

/** reader: one of those whom the promise names. respondent: the person whose answer it is about. */
export const messageSenders = ['reader', 'respondent'] as const

export const ConversationMessage = Type.Object(
  {
    id: Type.String(),
    response_id: Type.String({ description: 'the named answer that it is about' }),
    sender: oneOf(messageSenders),
    state: oneOf(messageStates),
    text: Type.String(),
    author_user_id: nullable(Type.String({ description: 'null where the respondent wrote it' })),
    author_name: Type.String({ description: 'what its author is called now' }),
    published_at: nullable(Type.String()),
    withdrawn_at: nullable(Type.String()),
    ...stamps,
  },
  { title: 'ConversationMessage' },
)

export const Conversation = Type.Object(
  {
    messages: Type.Array(ConversationMessage, {
      description:
        'oldest first: what was published, and the caller’s own drafts. Withdrawn messages are left out',
    }),
    messages_left: Type.Integer({ description: 'how many more may be written, by both sides together' }),
  },
  { title: 'Conversation' },
)

/** For one survey: how many wait, and never who, so that reading it reads no answers. */
export const UnansweredConversations = Type.Object(
  {
    pulse_id: nullable(Type.String()),
    check_in_id: nullable(Type.String()),
    check_in_instance_id: nullable(Type.String()),
    title: Type.String(),
    conversations: Type.Integer({ description: 'conversations in which the person wrote last' }),
    waiting_since: Type.String({
      format: 'date-time',
      description: 'when the person wrote who has waited longest',
    }),
  },
  { title: 'UnansweredConversations' },
)

export const listUnansweredConversations = {
  id: 'listUnansweredConversations',
  method: 'GET',
  path: '/api/unanswered-conversations',
  summary: 'List surveys that wait for your reply',
  description:
    'Attributed surveys whose promise names you as a reader, newest first, in which a respondent wrote the last message about their named answer. It names nobody: find out who it is with `conversation=unanswered` among the named answers of the survey.',
  tag: 'Conversations',
  caller: 'user',
  action: 'answers.read',
  scope: ['responses:read', 'responses:write'],
  query: strict({ ...paging }),
  status: 200,
  response: page('unanswered_conversations', UnansweredConversations),
  errors: ['invalid_cursor'],
} as const satisfies Operation

const text = Type.String({ minLength: 1, maxLength: limits.messageTextLengthMax, pattern: '\\S' })
export const MessageDraft = strict({ text }, { title: 'MessageDraft' })

const params = Type.Object({ id: id('msg') })
const runAccess = {
  tag: 'Conversations',
  caller: 'user',
  action: 'messages.write',
  scope: ['responses:write'],
  params,
} as const

export const updateMessage = {
  id: 'updateMessage',
  method: 'PATCH',
  path: '/api/messages/{id}',
  summary: 'Edit a draft of a message',
  description: describeTransition(messageTransitions.edit),
  ...runAccess,
  body: MessageDraft,
  status: 200,
  response: ConversationMessage,
  errors: ['not_found', 'not_the_author', 'precondition_failed', 'message_not_draft'],
} as const satisfies Operation

export const publishMessage = {
  id: 'publishMessage',
  method: 'POST',
  path: '/api/messages/{id}/publish',
  summary: 'Publish a message about a named answer',
  description: `The person, and every reader whom the promise names, reads it from now on. A message tells the person after ${limits.replyMessagesAfterSeconds / 60} minutes, by the channel that invited them. ${describeTransition(messageTransitions.publish)}`,
  ...runAccess,
  dryRun: true,
  status: 200,
  response: ConversationMessage,
  errors: ['not_found', 'not_the_author', 'precondition_failed', 'message_not_draft'],
} as const satisfies Operation

export const withdrawMessage = {
  id: 'withdrawMessage',
  method: 'POST',
  path: '/api/messages/{id}/withdraw',
  summary: 'Withdraw a message about a named answer',
  description: `Nobody reads it from now on. ${describeTransition(messageTransitions.withdraw)}`,
  ...runAccess,
  dryRun: true,
  status: 200,
  response: ConversationMessage,
  errors: ['not_found', 'not_the_author', 'precondition_failed', 'message_not_published'],
} as const satisfies Operation

export const deleteMessage = {
  id: 'deleteMessage',
  method: 'DELETE',
  path: '/api/messages/{id}',
  summary: 'Discard a draft of a message',
  description: describeTransition(messageTransitions.edit),
  ...runAccess,
  status: 204,
  response: nothing,
  errors: ['not_found', 'not_the_author', 'precondition_failed', 'message_not_draft'],
} as const satisfies Operation

/** What the person reads: whom they talk with, and what was said. Ids are those of messages that they may withdraw. */
export const OwnConversation = Type.Object(
  {
    title: Type.String({ description: 'the title of the survey, in the language of its author' }),
    organisation: Type.String(),
    readers: Type.Array(Type.String(), {
      description: 'by name: everyone who reads this, besides the person',
    }),
    messages: Type.Array(
      Type.Object({
        id: Type.String(),
        sender: oneOf(messageSenders),
        author: Type.String(),
        text: Type.String(),
        published_at: instant,
      }),
      { description: 'oldest first' },
    ),
    messages_left: Type.Integer(),
  },
  { title: 'OwnConversation' },
)

const asRespondent = {
  tag: 'Answering',
  caller: 'anyone',
  action: 'survey.answer',
  secret: true,
} as const
const keyText = Type.String({ minLength: 1, maxLength: 100 })

export const readOwnConversation = {
  id: 'readOwnConversation',
  method: 'GET',
  path: '/conversations/{key}',
  summary: 'Read messages about your named answers',
  description:
    'The address is in the message that told of it, and on the page of your receipt while the survey is open.',
  ...asRespondent,
  params: Type.Object({ key: keyText }),
  status: 200,
  response: OwnConversation,
  errors: ['not_found'],
} as const satisfies Operation

export const writeOwnMessage = {
  id: 'writeOwnMessage',
  method: 'POST',
  path: '/conversations/{key}',
  summary: 'Answer messages about your named answers',
  description: 'Every reader whom the promise names reads it at once.',
  rate: 'link',
  ...asRespondent,
  params: Type.Object({ key: keyText }),
  body: strict(
    {
      text,
      attempt: Type.Optional(
        Type.String({
          minLength: 16,
          maxLength: 64,
          description: 'a random value for this message: repeating it writes nothing more',
        }),
      ),
    },
    { title: 'OwnMessage' },
  ),
  status: 201,
  response: OwnConversation,
  errors: ['not_found', 'too_many_messages'],
} as const satisfies Operation

export const withdrawOwnMessage = {
  id: 'withdrawOwnMessage',
  method: 'DELETE',
  path: '/conversations/{key}/messages/{message_id}',
  summary: 'Withdraw a message that you wrote',
  description: 'It is one about your named answers.',
  rate: 'link',
  ...asRespondent,
  params: Type.Object({ key: keyText, message_id: id('msg') }),
  status: 204,
  response: nothing,
  errors: ['not_found', 'message_not_published'],
} as const satisfies Operation

export type MessageSender = (typeof messageSenders)[number]
export type ConversationMessage = Static<typeof ConversationMessage>
export type Conversation = Static<typeof Conversation>
export type UnansweredConversations = Static<typeof UnansweredConversations>
export type OwnConversation = Static<typeof OwnConversation>
