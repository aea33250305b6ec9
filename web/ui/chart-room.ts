/** The room that a drawing has, measured: text in it keeps its size, and time runs the way the reader reads. */
import { type RefObject, useLayoutEffect, useRef, useState } from 'react'

type Room = { width: number; isRtl: boolean }

/** Width 0 until it is measured, which is before the first paint. */
export function useRoom(): [RefObject<HTMLDivElement | null>, Room] {
  const ref = useRef<HTMLDivElement>(null)
  const [room, setRoom] = useState<Room>({ width: 0, isRtl: false })
  useLayoutEffect(() => {
    const element = ref.current
    if (!element) return
    const measure = (): void => {
      const width = Math.floor(element.clientWidth)
      const isRtl = getComputedStyle(element).direction === 'rtl'
      setRoom((before) => (before.width === width && before.isRtl === isRtl ? before : { width, isRtl }))
    }
    measure()
    const observer = new ResizeObserver(measure)
    observer.observe(element)
    return () => observer.disconnect()
  }, [])
  return [ref, room]
}
