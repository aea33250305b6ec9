/** What somebody has pinned, and pinning. Other lists say the same as before. */
import { queryClient } from '../api.ts'
import { asUser } from '../as-user.ts'
import { read, useWrite } from '../queries.ts'
import { type InsightFilter, queryOf } from './insight-queries.ts'

const pinsMax = 50

export const pinnedFindings = (filter: InsightFilter) =>
  read(asUser, 'listInsights', { query: { ...queryOf(filter), pinned: true, limit: pinsMax } })

const isOfPins = (key: readonly unknown[]): boolean =>
  key[0] === 'listInsights' && Object(Object(key[1]).query).pinned === true

type Pin = { id: string; isPinned: boolean }

/** @param onDone  once the list of what is pinned has been read again */
export const usePin = ({
  onDone,
  onFailed,
}: {
  onDone: (pin: Pin) => void
  onFailed: (error: Error) => void
}) =>
  useWrite({
    send: async ({ id, isPinned }: Pin) => {
      await asUser.call(isPinned ? 'pinInsight' : 'unpinInsight', { params: { id } })
      await queryClient.invalidateQueries({ predicate: ({ queryKey }) => isOfPins(queryKey) })
    },
    changes: [],
    onDone: (_reply, pin) => onDone(pin),
    onFailed,
  })
