/** The last changes of a member, from the audit log: who, what and when, never the values. */
import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { eventTexts } from '../audit/event-texts.ts'
import { useMessages } from '../messages.ts'
import { useNamesById } from '../people/names-by-id.ts'
import { searchOf } from '../ui/address.ts'
import { QueryState } from '../ui/query-state.tsx'
import { RelativeTime } from '../ui/time.tsx'
import classes from './directory.module.css'
import { type History, historyOf } from './member-queries.ts'
import { memberTexts } from './member-texts.ts'

export function MemberHistory({ id }: { id: string }) {
  const say = useMessages(memberTexts)
  return (
    <section className="stack-tight" aria-labelledby="member-history">
      <h3 id="member-history">{say('history')}</h3>
      <QueryState query={useQuery(historyOf(id))}>
        {({ audit_events: events }) =>
          events.length === 0 ? (
            <p className="quiet">{say('no_history')}</p>
          ) : (
            <>
              <Events events={events} />
              <p className="small">
                <Link to="/app/settings/audit" search={searchOf({ target: id })}>
                  {say('whole_history')}
                </Link>
              </p>
            </>
          )
        }
      </QueryState>
    </section>
  )
}

function Events({ events }: { events: History }) {
  const say = useMessages(eventTexts)
  const sayOf = useMessages(memberTexts)
  const nameOf = useNamesById(events.flatMap(({ actor }) => actor.user_id ?? []))
  const actorText = ({ user_id: user, application_id: application }: History[number]['actor']): string => {
    const person = user === null ? null : (nameOf(user) ?? user)
    if (application === null) return person ?? ''
    const name = nameOf(application) ?? application
    return person === null
      ? sayOf('by_application', { name })
      : sayOf('through_application', { person, name })
  }
  return (
    <ul className={classes.entries}>
      {events.map(({ id, action, actor, detail, occurred_at: at }) => (
        <li key={id}>
          <span className={classes.name}>
            <span>
              {say(action)}
              {fieldsOf(detail)}
            </span>
            <span className={classes.second}>{actorText(actor)}</span>
          </span>
          <span className={`quiet small ${classes.age}`}>
            <RelativeTime at={at} />
          </span>
        </li>
      ))}
    </ul>
  )
}

/** Names of fields, as the API has them. */
function fieldsOf(detail: unknown): string {
  const fields: unknown = typeof detail === 'object' && detail !== null && 'fields' in detail && detail.fields
  return Array.isArray(fields) && fields.length > 0 ? `: ${fields.join(', ')}` : ''
}
