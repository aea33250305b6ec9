/**
 * Reading and writing the API from pages. A query's key is the operation and its input, so nobody invents keys, and a write
 * names the operations that it makes stale: `refresh('listPeople', 'getMe')`.
 */
import { infiniteQueryOptions, queryOptions, useInfiniteQuery, useMutation } from '@tanstack/react-query'
import type { InputOf, OperationId, ReplyOf, Sonde } from '../client/client.ts'
import { queryClient, SondeError } from './api.ts'
import type { List } from './ui/list.ts'

/** One reply of the API: for useQuery, and for the loader of a route. */
export const read = <Id extends OperationId>(api: Sonde, operation: Id, input: InputOf<Id>) =>
  queryOptions({
    queryKey: [operation, input] as const,
    queryFn: ({ signal }) => api.call(operation, { ...input, signal }),
  })

type ReplyWithCursor = { next_cursor: string | null }
type ListOperation = {
  [Id in OperationId]: ReplyOf<Id> extends ReplyWithCursor ? Id : never
}[OperationId]

/** A list of the API, page by page. */
export const readPages = <Id extends ListOperation>(api: Sonde, operation: Id, input: InputOf<Id>) =>
  infiniteQueryOptions({
    // Apart from the key of a single reply, which has another shape.
    queryKey: [operation, input, 'pages'] as const,
    queryFn: ({ signal, pageParam }) =>
      api.call(operation, {
        ...input,
        query: { ...input.query, ...(pageParam !== null && { cursor: pageParam }) },
        signal,
      }),
    initialPageParam: null as string | null,
    getNextPageParam: (last) => (last as ReplyWithCursor).next_cursor,
    // While another filter is read, a list keeps its rows, dimmed; never those of another object.
    placeholderData: (before, query) =>
      JSON.stringify(query?.queryKey[1].params) === JSON.stringify(input.params) ? before : undefined,
  })

/** A whole list of the API, where a page draws all of it. `noun`: what the reply calls its items. */
export const readAll = <Id extends ListOperation, N extends keyof ReplyOf<Id>>(
  api: Sonde,
  operation: Id,
  noun: N,
  input: InputOf<Id>,
) =>
  queryOptions({
    queryKey: [operation, input, 'all'] as const,
    queryFn: async ({ signal }) => {
      const found: ItemOf<ReplyOf<Id>[N]>[] = []
      for await (const one of api.pages(operation, noun as never, { ...input, signal }))
        found.push(one as ItemOf<ReplyOf<Id>[N]>)
      return found
    },
  })

type ItemOf<T> = T extends readonly (infer One)[] ? One : never

type PagesOf<Id extends ListOperation> = ReturnType<typeof readPages<Id>>

export function useList<Id extends ListOperation, T>(
  pages: PagesOf<Id>,
  itemsOf: (page: ReplyOf<Id>) => readonly T[],
): List<T> {
  const query = useInfiniteQuery(pages)
  return {
    data: query.data?.pages.flatMap(itemsOf),
    error: query.error,
    refetch: query.refetch,
    loadMore: query.hasNextPage ? query.fetchNextPage : null,
    isLoadingMore: query.isFetchingNextPage,
    isStale: query.isPlaceholderData,
  }
}

/**
 * Reads these operations again, whatever their input. A first read that is still under way began before the write, and the
 * cache would join it instead of starting another, so it is cancelled first.
 */
export async function refresh(...operations: readonly OperationId[]): Promise<void> {
  await Promise.all(operations.map((operation) => queryClient.cancelQueries({ queryKey: [operation] })))
  await Promise.all(operations.map((operation) => queryClient.invalidateQueries({ queryKey: [operation] })))
}

type Write<Input, Reply> = {
  send: (input: Input) => Promise<Reply>
  /** Operations whose replies this write changes. They are read again before `onDone`. */
  changes: readonly OperationId[]
  onDone?: (reply: Reply, input: Input) => void
  onFailed?: (error: Error, input: Input) => void
}

export const useWrite = <Reply, Input = void>({ send, changes, onDone, onFailed }: Write<Input, Reply>) =>
  useMutation({
    mutationFn: send,
    onSuccess: async (reply, input) => {
      await refresh(...changes)
      onDone?.(reply, input)
    },
    onError: (error, input) => onFailed?.(error, input),
  })

/** The version that a write was based on is no longer the present one (412). */
export const isConflict = (error: unknown): boolean =>
  error instanceof SondeError && error.code === 'precondition_failed'
