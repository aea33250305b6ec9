/** What people and programs changed, out of the audit log, for admins. */
import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import type { ReplyOf } from '../../client/client.ts'
import { eventTexts } from '../audit/event-texts.ts'
import { useMessages } from '../messages.ts'
import { type NameOf, useNamesById } from '../people/names-by-id.ts'
import { QueryState } from '../ui/query-state.tsx'
import { RelativeTime } from '../ui/time.tsx'
import classes from './home.module.css'
import { newestEvents } from './home-queries.ts'
import { homeTexts } from './home-texts.ts'

const eventsMax = 5
const isRead = (action: string): boolean => /\.(read|released)(_by_name)?$/.test(action)

export function Changes() {
  const say = useMessages(homeTexts)
  return (
    <section className="card pad stack" aria-labelledby="changes">
      <h2 id="changes">{say('changes')}</h2>
      <QueryState query={useQuery(newestEvents)}>
        {({ audit_events: all }) => (
          <Events events={all.filter(({ action }) => !isRead(action)).slice(0, eventsMax)} />
        )}
      </QueryState>
    </section>
  )
}

type AuditEvent = ReplyOf<'listAuditEvents'>['audit_events'][number]

function Events({ events }: { events: readonly AuditEvent[] }) {
  const say = useMessages(homeTexts)
  const event = useMessages(eventTexts)
  const userName = useNamesById(events.flatMap(({ actor }) => actor.user_id ?? []))
  return events.length === 0 ? (
    <p className="quiet">{say('no_changes')}</p>
  ) : (
    <ul className={classes.events}>
      {events.map(({ id, action, actor, target, detail, occurred_at }) => (
        <li key={id}>
          <span>
            {event(action)}
            <Target id={target} name={nameOf(detail)} />
          </span>
          <span className="quiet small">
            <Actor id={actor.user_id} nameOf={userName} />
            <RelativeTime at={occurred_at} />
          </span>
        </li>
      ))}
    </ul>
  )
}

/** As far as the entry says it: what it is called, or where it leads. */
function nameOf(detail: unknown): string | null {
  const { name, title, url } = Object(detail) as Record<string, unknown>
  if (typeof url === 'string' && URL.canParse(url)) return new URL(url).host
  return [name, title].find((one) => typeof one === 'string') ?? null
}

function Actor({ id, nameOf: of }: { id: string | null; nameOf: NameOf }) {
  const name = id === null ? null : of(id)
  return name === null ? null : (
    <>
      {name}
      {' ·\u00a0'}
    </>
  )
}

const Target = ({ id, name }: { id: string | null; name: string | null }) =>
  name === null ? null : id?.startsWith('app_') ? (
    <>
      :{' '}
      <Link to="/developers/applications/$id" params={{ id }}>
        {name}
      </Link>
    </>
  ) : (
    `: ${name}`
  )
