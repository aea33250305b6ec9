/**
 * What has come in while the page was open: nobody keeps when an anonymous answer came, so this begins with the visit, and with how many there
 * were then. Of named answers the times are beside the names, for those who read them.
 */
import { useReadsNames } from '../answers/names-reader.ts'
import { useMessages } from '../messages.ts'
import { RelativeTime } from '../ui/time.tsx'
import type { Subject } from './live-queries.ts'
import type { Following } from './live-stream.ts'
import { liveTexts } from './live-texts.ts'
import classes from './live.module.css'

type Props = { subject: Subject; live: Following; isRounded: boolean }

export function Arrivals({ subject, live: { arrivals, first }, isRounded }: Props) {
  const say = useMessages(liveTexts)
  const readsNames = useReadsNames(subject.owner)
  return (
    <section className="card pad stack" aria-labelledby="arrivals">
      <h2 id="arrivals">{say('arrivals')}</h2>
      {(arrivals.length > 0 || first) && (
        <ol className={classes.arrivals} aria-live="polite">
          {arrivals.map(({ at, responded }) => (
            <li key={at}>
              <span className="figures">
                {say(isRounded ? 'now_at_least' : 'now_exactly', { answered: responded })}
              </span>
              <span className="quiet small">
                <RelativeTime at={at} />
              </span>
            </li>
          ))}
          {first && (
            <li key="first">
              <span className="figures">
                {isRounded && first.responded > 0
                  ? say('at_first_least', { answered: first.responded })
                  : say('at_first', { count: first.responded })}
              </span>
              <span className="quiet small">
                <RelativeTime at={first.at} />
              </span>
            </li>
          )}
        </ol>
      )}
      {arrivals.length === 0 && (
        <p className="quiet">{say(isRounded ? 'next_step_hint' : 'arrivals_hint')}</p>
      )}
      {readsNames && <p className="quiet small">{say('arrivals_before')}</p>}
    </section>
  )
}
