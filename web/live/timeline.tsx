/** What has happened to the survey, and what will. */
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
  ].toSorted((a, b) => Date.parse(a.at) - Date.parse(b.at))
  return (
    <section className="card pad stack" aria-labelledby="timeline">
      <h2 id="timeline">{say('timeline')}</h2>
      <ol className={classes.timeline}>
        {steps.map(({ at, label, isNow }, i) => (
          <li
            key={`${label} ${at}`}
            data-state={isNow ? 'now' : Date.parse(at) <= now ? 'done' : undefined}
            // To scale, as far as the words leave room.
            style={{ flexGrow: steps[i + 1] ? Date.parse(steps[i + 1].at) - Date.parse(at) : 0 }}
          >
            <b>{label}</b>
            <span className="quiet small">{momentOf(at)}</span>
          </li>
        ))}
      </ol>
    </section>
  )
}
