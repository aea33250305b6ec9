/**
 * Fields of teams and members: how they are normalised and checked, and how lists are filtered by them.
 *
 * Names appear in e-mails and on pages: they are stored in Unicode NFC without surrounding spaces, and contain neither control
 * characters nor those that change the direction of other text (U+202A–202E, U+2066–2069; Unicode UAX #9).
 */
import { containing as pattern, isUniqueViolation } from '../db/db.ts'
import { impossible, problem } from '../problem.ts'

const forbidden = /[\p{Cc}\u2028-\u202e\u2066-\u2069]/u
const invisible = /^[\s\p{Cf}]*$/u

/**
 * @param member  of the body, for the refusal
 * @throws unprocessable  a name with control characters (line terminators too), or without a visible one
 */
export function nameOf(name: string, member = 'name'): string {
  if (forbidden.test(name))
    throw impossible(`/${member}`, `${member} contains control or direction characters`, 'invalid_characters')
  if (invisible.test(name)) throw impossible(`/${member}`, `${member} has no visible character`, 'invisible')
  return name.normalize('NFC').trim()
}

export const emailOf = (email: string): string => email.trim().normalize('NFC')

/**
 * The zone in the case of the IANA list.
 * @throws unprocessable  an unknown zone; an offset from UTC is refused, as it has no summer time
 */
export function timeZoneOf(zone: string): string {
  try {
    if (/^[A-Za-z]/.test(zone)) return new Temporal.ZonedDateTime(0n, zone).timeZoneId
  } catch (error) {
    if (!(error instanceof RangeError)) throw error
  }
  throw impossible('/time_zone', `${zone} is not an IANA time zone`)
}

/** In the spelling of BCP 47: de_de becomes de-DE. @throws unprocessable  not well-formed (RFC 5646 §2.2.9) */
export function localeOf(locale: string): string {
  try {
    return new Intl.Locale(locale.replaceAll('_', '-')).toString()
  } catch (error) {
    if (!(error instanceof RangeError)) throw error
  }
  throw impossible('/locale', `${locale} is not a well-formed locale`)
}

/** @throws unprocessable  a day outside of 1900 to 2199, so that a slip in a year is found */
export function dayOf(day: string, member: 'joined_on' | 'leaves_on' | 'absences'): string {
  if (day >= '1900-01-01' && day <= '2199-12-31') return day
  throw impossible(`/${member}`, `${day} is not between 1900 and 2199`)
}

/** A pattern for ilike that finds the text anywhere. @throws invalid_request */
export const containing = (text: string): string => pattern(searchable('q', text).normalize('NFC'))

/** A text to compare a column with. @throws invalid_request  NUL, which no column holds */
export function searchable(parameter: string, text: string): string {
  if (text.includes('\0')) throw problem('invalid_request', { detail: `${parameter} must not contain NUL` })
  return text
}

/**
 * Reports a value that another row has as a conflict. The transaction can do nothing more after the violation, so it ends here.
 * @param indexes  the unique index behind each field
 * @throws conflict
 */
export async function conflictIfTaken<T>(
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

/** @throws unprocessable  with an error for each id that is not known, at its place in the body */
export function assertKnown(
  noun: string,
  ids: readonly string[],
  known: ReadonlySet<string>,
  pointerOf: (index: number) => string,
): void {
  const errors = ids.flatMap((id, index) =>
    known.has(id)
      ? []
      : [{ pointer: pointerOf(index), code: 'unknown', detail: `There is no active ${noun} ${id}` }],
  )
  if (errors.length > 0) throw problem('unprocessable', { detail: errors[0].detail, errors })
}
