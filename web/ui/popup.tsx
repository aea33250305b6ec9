/**
 * What a button opens beside itself: the browser's own popover, which closes by Escape or a click elsewhere, and gives the
 * focus back. `PopupItem` is a line of a menu in it and closes it.
 */
import { createContext, type MouseEvent, type ReactNode, use, useId, useRef, useState } from 'react'
import { type Align, placeBeside } from './placing.ts'
import classes from './popup.module.css'

const OpenPopup = createContext('')

type Props = {
  /** The button's name; its face may be a picture, or be read along. */
  label: string
  face: ReactNode
  className?: string
  align?: Align
  width?: number
  /** A function is called once the popup opens: for what is fetched only then. */
  children: ReactNode | (() => ReactNode)
}

export function Popup({ label, face, className, align = 'end', width, children }: Props) {
  const id = useId()
  const button = useRef<HTMLButtonElement>(null)
  const [wasOpened, setWasOpened] = useState(false)
  // What comes while it is open makes it wider, and it stays beside its button.
  const sized = useRef<ResizeObserver>(null)
  const place = (popup: HTMLElement): void => {
    if (button.current) placeBeside(popup, button.current, align, 'below')
  }
  return (
    <>
      <button ref={button} type="button" popoverTarget={id} className={className ?? classes.icon}>
        <span className="visually-hidden">{label}</span>
        {face}
      </button>
      <div
        id={id}
        popover="auto"
        role="group"
        aria-label={label}
        className={classes.popup}
        style={{ width }}
        onBeforeToggle={() => setWasOpened(true)}
        onToggle={({ newState, currentTarget }) => {
          sized.current?.disconnect()
          if (newState !== 'open') return
          place(currentTarget)
          sized.current = new ResizeObserver(() => place(currentTarget))
          sized.current.observe(currentTarget)
        }}
      >
        <OpenPopup value={id}>
          {typeof children === 'function' ? wasOpened && children() : children}
        </OpenPopup>
      </div>
    </>
  )
}

type Item = {
  icon?: ReactNode
  end?: ReactNode
  current?: boolean
  /** It takes something away. */
  tone?: 'bad'
  onClick: (event: MouseEvent<HTMLButtonElement>) => void
  children: ReactNode
}

export const PopupItem = ({ icon, end, current, tone, onClick, children }: Item) => (
  <button
    type="button"
    popoverTarget={use(OpenPopup)}
    popoverTargetAction="hide"
    className={classes.item}
    data-tone={tone}
    aria-current={current || undefined}
    onClick={onClick}
  >
    {icon}
    <span>{children}</span>
    {end}
  </button>
)
