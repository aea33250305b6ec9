/**
 * The period of a past survey, as files write it: a date, or a year, half, quarter or month, which mean their first day. Pure.
 */

const shape = /^(\d{4})(?:-(?:H([12])|Q([1-4])|(\d{2})(?:-(\d{2}))?))?$/i

const two = (value: number): string => String(value).padStart(2, '0')

/** "2017-H1", "2017-Q3", "2017-05", "2017-05-14" or "2017" → YYYY-MM-DD; undefined for anything else. */
export function dateOfPeriod(period: string): string | undefined {
  const [, year, half, quarter, month, day] = shape.exec(period.trim()) ?? []
  if (year === undefined || year < '1970') return undefined
  const first = half ? 6 * Number(half) - 5 : quarter ? 3 * Number(quarter) - 2 : Number(month ?? 1)
  const date = `${year}-${two(first)}-${day ?? '01'}`
  try {
    return Temporal.PlainDate.from(date, { overflow: 'reject' }).toString()
  } catch {
    return undefined
  }
}
