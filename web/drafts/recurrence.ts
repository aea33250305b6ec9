/**
 * How often a check-in comes round, as people choose it: every so many weeks on some days, or once a month. A rule of a program that says
 * more than that is kept as it is, and its dates are shown.
 */
import { locale, type Say } from '../messages.ts'
import type { draftTexts } from './draft-texts.ts'

export const weekdays = ['MO', 'TU', 'WE', 'TH', 'FR', 'SA', 'SU'] as const
export type Weekday = (typeof weekdays)[number]

export const positions = [1, 2, 3, 4, -1] as const
type Position = (typeof positions)[number]

export type Rhythm =
  | { every: 'week'; weeks: number; days: Weekday[] }
  | { every: 'month'; months: number; position: Position; day: Weekday }

const isWeekday = (text: string): text is Weekday => weekdays.some((day) => day === text)
const isPosition = (number: number): number is Position => positions.some((one) => one === number)

const known = new Set(['FREQ', 'INTERVAL', 'BYDAY'])
const monthlyDay = /^(-?\d)([A-Z]{2})$/

/** null: a rule that these fields cannot show. */
export function rhythmOf(rule: string): Rhythm | null {
  const parts = new Map(
    rule
      .toUpperCase()
      .split(';')
      .map((part) => part.split('=') as [string, string]),
  )
  const days = parts.get('BYDAY')?.split(',') ?? []
  const interval = Number(parts.get('INTERVAL') ?? 1)
  if (![...parts.keys()].every((name) => known.has(name))) return null
  if (parts.get('FREQ') === 'WEEKLY')
    return days.length > 0 && days.every(isWeekday) ? { every: 'week', weeks: interval, days } : null
  if (parts.get('FREQ') !== 'MONTHLY' || days.length !== 1) return null
  const [, number, day] = monthlyDay.exec(days[0]) ?? []
  const position = Number(number)
  return day && isWeekday(day) && isPosition(position)
    ? { every: 'month', months: interval, position, day }
    : null
}

const intervalOf = (every: number): string => (every > 1 ? `INTERVAL=${every};` : '')

export const ruleOf = (rhythm: Rhythm): string =>
  rhythm.every === 'week'
    ? `FREQ=WEEKLY;${intervalOf(rhythm.weeks)}BYDAY=${weekdays.filter((day) => rhythm.days.includes(day)).join(',')}`
    : `FREQ=MONTHLY;${intervalOf(rhythm.months)}BYDAY=${rhythm.position}${rhythm.day}`

/** A Monday, in any year. */
const monday = Date.UTC(2024, 0, 1)
const dayMs = 86_400_000

export const weekdayName = (day: Weekday, style: 'long' | 'short' = 'long'): string =>
  new Intl.DateTimeFormat(locale, { weekday: style, timeZone: 'UTC' }).format(
    new Date(monday + weekdays.indexOf(day) * dayMs),
  )

export const weekdayNames = (days: readonly Weekday[]): string =>
  new Intl.ListFormat(locale, { type: 'conjunction' }).format(
    weekdays.filter((day) => days.includes(day)).map((day) => weekdayName(day)),
  )

/** Whole days of an ISO 8601 duration, or null. */
export function daysOf(duration: string): number | null {
  const [, number, unit] = /^P(\d+)([DW])$/.exec(duration) ?? []
  return number ? Number(number) * (unit === 'W' ? 7 : 1) : null
}

/** “Every second week on Monday and Friday” */
export function rhythmText(say: Say<typeof draftTexts>, rule: string): string {
  const rhythm = rhythmOf(rule)
  if (!rhythm) return say('rhythm_custom')
  if (rhythm.every === 'month') {
    const position = positionName[rhythm.position]
    return say(`rhythm_month_${position}`, { count: rhythm.months, day: weekdayName(rhythm.day) })
  }
  return say('rhythm_weeks', { count: rhythm.weeks, days: weekdayNames(rhythm.days) })
}

export const positionName = { 1: 'first', 2: 'second', 3: 'third', 4: 'fourth', [-1]: 'last' } as const
