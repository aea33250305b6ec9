/** Dates and the months that they fill. A day is its date, `2027-03-28`; what is of an instant is in the zone of the reader. */
export { dayOf } from '../ui/wall-clock.ts'

const dayMs = 86_400_000

/** Midnight UTC of a date: only to count with. */
const utcOf = (day: string): number => Date.parse(`${day}T00:00:00Z`)

export const shift = (day: string, days: number): string =>
  new Date(utcOf(day) + days * dayMs).toISOString().slice(0, 10)

export const daysBetween = (from: string, to: string): number => Math.round((utcOf(to) - utcOf(from)) / dayMs)

export const mondayOf = (day: string): string => shift(day, -((new Date(utcOf(day)).getUTCDay() + 6) % 7))

/** As many days as a week has are enough of a month for days to be called by it. */
const mainDaysMin = 7

/** The first and the last day of those that lie in the months of which more than a few are among them. */
export function mainDays(days: readonly string[]): { from: string; to: string } {
  const months = Map.groupBy(days, monthOf)
  const main = days.filter((day) => (months.get(monthOf(day))?.length ?? 0) >= mainDaysMin)
  const named = main.length > 0 ? main : days
  return { from: named[0], to: named[named.length - 1] }
}

/** `2027-03` */
export const monthOf = (day: string): string => day.slice(0, 7)

export const monthBeside = (month: string, months: number): string => {
  const at = new Date(`${month}-01T00:00:00Z`)
  at.setUTCMonth(at.getUTCMonth() + months)
  return at.toISOString().slice(0, 7)
}

/** So many whole weeks. */
export const weeksFrom = (monday: string, weeks: number): string[][] =>
  Array.from({ length: weeks }, (_week, at) =>
    Array.from({ length: 7 }, (_none, place) => shift(monday, 7 * at + place)),
  )

/** Whole weeks from Monday on, with the days before and after the month that fill them. */
export function weeksOf(month: string): string[][] {
  const last = shift(`${monthBeside(month, 1)}-01`, -1)
  const weeks: string[][] = []
  for (let monday = mondayOf(`${month}-01`); monday <= last; monday = shift(monday, 7))
    weeks.push(Array.from({ length: 7 }, (_none, place) => shift(monday, place)))
  return weeks
}
