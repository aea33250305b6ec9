/** Instants for people: how long ago or from now, the exact time with its zone in a tooltip; and what counts down. */
import { useEffect, useState } from 'react'
import { readersZone } from '../reader.ts'
import { clock } from './clock.ts'
import { daysBetween, daySeconds } from './calendar-days.ts'
import { dateOf } from './dates.ts'
import { Tooltip } from './tooltip.tsx'
import { locale, messagesOf, useMessages } from '../messages.ts'
import { uiTexts } from './ui-texts.ts'
import { dayOf } from './wall-clock.ts'

const units: readonly [Intl.RelativeTimeFormatUnit, number][] = [
  ['year', 31_536_000],
  ['month', 2_592_000],
  ['week', 604_800],
  ['day', daySeconds],
  ['hour', 3600],
  ['minute', 60],
]

/** “yesterday” and “tomorrow” are days of the calendar; a “last week” that began ten days ago is not the last one, so the rest is counted. */
const relativeDay = new Intl.RelativeTimeFormat(locale, { numeric: 'auto' })
const relative = new Intl.RelativeTimeFormat(locale, { numeric: 'always' })

const exact = new Intl.DateTimeFormat(locale, {
  timeZone: readersZone,
  day: 'numeric',
  month: 'short',
  year: 'numeric',
  ...clock,
  second: '2-digit',
  timeZoneName: 'short',
})

/** “3 hours ago”, “in 2 days”, “just now”. */
function relativeTo(instant: string, now: number): string {
  const seconds = (Date.parse(instant) - now) / 1000
  const [unit, size] = units.find(([, size]) => Math.abs(seconds) >= size) ?? ['second', 1]
  if (unit === 'second') return messagesOf(uiTexts)(seconds > 0 ? 'in_a_moment' : 'just_now')
  if (unit === 'day') return relativeDay.format(daysBetween(now, Date.parse(instant)), unit)
  return relative.format(Math.trunc(seconds / size), unit)
}

/** The same in one line. */
export const unbrokenDateOf = (instant: string): string => dateOf(instant).replaceAll(' ', '\u00a0')

const shortDate = new Intl.DateTimeFormat(locale, { day: 'numeric', month: 'short', timeZone: readersZone })

/** “23 Dec”, in the zone of the reader: for axes. */
export const shortDateOf = (instant: string): string =>
  shortDate.format(new Date(instant)).replaceAll(' ', '\u00a0')

/** With the zone of the reader, by its name. */
export const exactTime = (instant: string): string => exact.format(new Date(instant))

const moment = new Intl.DateTimeFormat(locale, {
  timeZone: readersZone,
  weekday: 'short',
  day: 'numeric',
  month: 'short',
  ...clock,
})

/** “Wed 25 Nov, 09:00”, in the zone of the reader: beside a time from now, whose tooltip names the year and the zone. */
export const momentOf = (instant: string): string => moment.format(new Date(instant))

const loggedParts: Intl.DateTimeFormatOptions = {
  timeZone: readersZone,
  day: 'numeric',
  month: 'short',
  ...clock,
  second: '2-digit',
}
const logged = new Intl.DateTimeFormat(locale, loggedParts)
const loggedInYear = new Intl.DateTimeFormat(locale, { ...loggedParts, year: 'numeric' })

/** “27 Nov, 19:06:12”, in the zone of the reader, with the year where it is another one: in logs, which are read beside others. */
export function LoggedTime({ at }: { at: string }) {
  const isThisYear = dayOf(at).slice(0, 4) === dayOf(Date.now()).slice(0, 4)
  return (
    <Tooltip label={`${relativeTo(at, Date.now())}, ${exactTime(at)}`}>
      <time dateTime={at}>{(isThisYear ? logged : loggedInYear).format(new Date(at))}</time>
    </Tooltip>
  )
}

const minuteMs = 60_000

/** The present, which moves on every so often. */
export function useNow(everyMs = minuteMs): number {
  const [now, setNow] = useState(Date.now)
  useEffect(() => {
    const timer = setInterval(() => setNow(Date.now()), everyMs)
    return () => clearInterval(timer)
  }, [everyMs])
  return now
}

/** @param at  an instant, or null: never */
export function RelativeTime({ at }: { at: string | null | undefined }) {
  const say = useMessages(uiTexts)
  const now = useNow()
  if (!at) return <span className="quiet">{say('never')}</span>
  return (
    <Tooltip label={exactTime(at)}>
      <time dateTime={at}>{relativeTo(at, now)}</time>
    </Tooltip>
  )
}

const durationUnits = [
  ['day', 86_400],
  ['hour', 3600],
  ['minute', 60],
  ['second', 1],
] as const

const inUnit = (unit: string, value: number): string =>
  new Intl.NumberFormat(locale, { style: 'unit', unit, unitDisplay: 'short' }).format(value)

/** “1 day 23 hrs”, “4 mins 12 secs”: the two largest units. Not every browser has Intl.DurationFormat yet. */
function durationText(seconds: number): string {
  const whole = Math.max(0, Math.floor(seconds))
  const at = durationUnits.findIndex(([, size]) => whole >= size)
  if (at < 0) return inUnit('second', 0)
  const [unit, size] = durationUnits[at]
  const first = inUnit(unit, Math.floor(whole / size))
  const next = durationUnits.at(at + 1)
  return next ? `${first} ${inUnit(next[0], Math.floor((whole % size) / next[1]))}` : first
}

const secondMs = 1000

/** What is left until an instant, second by second; not read out as it runs. */
export function Countdown({ to }: { to: string }) {
  const now = useNow(secondMs)
  return (
    <Tooltip label={exactTime(to)}>
      <time dateTime={to} className="figures">
        {durationText((Date.parse(to) - now) / 1000)}
      </time>
    </Tooltip>
  )
}
