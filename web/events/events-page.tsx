/** Recent events, newest first and by type, each with its payload; and how a program of one's own follows them. */
import { getRouteApi, Link } from '@tanstack/react-router'
import { nounOf } from '../../contract/event-names.ts'
import { useMessages } from '../messages.ts'
import { apiUrl } from '../place.ts'
import { searchWith } from '../ui/address.ts'
import { CodeTabs } from '../ui/code-tabs.tsx'
import { type Column, DataTable } from '../ui/data-table.tsx'
import { Page } from '../ui/page.tsx'
import { EmptyState, SkeletonLines } from '../ui/states.tsx'
import { exactTime, LoggedTime } from '../ui/time.tsx'
import { UrlDrawer } from '../ui/url-drawer.tsx'
import { NoMatch, UrlFilters, UrlSelect } from '../ui/url-filters.tsx'
import { About, useNamesInEvents } from './about.tsx'
import { type Event, eventFilters, feedCall, shownMax, useRecentEvents } from './event-queries.ts'
import { eventTexts } from './event-texts.ts'
import classes from './events.module.css'

const route = getRouteApi('/shell/developers/events')

export function EventsPage() {
  const say = useMessages(eventTexts)
  const { types: wanted } = route.useSearch()
  const types = wanted !== undefined && eventFilters.includes(wanted) ? wanted : undefined
  const list = useRecentEvents(types)
  const nameOf = useNamesInEvents(list.data ?? [])
  const columns: Column<Event>[] = [
    {
      header: say('event'),
      cell: ({ id, type }) => (
        <Link to="." search={searchWith({ event: id })} resetScroll={false}>
          <code>
            {nounOf(type)}.<wbr />
            {type.slice(nounOf(type).length + 1)}
          </code>
        </Link>
      ),
    },
    {
      header: say('about'),
      grows: true,
      isBare: true,
      cell: (event) => <About event={event} nameOf={nameOf} />,
    },
    {
      header: say('when'),
      numeric: true,
      isBare: true,
      cell: ({ occurred_at }) => <LoggedTime at={occurred_at} />,
    },
  ]
  return (
    <Page
      title={say('title')}
      description={say('description')}
      api={{ operation: 'listEvents', query: feedCall(types) }}
    >
      {(types !== undefined || list.data === undefined || list.data.length > 1) && (
        <UrlFilters>
          <UrlSelect
            label={say('type')}
            param="types"
            all={say('all')}
            options={eventFilters.map((value) => ({ value, label: value }))}
          />
        </UrlFilters>
      )}
      <div className={classes.list}>
        <DataTable
          label={say('title')}
          list={list}
          columns={columns}
          keyOf={({ id }) => id}
          countText={(count) => say(count === shownMax ? 'newest_count' : 'event_count', { count })}
          empty={
            types ? (
              <NoMatch title={say('no_match')} params={['types']} />
            ) : (
              <EmptyState title={say('empty')} description={say('empty_hint')} />
            )
          }
        />
      </div>
      <section className="card pad stack" aria-labelledby="follow">
        <div>
          <h2 id="follow">{say('follow')}</h2>
          <p className="quiet">{say('follow_hint')}</p>
        </div>
        <CodeTabs title={say('follow')} examples={examplesFor(types)} />
        <p className="small">
          <a href="/docs/events">{say('guide')}</a>
        </p>
      </section>
      <UrlDrawer param="event" title={say('event')}>
        {(id) => <OneEvent id={id} list={list.data} />}
      </UrlDrawer>
    </Page>
  )
}

function OneEvent({ id, list }: { id: string; list: readonly Event[] | undefined }) {
  const say = useMessages(eventTexts)
  const event = list?.find((one) => one.id === id)
  if (!list) return <SkeletonLines />
  if (!event) return <p>{say('gone')}</p>
  return (
    <div className="stack">
      <p>{say('happened', { when: exactTime(event.occurred_at) })}</p>
      <p className="quiet small">{say('payload_hint')}</p>
      <CodeTabs
        title={say('payload')}
        examples={[{ language: 'JSON', code: JSON.stringify(event, null, 2) }]}
      />
    </div>
  )
}

/** The command passes events on to a receiver of one's own; the call reads them. */
function examplesFor(types: string | undefined) {
  const command = ['sonde', 'listen', '--forward-to', 'http://localhost:3000/hook']
  const query = types === undefined ? '' : `&types=${types}`
  return [
    {
      language: 'curl',
      code: `curl '${apiUrl}/api/events?start=recent${query}' \\\n  -H "authorization: Bearer $TOKEN"`,
    },
    {
      language: 'sonde',
      code: [...command, ...(types === undefined ? [] : ['--types', `'${types}'`])].join(' '),
    },
  ]
}
