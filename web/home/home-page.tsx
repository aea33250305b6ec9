/** Home: what there is, at a glance, for an admin; for everybody else who they are here, and what they allowed. */
import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { type ReplyOf } from '../../client/client.ts'
import { auditActions } from '../../contract/audit-actions.ts'
import { useMe } from '../me.ts'
import { Figure, Figures } from '../ui/figure.tsx'
import { ButtonLink } from '../ui/links.tsx'
import { Page } from '../ui/page.tsx'
import { QueryState } from '../ui/query-state.tsx'
import { EmptyState, SkeletonLines } from '../ui/states.tsx'
import { RelativeTime } from '../ui/time.tsx'
import { allApplications } from '../applications/application-queries.ts'
import { organisationQuery } from '../organisation/organisation-queries.ts'
import { firstPeople } from '../people/people-queries.ts'
import { newestEvents } from './home-queries.ts'
import classes from './home.module.css'
import { NewestPulses } from './newest-pulses.tsx'

export function HomePage() {
  const { data: me } = useMe()
  return (
    <Page
      title={me?.organisation?.name ?? 'Home'}
      description={me?.user ? `Signed in as ${me.user.name}, ${me.role}.` : undefined}
      api={{ operation: 'getMe' }}
    >
      {me?.role === 'admin' ? <Overview /> : me ? <Visitor /> : <SkeletonLines />}
      {me?.pages_client_id && <NewestPulses />}
    </Page>
  )
}

const Visitor = () => (
  <div className="card">
    <EmptyState
      title="You answer where you are asked"
      description="Questions reach you by e-mail or chat, each with a link of its own. Here you see which applications act for you."
      action={
        <ButtonLink to="/app/connections" variant="default">
          See connections
        </ButtonLink>
      }
    />
  </div>
)

const eventsMax = 8
const isRead = (action: string): boolean => /\.read(_by_name)?$/.test(action)

function Overview() {
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
        <Figure label="Applications" value={active?.length ?? '–'} description="active" />
        <Figure
          label="People"
          value={countText(people.data?.people.length, people.data?.has_more)}
          description="who can sign in"
        />
        <Figure
          label="Fewest behind a score"
          value={organisation.data?.confidentiality.k_score ?? '–'}
          description="people, in every reply and export"
        />
        <Figure
          label="Fewest behind comments"
          value={organisation.data?.confidentiality.k_comment ?? '–'}
          description="people, in every reply and export"
        />
      </Figures>
      {active?.length === 0 && (
        <div className="card">
          <EmptyState
            title="Let a program ask"
            description="Pulses and check-ins are made by programs, for people. An application is how yours begins."
            action={<ButtonLink to="/developers/applications/new">New application</ButtonLink>}
          />
        </div>
      )}
      <section className="card pad stack" aria-labelledby="lately">
        <h2 id="lately">Lately</h2>
        <QueryState query={events}>
          {({ audit_events: all }) => (
            <RecentEvents events={all.filter(({ action }) => !isRead(action)).slice(0, eventsMax)} />
          )}
        </QueryState>
      </section>
    </>
  )
}

const countText = (count: number | undefined, hasMore = false): string =>
  count === undefined ? '–' : `${count}${hasMore ? '+' : ''}`

type AuditEvent = ReplyOf<'listAuditEvents'>['audit_events'][number]

const RecentEvents = ({ events }: { events: AuditEvent[] }) =>
  events.length === 0 ? (
    <p className="quiet">Nothing has happened yet.</p>
  ) : (
    <ul className={classes.events}>
      {events.map(({ id, action, target, detail, occurred_at }) => (
        <li key={id}>
          <span>
            {sentence(auditActions[action])}
            <Target id={target} name={(detail as { name?: unknown } | null)?.name} />
          </span>
          <span className="quiet small">
            <RelativeTime at={occurred_at} />
          </span>
        </li>
      ))}
    </ul>
  )

/** The catalogue explains behind a semicolon; here the first half says enough. */
const sentence = (text: string): string => text[0].toUpperCase() + text.slice(1).split(';')[0]

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
