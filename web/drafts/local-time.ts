/** Dates and times of somebody who sits here. */

const padded = (number: number): string => String(number).padStart(2, '0')

/** The date of somebody who sits here: YYYY-MM-DD. */
export const localDay = (at: Date): string =>
  `${at.getFullYear()}-${padded(at.getMonth() + 1)}-${padded(at.getDate())}`

/** For an input of date and time. */
export const localMinute = (instant: string): string => {
  const at = new Date(instant)
  return `${localDay(at)}T${padded(at.getHours())}:${padded(at.getMinutes())}`
}

export const hereZone = (): string => new Intl.DateTimeFormat().resolvedOptions().timeZone
