/** What lies far below begins to load once the page has nothing more urgent to do, so that it is there before somebody scrolls to it or prints. */
import { type ReactNode, useEffect, useState } from 'react'

/** Safari has no idle callbacks. */
const laterMs = 300

export function WhenIdle({ children }: { children: ReactNode }) {
  const [isTime, setTime] = useState(false)
  useEffect(() => {
    const show = (): void => setTime(true)
    if (!('requestIdleCallback' in globalThis)) {
      const timer = setTimeout(show, laterMs)
      return () => clearTimeout(timer)
    }
    const idle = requestIdleCallback(show)
    return () => cancelIdleCallback(idle)
  }, [])
  return isTime && children
}
