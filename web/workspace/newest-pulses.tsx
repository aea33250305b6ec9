/** The newest pulses that this person may see, read as any application would read them for him. */
import { useQuery } from '@tanstack/react-query'
import { type ReplyOf } from '../../client/client.ts'
import { asUser } from '../as-user.ts'
import { Failure, SkeletonLines } from '../ui/states.tsx'
import { StatusBadge, type Tone } from '../ui/status-badge.tsx'
import { RelativeTime } from '../ui/time.tsx'
import classes from './home.module.css'

type Pulse = ReplyOf<'listPulses'>['pulses'][number]

const shown = 5

const tones: Partial<Record<Pulse['state'], Tone>> = { open: 'good', scheduled: 'accent' }

export function NewestPulses() {
  const { data, error, refetch } = useQuery({
    queryKey: ['pulses', 'newest'],
    queryFn: ({ signal }) => asUser.call('listPulses', { query: { limit: shown }, signal }),
  })
  return (
    <section className="card pad stack" aria-labelledby="pulses">
      <h2 id="pulses">Newest pulses</h2>
      {error && !data ? (
        <Failure error={error} onRetry={() => void refetch()} />
      ) : data ? (
        <Pulses pulses={data.pulses} />
      ) : (
        <SkeletonLines />
      )}
    </section>
  )
}

const Pulses = ({ pulses }: { pulses: Pulse[] }) =>
  pulses.length === 0 ? (
    <p className="quiet">None yet: programs make them, through an application that somebody allowed.</p>
  ) : (
    <ul className={classes.events}>
      {pulses.map(({ id, title, state, created_at }) => (
        <li key={id}>
          <span className="row">
            {title} <StatusBadge tone={tones[state]}>{state}</StatusBadge>
          </span>
          <span className="quiet small">
            <RelativeTime at={created_at} />
          </span>
        </li>
      ))}
    </ul>
  )
