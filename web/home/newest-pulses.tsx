/** The newest pulses that this person may see, read as any application would read them for them. */
import { useQuery } from '@tanstack/react-query'
import { type ReplyOf } from '../../client/client.ts'
import { QueryState } from '../ui/query-state.tsx'
import { StatusBadge, type Tone } from '../ui/status-badge.tsx'
import { RelativeTime } from '../ui/time.tsx'
import { newestPulses } from './home-queries.ts'
import classes from './home.module.css'
import { useMessages } from '../messages.ts'
import { homeTexts } from './home-texts.ts'

type Pulse = ReplyOf<'listPulses'>['pulses'][number]

const tones: Partial<Record<Pulse['state'], Tone>> = { open: 'good', scheduled: 'accent' }

export const NewestPulses = () => {
  const say = useMessages(homeTexts)
  return (
    <section className="card pad stack" aria-labelledby="pulses">
      <h2 id="pulses">{say('newest_pulses')}</h2>
      <QueryState query={useQuery(newestPulses)}>{({ pulses }) => <Pulses pulses={pulses} />}</QueryState>
    </section>
  )
}

const Pulses = ({ pulses }: { pulses: Pulse[] }) => {
  const say = useMessages(homeTexts)
  return pulses.length === 0 ? (
    <p className="quiet">{say('no_pulses')}</p>
  ) : (
    <ul className={classes.events}>
      {pulses.map(({ id, title, state, created_at }) => (
        <li key={id}>
          <span className="row">
            {title} <StatusBadge tone={tones[state]}>{say(`state_${state}`)}</StatusBadge>
          </span>
          <span className="quiet small">
            <RelativeTime at={created_at} />
          </span>
        </li>
      ))}
    </ul>
  )
}
