/**
 * Filters (RFC 7644 §3.4.2.2) as conditions of SQL, joined by and and or, on the attributes that providers look things up by: texts by eq, co
 * and sw, dates by their order, ids by eq. Names of attributes, and values except for ids, are compared without case.
 */
import { type Compare, type Filter, parse } from 'scim2-parse-filter'
import { scimSchemas } from '../../contract/scim.ts'
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

/** @throws invalidFilter */
function assertTextOp(op: string): void {
  if (op !== 'eq' && op !== 'co' && op !== 'sw') throw invalidFilter('A text is compared by eq, co and sw')
}

/** @throws invalidFilter */
function idOf(op: string, value: Compare['compValue']): string {
  if (op !== 'eq') throw invalidFilter('An id is compared by eq')
  return textOf(value)
}

/** @param column  a text @param folds  compares without case */
const byText =
  (column: Sql, folds: boolean): Comparison =>
  (op, value) => {
    const text = textOf(value)
    assertTextOp(op)
    if (op === 'eq') return folds ? sql`lower(${column}) = lower(${text})` : sql`${column} = ${text}`
    const pattern = op === 'sw' ? `${escaped(text)}%` : `%${escaped(text)}%`
    return folds ? sql`${column} ilike ${pattern}` : sql`${column} like ${pattern}`
  }

const byEmail: Comparison = (op, value) => {
  const text = textOf(value).toLowerCase()
  assertTextOp(op)
  if (op === 'eq') return sql`emails @> ${textArray([text])}`
  const pattern = op === 'sw' ? `${escaped(text)}%` : `%${escaped(text)}%`
  return sql`exists (select from unnest(emails) as one (address) where address like ${pattern})`
}

const byActive: Comparison = (op, value) => {
  if (op !== 'eq') throw invalidFilter('active is compared by eq')
  return sql`active = ${booleanOf(value, 'active') ?? false}`
}

/** Entra asks whether somebody is the manager before it changes that: `id eq "…" and manager eq "…"`. */
const byManager: Comparison = (op, value) => sql`manager_id = ${idOf(op, value)}`

/** The same of a member of a group. */
const byMember: Comparison = (op, value) => {
  const id = idOf(op, value)
  return sql`
    exists (
      select
      from synced_memberships s
      join synced_users u on u.organisation_id = s.organisation_id and u.id = s.user_id and u.deleted_at is null
      where s.organisation_id = synced_groups.organisation_id
        and s.group_id = synced_groups.id
        and s.user_id = ${id}
        and s.belongs)`
}

const orders = new Map(Object.entries({ eq: sql`=`, gt: sql`>`, ge: sql`>=`, lt: sql`<`, le: sql`<=` }))
const dateShape = /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(?:\.\d{1,9})?(?:Z|[+-]\d\d:\d\d)$/i

/** @param column  a time */
const byDate =
  (column: Sql): Comparison =>
  (op, value) => {
    const order = orders.get(op)
    if (!order) throw invalidFilter('A date is compared by eq, gt, ge, lt and le')
    const text = textOf(value)
    const at = dateShape.test(text) ? Date.parse(text) : NaN
    if (Number.isNaN(at)) throw invalidFilter('A date is written as 2030-01-31T12:00:00Z')
    return sql`${column} ${order} ${new Date(at)}`
  }

const dates: Readonly<Record<string, Comparison>> = {
  'meta.created': byDate(sql`created_at`),
  'meta.lastmodified': byDate(sql`updated_at`),
}

const manager = `${scimSchemas.enterprise.toLowerCase()}:manager`

const users: Readonly<Record<string, Comparison>> = {
  username: byText(sql`user_name`, true),
  externalid: byText(sql`external_id`, false),
  id: byText(sql`id`, false),
  displayname: byText(sql`resource ->> 'displayName'`, true),
  'name.formatted': byText(sql`resource #>> '{name,formatted}'`, true),
  'name.givenname': byText(sql`resource #>> '{name,givenName}'`, true),
  'name.familyname': byText(sql`resource #>> '{name,familyName}'`, true),
  emails: byEmail,
  'emails.value': byEmail,
  active: byActive,
  manager: byManager,
  'manager.value': byManager,
  [manager]: byManager,
  [`${manager}.value`]: byManager,
  ...dates,
}

const groups: Readonly<Record<string, Comparison>> = {
  displayname: byText(sql`display_name`, true),
  externalid: byText(sql`external_id`, false),
  id: byText(sql`id`, false),
  members: byMember,
  'members.value': byMember,
  ...dates,
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
    if (!('compValue' in one)) throw invalidFilter('A filter compares, joined by and and or')
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
