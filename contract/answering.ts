/** Answering: the personal link of a recipient, and the receipt that they get for their answers. No account is needed. */
import type { Static } from 'typebox'
import { modes, ConfidentialityPromise } from './confidentiality.ts'
import { instant, nothing, nullable, oneOf, strict } from './fields.ts'
import type { Operation } from './operation.ts'
import { Answers, AnswersSent, QuestionsSent } from './questions.ts'
import { Type } from './schema.ts'

const LinkParams = Type.Object({ token: Type.String({ minLength: 1, maxLength: 100 }) })
const ReceiptParams = Type.Object({ receipt: Type.String({ minLength: 1, maxLength: 100 }) })
const tag = 'Answering'

export const NotCounted = Type.Object(
  {
    reason: nullable(oneOf(['newcomer', 'missing', 'quiet'])),
    since: nullable(Type.String({ format: 'date-time', description: 'when the season began' })),
    until: nullable(
      Type.String({
        format: 'date-time',
        description: 'when the quiet time is over, or after which new groups are made',
      }),
    ),
    sentence: Type.String({ description: 'the reason as the answer page shows it' }),
  },
  {
    title: 'NotCounted',
    description:
      'Why the answers of this recipient are in no figure. newcomer: they joined since the season began, with too few others to be a group; missing: somebody of their group is not asked this time; quiet: their group has changed since the season before, which ended recently; null: somebody of their group was erased while the survey is open.',
  },
)

export const Survey = Type.Object(
  {
    title: Type.String(),
    description: nullable(Type.String()),
    organisation: Type.String(),
    state: oneOf(['upcoming', 'open', 'closed', 'answered']),
    questions: QuestionsSent,
    confidentiality: ConfidentialityPromise,
    by_code: Type.Boolean({
      description:
        'whether it was opened by a code on paper: then nobody knows who answers, drafts cannot be saved, and there is nothing to unsubscribe from',
    }),
    is_counted: Type.Boolean({
      description:
        'false for people who joined a group, or are in one that lacks somebody, since the question was asked before: their answers are in no figure',
    }),
    not_counted: nullable(NotCounted),
    promise_hash: nullable(
      Type.String({ description: 'the hash of this promise, which the receipt and its proof repeat' }),
    ),
    locale: nullable(Type.String()),
    questions_locale: Type.String({
      description:
        'the language of title, description and questions: the recipient’s where the survey has a translation, in which single texts may be missing; otherwise the author’s',
    }),
    language: Type.String({
      description:
        'the language of the promise: the recipient’s, otherwise by Accept-Language, otherwise the organisation’s',
    }),
    time_zone: Type.String(),
    opens_at: nullable(instant),
    closes_at: nullable(instant),
    saved: nullable(Type.Object({ answers: AnswersSent, answered: Type.Integer(), of: Type.Integer() })),
  },
  { title: 'Survey' },
)

/** The secret of a draft is required to read it back; the link alone is not enough. */
const AttemptHeaders = Type.Object({
  'sonde-attempt': Type.Optional(
    Type.String({ maxLength: 64, description: 'the secret with which the draft was saved' }),
  ),
})

export const AnswerDraft = strict(
  {
    answers: Answers,
    attempt: Type.Optional(
      Type.String({
        maxLength: 64,
        description:
          'a random value for this attempt: repeating it with the same answers returns the same receipt',
      }),
    ),
  },
  { title: 'AnswerDraft' },
)

export const PartialDraft = strict(
  {
    answers: Answers,
    attempt: Type.String({
      minLength: 16,
      maxLength: 64,
      pattern: '^[\\x21-\\x7e]{16,64}$',
      description: 'a random secret kept on this device; it is required to read the draft back',
    }),
  },
  { title: 'PartialDraft' },
)

export const DraftProgress = Type.Object(
  {
    state: oneOf(['partial']),
    answered: Type.Integer(),
    of: Type.Integer({ description: 'the number of questions that apply, given these answers' }),
  },
  { title: 'DraftProgress' },
)

export const Receipt = Type.Object(
  {
    receipt: Type.String(),
    editable_until: nullable(instant),
    promise_hash: nullable(
      Type.String({ description: 'the hash of the promise that applies to the answers' }),
    ),
  },
  { title: 'Receipt' },
)

export const OwnResponse = Type.Object(
  {
    state: oneOf(['submitted', 'withdrawn']),
    title: Type.String(),
    questions: QuestionsSent,
    answers: AnswersSent,
    questions_locale: Type.String(),
    time_zone: Type.String(),
    editable_until: nullable(instant),
  },
  { title: 'OwnResponse' },
)

export const ReceiptProof = Type.Object(
  {
    counted: Type.Boolean({
      description:
        'true once submitted; false while withdrawn, and for people whose answers are in no figure. Also true for an answer that was left out at random or because it was the only one, and in anonymous mode for a further answer of the same link: otherwise it would reveal who answered',
    }),
    closed_at: nullable(Type.String({ description: 'null while the survey is open' })),
    mode: oneOf(modes),
    thresholds: Type.Object({ k_score: Type.Integer(), k_comment: Type.Integer(), k_rate: Type.Integer() }),
    promise_hash: nullable(Type.String()),
    keys_destroyed_at: nullable(
      Type.String({ description: 'after this, nobody can open a link or a sealed answer in a backup' }),
    ),
    answers_due_at: nullable(
      Type.String({ description: 'when the answers are deleted; null while the survey is open' }),
    ),
    answers_deleted_at: nullable(Type.String()),
    legal_hold: Type.Boolean({ description: 'an admin has stopped the deletion' }),
  },
  { title: 'ReceiptProof' },
)

export const readLink = {
  id: 'readLink',
  method: 'GET',
  path: '/r/{token}',
  tag,
  summary: 'Get a survey and its promise',
  description: 'It is the survey behind a link, with its confidentiality promise.',
  caller: 'anyone',
  action: 'survey.answer',
  params: LinkParams,
  headers: Type.Object({ ...AttemptHeaders.properties, 'accept-language': Type.Optional(Type.String()) }),
  status: 200,
  response: Survey,
  secret: true,
  errors: ['not_found'],
} as const satisfies Operation

export const answerLink = {
  id: 'answerLink',
  method: 'POST',
  path: '/r/{token}',
  rate: 'link',
  tag,
  summary: 'Submit answers',
  description:
    'In anonymous mode nobody can learn from a link whether it was used: the reply to a further answer is like that to the first, which counts. In the other modes a used link is refused.',
  caller: 'anyone',
  action: 'survey.answer',
  params: LinkParams,
  body: AnswerDraft,
  status: 201,
  response: Receipt,
  secret: true,
  errors: ['not_found', 'not_open_yet', 'already_answered', 'collection_closed', 'invalid_answers'],
} as const satisfies Operation

export const saveLink = {
  id: 'saveLink',
  method: 'PATCH',
  path: '/r/{token}',
  rate: 'link',
  tag,
  summary: 'Save a draft',
  description:
    'Nobody can read a draft, and it does not count, until it is submitted. Required answers may be missing. Drafts are deleted when the survey closes.',
  caller: 'anyone',
  action: 'survey.answer',
  params: LinkParams,
  body: PartialDraft,
  status: 200,
  response: DraftProgress,
  secret: true,
  errors: [
    'not_found',
    'not_open_yet',
    'already_answered',
    'collection_closed',
    'invalid_answers',
    'code_saves_nothing',
  ],
} as const satisfies Operation

export const discardLink = {
  id: 'discardLink',
  method: 'DELETE',
  path: '/r/{token}',
  rate: 'link',
  tag,
  summary: 'Delete a draft',
  description: 'Requires the secret of the draft. The reply does not reveal whether there was one.',
  caller: 'anyone',
  action: 'survey.answer',
  params: LinkParams,
  headers: AttemptHeaders,
  status: 204,
  response: nothing,
  errors: ['not_found'],
} as const satisfies Operation

export const readReceipt = {
  id: 'readReceipt',
  method: 'GET',
  path: '/receipts/{receipt}',
  tag,
  summary: 'Get your own answers',
  description: 'It works until the survey closes.',
  caller: 'anyone',
  action: 'survey.answer',
  params: ReceiptParams,
  headers: Type.Object({ 'accept-language': Type.Optional(Type.String()) }),
  status: 200,
  response: OwnResponse,
  secret: true,
  errors: ['not_found', 'collection_closed'],
} as const satisfies Operation

export const readReceiptProof = {
  id: 'readReceiptProof',
  method: 'GET',
  path: '/receipts/{receipt}/proof',
  tag,
  summary: 'Check that your answers were counted',
  description:
    'It says under which promise, too. Also works after the survey closes. A receipt whose answers were withdrawn is then not found, like one that never existed.',
  caller: 'anyone',
  action: 'survey.answer',
  params: ReceiptParams,
  status: 200,
  response: ReceiptProof,
  secret: true,
  errors: ['not_found'],
} as const satisfies Operation

export const editReceipt = {
  id: 'editReceipt',
  method: 'PATCH',
  path: '/receipts/{receipt}',
  rate: 'link',
  tag,
  summary: 'Change your own answers',
  description: 'It works until the survey closes.',
  caller: 'anyone',
  action: 'survey.answer',
  params: ReceiptParams,
  body: strict({ answers: Answers }),
  status: 200,
  response: OwnResponse,
  secret: true,
  errors: ['not_found', 'collection_closed', 'invalid_answers'],
} as const satisfies Operation

export const withdrawReceipt = {
  id: 'withdrawReceipt',
  method: 'DELETE',
  path: '/receipts/{receipt}',
  rate: 'link',
  tag,
  summary: 'Withdraw your own answers',
  description: 'It works until the survey closes.',
  caller: 'anyone',
  action: 'survey.answer',
  params: ReceiptParams,
  status: 204,
  response: nothing,
  errors: ['not_found', 'collection_closed'],
} as const satisfies Operation

export type NotCounted = Static<typeof NotCounted>
export type Survey = Static<typeof Survey>
export type OwnResponse = Static<typeof OwnResponse>
export type Receipt = Static<typeof Receipt>
export type ReceiptProof = Static<typeof ReceiptProof>
