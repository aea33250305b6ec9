/**
 * The users and groups of SCIM as they are kept: the attributes of contract/scim.ts and no others. What a provider sends beyond them (telephone
 * numbers, postal addresses, passwords) is neither stored nor refused.
 *
 * Names of attributes are case-insensitive (RFC 7643 §2.1). Booleans may be texts: Entra sends "False". Pure.
 */
import { scimSchemas } from '../../contract/scim.ts'
import { invalid } from './scim-error.ts'

export type Email = { value: string; type?: string; primary?: boolean }

export type UserResource = {
  userName: string
  externalId?: string
  name?: { formatted?: string; givenName?: string; familyName?: string }
  displayName?: string
  emails?: Email[]
  title?: string
  locale?: string
  preferredLanguage?: string
  timezone?: string
  active: boolean
  enterprise?: { employeeNumber?: string; department?: string; manager?: { value: string } }
}

export type GroupResource = {
  displayName: string
  externalId?: string
  /** The id of the group above; null: the provider says that there is none. */
  parent?: string | null
  /** null: the provider does not say */
  members: string[] | null
}

const textMax = 200
const addressMax = 254
const emailsMax = 20

/** A member of an object by a name in any case. */
export function memberIn(value: unknown, name: string): unknown {
  if (typeof value !== 'object' || value === null || Array.isArray(value)) return undefined
  if (Object.hasOwn(value, name)) return Reflect.get(value, name)
  const wanted = name.toLowerCase()
  return Object.entries(value).find(([key]) => key.toLowerCase() === wanted)?.[1]
}

/** null and an empty text are as if they were not there (RFC 7643 §2.5). @throws invalidValue */
export function textIn(value: unknown, name: string, max = textMax): string | undefined {
  const found = memberIn(value, name)
  if (found === undefined || found === null) return undefined
  // Some providers send numbers of employees as numbers.
  const text = typeof found === 'number' ? String(found) : found
  if (typeof text !== 'string') throw invalid(`${name} must be a text`)
  if (text.length > max) throw invalid(`${name} has more than ${max} characters`)
  return text.trim() === '' ? undefined : text
}

/** @throws invalidValue */
export function booleanOf(value: unknown, name: string): boolean | undefined {
  if (value === undefined || value === null || value === '') return undefined
  if (typeof value === 'boolean') return value
  const text = typeof value === 'string' ? value.toLowerCase() : ''
  if (text === 'true') return true
  if (text === 'false') return false
  throw invalid(`${name} must be true or false`)
}

const present = <T extends object>(value: T): T =>
  Object.fromEntries(Object.entries(value).filter(([, one]) => one !== undefined)) as T

const presentOrNone = <T extends object>(value: T): T | undefined => {
  const kept = present(value)
  return Object.keys(kept).length > 0 ? kept : undefined
}

/**
 * @param before  as it is, for what a body may leave out
 * @throws invalidValue
 */
export function userOf(body: unknown, before?: UserResource): UserResource {
  const userName = textIn(body, 'userName', addressMax)
  if (userName === undefined) throw invalid('userName is missing')
  const name = memberIn(body, 'name')
  const enterprise = memberIn(body, scimSchemas.enterprise)
  return present({
    userName,
    externalId: textIn(body, 'externalId'),
    name: presentOrNone({
      formatted: textIn(name, 'formatted'),
      givenName: textIn(name, 'givenName'),
      familyName: textIn(name, 'familyName'),
    }),
    displayName: textIn(body, 'displayName'),
    emails: emailsOf(memberIn(body, 'emails')),
    title: textIn(body, 'title'),
    locale: textIn(body, 'locale', 35),
    preferredLanguage: textIn(body, 'preferredLanguage', 100),
    timezone: textIn(body, 'timezone', 64),
    active: booleanOf(memberIn(body, 'active'), 'active') ?? before?.active ?? true,
    enterprise: presentOrNone({
      employeeNumber: textIn(enterprise, 'employeeNumber'),
      department: textIn(enterprise, 'department'),
      manager: managerOf(memberIn(enterprise, 'manager')),
    }),
  }) as UserResource
}

/** @throws invalidValue */
export function emailsOf(value: unknown): Email[] | undefined {
  if (value === undefined || value === null) return undefined
  const list: unknown[] = Array.isArray(value) ? value : [value]
  if (list.length > emailsMax) throw invalid(`A user has at most ${emailsMax} emails`)
  const emails = list.flatMap((one): Email[] => {
    const text = typeof one === 'string' ? one : textIn(one, 'value', addressMax)
    if (text === undefined || text.trim() === '') return []
    const email = {
      value: text.trim(),
      type: textIn(one, 'type'),
      primary: booleanOf(memberIn(one, 'primary'), 'primary'),
    }
    return [present(email) as Email]
  })
  return emails.length > 0 ? emails : undefined
}

/** An id, an object with one, or a list with one: all three are sent. @throws invalidValue */
export function managerOf(value: unknown): { value: string } | undefined {
  const [one]: unknown[] = Array.isArray(value) ? value : [value]
  const id = typeof one === 'string' ? textIn({ value: one }, 'value') : textIn(one, 'value')
  return id === undefined ? undefined : { value: id }
}

/** @throws invalidValue */
export function groupOf(body: unknown): GroupResource {
  const displayName = textIn(body, 'displayName')
  if (displayName === undefined) throw invalid('displayName is missing')
  const parent = parentOf(memberIn(body, scimSchemas.team))
  const members = memberIn(body, 'members')
  return present({
    displayName,
    externalId: textIn(body, 'externalId'),
    parent,
    members: members === undefined || members === null ? null : idsOf(members),
  }) as GroupResource
}

/** @param extension  the attributes of urn:sonde:scim:1.0:Team @returns undefined where the provider says nothing */
export function parentOf(extension: unknown): string | null | undefined {
  const named = memberIn(extension, 'parent')
  if (named === undefined) return undefined
  return textIn({ parent: named }, 'parent') ?? null
}

/** The ids of members of a group: objects with `value`, of type User where they have none, or bare ids. @throws invalidValue */
export function idsOf(value: unknown): string[] {
  const list: unknown[] = Array.isArray(value) ? value : [value]
  const ids = list.map((one) => {
    const id = typeof one === 'string' ? one : textIn(one, 'value')
    if (id === undefined) throw invalid('Each member needs a value')
    const type = textIn(one, 'type')
    if (type !== undefined && type.toLowerCase() !== 'user')
      throw invalid(`Members are users; nest groups by ${scimSchemas.team}`)
    return id
  })
  return [...new Set(ids)]
}

type Meta = {
  readonly id: string
  readonly version: number
  readonly created: string
  readonly changed: string
}

export const etagOf = ({ version }: { version: number }): string => `W/"${version}"`

const metaOf = (kind: 'User' | 'Group', base: string, { id, version, created, changed }: Meta) => ({
  resourceType: kind,
  created,
  lastModified: changed,
  location: `${base}/${kind}s/${id}`,
  version: etagOf({ version }),
})

/** @param base  the address of SCIM */
export function userReply(meta: Meta, { enterprise, ...user }: UserResource, base: string): object {
  return {
    schemas: [scimSchemas.user, ...(enterprise ? [scimSchemas.enterprise] : [])],
    id: meta.id,
    ...user,
    ...(enterprise && { [scimSchemas.enterprise]: enterprise }),
    meta: metaOf('User', base, meta),
  }
}

/** @param members  null: they were not asked for */
export function groupReply(
  meta: Meta,
  { parent, ...group }: Omit<GroupResource, 'members'>,
  members: readonly string[] | null,
  base: string,
): object {
  return {
    schemas: [scimSchemas.group, ...(parent === undefined ? [] : [scimSchemas.team])],
    id: meta.id,
    ...group,
    ...(members && {
      members: members.map((value) => ({ value, type: 'User', $ref: `${base}/Users/${value}` })),
    }),
    ...(parent !== undefined && { [scimSchemas.team]: { parent } }),
    meta: metaOf('Group', base, meta),
  }
}

/** What a reply leaves out or is limited to, by the names of attributes in lower case (RFC 7644 §3.9). */
export type Projection = { readonly only: readonly string[] | null; readonly without: readonly string[] }

/** A filter of values (`emails[type eq "work"]`) brings all values. */
const valueFilter = /\[[^\]]*\]/g

const namesIn = (text: string | undefined): string[] =>
  (text ?? '')
    .replaceAll(valueFilter, '')
    .split(',')
    .map((name) =>
      name
        .trim()
        .toLowerCase()
        .replace(/^urn:ietf:params:scim:schemas:core:2\.0:(?:user|group):/, ''),
    )
    .filter((name) => name !== '')

export function projectionOf(query: { attributes?: string; excludedAttributes?: string }): Projection {
  const only = namesIn(query.attributes)
  return { only: only.length > 0 ? only : null, without: namesIn(query.excludedAttributes) }
}

/** Whether a name, or a part of it, is asked for. */
const names = (list: readonly string[], key: string): boolean =>
  list.some((name) => name === key || name.startsWith(`${key}.`) || name.startsWith(`${key}:`))

export const wants = ({ only, without }: Projection, name: string): boolean =>
  only === null ? !without.includes(name) : names(only, name)

/** A sub-attribute brings the whole attribute: what is asked for is there, and a little more. */
export function projected(resource: object, projection: Projection): object {
  const always = ['schemas', 'id', 'meta']
  return Object.fromEntries(
    Object.entries(resource).filter(([key]) => always.includes(key) || wants(projection, key.toLowerCase())),
  )
}
