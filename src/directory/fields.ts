/**
 * Fields of teams and members: how they are written down, and how lists are filtered by them.
 *
 * Names meet people in mails and pages: they are kept in Unicode NFC without the spaces around them, and hold neither
 * control characters nor those that turn the direction of other text (U+202A–202E, U+2066–2069; Unicode UAX #9).
 */
import { containing as pattern, isUniqueViolation } from '../db/db.ts'
import { impossible, problem } from '../problem.ts'

const unfit = /[\p{Cc}\u2028-\u202e\u2066-\u2069]/u
const invisible = /^[\s\p{Cf}]*$/u

/** @throws unprocessable  a name that cannot be shown as it is */
export function nameOf(name: string): string {
  if (unfit.test(name)) {
    throw impossible('/name', 'name holds control or direction characters', 'invalid_characters')
  }
  if (invisible.test(name)) throw impossible('/name', 'name shows nothing', 'invisible')
  return name.normalize('NFC').trim()
}

export const emailOf = (email: string): string => email.trim().normalize('NFC')

/**
 * The zone in the case of the IANA list.
 * @throws unprocessable  no such zone; an offset from UTC is none, as it knows no summer time
 */
export function timeZoneOf(zone: string): string {
  try {
    if (/^[A-Za-z]/.test(zone)) return new Temporal.ZonedDateTime(0n, zone).timeZoneId
  } catch (error) {
    if (!(error instanceof RangeError)) throw error
  }
  throw impossible('/time_zone', `${zone} is no IANA time zone`)
}

/** BCP 47 as it is written: de_de is de-DE. @throws unprocessable  not well-formed (RFC 5646 §2.2.9) */
export function localeOf(locale: string): string {
  try {
    return new Intl.Locale(locale.replaceAll('_', '-')).toString()
  } catch (error) {
    if (!(error instanceof RangeError)) throw error
  }
  throw impossible('/locale', `${locale} is no well-formed locale`)
}

/** A pattern for ilike that finds the text anywhere, or null for no filter. @throws invalid_request */
export const containing = (text: string | undefined): string | null =>
  text ? pattern(searched('q', text)!.normalize('NFC')) : null

/** Text that a column is compared with, or null for no filter. @throws invalid_request  NUL, which none holds */
export function searched(parameter: string, text: string | undefined): string | null {
  if (text?.includes('\0')) throw problem('invalid_request', { detail: `${parameter} must not hold NUL` })
  return text ?? null
}

/** @throws invalid_request  an instant that the calendar does not have, such as a leap second */
export function since(instant: string | undefined): Date | null {
  if (instant === undefined) return null
  const at = new Date(instant)
  if (Number.isNaN(at.getTime())) throw problem('invalid_request', { detail: 'updated_since is no instant' })
  return at
}

/**
 * Tells whose value is taken, instead of failing. Nothing more can be done in the transaction then, so it is thrown.
 * @param indexes  the unique index behind each field
 * @throws conflict
 */
export async function unlessTaken<T>(
  noun: string,
  indexes: Record<string, string>,
  write: Promise<T>,
): Promise<T> {
  try {
    return await write
  } catch (error) {
    const field = Object.keys(indexes).find((name) => isUniqueViolation(error, indexes[name]))
    if (field === undefined) throw error
    const detail = `Another ${noun} has this ${field}`
    throw problem('conflict', { detail, errors: [{ pointer: `/${field}`, code: 'taken', detail }] })
  }
}

/** Every given id that is not known, at its place in the body. @throws unprocessable */
export function refuseUnknown(
  noun: string,
  ids: readonly string[],
  known: ReadonlySet<string>,
  pointer: (index: number) => string,
): void {
  const errors = ids.flatMap((id, index) =>
    known.has(id)
      ? []
      : [{ pointer: pointer(index), code: 'unknown', detail: `There is no active ${noun} ${id}` }],
  )
  if (errors.length > 0) throw problem('unprocessable', { detail: errors[0].detail, errors })
}
