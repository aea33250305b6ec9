/** A list of the API, page by page: useInfiniteQuery over an operation's cursor, led to what DataList shows. */
import { useInfiniteQuery } from '@tanstack/react-query'
import { type Listed } from './data-list.tsx'

type PageOf<N extends string, T> = { [K in N]: T[] } & { next_cursor: string | null }

/**
 * @param key  names the list in the cache, with everything that it is filtered by
 * @param noun  the member of the reply that holds the items
 */
export function usePagesOf<N extends string, T>(
  key: readonly unknown[],
  noun: N,
  read: (cursor: string | undefined, signal: AbortSignal) => Promise<PageOf<N, T>>,
  { refetchInterval }: { refetchInterval?: number } = {},
): Listed<T> {
  const query = useInfiniteQuery({
    queryKey: key,
    queryFn: ({ pageParam, signal }) => read(pageParam, signal),
    initialPageParam: undefined as string | undefined,
    getNextPageParam: (last) => last.next_cursor ?? undefined,
    ...(refetchInterval !== undefined && { refetchInterval }),
  })
  return {
    items: query.data?.pages.flatMap((page) => page[noun]),
    error: query.error,
    retry: () => void query.refetch(),
    more: query.hasNextPage ? () => void query.fetchNextPage() : null,
    isReading: query.isFetchingNextPage,
  }
}
