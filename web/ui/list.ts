/** What a component shows of a list that is read page by page. */
export type List<T> = {
  data: readonly T[] | undefined
  error: unknown
  refetch: () => unknown
  /** null: there are no more. */
  loadMore: (() => unknown) | null
  isLoadingMore: boolean
  /** The rows belong to the filter before. */
  isStale: boolean
}

/** A list that is there whole. */
export const wholeList = <T>(data: readonly T[]): List<T> => ({
  data,
  error: null,
  refetch: () => {},
  loadMore: null,
  isLoadingMore: false,
  isStale: false,
})
