/**
 * What has happened to the survey, and what will: a line to scale, and under each of its points what it is. Captions that have no room side
 * by side stand below one another; where the page is narrow they are a list.
 */
import type { CSSProperties } from 'react'
import { useMessages } from '../messages.ts'
import { momentOf, useNow } from '../ui/time.tsx'
import type { Progress, Subject } from './live-queries.ts'
import { liveTexts } from './live-texts.ts'
import classes from './live.module.css'

type Props = { subject: Subject; progress: Progress }
type State = 'done' | 'now' | undefined
type Step = { at: number; label: string; state: State }

/** A share of the line: nearer to the opening than this, now is not a point of its own. */
const togetherShare = 0.02
/** As long as other times say “just now”, however long the line is. */
const justNowMs = 60_000

/** The share of the line that a caption needs where it is shortest. */
const captionShare = 0.24
const edgeShare = 0.1

export function Timeline({ subject: { openedAt, closesAt }, progress: { reminders } }: Props) {
  const say = useMessages(liveTexts)
  const now = useNow()
  const stepAt = (label: string) => (instant: string) => {
    const at = Date.parse(instant)
    return { at, label, state: at <= now ? ('done' as const) : undefined }
  }
  const known: readonly Step[] = [
    ...(openedAt ? [stepAt(say('opened'))(openedAt)] : []),
    ...reminders.sent_at.map(stepAt(say('reminder_sent'))),
    ...reminders.planned_at.map(stepAt(say('reminder_planned'))),
    ...(closesAt ? [stepAt(say('closing'))(closesAt)] : []),
  ]
  const ends = [...known.map(({ at }) => at), now]
  const [from, to] = [Math.min(...ends), Math.max(...ends)]
  const shareOf = (at: number): number => (to > from ? (at - from) / (to - from) : 1)
  const opening = openedAt === null ? null : known[0]
  const isJustOpen = opening !== null && Math.abs(shareOf(now) - shareOf(opening.at)) < togetherShare
  const steps = (
    isJustOpen
      ? known.map((step) =>
          step === opening && now - step.at < justNowMs ? { ...step, label: say('opened_now') } : step,
        )
      : [...known, { at: now, label: say('now'), state: 'now' as const }]
  ).toSorted((one, other) => one.at - other.at)
  const rows = rowsOf(steps.map(({ at }) => shareOf(at)))
  return (
    <section className={`card pad stack ${classes.time}`} aria-labelledby="timeline">
      <h2 id="timeline">{say('timeline')}</h2>
      <div className={classes.line} aria-hidden="true">
        <span className={classes.past} style={{ inlineSize: `${shareOf(now) * 100}%` }} />
        {steps.map(({ at, label, state }) => (
          <i
            key={`${label} ${at}`}
            data-state={state}
            style={{ insetInlineStart: `${shareOf(at) * 100}%` }}
          />
        ))}
      </div>
      <ol className={classes.timeline} style={{ '--rows': Math.max(...rows) + 1 } as CSSProperties}>
        {steps.map(({ at, label, state }, i) => (
          <li
            key={`${label} ${at}`}
            data-state={state}
            style={
              {
                '--place': shareOf(at),
                '--before': shareBefore(shareOf(at)),
                '--row': rows[i],
              } as CSSProperties
            }
            data-end={shareBefore(shareOf(at))}
          >
            <b>{label}</b>
            <span className="quiet small">{momentOf(new Date(at).toISOString())}</span>
          </li>
        ))}
      </ol>
    </section>
  )
}

/** How much of a caption is before its point: at the ends of the line it is flush with them. */
const shareBefore = (place: number): number => (place < edgeShare ? 0 : place > 1 - edgeShare ? 1 : 0.5)

/** The first row that has room for a caption takes it. */
function rowsOf(places: readonly number[]): readonly number[] {
  const taken: number[] = []
  return places.map((place) => {
    const start = place - captionShare * shareBefore(place)
    const free = taken.findIndex((end) => end <= start)
    const row = free < 0 ? taken.length : free
    taken[row] = start + captionShare
    return row
  })
}
