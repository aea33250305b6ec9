/** What was read, once it is there: until then a skeleton, or why it could not be read with a way to try again. */
import type { ReactNode } from 'react'
import { Failure, SkeletonLines } from './states.tsx'

type Props<T> = {
  query: { data: T | undefined; error: unknown; refetch: () => unknown }
  skeleton?: ReactNode
  /** The content brings no card of its own, but a failure needs one. */
  hasCard?: boolean
  children: (data: T) => ReactNode
}

export function QueryState<T>({ query, skeleton = <SkeletonLines />, hasCard = false, children }: Props<T>) {
  const { data, error, refetch } = query
  if (data !== undefined) return children(data)
  if (!error) return skeleton
  const failure = <Failure error={error} onRetry={() => void refetch()} />
  return hasCard ? <div className="card">{failure}</div> : failure
}
