/** What has happened to the survey, and what will: a line to scale, and under it what its points are. */
import { useMessages } from '../messages.ts'
import { momentOf, useNow } from '../ui/time.tsx'
import type { Progress, Subject } from './live-queries.ts'
import { liveTexts } from './live-texts.ts'
import classes from './live.module.css'

type Props = { subject: Subject; progress: Progress }

export function Timeline({ subject: { openedAt, closesAt }, progress: { reminders } }: Props) {
  const say = useMessages(liveTexts)
  const now = useNow()
  const steps = [
    ...(openedAt ? [{ at: openedAt, label: say('opened') }] : []),
    ...reminders.sent_at.map((at) => ({ at, label: say('reminder_sent') })),
    { at: new Date(now).toISOString(), label: say('now'), isNow: true },
    ...reminders.planned_at.map((at) => ({ at, label: say('reminder_planned') })),
    ...(closesAt ? [{ at: closesAt, label: say('closing') }] : []),
  ]
    .toSorted((a, b) => Date.parse(a.at) - Date.parse(b.at))
    .map((step) => ({
      ...step,
      state: step.isNow ? 'now' : Date.parse(step.at) <= now ? 'done' : undefined,
    }))
  const [from, to] = [steps[0], steps[steps.length - 1]].map(({ at }) => Date.parse(at))
  const placeOf = (instant: number): string => `${to > from ? ((instant - from) / (to - from)) * 100 : 100}%`
  return (
    <section className="card pad stack" aria-labelledby="timeline">
      <h2 id="timeline">{say('timeline')}</h2>
      <div className={classes.line} aria-hidden="true">
        <span className={classes.past} style={{ inlineSize: placeOf(now) }} />
        {steps.map(({ at, label, state }) => (
          <i
            key={`${label} ${at}`}
            data-state={state}
            style={{ insetInlineStart: placeOf(Date.parse(at)) }}
          />
        ))}
      </div>
      <ol className={classes.timeline}>
        {steps.map(({ at, label, state }) => (
          <li key={`${label} ${at}`} data-state={state}>
            <b>{label}</b>
            <span className="quiet small">{momentOf(at)}</span>
          </li>
        ))}
      </ol>
    </section>
  )
}
