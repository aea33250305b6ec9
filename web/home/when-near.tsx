/** What lies far below begins to load when it comes near the screen, and before the page is printed. */
import { type ReactNode, useEffect, useRef, useState } from 'react'

/** Half a screen of reading before it is seen. */
const near = '0px 0px 400px 0px'

export function WhenNear({ children }: { children: ReactNode }) {
  const place = useRef<HTMLDivElement>(null)
  const [isNear, setIsNear] = useState(false)
  useEffect(() => {
    if (!place.current) return
    const observer = new IntersectionObserver(
      (seen) => {
        if (seen.some(({ isIntersecting }) => isIntersecting)) setIsNear(true)
      },
      { rootMargin: near },
    )
    observer.observe(place.current)
    const show = (): void => setIsNear(true)
    addEventListener('beforeprint', show)
    return () => {
      observer.disconnect()
      removeEventListener('beforeprint', show)
    }
  }, [])
  return isNear ? children : <div ref={place} />
}
