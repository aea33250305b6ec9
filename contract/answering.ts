/** Answering: the link of one recipient, and the receipt that its answer gave. No account, no other reader. */
import { Type, type Static } from 'typebox'
import { modes, Promise_ } from './confidentiality.ts'
import { instant, nothing, nullable, oneOf, strict } from './fields.ts'
import { type Operation } from './operation.ts'
import { Answers, AnswersSent, QuestionsSent } from './questions.ts'

const LinkParams = Type.Object({ token: Type.String({ minLength: 1, maxLength: 100 }) })
const ReceiptParams = Type.Object({ receipt: Type.String({ minLength: 1, maxLength: 100 }) })
const tag = 'Answering'

export const Asked = Type.Object(
  {
    title: Type.String(),
    description: nullable(Type.String()),
    organisation: Type.String(),
    state: oneOf(['upcoming', 'open', 'closed', 'answered']),
    questions: QuestionsSent,
    confidentiality: Promise_,
    promise_hash: nullable(
      Type.String({ description: 'of this promise: the same in the reply to the answer, and in its proof' }),
    ),
    locale: nullable(Type.String()),
    questions_locale: Type.String({
      description: 'the locale of the organisation, whose words the questions are',
    }),
    language: Type.String({
      description:
        'that of the promise here: the recipient’s, else by Accept-Language, else the organisation’s',
    }),
    time_zone: Type.String(),
    opens_at: nullable(instant),
    closes_at: nullable(instant),
    saved: nullable(Type.Object({ answers: AnswersSent, answered: Type.Integer(), of: Type.Integer() })),
  },
  { title: 'Asked' },
)

/** Whoever shows the secret with which answers were saved gets them back; the link alone opens nothing. */
const AttemptHeaders = Type.Object({
  'sonde-attempt': Type.Optional(
    Type.String({ maxLength: 64, description: 'the secret with which answers were saved' }),
  ),
})

export const AnswerDraft = strict(
  {
    answers: Answers,
    attempt: Type.Optional(
      Type.String({
        maxLength: 64,
        description: 'a random value of this attempt: the same value and answers get the same receipt',
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
      description: 'a random secret of this device: who shows it gets the answers back',
    }),
  },
  { title: 'PartialDraft' },
)

export const Saved = Type.Object(
  {
    state: oneOf(['partial']),
    answered: Type.Integer(),
    of: Type.Integer({ description: 'how many questions are put to somebody who gives these answers' }),
  },
  { title: 'Saved' },
)

export const Receipt = Type.Object(
  {
    receipt: Type.String(),
    editable_until: nullable(instant),
    promise_hash: nullable(Type.String({ description: 'of the promise under which the answer is kept' })),
  },
  { title: 'Receipt' },
)

export const Answered = Type.Object(
  {
    state: oneOf(['submitted', 'withdrawn']),
    title: Type.String(),
    questions: QuestionsSent,
    answers: AnswersSent,
    questions_locale: Type.String(),
    time_zone: Type.String(),
    editable_until: nullable(instant),
  },
  { title: 'Answered' },
)

export const ReceiptProof = Type.Object(
  {
    counted: Type.Boolean({ description: 'submitted; false while it is withdrawn' }),
    closed_at: nullable(Type.String({ description: 'null while the collection is open' })),
    mode: oneOf(modes),
    thresholds: Type.Object({ k_score: Type.Integer(), k_comment: Type.Integer(), k_rate: Type.Integer() }),
    promise_hash: nullable(Type.String()),
    keys_destroyed_at: nullable(
      Type.String({ description: 'since when no link and no sealed answer of old copies can be opened' }),
    ),
  },
  { title: 'ReceiptProof' },
)

export const readLink = {
  id: 'readLink',
  method: 'GET',
  path: '/r/{token}',
  tag,
  summary: 'See what is asked, and who will see the answer',
  caller: 'anyone',
  params: LinkParams,
  headers: Type.Object({ ...AttemptHeaders.properties, 'accept-language': Type.Optional(Type.String()) }),
  status: 200,
  response: Asked,
  secret: true,
  errors: ['not_found'],
} as const satisfies Operation

export const answerLink = {
  id: 'answerLink',
  method: 'POST',
  path: '/r/{token}',
  tag,
  summary: 'Answer',
  caller: 'anyone',
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
  tag,
  summary: 'Save an unfinished answer',
  description:
    'Nobody reads it and it counts nowhere until it is sent. It may miss required answers and is dropped at close.',
  caller: 'anyone',
  params: LinkParams,
  body: PartialDraft,
  status: 200,
  response: Saved,
  secret: true,
  errors: ['not_found', 'not_open_yet', 'already_answered', 'collection_closed', 'invalid_answers'],
} as const satisfies Operation

export const discardLink = {
  id: 'discardLink',
  method: 'DELETE',
  path: '/r/{token}',
  tag,
  summary: 'Discard a saved, unfinished answer',
  description: 'With the secret with which it was saved. Whether there was one is not told.',
  caller: 'anyone',
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
  summary: 'Read one’s own answer until close',
  caller: 'anyone',
  params: ReceiptParams,
  status: 200,
  response: Answered,
  secret: true,
  errors: ['not_found', 'collection_closed'],
} as const satisfies Operation

export const readReceiptProof = {
  id: 'readReceiptProof',
  method: 'GET',
  path: '/receipts/{receipt}/proof',
  tag,
  summary: 'Check that one’s own answer was counted, and under which promise',
  description:
    'After close too. A receipt whose answer was withdrawn is then as unknown as one that was made up.',
  caller: 'anyone',
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
  tag,
  summary: 'Change one’s own answer until close',
  caller: 'anyone',
  params: ReceiptParams,
  body: strict({ answers: Answers }),
  status: 200,
  response: Answered,
  secret: true,
  errors: ['not_found', 'collection_closed', 'invalid_answers'],
} as const satisfies Operation

export const withdrawReceipt = {
  id: 'withdrawReceipt',
  method: 'DELETE',
  path: '/receipts/{receipt}',
  tag,
  summary: 'Withdraw one’s own answer until close',
  caller: 'anyone',
  params: ReceiptParams,
  status: 204,
  response: nothing,
  errors: ['not_found', 'collection_closed'],
} as const satisfies Operation

export type Asked = Static<typeof Asked>
export type Answered = Static<typeof Answered>
export type Receipt = Static<typeof Receipt>
export type ReceiptProof = Static<typeof ReceiptProof>
