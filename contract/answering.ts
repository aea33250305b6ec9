/** Answering: the link of one recipient, and the receipt that its answer gave. No account, no other reader. */
import { Type, type Static } from 'typebox'
import { Promise_ } from './confidentiality.ts'
import { instant, nothing, nullable, oneOf, strict } from './fields.ts'
import { type Operation } from './operation.ts'
import { Answers } from './questions.ts'

const LinkParams = Type.Object({ token: Type.String({ minLength: 1, maxLength: 100 }) })
const ReceiptParams = Type.Object({ receipt: Type.String({ minLength: 1, maxLength: 100 }) })
const tag = 'Answering'

export const Asked = Type.Object(
  {
    title: Type.String(),
    description: nullable(Type.String()),
    organisation: Type.String(),
    state: oneOf(['open', 'closed', 'answered']),
    questions: Type.Array(Type.Unknown()),
    confidentiality: Promise_,
    locale: nullable(Type.String()),
    closes_at: nullable(instant),
  },
  { title: 'Asked' },
)

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
export const Receipt = Type.Object(
  { receipt: Type.String(), editable_until: nullable(instant) },
  { title: 'Receipt' },
)

export const Answered = Type.Object(
  {
    state: oneOf(['submitted', 'withdrawn']),
    title: Type.String(),
    questions: Type.Array(Type.Unknown()),
    answers: Type.Array(Type.Unknown()),
    editable_until: nullable(instant),
  },
  { title: 'Answered' },
)

export const readLink = {
  id: 'readLink',
  method: 'GET',
  path: '/r/{token}',
  tag,
  summary: 'See what is asked, and who will see the answer',
  caller: 'anyone',
  params: LinkParams,
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
  errors: ['not_found', 'already_answered', 'collection_closed', 'invalid_answers'],
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
