/** Instants for people: how long ago or from now, the exact time with its zone in a tooltip; and what counts down. */
import { useEffect, useState } from 'react'
import { Tooltip } from './tooltip.tsx'

const units: readonly [Intl.RelativeTimeFormatUnit, number][] = [
  ['year', 31_536_000],
  ['month', 2_592_000],
  ['week', 604_800],
  ['day', 86_400],
  ['hour', 3600],
  ['minute', 60],
]
const relative = new Intl.RelativeTimeFormat('en', { numeric: 'auto' })
const exact = new Intl.DateTimeFormat(undefined, {
  dateStyle: 'medium',
  timeStyle: 'medium',
})
const zone = Intl.DateTimeFormat().resolvedOptions().timeZone

/** “3 hours ago”, “in 2 days”, “just now”. */
function relativeTo(instant: string, now: number): string {
  const seconds = (Date.parse(instant) - now) / 1000
  const [unit, size] = units.find(([, size]) => Math.abs(seconds) >= size) ?? ['second', 1]
  if (unit === 'second') return seconds > 0 ? 'in a moment' : 'just now'
  return relative.format(Math.trunc(seconds / size), unit)
}

export const exactTime = (instant: string): string => `${exact.format(new Date(instant))} ${zone}`

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

/** @param at  an instant, or null: then `never` is said */
export function RelativeTime({ at, never = 'never' }: { at: string | null | undefined; never?: string }) {
  const now = useNow()
  if (!at) return <span className="quiet">{never}</span>
  return (
    <Tooltip label={exactTime(at)}>
      <time dateTime={at}>{relativeTo(at, now)}</time>
    </Tooltip>
  )
}

/** “1 d 23 h”, “4 min 12 s”: the two largest units. */
function lasting(seconds: number): string {
  const whole = Math.max(0, Math.floor(seconds))
  const parts: [number, string][] = [
    [Math.floor(whole / 86_400), 'd'],
    [Math.floor(whole / 3600) % 24, 'h'],
    [Math.floor(whole / 60) % 60, 'min'],
    [whole % 60, 's'],
  ]
  const first = parts.findIndex(([count]) => count > 0)
  if (first < 0) return '0 s'
  return parts
    .slice(first, first + 2)
    .map(([count, unit]) => `${count} ${unit}`)
    .join(' ')
}

const secondMs = 1000

/** What is left until an instant, second by second; not read out as it runs. */
export function Countdown({ to }: { to: string }) {
  const now = useNow(secondMs)
  return (
    <Tooltip label={exactTime(to)}>
      <time dateTime={to} className="figures">
        {lasting((Date.parse(to) - now) / 1000)}
      </time>
    </Tooltip>
  )
}
