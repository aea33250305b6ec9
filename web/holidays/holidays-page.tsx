/** Holiday calendars: those of the organisation with their days, for everybody to read; admins add, change and delete them. */
import { Button } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { lazy, Suspense, useState } from 'react'
import { useMe } from '../me.ts'
import { useMessages } from '../messages.ts'
import { Confirm } from '../ui/confirm.tsx'
import { Page } from '../ui/page.tsx'
import { QueryState } from '../ui/query-state.tsx'
import { EmptyState, SkeletonLines } from '../ui/states.tsx'
import { showDone } from '../ui/toast.ts'
import { DayList } from './day-list.tsx'
import {
  allCalendars,
  type Calendar,
  countryName,
  daysQuery,
  thisYear,
  useDeletion,
} from './holiday-queries.ts'
import { holidayTexts } from './holiday-texts.ts'

const PublicDialog = lazy(() => import('./public-dialog.tsx').then((it) => ({ default: it.PublicDialog })))
const OwnDialog = lazy(() => import('./own-dialog.tsx').then((it) => ({ default: it.OwnDialog })))

type Asked = 'public' | 'own' | { change: Calendar } | { remove: Calendar } | null

export function HolidaysPage() {
  const say = useMessages(holidayTexts)
  const { data: me } = useMe()
  const query = useQuery(allCalendars)
  const [asked, setAsked] = useState<Asked>(null)
  const isAdmin = me?.role === 'admin'
  const additions = isAdmin && (
    <span className="row">
      <Button variant="default" onClick={() => setAsked('own')}>
        {say('add_own')}
      </Button>
      <Button onClick={() => setAsked('public')}>{say('add_public')}</Button>
    </span>
  )
  return (
    <Page title={say('title')} description={say('description')} api={{ operation: 'listHolidayCalendars' }}>
      <QueryState query={query} skeleton={<SkeletonLines lines={4} />} hasCard>
        {(calendars) =>
          calendars.length === 0 ? (
            <div className="card">
              <EmptyState title={say('none')} description={say('none_hint')} action={additions} />
            </div>
          ) : (
            <div className="stack">
              {calendars.map((calendar) => (
                <OneCalendar key={calendar.id} calendar={calendar} isAdmin={isAdmin} onAsk={setAsked} />
              ))}
              {additions}
            </div>
          )
        }
      </QueryState>
      <Dialogs asked={asked} onClose={() => setAsked(null)} />
    </Page>
  )
}

function Dialogs({ asked, onClose }: { asked: Asked; onClose: () => void }) {
  const say = useMessages(holidayTexts)
  const remove = useDeletion((_reply, { name }) => {
    onClose()
    showDone(say('removed', { name }))
  })
  if (asked === null) return null
  if (typeof asked === 'object' && 'remove' in asked) {
    const { name, check_in_count: count } = asked.remove
    return (
      <Confirm
        title={say('remove_title', { name })}
        effect={say('remove_effect', { count })}
        action={say('remove')}
        isBusy={remove.isPending}
        error={remove.error}
        onConfirm={() => remove.mutate(asked.remove)}
        onClose={() => {
          remove.reset()
          onClose()
        }}
      />
    )
  }
  return (
    <Suspense>
      {asked === 'public' ? (
        <PublicDialog onClose={onClose} />
      ) : (
        <OwnDialog calendar={typeof asked === 'object' ? asked.change : null} onClose={onClose} />
      )}
    </Suspense>
  )
}

type EntryProps = { calendar: Calendar; isAdmin: boolean; onAsk: (asked: Asked) => void }

function OneCalendar({ calendar, isAdmin, onAsk }: EntryProps) {
  const say = useMessages(holidayTexts)
  const { name, kind, country, region, day_count: days, check_in_count: count } = calendar
  const place = [country === null ? null : countryName(country), region].filter(Boolean).join(', ')
  const what = kind === 'own' ? say('kind_own', { count: days ?? 0 }) : `${say('kind_public')}: ${place}`
  return (
    <section className="card pad stack" aria-label={name}>
      <div className="row-between">
        <div className="stack-tight">
          <h2>{name}</h2>
          <p className="quiet small">
            {what}
            {' ·\u00a0'}
            {say('used', { count })}
          </p>
        </div>
        {isAdmin && (
          <span className="row">
            {kind === 'own' && (
              <Button
                variant="default"
                size="compact-sm"
                aria-label={say('change_named', { name })}
                onClick={() => onAsk({ change: calendar })}
              >
                {say('change')}
              </Button>
            )}
            <Button
              variant="default"
              size="compact-sm"
              aria-label={say('remove_named', { name })}
              onClick={() => onAsk({ remove: calendar })}
            >
              {say('remove')}
            </Button>
          </span>
        )}
      </div>
      <DaysOf calendar={calendar} />
    </section>
  )
}

/** Read when they are looked at. */
function DaysOf({ calendar: { id, kind } }: { calendar: Calendar }) {
  const say = useMessages(holidayTexts)
  const [isOpen, setOpen] = useState(false)
  const [year, setYear] = useState(thisYear)
  const query = useQuery({ ...daysQuery(id, kind === 'own' ? undefined : year), enabled: isOpen })
  return (
    <details onToggle={({ currentTarget }) => setOpen(currentTarget.open)}>
      <summary>{kind === 'own' ? say('all_days') : say('days_of', { year: String(year) })}</summary>
      {isOpen && (
        <div className="stack-tight">
          {kind === 'public' && (
            <span className="row">
              <Button variant="subtle" size="compact-sm" onClick={() => setYear(year - 1)}>
                {say('previous')}
              </Button>
              <Button variant="subtle" size="compact-sm" onClick={() => setYear(year + 1)}>
                {say('next')}
              </Button>
            </span>
          )}
          <QueryState query={query} skeleton={<SkeletonLines lines={3} />}>
            {({ days }) => <DayList days={days} />}
          </QueryState>
        </div>
      )}
    </details>
  )
}
