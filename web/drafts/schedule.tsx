/** When a check-in comes round: the rule in words, which is edited on demand, and its next five dates, each of which can be left out. */
import { Button } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { lazy, type RefObject, Suspense, useEffect, useRef, useState } from 'react'
import { loadMessages, locale, useMessages } from '../messages.ts'
import { clock, clockText } from '../ui/clock.ts'
import { QueryState } from '../ui/query-state.tsx'
import { SkeletonLines } from '../ui/states.tsx'
import { dateExceptionTexts } from './date-exception-texts.ts'
import { dayText } from './day-text.ts'
import { datesQuery } from './draft-queries.ts'
import type { DraftState } from './draft-store.ts'
import { draftTexts } from './draft-texts.ts'
import classes from './drafts.module.css'
import { holidayFieldTexts } from './holiday-field-texts.ts'
import { daysOf, rhythmText } from './recurrence.ts'
import type { ScheduleFields } from './schedule-fields.ts'

type Change = (patch: Partial<ScheduleFields>, field: string) => void
type Props = { id: string; isDraft: boolean; state: DraftState<ScheduleFields>; onChange: Change }

const HolidayNote = lazy(async () => {
  const [{ HolidayNote }] = await Promise.all([
    import('./holiday-fields.tsx'),
    loadMessages(holidayFieldTexts),
  ])
  return { default: HolidayNote }
})

const PublicHoliday = lazy(async () => {
  const [{ PublicHoliday }] = await Promise.all([
    import('./public-holiday.tsx'),
    loadMessages(holidayFieldTexts),
  ])
  return { default: PublicHoliday }
})

/** Most check-ins have their dates as the rule has them. */
const DateExceptions = lazy(async () => {
  const [{ DateExceptions }] = await Promise.all([
    import('./date-exceptions.tsx'),
    loadMessages(dateExceptionTexts),
  ])
  return { default: DateExceptions }
})

/** Fields are fetched when somebody edits them: what they say is in the rule and its dates. */
const ScheduleForm = lazy(() =>
  import('./schedule-form.tsx').then(({ ScheduleForm }) => ({ default: ScheduleForm })),
)

export function Schedule({ id, isDraft, state, onChange }: Props) {
  const say = useMessages(draftTexts)
  const { lifecycle, recurrence, window, time_zone: zone } = state.fields
  const [isEdited, setEdited] = useState(false)
  const days = daysOf(window)
  return (
    <section aria-labelledby="schedule" className={`card pad ${classes.parts}`}>
      <h2 id="schedule">{say('schedule_heading')}</h2>
      <div className={classes.line}>
        <p className={classes.rule}>
          {lifecycle
            ? say(`asks_${lifecycle.date}`)
            : say('rule', {
                rhythm: rhythmText(say, recurrence.rrule),
                time: clockText(recurrence.time),
                zone: recurrence.mode === 'recipient_local_time' ? say('own_time') : zone,
              })}{' '}
          {days !== null && !lifecycle && say('open_for', { count: days })}
        </p>
        {!isEdited && (
          <Button variant="default" size="compact-sm" onClick={() => setEdited(true)}>
            {say('edit_schedule')}
          </Button>
        )}
      </div>
      {isEdited && (
        <Suspense fallback={<SkeletonLines />}>
          <ScheduleForm fields={state.fields} isDraft={isDraft} onChange={onChange} />
        </Suspense>
      )}
      {!lifecycle && (
        <Dates
          id={id}
          state={state}
          onChange={(patch) => onChange({ recurrence: { ...recurrence, ...patch } }, 'exdates')}
        />
      )}
    </section>
  )
}

/** The rule above the dates names the zone. @param isOtherDay  “Mon, 10:00” */
const timeIn = (instant: string, zone: string, isOtherDay?: boolean): string =>
  new Intl.DateTimeFormat(locale, {
    ...(isOtherDay && { weekday: 'short' }),
    ...clock,
    timeZone: zone,
  }).format(new Date(instant))

/** What is far down a long page is fetched once somebody gets there. */
function useComesIntoSight(part: RefObject<Element | null>): boolean {
  const [isInSight, setInSight] = useState(false)
  useEffect(() => {
    if (!part.current || isInSight) return
    const observer = new IntersectionObserver((seen) => {
      if (seen.some(({ isIntersecting }) => isIntersecting)) setInSight(true)
    })
    observer.observe(part.current)
    return () => observer.disconnect()
  }, [part, isInSight])
  return isInSight
}

type DatesProps = {
  id: string
  state: DraftState<ScheduleFields>
  onChange: (patch: Partial<ScheduleFields['recurrence']>) => void
}

function Dates({ id, state, onChange }: DatesProps) {
  const say = useMessages(draftTexts)
  const query = useQuery(datesQuery(id))
  const heading = useRef<HTMLHeadingElement>(null)
  const isInSight = useComesIntoSight(heading)
  const { exdates, moved_dates: moved } = state.fields.recurrence
  return (
    <>
      <h3 ref={heading}>{say('next_dates')}</h3>
      {state.status !== 'saved' && <p className="quiet small">{say('dates_after_saving')}</p>}
      <QueryState query={query}>
        {({ openings, skipped }) => {
          const dates = [...new Map(openings.map((one) => [one.local_date, one])).values()]
          if (dates.length === 0) return <p className="quiet">{say('no_dates')}</p>
          return (
            <ul className={classes.dates}>
              {dates.map(({ local_date: date, moved_from: movedFrom, holiday, ...one }) => (
                <li key={date}>
                  <span>
                    <strong>{dayText(date)}</strong>{' '}
                    <span className="quiet">
                      {timeIn(one.opens_at, one.time_zone)} – {timeIn(one.closes_at, one.time_zone, true)}
                    </span>
                    {isInSight && (
                      <Suspense>
                        <PublicHoliday date={date} zone={one.time_zone} />
                      </Suspense>
                    )}
                    {movedFrom !== null && (
                      <Suspense>
                        <HolidayNote
                          movedFrom={dayText(movedFrom)}
                          holiday={holiday}
                          isByHand={moved.some(({ from }) => from === movedFrom)}
                        />
                      </Suspense>
                    )}
                  </span>
                  <Button
                    variant="subtle"
                    size="compact-sm"
                    aria-label={say('skip_date', { date: dayText(date) })}
                    // Its occurrence is that of the holiday.
                    onClick={() => onChange({ exdates: [...exdates, movedFrom ?? date] })}
                  >
                    {say('skip')}
                  </Button>
                </li>
              ))}
              {skipped.map(({ local_date: date, holiday }) => (
                <li key={date}>
                  <span>
                    <s>{dayText(date)}</s>{' '}
                    <Suspense>
                      <HolidayNote movedFrom={null} holiday={holiday} />
                    </Suspense>
                  </span>
                </li>
              ))}
            </ul>
          )
        }}
      </QueryState>
      {exdates.length + moved.length > 0 && (
        <Suspense>
          <DateExceptions recurrence={state.fields.recurrence} onChange={onChange} />
        </Suspense>
      )}
    </>
  )
}
