/**
 * Days and instants of requests: those that JavaScript and PostgreSQL both have. RFC 3339 also has leap seconds, a year 0000 and, with an
 * offset, instants beyond the year 9999 in UTC; such a value would fail where it is first computed with.
 */
import type { Ajv } from 'ajv'
import addFormats from 'ajv-formats'

const earliest = Date.parse('0001-01-01T00:00:00Z')
const latest = Date.parse('9999-12-31T23:59:59.999Z')

const isWithin = (at: number): boolean => at >= earliest && at <= latest

/** `only` restricts a format that ajv-formats has defined. */
function restrict(ajv: Ajv, name: string, only: (text: string) => boolean): void {
  const { validate: isWellFormed } = ajv.formats[name] as { validate: (text: string) => boolean }
  ajv.addFormat(name, { type: 'string', validate: (text: string) => isWellFormed(text) && only(text) })
}

export function addRequestFormats(ajv: Ajv): void {
  ;(addFormats as unknown as (ajv: Ajv, options: object) => void)(ajv, { mode: 'full' })
  restrict(ajv, 'date', (text) => isWithin(Date.parse(`${text}T00:00:00Z`)))
  restrict(ajv, 'date-time', (text) => isWithin(Date.parse(text)))
}
