/** Home: what there is, at a glance, for an admin; for everybody else who they are here, and what they allowed. */
import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { type ReplyOf } from '../../client/client.ts'
import { useMe } from '../me.ts'
import { Figure, Figures } from '../ui/figure.tsx'
import { ButtonLink } from '../ui/links.tsx'
import { Page } from '../ui/page.tsx'
import { QueryState } from '../ui/query-state.tsx'
import { EmptyState, SkeletonLines } from '../ui/states.tsx'
import { RelativeTime } from '../ui/time.tsx'
import { allApplications } from '../applications/application-queries.ts'
import { eventTexts } from '../audit/event-texts.ts'
import { organisationQuery } from '../organisation/organisation-queries.ts'
import { firstPeople, useNames } from '../people/people-queries.ts'
import { newestEvents } from './home-queries.ts'
import classes from './home.module.css'
import { NewestPulses } from './newest-pulses.tsx'
import { useMessages } from '../messages.ts'
import { shellTexts } from '../shell/shell-texts.ts'
import { formatNumber } from '../ui/number-format.ts'
import { homeTexts } from './home-texts.ts'

export function HomePage() {
  const say = useMessages(homeTexts)
  const role = useMessages(shellTexts)
  const { data: me } = useMe()
  return (
    <Page
      title={me?.organisation?.name ?? say('title')}
      description={
        me?.user && say('signed_in_as', { name: me.user.name, role: role(`role_${me.role ?? 'member'}`) })
      }
      api={{ operation: 'getMe' }}
    >
      {me?.role === 'admin' ? <Overview /> : me ? <Visitor /> : <SkeletonLines />}
      {me?.pages_client_id && <NewestPulses />}
    </Page>
  )
}

const Visitor = () => {
  const say = useMessages(homeTexts)
  return (
    <div className="card">
      <EmptyState
        title={say('no_surveys')}
        description={say('no_surveys_hint')}
        action={
          <ButtonLink to="/app/connections" variant="default">
            {say('see_connections')}
          </ButtonLink>
        }
      />
    </div>
  )
}

const eventsMax = 8
const isRead = (action: string): boolean => /\.read(_by_name)?$/.test(action)

function Overview() {
  const say = useMessages(homeTexts)
  const organisation = useQuery(organisationQuery)
  const people = useQuery(firstPeople)
  const applications = useQuery(allApplications)
  const events = useQuery(newestEvents)
  const active = applications.data?.applications.filter(
    ({ status, kind }) => status === 'active' && kind !== 'first_party',
  )
  return (
    <>
      <Figures>
        <Figure
          label={say('applications')}
          value={numberText(active?.length)}
          description={say('applications_hint')}
        />
        <Figure
          label={say('people')}
          value={numberText(people.data?.people.length) + (people.data?.has_more ? '+' : '')}
          description={say('people_hint')}
        />
        <Figure
          label={say('score_group')}
          value={numberText(organisation.data?.confidentiality.k_score)}
          description={say('group_hint')}
        />
        <Figure
          label={say('comment_group')}
          value={numberText(organisation.data?.confidentiality.k_comment)}
          description={say('group_hint')}
        />
      </Figures>
      {active?.length === 0 && (
        <div className="card">
          <EmptyState
            title={say('no_applications')}
            description={say('no_applications_hint')}
            action={<ButtonLink to="/developers/applications/new">{say('new_application')}</ButtonLink>}
          />
        </div>
      )}
      <section className="card pad stack" aria-labelledby="activity">
        <h2 id="activity">{say('recent_activity')}</h2>
        <QueryState query={events}>
          {({ audit_events: all }) => (
            <RecentEvents events={all.filter(({ action }) => !isRead(action)).slice(0, eventsMax)} />
          )}
        </QueryState>
      </section>
    </>
  )
}

const numberText = (value: number | undefined): string => (value === undefined ? '–' : formatNumber(value))

type AuditEvent = ReplyOf<'listAuditEvents'>['audit_events'][number]

const RecentEvents = ({ events }: { events: AuditEvent[] }) => {
  const say = useMessages(homeTexts)
  const event = useMessages(eventTexts)
  return events.length === 0 ? (
    <p className="quiet">{say('no_activity')}</p>
  ) : (
    <ul className={classes.events}>
      {events.map(({ id, action, actor, target, detail, occurred_at }) => (
        <li key={id}>
          <span>
            {event(action)}
            <Target id={target} name={(detail as { name?: unknown } | null)?.name} />
          </span>
          <span className="quiet small">
            <Actor id={actor.user_id} /> <RelativeTime at={occurred_at} />
          </span>
        </li>
      ))}
    </ul>
  )
}

function Actor({ id }: { id: string | null }) {
  const names = useNames()
  const name = id === null ? null : names.of(id)
  return name === null ? null : <>{name} ·</>
}

const Target = ({ id, name }: { id: string | null; name: unknown }) =>
  typeof name !== 'string' ? null : id?.startsWith('app_') ? (
    <>
      :{' '}
      <Link to="/developers/applications/$id" params={{ id }}>
        {name}
      </Link>
    </>
  ) : (
    `: ${name}`
  )
