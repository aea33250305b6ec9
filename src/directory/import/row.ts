/**
 * One row of an import, checked by itself and spelled as the directory spells it. Pure.
 *
 * A column that the row does not have is absent from `fields`; one without a value stands there as null.
 */
import { attributePrefix, type ImportColumn } from '../../../contract/imports.ts'
import { limits } from '../../../contract/limits.ts'
import { memberRoles } from '../../../contract/teams.ts'
import { Problem } from '../../problem.ts'
import { isEmail, isSlackUser, quietHoursOf } from '../channels.ts'
import { emailOf, localeOf, nameOf, timeZoneOf } from '../fields.ts'
import { type GivenRow } from '../../imports/imports.ts'

export type RowFields = Record<string, unknown>
export type CheckedRow = {
  fields: RowFields
  faults: { column: string; code: string; detail: string }[]
}

class Unfit extends Error {
  readonly code: string

  constructor(code: string, detail: string) {
    super(detail)
    this.code = code
  }
}

const statuses = ['active', 'suspended', 'deactivated']
const teamsMax = 100
const attributeLengthMax = 200

function within(text: string, length: number): string {
  if (text.length > length) throw new Unfit('too_long', `At most ${length} characters`)
  return text
}

function oneOf(text: string, values: readonly string[]): string {
  const value = text.toLowerCase()
  if (!values.includes(value)) throw new Unfit('enum', `${text.slice(0, 40)} is none of ${values.join(', ')}`)
  return value
}

function fitting(text: string, fits: (text: string) => boolean, wanted: string): string {
  if (!fits(text)) throw new Unfit('invalid', `${text.slice(0, 80)} is not ${wanted}`)
  return text
}

/** A directory knows few zones and locales, and asks for each of them thousands of times. */
function remembering(read: (text: string) => string): (text: string) => string {
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
    throw new Unfit('invalid', `${text.slice(0, 40)} is not like 20:00-08:00`)
  return quietHoursOf({ start, end })
}

/** Each of them an external_id, a name, or a path of names. */
function teamsOf(text: string): string[] {
  const teams = text.split(';').flatMap((team) => (team.trim() === '' ? [] : [team.trim()]))
  if (teams.length > teamsMax) throw new Unfit('too_many', `At most ${teamsMax} teams`)
  return [
    ...new Set(
      teams.map((team) =>
        team
          .split('/')
          .map((name) => nameOf(within(name, limits.nameLengthMax)))
          .join('/'),
      ),
    ),
  ]
}

const reading: Record<ImportColumn, (text: string) => unknown> = {
  name: (text) => nameOf(within(text, limits.nameLengthMax)),
  email: (text) => fitting(emailOf(text), isEmail, 'an e-mail address'),
  external_id: (text) => within(text, limits.nameLengthMax),
  locale: remembering((text) => localeOf(within(text, 35))),
  time_zone: remembering((text) => timeZoneOf(within(text, 64))),
  manager: (text) => within(text, 254),
  teams: teamsOf,
  role: (text) => oneOf(text, memberRoles),
  status: (text) => oneOf(text, statuses),
  quiet_hours: hoursOf,
  slack: (text) => fitting(text, isSlackUser, 'a Slack user id, such as U024BE7LH'),
}

/** What a column without a value means. */
const valueOfNone: Partial<Record<string, unknown>> = { teams: [], status: 'active', role: 'member' }

/** What other rows refer to stays, though it is at fault, so that they are not blamed as well. */
const references = new Set(['email', 'external_id'])

export function checkRow({ cells }: GivenRow): CheckedRow {
  const row: CheckedRow = { fields: {}, faults: [] }
  const attributes: [string, string | null][] = []
  for (const [column, text] of cells) {
    const value = text === null || text.trim() === '' ? null : text.trim()
    try {
      if (value?.includes('\0')) throw new Unfit('invalid_characters', 'NUL is no text')
      if (column.startsWith(attributePrefix))
        attributes.push([column.slice(attributePrefix.length), value && within(value, attributeLengthMax)])
      else
        row.fields[column] =
          value === null ? (valueOfNone[column] ?? null) : reading[column as ImportColumn](value)
    } catch (error) {
      row.faults.push({ column, ...faultOf(error) })
      if (value !== null && references.has(column))
        row.fields[column] = value.replaceAll('\0', '').slice(0, 254)
    }
  }
  if (attributes.length > 0) row.fields.attributes = Object.fromEntries(attributes)
  checkWhole(row)
  return row
}

function faultOf(error: unknown): { code: string; detail: string } {
  if (error instanceof Unfit) return { code: error.code, detail: error.message }
  if (!(error instanceof Problem)) throw error
  const [{ code, detail }] = error.extra.errors!
  return { code, detail }
}

function checkWhole({ fields, faults }: CheckedRow): void {
  const blame = (column: string, code: string, detail: string): void => {
    if (!faults.some((one) => one.column === column)) faults.push({ column, code, detail })
  }
  if ('name' in fields && fields.name === null) blame('name', 'missing', 'A member has a name')
  if (!fields.external_id && !fields.email)
    blame('email', 'missing', 'external_id or email must say who it is')
  if (fields.role && fields.role !== 'member' && !('teams' in fields))
    blame('role', 'needs_teams', 'A role is one in the teams of the same row')
}
