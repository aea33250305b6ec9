/** Named answers of an attributed survey, and the conversation about one: what its readers read and write. Anyone who reads is in the audit log. */
import { useInfiniteQuery } from '@tanstack/react-query'
import type { ReplyOf } from '../../client/client.ts'
import { limits } from '../../contract/limits.ts'
import { asUser } from '../as-user.ts'
import { read, readPages, useList, useWrite } from '../queries.ts'
import type { Owner } from '../results/results-queries.ts'
import type { List } from '../ui/list.ts'

export type { Owner }

export type Answers = ReplyOf<'getPulseResponses'>
export type NamedAnswer = Answers['responses'][number]
export type Answer = NamedAnswer['answers'][number]
export type Asked = Answers['asked'][number]
export type Team = Answers['teams'][number]
export type Conversation = ReplyOf<'getPulseConversation'>
export type Message = Conversation['messages'][number]

export type AnswerFilter = {
  q?: string | undefined
  team?: string | undefined
  question?: string | undefined
  conversation?: 'any' | 'unanswered' | undefined
}

export const queryOf = ({ q, team, question, conversation }: AnswerFilter) => ({
  ...(q !== undefined && { q }),
  ...(team !== undefined && { team_id: team }),
  ...(question !== undefined && { question_id: question }),
  ...(conversation !== undefined && { conversation }),
})

/** A window that somebody comes back to has read nothing again: each reading is recorded. */
const once = { refetchOnWindowFocus: false, refetchOnReconnect: false } as const

const pagesOf = ({ kind, id }: Owner, filter: AnswerFilter) => {
  const input = { params: { id }, query: { ...queryOf(filter), limit: limits.pageSizeMax } }
  const pages =
    kind === 'pulse'
      ? readPages(asUser, 'getPulseResponses', input)
      : // The same reply under another name.
        (readPages(asUser, 'getInstanceResponses', input) as unknown as ReturnType<
          typeof readPages<'getPulseResponses'>
        >)
  return { ...pages, ...once }
}

/** The rows, with what was asked and the teams that can be chosen. */
export function useAnswers(
  owner: Owner,
  filter: AnswerFilter,
  isEnabled: boolean,
): { list: List<NamedAnswer>; first: Answers | undefined } {
  const pages = { ...pagesOf(owner, filter), enabled: isEnabled }
  const list = useList(pages, ({ responses }) => responses)
  return { list, first: useInfiniteQuery(pages).data?.pages[0] }
}

type One = { owner: Owner; responseId: string }

const paramsOf = ({ owner: { id }, responseId }: One) => ({ params: { id, response_id: responseId } })

export const answerQuery = (one: One) => ({
  ...(one.owner.kind === 'pulse'
    ? read(asUser, 'getPulseResponse', paramsOf(one))
    : (read(asUser, 'getInstanceResponse', paramsOf(one)) as unknown as ReturnType<
        typeof read<'getPulseResponse'>
      >)),
  ...once,
})

export const conversationQuery = (one: One) => ({
  ...(one.owner.kind === 'pulse'
    ? read(asUser, 'getPulseConversation', paramsOf(one))
    : (read(asUser, 'getInstanceConversation', paramsOf(one)) as unknown as ReturnType<
        typeof read<'getPulseConversation'>
      >)),
  ...once,
})

const changes = [
  'getPulseConversation',
  'getInstanceConversation',
  'getPulseResponse',
  'getInstanceResponse',
  'getPulseResponses',
  'getInstanceResponses',
] as const

type Callbacks<T> = { onDone: (reply: T) => void; onFailed?: (error: Error) => void }
type Draft = Pick<Message, 'id' | 'version'>

export type Writing = One & {
  text: string
  /** null: a new one */
  draft: Draft | null
  isPublished: boolean
  /** It is a draft now, whatever becomes of publishing it. */
  onDraft: (draft: Message) => void
}

const create = (one: One, text: string): Promise<Message> => {
  const input = { ...paramsOf(one), body: { text } }
  return one.owner.kind === 'pulse'
    ? asUser.call('createPulseMessage', input)
    : asUser.call('createInstanceMessage', input)
}

async function write({ draft, text, isPublished, onDraft, ...one }: Writing): Promise<Message> {
  const saved = draft
    ? await asUser.call('updateMessage', { params: { id: draft.id }, body: { text }, ifMatch: draft.version })
    : await create(one, text)
  onDraft(saved)
  if (!isPublished) return saved
  return asUser.call('publishMessage', { params: { id: saved.id }, ifMatch: saved.version })
}

export const useWriteMessage = (callbacks: Callbacks<Message>) =>
  useWrite({ send: write, changes, ...callbacks })

export const useWithdrawMessage = (callbacks: Callbacks<unknown>) =>
  useWrite({
    send: ({ id, version }: Draft) => asUser.call('withdrawMessage', { params: { id }, ifMatch: version }),
    changes,
    ...callbacks,
  })

export const useDiscardMessage = (callbacks: Callbacks<unknown>) =>
  useWrite({
    send: ({ id, version }: Draft) => asUser.call('deleteMessage', { params: { id }, ifMatch: version }),
    changes,
    ...callbacks,
  })
