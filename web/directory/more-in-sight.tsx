/** At the end of a long list: it goes on by itself when its end is near. The button above stays, for whoever does not scroll. */
import { useEffect, useRef } from 'react'
import type { List } from '../ui/list.ts'

/** Less than a page of 200 rows, so that it does not load the next but one. */
const near = '0px 0px 800px 0px'

export function MoreInSight({ list: { loadMore, isLoadingMore } }: { list: List<unknown> }) {
  const end = useRef<HTMLDivElement>(null)
  const isWaiting = loadMore !== null && !isLoadingMore
  useEffect(() => {
    if (!isWaiting || !end.current) return
    const observer = new IntersectionObserver(
      ([entry]) => {
        if (entry.isIntersecting) void loadMore?.()
      },
      { rootMargin: near },
    )
    observer.observe(end.current)
    return () => observer.disconnect()
  }, [isWaiting, loadMore])
  return <div ref={end} />
}
