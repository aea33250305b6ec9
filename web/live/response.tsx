/** How many have answered, as the API counts them while it is open, and how long is left. */
import { useMessages } from '../messages.ts'
import { formatNumber, formatPercent } from '../ui/number-format.ts'
import { Ring } from '../ui/ring.tsx'
import { Countdown, momentOf } from '../ui/time.tsx'
import { askedOf, isHidden, type Subject, type Summary } from './live-queries.ts'
import { liveTexts } from './live-texts.ts'
import classes from './live.module.css'

type Props = { subject: Subject; summary: Summary; last: Summary | null | undefined }

const ringPx = 168

export function Response({ subject: { closesAt, extension }, summary, last }: Props) {
  const say = useMessages(liveTexts)
  const { responded: answered, rounded } = summary
  const asked = askedOf(summary)
  const hidden = isHidden(summary)
  return (
    <section className={`card pad ${classes.response}`} aria-labelledby="response">
      <Ring
        label={
          hidden
            ? say('answered_later', { asked })
            : say(rounded ? 'answered_at_least' : 'answered', { answered, asked })
        }
        value={hidden ? null : answered}
        of={asked}
        text={hidden ? '–' : `${formatNumber(answered)}${rounded ? '+' : ''}`}
        caption={say('of_asked', { asked })}
        size={ringPx}
      />
      <div>
        <h2 id="response">
          {closesAt ? say.parts('left', { when: <Countdown key="when" to={closesAt} /> }) : say('no_end')}
        </h2>
        {extension && closesAt && (
          <p className="small">
            {say('extended_once', { at: momentOf(closesAt), share: formatPercent(extension.below) })}
          </p>
        )}
        {last && last.response_rate !== null && (
          <p className="quiet small">
            {say('last_time', {
              answered: last.responded,
              asked: askedOf(last),
              share: formatPercent(last.response_rate),
            })}
          </p>
        )}
      </div>
      {rounded && <p className={`quiet small ${classes.note}`}>{say('in_steps')}</p>}
    </section>
  )
}
