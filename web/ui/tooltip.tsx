/**
 * A few words about what is pointed at or focused, in the browser's top layer. They explain; nothing is told by them alone.
 * Mantine's would bring a positioning library into the first load, eight times as heavy as this page's own code.
 */
import { type ReactNode, useLayoutEffect, useRef, useState } from 'react'
import { placeBeside } from './placing.ts'
import classes from './popup.module.css'

export function Tooltip({ label, children }: { label: string; children: ReactNode }) {
  const [isVisible, setVisible] = useState(false)
  const anchor = useRef<HTMLSpanElement>(null)
  const tip = useRef<HTMLSpanElement>(null)
  useLayoutEffect(() => {
    if (!isVisible || !tip.current || !anchor.current) return
    tip.current.showPopover()
    placeBeside(tip.current, anchor.current, 'center', 'above')
  }, [isVisible])
  return (
    <span
      ref={anchor}
      className={classes.anchor}
      onPointerEnter={() => setVisible(true)}
      onPointerLeave={() => setVisible(false)}
      onFocus={() => setVisible(true)}
      onBlur={() => setVisible(false)}
      onKeyDown={({ key }) => key === 'Escape' && setVisible(false)}
    >
      {children}
      {isVisible && (
        <span ref={tip} popover="manual" role="tooltip" className={classes.tip}>
          {label}
        </span>
      )}
    </span>
  )
}
