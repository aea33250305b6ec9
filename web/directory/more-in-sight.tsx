/**
 * At the end of a long list: it goes on by itself when its end is near. The button above stays, for whoever does not scroll; after a page
 * that could not be read it is the only way on, so that nothing is asked again and again.
 */
import { useEffect, useRef } from 'react'
import type { List } from '../ui/list.ts'

/** Less than a page of 200 rows, so that it does not load the next but one. */
const near = '0px 0px 800px 0px'

export function MoreInSight({ list: { data, error, loadMore, isLoadingMore } }: { list: List<unknown> }) {
  const end = useRef<HTMLDivElement>(null)
  const isWaiting = loadMore !== null && !isLoadingMore && !error
  const count = data?.length
  useEffect(() => {
    if (!isWaiting || !end.current) return
    // Observed again for every page: anyone who is at the end again before the browser looks never left its sight.
    const observer = new IntersectionObserver(
      // A busy page is told of several changes at once, and of the last one never again.
      (seen) => {
        if (seen.at(-1)?.isIntersecting) void loadMore?.()
      },
      { rootMargin: near },
    )
    observer.observe(end.current)
    return () => observer.disconnect()
  }, [isWaiting, loadMore, count])
  return <div ref={end} />
}
