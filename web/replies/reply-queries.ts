/** What pages read and write of replies to a finding. */
import type { ReplyOf } from '../../client/client.ts'
import { asUser } from '../as-user.ts'
import { read, useWrite } from '../queries.ts'

export type Reply = ReplyOf<'listReplies'>['replies'][number]
export type ReplyKind = Reply['kind']
export type Scope = Reply['scope']
export type Rights = NonNullable<ReplyOf<'listReplies'>['rights']>

/** A finding has three at most, and lists have withdrawn ones apart. With what the reader may do about it. */
export const repliesTo = (insightId: string) =>
  read(asUser, 'listReplies', { query: { insight_id: insightId } })

export const withdrawnTo = (insightId: string) =>
  read(asUser, 'listReplies', { query: { insight_id: insightId, state: 'withdrawn' } })

/** How many people were asked in the group of a finding, where its response rate is shown: nothing, where it is not. */
export const askedIn = ({ pulse_id, check_in_instance_id, team_id }: Scope) =>
  read(asUser, 'listInsights', {
    query: {
      kind: 'participation',
      limit: 1,
      ...(pulse_id !== undefined && { pulse_id }),
      ...(check_in_instance_id !== undefined && { check_in_instance_id }),
      ...(team_id === null ? { everyone: true } : { team_id }),
    },
  })

const changes = ['listReplies', 'getReply'] as const

type Callbacks<T> = { onDone: (reply: T) => void; onFailed?: (error: Error) => void }

export type Written = { kind: ReplyKind; text: string; actionId: string | null }

type Saving = Written & {
  insightId: string
  /** null: a new one */
  draft: Pick<Reply, 'id' | 'version'> | null
  isPublished: boolean
}

/** Saves a draft, and publishes it where that is wanted. A draft whose publishing is refused stays. */
async function save({ insightId, draft, isPublished, kind, text, actionId }: Saving): Promise<Reply> {
  const body = { kind, text, action_id: actionId }
  const saved = draft
    ? await asUser.call('updateReply', { params: { id: draft.id }, body, ifMatch: draft.version })
    : await asUser.call('createReply', { params: { id: insightId }, body })
  return isPublished ? publish(saved) : saved
}

export const useAskFurther = (callbacks: Callbacks<ReplyOf<'askFurther'>>) =>
  useWrite({
    send: ({ insightId, text }: { insightId: string; text: string }) =>
      asUser.call('askFurther', { params: { id: insightId }, body: { text } }),
    changes: ['listSurveys', 'countSurveys'],
    ...callbacks,
  })

const publish = ({ id, version }: Pick<Reply, 'id' | 'version'>): Promise<Reply> =>
  asUser.call('publishReply', { params: { id }, ifMatch: version })

export const useSaveReply = (callbacks: Callbacks<Reply>) => useWrite({ send: save, changes, ...callbacks })

export const useWithdrawReply = (callbacks: Callbacks<Reply>) =>
  useWrite({
    send: ({ id, version }: Reply) => asUser.call('withdrawReply', { params: { id }, ifMatch: version }),
    changes,
    ...callbacks,
  })

export const useDiscardReply = (callbacks: Callbacks<unknown>) =>
  useWrite({
    send: ({ id, version }: Reply) => asUser.call('deleteReply', { params: { id }, ifMatch: version }),
    changes,
    ...callbacks,
  })
