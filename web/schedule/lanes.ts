/**
 * Where the surveys of a week stand: what is open for several days is one bar across them, on the same lane of each of its days; what opens and
 * has its end on one day, or on no one day, is below the bars of its day.
 */
import { daysBetween, type Entry } from './days.ts'

/** What a day has on a lane: the bar that begins there, or one that has begun before, which reaches over it. */
export type Lane = {
  entry: Entry
  /** Days of this week from here on, where its bar is drawn; 0 where an earlier day of the week draws it. */
  days: number
  isContinued: boolean
  goesOn: boolean
}

export type DayLanes = {
  lanes: readonly (Lane | null)[]
  entries: readonly Entry[]
  /** Bars that begin here and have no lane: told where days are below one another. */
  folded: readonly Entry[]
  /** How many of the day a grid has no room for. */
  more: number
}

const isLong = ({ day, last }: Entry): boolean => last > day

/** @param most  how many of a day a grid has room for */
export function lanesOf(
  week: readonly string[],
  all: readonly Entry[],
  most: number,
): ReadonlyMap<string, DayLanes> {
  const [monday] = week
  const sunday = week[week.length - 1]
  const long = all
    .filter((entry) => isLong(entry) && entry.day <= sunday && entry.last >= monday)
    .toSorted((a, b) => a.day.localeCompare(b.day) || b.last.localeCompare(a.last))
  const lanes: Entry[][] = Array.from({ length: most }, () => [])
  for (const entry of long) lanes.find((lane) => lane.every(({ last }) => last < entry.day))?.push(entry)
  const withLane = new Set(lanes.flat())
  return new Map(
    week.map((day) => {
      const own = lanes.map((lane): Lane | null => {
        const entry = lane.find((one) => one.day <= day && day <= one.last)
        if (!entry) return null
        const isDrawn = entry.day === day || day === monday
        const end = entry.last < sunday ? entry.last : sunday
        return {
          entry,
          days: isDrawn ? daysBetween(day, end) + 1 : 0,
          isContinued: entry.day < day,
          goesOn: entry.last > sunday,
        }
      })
      const used = own.findLastIndex((lane) => lane !== null) + 1
      const entries = all.filter((entry) => !isLong(entry) && entry.day === day)
      const hidden = long.filter((one) => one.day <= day && day <= one.last && !withLane.has(one))
      return [
        day,
        {
          lanes: own.slice(0, used),
          entries,
          folded: hidden.filter((one) => one.day === day),
          more: hidden.length + Math.max(0, entries.length - (most - used)),
        },
      ]
    }),
  )
}
