/** What has come in while the page was open: nobody keeps when an anonymous answer came, so this begins with the visit. */
import { useMessages } from '../messages.ts'
import { RelativeTime } from '../ui/time.tsx'
import type { Arrival } from './live-stream.ts'
import { liveTexts } from './live-texts.ts'
import classes from './live.module.css'

type Props = { arrivals: readonly Arrival[]; isRounded: boolean }

export function Arrivals({ arrivals, isRounded }: Props) {
  const say = useMessages(liveTexts)
  return (
    <section className="card pad stack" aria-labelledby="arrivals">
      <h2 id="arrivals">{say('arrivals')}</h2>
      {arrivals.length === 0 ? (
        <p className="quiet">{say(isRounded ? 'next_step_hint' : 'arrivals_hint')}</p>
      ) : (
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
        </ol>
      )}
    </section>
  )
}
