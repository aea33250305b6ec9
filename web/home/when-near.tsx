/**
 * What lies far below begins to load when somebody first does something on the page, so that it is there before they have scrolled to it; when it comes
 * near the screen; and before the page is printed.
 */
import { type ReactNode, useEffect, useRef, useState } from 'react'

const near = '0px 0px 100px 0px'

const signs = [
  'pointerdown',
  'pointermove',
  'wheel',
  'touchstart',
  'keydown',
  'scroll',
  'resize',
  'beforeprint',
] as const

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
    for (const type of signs) addEventListener(type, show, { once: true, passive: true })
    return () => {
      observer.disconnect()
      for (const type of signs) removeEventListener(type, show)
    }
  }, [])
  return isNear ? children : <div ref={place} />
}
