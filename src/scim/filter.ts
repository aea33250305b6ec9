/**
 * Filters (RFC 7644 §3.4.2.2) as conditions of SQL: eq, co and sw, joined by and and or, on the attributes that providers look things up by.
 * Names of attributes, and values but for ids, are compared without case.
 */
import { type Compare, type Filter, parse } from 'scim2-parse-filter'
import { sql, textArray } from '../db/db.ts'
import { booleanOf } from './resource.ts'
import { invalid } from './scim-error.ts'

type Sql = ReturnType<typeof sql>
type Comparison = (op: string, value: Compare['compValue']) => Sql

const filterMax = 2_000
const partsMax = 50

const escaped = (text: string): string => text.replaceAll(/[\\%_]/g, '\\$&')

/** @throws invalidFilter */
function textOf(value: Compare['compValue']): string {
  if (typeof value !== 'string' || value.includes('\0')) throw invalidFilter('The value must be a text')
  return value
}

const invalidFilter = (detail: string) => invalid(detail, 'invalidFilter')

/** @param column  a text @param folds  compares without case */
const byText =
  (column: Sql, folds: boolean): Comparison =>
  (op, value) => {
    const text = textOf(value)
    if (op === 'eq') return folds ? sql`lower(${column}) = lower(${text})` : sql`${column} = ${text}`
    const pattern = op === 'sw' ? `${escaped(text)}%` : `%${escaped(text)}%`
    return folds ? sql`${column} ilike ${pattern}` : sql`${column} like ${pattern}`
  }

const byEmail: Comparison = (op, value) => {
  const text = textOf(value).toLowerCase()
  if (op === 'eq') return sql`emails @> ${textArray([text])}`
  const pattern = op === 'sw' ? `${escaped(text)}%` : `%${escaped(text)}%`
  return sql`exists (select from unnest(emails) as one (address) where address like ${pattern})`
}

const byActive: Comparison = (op, value) => {
  if (op !== 'eq') throw invalidFilter('active is compared by eq')
  return sql`active = ${booleanOf(value, 'active') ?? false}`
}

const users: Readonly<Record<string, Comparison>> = {
  username: byText(sql`user_name`, true),
  externalid: byText(sql`external_id`, false),
  id: byText(sql`id`, false),
  displayname: byText(sql`resource ->> 'displayName'`, true),
  emails: byEmail,
  'emails.value': byEmail,
  active: byActive,
}

const groups: Readonly<Record<string, Comparison>> = {
  displayname: byText(sql`display_name`, true),
  externalid: byText(sql`external_id`, false),
  id: byText(sql`id`, false),
}

/** `emails[type eq "work"].value` finds by any address: providers give the type, and mean the person. */
const typedEmail = /\bemails\[[^\]]*\]\.value\b/gi

/** @throws invalidFilter */
function conditionOf(text: string, comparisons: Readonly<Record<string, Comparison>>): Sql {
  if (text.length > filterMax) throw invalidFilter(`A filter has at most ${filterMax} characters`)
  let filter: Filter
  try {
    filter = parse(text.replaceAll(typedEmail, 'emails.value'))
  } catch {
    throw invalidFilter('The filter cannot be read')
  }
  let parts = 0
  const conditions = (one: Filter): Sql => {
    if (++parts > partsMax) throw invalidFilter(`A filter has at most ${partsMax} parts`)
    if (one.op === 'and' || one.op === 'or') {
      const [first, ...rest] = one.filters.map(conditions)
      const word = one.op === 'and' ? sql`and` : sql`or`
      return sql`(${rest.reduce((before, next) => sql`${before} ${word} ${next}`, first)})`
    }
    if (one.op !== 'eq' && one.op !== 'co' && one.op !== 'sw')
      throw invalidFilter('A filter compares by eq, co and sw, joined by and and or')
    const name = one.attrPath
      .toLowerCase()
      .replace(/^urn:ietf:params:scim:schemas:core:2\.0:(?:user|group):/, '')
    if (!Object.hasOwn(comparisons, name)) throw invalidFilter(`Nothing is filtered by ${one.attrPath}`)
    return comparisons[name](one.op, one.compValue)
  }
  return conditions(filter)
}

const everything = sql`true`

export const userFilter = (text: string | undefined): Sql =>
  text === undefined || text === '' ? everything : conditionOf(text, users)

export const groupFilter = (text: string | undefined): Sql =>
  text === undefined || text === '' ? everything : conditionOf(text, groups)
