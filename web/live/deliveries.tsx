/** What became of the invitations: counts of messages by state, as the API tells them, and never whose. */
import { useQuery } from '@tanstack/react-query'
import { lazy, Suspense } from 'react'
import { useMe } from '../me.ts'
import { useMessages } from '../messages.ts'
import { Alert } from '../ui/alert.tsx'
import { formatNumber } from '../ui/number-format.ts'
import { QueryState } from '../ui/query-state.tsx'
import {
  askedOf,
  deliveriesQuery,
  type Delivery,
  isHidden,
  pollMs,
  type Subject,
  type Summary,
} from './live-queries.ts'
import { isListedLinks } from './listed-links.ts'
import { liveTexts } from './live-texts.ts'
import classes from './live.module.css'

const sum = (all: readonly Delivery[], ...states: readonly Delivery['state'][]): number =>
  all.reduce((total, { state, count }) => (states.includes(state) ? total + count : total), 0)

const HandOut = lazy(() => import('./hand-out.tsx').then(({ HandOut }) => ({ default: HandOut })))

type Props = { subject: Subject; summary: Summary }

/** Where no message goes out there is nothing but links, and these are for whoever hands them out. */
export function Deliveries(props: Props) {
  const { data: me } = useMe()
  const isHandingOut = isListedLinks(props.subject, me)
  if (props.subject.isHandedOut && !isHandingOut) return null
  return <Sent {...props} isHandingOut={isHandingOut} />
}

function Sent({ subject, summary, isHandingOut }: Props & { isHandingOut: boolean }) {
  const say = useMessages(liveTexts)
  const query = useQuery({ ...deliveriesQuery(subject.owner), refetchInterval: pollMs })
  return (
    <section className="card pad stack" aria-labelledby="deliveries">
      <QueryState query={query}>
        {({ deliveries }) => <Funnel deliveries={deliveries} summary={summary} />}
      </QueryState>
    </section>
  )

  function Funnel({ deliveries, summary }: FunnelProps) {
    const { responded, rounded, unreachable } = summary
    // Nothing is sent to those who draw a code: what became of their slips is told beside.
    const all = deliveries.filter(({ kind, channel }) => kind === 'invitation' && channel !== 'code')
    // Links to hand out are made for the same people as the messages, and told of where there are no messages.
    const messages = all.filter(({ channel }) => channel !== 'link')
    const areLinks = messages.length === 0 && isHandingOut
    const invitations = areLinks ? all : messages
    const reminders = deliveries.filter(({ kind }) => kind === 'reminder')
    const queued = sum(invitations, 'pending')
    const sent = sum(invitations, 'sent', 'delivered')
    const bounced = sum(invitations, 'bounced', 'failed')
    const whole = Math.max(1, askedOf(summary), queued + sent)
    const byChannel = Map.groupBy(
      invitations.filter(({ state }) => state === 'sent' || state === 'delivered'),
      ({ channel }) => channel,
    )
    const channels = [...byChannel].map(([channel, those]) =>
      say('by_channel', { count: sum(those, 'sent', 'delivered'), channel: say(`channel_${channel}`) }),
    )
    const isWell = messages.length > 0 && queued + bounced === 0
    const [onlyChannel, ...otherChannels] = byChannel.keys()
    const rows: readonly Row[] = [
      ...(queued > 0
        ? [{ id: 'queued', label: say('queued'), count: queued, text: formatNumber(queued) }]
        : []),
      // Where all went well, one sentence says so.
      ...(isWell
        ? []
        : [
            {
              id: 'sent',
              label: say(areLinks ? 'handed_out_row' : 'sent'),
              count: sent,
              text: formatNumber(sent),
              ...(messages.length > 0 && { more: channels.join(', ') }),
            },
          ]),
      ...(bounced > 0
        ? [{ id: 'bounced', label: say('bounced'), count: bounced, text: formatNumber(bounced) }]
        : []),
      // Until a count may be shown, the card above says from when on.
      ...(isHidden(summary)
        ? []
        : [
            {
              id: 'answered',
              label: say('answered_row'),
              count: responded,
              text: `${formatNumber(responded)}${rounded ? '+' : ''}`,
            },
          ]),
    ]
    return (
      <>
        <h2 id="deliveries">{say(areLinks ? 'links_made' : 'invitations_sent', { count: sent })}</h2>
        {rows.length > 0 && (
          <dl className={classes.funnel}>
            {rows.map(({ id, label, count, text, more }) => (
              <div key={id} data-row-of={id}>
                <dt>{label}</dt>
                <dd>
                  <span className={classes.track} aria-hidden="true">
                    <i style={{ inlineSize: `${Math.min(100, (100 * count) / whole)}%` }} />
                  </span>
                  <b className="figures">{text}</b>
                  <span className="quiet small">{more}</span>
                </dd>
              </div>
            ))}
          </dl>
        )}
        {isWell && onlyChannel !== undefined && (
          <p className="quiet small">
            {otherChannels.length > 0
              ? say('all_sent_by', { channels: channels.join(', ') })
              : say('all_sent', { channel: say(`channel_${onlyChannel}`) })}
          </p>
        )}
        {invitations.length > 0 && (
          <p className="quiet small">{say(areLinks ? 'one_link_each' : 'own_links')}</p>
        )}
        {areLinks && (
          <Suspense>
            <HandOut subject={subject} />
          </Suspense>
        )}
        {reminders.length > 0 && (
          <p className="quiet small">
            {say('reminders_sent', { count: sum(reminders, 'sent', 'delivered', 'pending') })}
          </p>
        )}
        {(bounced > 0 || unreachable > 0) && (
          <Alert tone="warn">
            {bounced > 0 && <p>{say('bounced_hint', { count: bounced })}</p>}
            {unreachable > 0 && <p>{say('unreachable_hint', { count: unreachable })}</p>}
          </Alert>
        )}
      </>
    )
  }
}

type FunnelProps = { deliveries: readonly Delivery[]; summary: Summary }
type Row = { id: string; label: string; count: number; text: string; more?: string }
