/**
 * What lies below the first screen loads when somebody comes near to it, or prints. Otherwise a few seconds later, so that it is
 * there for whoever searches the page.
 */
import { useIsFetching } from '@tanstack/react-query'
import { type ReactNode, useEffect, useRef, useState } from 'react'

const laterMs = 3_000

/** A page that has not loaded yet is short: nothing is near before it has its length. */
const settleMs = 300

/** Half a screen ahead of whoever scrolls. */
const near = { rootMargin: '50%' }

export function WhenNear({ children }: { children: ReactNode }) {
  const [isTime, setTime] = useState(false)
  const place = useRef<HTMLDivElement>(null)
  const isLoading = useIsFetching() > 0
  useEffect(() => {
    const show = (): void => setTime(true)
    const timer = setTimeout(show, laterMs)
    addEventListener('beforeprint', show)
    return () => {
      clearTimeout(timer)
      removeEventListener('beforeprint', show)
    }
  }, [])
  useEffect(() => {
    if (isLoading) return
    const watch = new IntersectionObserver(([entry]) => entry.isIntersecting && setTime(true), near)
    const timer = setTimeout(() => place.current && watch.observe(place.current), settleMs)
    return () => {
      clearTimeout(timer)
      watch.disconnect()
    }
  }, [isLoading])
  return isTime ? children : <div ref={place} />
}
