/**
 * Slides over the whole screen, one finding each: the arrows of the way one reads, space, Home and End move, Esc ends. The address holds the
 * number of the slide (from 1), so a link opens it, and back ends it.
 *
 *   <ButtonLink to="." search={searchWith({ slide: '1' })}>{say('present')}</ButtonLink>
 *   <Present title="How was your week? · Everyone, 16 Nov 2026" slides={[{ title: 'My workload was manageable', eyebrow: 'Workload', content: … }]} />
 */
import { Button } from '@mantine/core'
import { IconArrowsMaximize, IconX } from '@tabler/icons-react'
import { type KeyboardEvent, type ReactNode, useEffect, useId, useRef } from 'react'
import { useMessages } from '../messages.ts'
import { useAddress } from './address.ts'
import classes from './present.module.css'
import { showFailure } from './toast.ts'
import { uiTexts } from './ui-texts.ts'

/** Letters that two lines of a heading hold, at its full size. */
const longTitle = 72

export type Slide = { title: string; eyebrow?: string; content: ReactNode }

type Props = {
  /** What is presented, on every slide. */
  title: string
  /** More of it, beside the title where there is room. */
  more?: string
  slides: readonly Slide[]
  /** Of who presents, on every slide beside the title. */
  logo?: { url: string; width: number; height: number } | null
  param?: string
}

export function Present({ title, more, slides, logo = null, param = 'slide' }: Props) {
  const { values, change } = useAddress()
  const number = Number(values[param])
  if (!Number.isInteger(number) || number < 1 || slides.length === 0) return null
  const index = Math.min(number, slides.length) - 1
  return (
    <Screen
      title={title}
      more={more}
      slides={slides}
      logo={logo}
      index={index}
      onIndex={(next) => change({ [param]: String(next + 1) })}
      onClose={() => change({ [param]: undefined })}
    />
  )
}

type ScreenProps = Omit<Props, 'param'> & {
  index: number
  onIndex: (index: number) => void
  onClose: () => void
}

function Screen({ title, more, slides, logo, index, onIndex, onClose }: ScreenProps) {
  const say = useMessages(uiTexts)
  const heading = useId()
  const dialog = useRef<HTMLDialogElement>(null)
  // A dialog itself cannot fill the screen.
  const screen = useRef<HTMLDivElement>(null)
  useEffect(() => {
    const opened = dialog.current
    opened?.showModal()
    // Not on the first button, which would seem chosen.
    screen.current?.focus()
    return () => {
      opened?.close()
      if (document.fullscreenElement) void document.exitFullscreen()
    }
  }, [])
  // A button that was pressed and is gone leaves the focus to the page behind: the next key is for the slides all the same.
  useEffect(() => {
    const comeBack = ({ target, key }: globalThis.KeyboardEvent): void => {
      if (target !== document.body) return
      screen.current?.focus()
      screen.current?.dispatchEvent(new globalThis.KeyboardEvent('keydown', { key, bubbles: true }))
    }
    document.addEventListener('keydown', comeBack, { capture: true })
    return () => document.removeEventListener('keydown', comeBack, { capture: true })
  }, [])
  const stage = useRef<HTMLDivElement>(null)
  useEffect(() => {
    // Browsers give a promise of when it has scrolled; React would call what an effect gives.
    stage.current?.scrollTo(0, 0)
  }, [index])
  const last = slides.length - 1
  const go = (to: number): void => {
    const next = Math.min(last, Math.max(0, to))
    if (next !== index) onIndex(next)
  }
  const onKeyDown = (event: KeyboardEvent<HTMLElement>): void => {
    // A button takes the space bar itself.
    if (event.key === ' ' && (event.target as Element).matches('button')) return
    const onwards = getComputedStyle(event.currentTarget).direction === 'rtl' ? -1 : 1
    const to = {
      ArrowRight: index + onwards,
      ArrowLeft: index - onwards,
      PageDown: index + 1,
      PageUp: index - 1,
      ' ': index + 1,
      Home: 0,
      End: last,
    }[event.key]
    if (to === undefined) return
    event.preventDefault()
    go(to)
  }
  const { title: finding, eyebrow, content } = slides[index]
  return (
    <dialog
      ref={dialog}
      className={classes.dialog}
      aria-labelledby={heading}
      onKeyDown={onKeyDown}
      onCancel={(event) => {
        event.preventDefault()
        onClose()
      }}
    >
      <div ref={screen} className={classes.screen} tabIndex={-1}>
        <div className={classes.line}>
          <span className={classes.title}>
            {/* Its name is beside it. */}
            {logo && (
              <img className={classes.logo} src={logo.url} width={logo.width} height={logo.height} alt="" />
            )}
            <span>
              <strong>{title}</strong>
              {more && <span className={`quiet small ${classes.further}`}>{more}</span>}
            </span>
          </span>
          <span className="row">
            <Button
              variant="default"
              className={classes.full}
              leftSection={<IconArrowsMaximize size={16} aria-hidden />}
              onClick={() => void fillScreen(screen.current).catch(showFailure)}
            >
              {say('full_screen')}
            </Button>
            <Button
              variant="default"
              aria-label={say('end_presentation')}
              className={classes.end}
              leftSection={<IconX size={16} aria-hidden />}
              onClick={onClose}
            >
              <span className={classes.endWords}>{say('end_presentation')}</span>
            </Button>
          </span>
        </div>
        {/* In the order of Tab, so that the arrows up and down reach what a small screen has no room for. */}
        <div ref={stage} className={classes.stage} tabIndex={0}>
          <div className={classes.slide} aria-live="polite">
            {eyebrow && <p className={classes.eyebrow}>{eyebrow}</p>}
            <h2 id={heading} data-long={finding.length > longTitle || undefined}>
              {finding}
            </h2>
            {content}
          </div>
        </div>
        <div>
          <span className={classes.progress} aria-hidden="true">
            <span style={{ inlineSize: `${(100 * (index + 1)) / slides.length}%` }} />
          </span>
          <div className={classes.line}>
            <span className="quiet small figures">
              {say('slide_of', { number: index + 1, count: slides.length })}
              <span className={classes.keys}>
                {' ·\u00a0'}
                {say('slide_keys')}
              </span>
            </span>
            <span className="row">
              <Button variant="default" disabled={index === 0} onClick={() => go(index - 1)}>
                {say('previous')}
              </Button>
              <Button disabled={index === last} onClick={() => go(index + 1)}>
                {say('next')}
              </Button>
            </span>
          </div>
        </div>
      </div>
    </dialog>
  )
}

const fillScreen = async (part: HTMLElement | null): Promise<void> =>
  document.fullscreenElement ? document.exitFullscreen() : part?.requestFullscreen()
