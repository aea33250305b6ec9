/**
 * Replies: what leads and admins say about a finding, in their own name, to all recipients in its group. Nobody is told apart by
 * whether they answered, so a reply is to a finding and never to a person. States: states.ts.
 */
import type { Static } from 'typebox'
import { id, instant, name, nothing, nullable, oneOf, paging, stamps, strict } from './fields.ts'
import { limits } from './limits.ts'
import type { Operation } from './operation.ts'
import { Contact } from './organisation.ts'
import { Pulse } from './pulses.ts'
import { describeTransition } from './refusals.ts'
import { replyStates, replyTransitions } from './states.ts'
import { Type } from './schema.ts'

/** heard: it was read. answer: what somebody says to it. done: what was done about it. */
export const replyKinds = ['heard', 'answer', 'done'] as const

export const Reply = Type.Object(
  {
    id: Type.String(),
    insight_id: Type.String({ description: 'the finding; those who are told do not read its statement' }),
    kind: oneOf(replyKinds),
    state: oneOf(replyStates),
    text: Type.String(),
    scope: Type.Object({
      pulse_id: Type.Optional(Type.String()),
      check_in_id: Type.Optional(Type.String()),
      check_in_instance_id: Type.Optional(Type.String()),
      team_id: nullable(Type.String({ description: 'null for all recipients' })),
    }),
    action_id: nullable(Type.String({ description: 'the action that was done' })),
    author_user_id: Type.String(),
    author_name: Type.String({ description: 'what its author is called now' }),
    recipients: nullable(
      Type.Integer({
        description:
          'how many people were asked in the group of the finding; null where its response rate is not shown',
      }),
    ),
    published_at: nullable(Type.String()),
    withdrawn_at: nullable(Type.String()),
    messages_at: nullable(
      Type.String({
        description:
          'when messages about it go out, at the same time to everyone; until then a withdrawn reply reaches nobody',
      }),
    ),
    ...stamps,
  },
  { title: 'Reply' },
)

/** What a caller may do about a finding that they read, so that a page offers no more. */
export const ReplyRights = Type.Object(
  {
    reply: Type.Boolean({ description: 'draft a reply, for which a token also needs `replies:write`' }),
    ask_further: Type.Boolean({
      description: 'draft a follow-up question, for which a token also needs `pulses:write`',
    }),
    make_action: Type.Boolean({
      description: 'make an action of it, for which a token also needs `insights:write`',
    }),
  },
  { title: 'ReplyRights' },
)

const text = Type.String({ minLength: 1, maxLength: limits.replyTextLengthMax, pattern: '\\S' })

const draftFields = {
  kind: oneOf(replyKinds),
  text: Type.String({
    ...text,
    description:
      'as it is published. Nothing is removed from it: quoting a comment, or describing one case, can point at a person',
  }),
  action_id: Type.Optional(
    nullable(
      Type.String({
        ...id('act'),
        description: 'with the kind `done`: an action of this finding that is done',
      }),
    ),
  ),
}

export const ReplyDraft = strict(draftFields, { title: 'ReplyDraft' })
export const ReplyPatch = strict(
  {
    kind: Type.Optional(draftFields.kind),
    text: Type.Optional(text),
    action_id: draftFields.action_id,
  },
  { title: 'ReplyPatch', minProperties: 1 },
)

const tag = 'Replies'
const readAccess = {
  tag,
  caller: 'application',
  action: 'results.read',
  scope: ['insights:read', 'insights:write', 'replies:write'],
} as const
const runAccess = { tag, caller: 'user', action: 'replies.run', scope: ['replies:write'] } as const
const params = Type.Object({ id: id('rpl') })

export const createReply = {
  id: 'createReply',
  method: 'POST',
  path: '/api/insights/{id}/replies',
  summary: 'Draft a reply to a finding',
  description: `A draft is read by its author alone. Leads of the finding’s team, or of one above it, may reply, admins, and the author of the survey to what is about all recipients. A finding has at most ${limits.repliesPerInsightMax} replies, withdrawn ones included.`,
  tag,
  caller: 'user',
  action: 'replies.create',
  scope: ['replies:write'],
  params: Type.Object({ id: id('ins') }),
  body: ReplyDraft,
  status: 201,
  response: Reply,
  errors: ['not_found', 'not_the_lead', 'not_released', 'too_many_replies', 'no_recipients', 'unprocessable'],
} as const satisfies Operation

export const listReplies = {
  id: 'listReplies',
  method: 'GET',
  path: '/api/replies',
  summary: 'List replies',
  description:
    'Newest first, to findings that the caller may see. Drafts are listed for their author alone; withdrawn replies only with state=withdrawn. With `insight_id` the page has `rights`: what you may do about that finding now.',
  ...readAccess,
  query: strict({
    ...paging,
    state: Type.Optional(oneOf(replyStates)),
    insight_id: Type.Optional(id('ins')),
    pulse_id: Type.Optional(id('pls')),
    check_in_id: Type.Optional(id('chk')),
    check_in_instance_id: Type.Optional(id('cki')),
    team_id: Type.Optional(id('tem')),
    action_id: Type.Optional(id('act')),
  }),
  status: 200,
  response: Type.Object({
    replies: Type.Array(Reply),
    rights: nullable(ReplyRights),
    next_cursor: nullable(Type.String()),
    has_more: Type.Boolean(),
  }),
  errors: ['invalid_cursor'],
} as const satisfies Operation

export const getReply = {
  id: 'getReply',
  method: 'GET',
  path: '/api/replies/{id}',
  summary: 'Get a reply',
  ...readAccess,
  params,
  status: 200,
  response: Reply,
  errors: ['not_found'],
} as const satisfies Operation

export const updateReply = {
  id: 'updateReply',
  method: 'PATCH',
  path: '/api/replies/{id}',
  summary: 'Edit a draft of a reply',
  description: describeTransition(replyTransitions.edit),
  ...runAccess,
  params,
  body: ReplyPatch,
  status: 200,
  response: Reply,
  errors: ['not_found', 'not_the_author', 'precondition_failed', 'reply_not_draft', 'unprocessable'],
} as const satisfies Operation

export const publishReply = {
  id: 'publishReply',
  method: 'POST',
  path: '/api/replies/{id}/publish',
  summary: 'Publish a reply',
  description: `It appears at once on the pages of all recipients in the group of the finding, whether they answered or not. Messages follow after ${limits.replyMessagesAfterSeconds / 60} minutes, to all of them, and for one survey at most every ${limits.replyMessagesEverySeconds / 3600} hours, with all replies since. ${describeTransition(replyTransitions.publish)}`,
  ...runAccess,
  params,
  dryRun: true,
  status: 200,
  response: Reply,
  errors: [
    'not_found',
    'not_the_author',
    'not_the_lead',
    'precondition_failed',
    'reply_not_draft',
    'not_released',
    'unprocessable',
  ],
} as const satisfies Operation

export const withdrawReply = {
  id: 'withdrawReply',
  method: 'POST',
  path: '/api/replies/{id}/withdraw',
  summary: 'Withdraw a reply',
  description: `It leaves all pages at once. Messages that were sent cannot be recalled. ${describeTransition(replyTransitions.withdraw)}`,
  tag,
  caller: 'user',
  action: 'replies.withdraw',
  scope: ['replies:write'],
  params,
  dryRun: true,
  status: 200,
  response: Reply,
  errors: ['not_found', 'not_the_author', 'precondition_failed', 'reply_not_published'],
} as const satisfies Operation

export const deleteReply = {
  id: 'deleteReply',
  method: 'DELETE',
  path: '/api/replies/{id}',
  summary: 'Discard a draft of a reply',
  description: describeTransition(replyTransitions.edit),
  ...runAccess,
  params,
  status: 204,
  response: nothing,
  errors: ['not_found', 'not_the_author', 'precondition_failed', 'reply_not_draft'],
} as const satisfies Operation

export const askFurther = {
  id: 'askFurther',
  method: 'POST',
  path: '/api/insights/{id}/follow-ups',
  summary: 'Ask further about a finding',
  description:
    'Drafts a pulse of one text question to the team of the finding, or to all recipients of the survey. It has the mode and minimum group sizes of the survey, and obeys the rules of any pulse when it is opened. Where the survey names single people, only its author may ask all of them again.',
  tag,
  caller: 'user',
  action: 'replies.create',
  scope: ['pulses:write'],
  params: Type.Object({ id: id('ins') }),
  dryRun: true,
  body: strict(
    {
      text: Type.String({ minLength: 1, maxLength: limits.textLengthMax, pattern: '\\S' }),
      title: Type.Optional(name),
    },
    { title: 'FurtherQuestion' },
  ),
  status: 201,
  response: Pulse,
  errors: ['not_found', 'not_the_lead', 'not_released', 'no_recipients', 'unprocessable'],
} as const satisfies Operation

/** What somebody who was asked reads. No statement of a finding, no figure, and nothing of who answered. */
export const PublishedReplies = Type.Object(
  {
    title: Type.String({ description: 'the title of the survey, in the language of its author' }),
    organisation: Type.String(),
    contacts: Type.Array(Contact, { description: 'whom they can turn to if they want to be known' }),
    replies: Type.Array(
      Type.Object({
        kind: oneOf(replyKinds),
        text: Type.String(),
        author: Type.String(),
        title: Type.String({ description: 'the title of the survey that it is about' }),
        published_at: instant,
      }),
      { description: 'newest first, at most 50' },
    ),
  },
  { title: 'PublishedReplies' },
)

const asRespondent = {
  method: 'GET',
  tag: 'Answering',
  caller: 'anyone',
  action: 'survey.answer',
  status: 200,
  response: PublishedReplies,
  secret: true,
  errors: ['not_found'],
} as const

const secretText = Type.String({ minLength: 1, maxLength: 100 })

export const readLinkReplies = {
  id: 'readLinkReplies',
  path: '/r/{token}/replies',
  summary: 'Read what came of a survey',
  description:
    'Replies to findings about the holder’s group, also from earlier occurrences of the same check-in that asked them. They are the same whether the holder answered or not.',
  params: Type.Object({ token: secretText }),
  ...asRespondent,
} as const satisfies Operation

export const readReceiptReplies = {
  id: 'readReceiptReplies',
  path: '/receipts/{receipt}/replies',
  summary: 'Read what came of a survey, by a receipt',
  description:
    'A receipt does not say whose it is, so these are the replies to findings about all recipients.',
  params: Type.Object({ receipt: secretText }),
  ...asRespondent,
} as const satisfies Operation

export const readReplies = {
  id: 'readReplies',
  path: '/replies/{key}',
  summary: 'Read the replies that a message leads to',
  description: 'One address for everyone who gets the message.',
  params: Type.Object({ key: secretText }),
  ...asRespondent,
} as const satisfies Operation

export type Reply = Static<typeof Reply>
export type ReplyRights = Static<typeof ReplyRights>
export type ReplyPatch = Static<typeof ReplyPatch>
export type ReplyKind = (typeof replyKinds)[number]
export type PublishedReplies = Static<typeof PublishedReplies>
