/**
 * One row of an import, checked by itself and normalised as the directory stores it. Pure.
 *
 * A column that the row does not have is absent from `fields`; one without a value is null.
 */
import { attributePrefix, type ImportColumn } from '../../../contract/import-columns.ts'
import { limits } from '../../../contract/limits.ts'
import { memberRoles } from '../../../contract/teams.ts'
import type { SourceRow } from '../../imports/imports.ts'
import { Problem } from '../../problem.ts'
import { isEmail, isMicrosoftTeamsUser, isSlackUser, phoneIn, quietHoursOf } from '../channels.ts'
import { dayOf, emailOf, localeOf, nameOf, timeZoneOf } from '../fields.ts'
import { type AbsenceOfRow, periodsMax, periodsOf } from './absences.ts'
import { isImportColumn } from './columns.ts'

export type RowFields = Record<string, unknown>
export type CheckedRow = {
  fields: RowFields
  faults: { column: string; code: string; detail: string }[]
}

class InvalidCell extends Error {
  readonly code: string

  constructor(code: string, detail: string) {
    super(detail)
    this.code = code
  }
}

const statuses = ['active', 'suspended', 'deactivated']
const teamsMax = 100
const attributeLengthMax = 200

function limited(text: string, length: number): string {
  if (text.length > length) throw new InvalidCell('too_long', `At most ${length} characters`)
  return text
}

function oneOf(text: string, values: readonly string[]): string {
  const value = text.toLowerCase()
  if (!values.includes(value))
    throw new InvalidCell('enum', `${text.slice(0, 40)} is not one of ${values.join(', ')}`)
  return value
}

function matching(text: string, test: (text: string) => boolean, format: string): string {
  if (!test(text)) throw new InvalidCell('invalid', `${text.slice(0, 80)} is not ${format}`)
  return text
}

function numberOf(text: string): string {
  const phone = phoneIn(text)
  if (phone === null)
    throw new InvalidCell(
      'invalid',
      `${text.slice(0, 80)} is not a telephone number with + and the code of its country, such as +49 170 1234567`,
    )
  return phone
}

/** A directory has few zones and locales, and checks each of them thousands of times. */
function memoised(read: (text: string) => string): (text: string) => string {
  const known = new Map<string, string>()
  return (text) => {
    const value = known.get(text) ?? read(text)
    if (known.size < 1000) known.set(text, value)
    return value
  }
}

const hourShape = /^([01]\d|2[0-3]):[0-5]\d$/

function hoursOf(text: string) {
  const [start = '', end = ''] = text.split('-').map((hour) => hour.trim())
  if (!hourShape.test(start) || !hourShape.test(end) || text.split('-').length > 2)
    throw new InvalidCell('invalid', `${text.slice(0, 40)} is not like 20:00-08:00`)
  return quietHoursOf({ start, end })
}

const dayShape = /^\d{4}-\d\d-\d\d$/

function isDay(text: string): boolean {
  try {
    return dayShape.test(text) && Temporal.PlainDate.from(text).toString() === text
  } catch {
    return false
  }
}

const dayIn =
  (column: 'joined_on' | 'leaves_on') =>
  (text: string): string =>
    dayOf(matching(text, isDay, 'a day, such as 2027-01-31'), column)

function absencesIn(text: string): AbsenceOfRow[] {
  const periods = periodsOf(text)
  if (periods.length > periodsMax) throw new InvalidCell('too_many', `At most ${periodsMax} absences`)
  for (const { from, to } of periods) {
    for (const day of [from, to])
      dayOf(matching(day, isDay, 'a day or two, such as 2027-07-01/2027-07-14'), 'absences')
    if (to < from) throw new InvalidCell('not_later', `${from}/${to} ends before it begins`)
  }
  return periods
}

/** References to teams: each an external_id, a name, or a path of names. */
function teamsOf(text: string): string[] {
  const teams = text.split(';').flatMap((team) => (team.trim() === '' ? [] : [team.trim()]))
  if (teams.length > teamsMax) throw new InvalidCell('too_many', `At most ${teamsMax} teams`)
  const references = teams.map((team) =>
    team
      .split('/')
      .map((name) => nameOf(limited(name, limits.nameLengthMax)))
      .join('/'),
  )
  return [...new Set(references)]
}

const parsers: Record<ImportColumn, (text: string) => unknown> = {
  name: (text) => nameOf(limited(text, limits.nameLengthMax)),
  email: (text) => matching(emailOf(text), isEmail, 'an e-mail address'),
  external_id: (text) => limited(text, limits.nameLengthMax),
  locale: memoised((text) => localeOf(limited(text, 35))),
  time_zone: memoised((text) => timeZoneOf(limited(text, 64))),
  joined_on: dayIn('joined_on'),
  leaves_on: dayIn('leaves_on'),
  absences: absencesIn,
  manager: (text) => limited(text, 254),
  teams: teamsOf,
  role: (text) => oneOf(text, memberRoles),
  status: (text) => oneOf(text, statuses),
  quiet_hours: hoursOf,
  slack: (text) => matching(text, isSlackUser, 'a Slack user id, such as U024BE7LH'),
  microsoft_teams: (text) =>
    matching(text, isMicrosoftTeamsUser, 'a Microsoft tenant and a user in it, with a slash between'),
  sms: numberOf,
  /** Whether codes on paper reach them; null where they do not. */
  code: (text) => oneOf(text, ['yes', 'no']) === 'yes' || null,
}

/** What an empty cell means, where that is not null. */
const emptyValues: Partial<Record<ImportColumn, unknown>> = {
  teams: [],
  absences: [],
  status: 'active',
  role: 'member',
}

/** Other rows refer to these, so even an invalid value is kept: otherwise those rows would be at fault as well. */
const references = new Set(['email', 'external_id'])

export function checkRow({ cells }: SourceRow): CheckedRow {
  const row: CheckedRow = { fields: {}, faults: [] }
  const attributes: [string, string | null][] = []
  for (const [column, text] of cells) {
    const value = text?.trim() || null
    try {
      if (value?.includes('\0')) throw new InvalidCell('invalid_characters', 'NUL is not allowed')
      if (isImportColumn(column))
        row.fields[column] = value === null ? (emptyValues[column] ?? null) : parsers[column](value)
      else
        attributes.push([column.slice(attributePrefix.length), value && limited(value, attributeLengthMax)])
    } catch (error) {
      row.faults.push({ column, ...faultOf(error) })
      if (value !== null && references.has(column))
        row.fields[column] = value.replaceAll('\0', '').slice(0, 254)
    }
  }
  if (attributes.length > 0) row.fields.attributes = Object.fromEntries(attributes)
  checkTogether(row)
  return row
}

function faultOf(error: unknown): { code: string; detail: string } {
  if (error instanceof InvalidCell) return { code: error.code, detail: error.message }
  const [first] = error instanceof Problem ? (error.extra.errors ?? []) : []
  if (!first) throw error
  return { code: first.code, detail: first.detail }
}

/** What the cells of a row must have together. */
function checkTogether({ fields, faults }: CheckedRow): void {
  const add = (column: string, code: string, detail: string): void => {
    if (!faults.some((one) => one.column === column)) faults.push({ column, code, detail })
  }
  if ('name' in fields && fields.name === null) add('name', 'missing', 'A member needs a name')
  if (!fields.external_id && !fields.email) add('email', 'missing', 'A row needs an external_id or an email')
  if (fields.role && fields.role !== 'member' && !('teams' in fields))
    add('role', 'needs_teams', 'A role needs teams in the same row')
}
