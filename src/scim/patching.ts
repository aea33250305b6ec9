/**
 * PATCH (RFC 7644 §3.5.2) in the dialects of providers. Entra writes `Replace`, "False", and whole paths with the name of a schema; Okta leaves
 * the path out and sends an object. Operations are first brought into one form, each with a path of attributes that we know; others are passed
 * over, as they are in a whole user. Pure.
 */
import { scimPatch, type ScimPatchOperation } from 'scim-patch'
import { limits } from '../../contract/limits.ts'
import { scimSchemas } from '../../contract/scim.ts'
import { type EmailStep, emailStep, patchedEmails } from './patching-emails.ts'
import { idsOf, managerOf, memberIn, parentOf, textIn, type UserResource, userOf } from './resource.ts'
import { invalid } from './scim-error.ts'

type Op = 'add' | 'replace' | 'remove'
type Operation = { readonly op: Op; readonly path: string | null; readonly value: unknown }

/** @throws invalidSyntax | invalidValue */
function operationsOf(body: unknown): Operation[] {
  const list = memberIn(body, 'Operations')
  if (!Array.isArray(list) || list.length === 0) throw invalid('Operations is missing', 'invalidSyntax')
  if (list.length > limits.scimOperationsMax)
    throw invalid(`A request has at most ${limits.scimOperationsMax} operations`, 'tooMany')
  return list.map((one: unknown): Operation => {
    const op = String(memberIn(one, 'op')).toLowerCase()
    if (op !== 'add' && op !== 'replace' && op !== 'remove')
      throw invalid('op must be add, replace or remove', 'invalidSyntax')
    const path = textIn(one, 'path', 1_000) ?? null
    const value = memberIn(one, 'value')
    if (op === 'remove' && path === null) throw invalid('remove needs a path', 'noTarget')
    if (op !== 'remove' && value === undefined) throw invalid(`${op} needs a value`)
    return { op, path, value }
  })
}

/** An operation without a path is one for each member of its value. @throws invalidValue */
function withPath({ op, path, value }: Operation): { op: Op; path: string; value: unknown }[] {
  if (path !== null) return [{ op, path, value }]
  if (typeof value !== 'object' || value === null || Array.isArray(value))
    throw invalid('Without a path the value must be an object')
  return Object.entries(value).map(([name, one]) => ({ op, path: name, value: one }))
}

const isObject = (value: unknown): value is object =>
  typeof value === 'object' && value !== null && !Array.isArray(value)

const corePrefix = /^urn:ietf:params:scim:schemas:core:2\.0:(?:user|group):/i
const enterprisePrefix = scimSchemas.enterprise.toLowerCase()

/** Paths to single attributes of a user, in lower case. The enterprise extension is one member of the resource here. */
const paths = new Map(
  [
    'userName',
    'externalId',
    'name',
    'name.formatted',
    'name.givenName',
    'name.familyName',
    'displayName',
    'title',
    'locale',
    'preferredLanguage',
    'timezone',
    'active',
    'enterprise.employeeNumber',
    'enterprise.department',
    'enterprise.manager',
  ].map((path) => [path.toLowerCase(), path]),
)

/** @returns the path in our spelling; null for an attribute that we do not know */
function knownPath(path: string): string | null {
  const lower = path.toLowerCase()
  if (lower.startsWith(`${enterprisePrefix}:`)) {
    const name = lower.slice(enterprisePrefix.length + 1).replace(/^manager\.value$/, 'manager')
    return paths.get(`enterprise.${name}`) ?? null
  }
  return lower.startsWith('enterprise.') ? null : (paths.get(lower) ?? null)
}

/** Operations on what we know, each with one path: addresses apart. */
type Steps = { readonly emails: readonly EmailStep[]; readonly rest: readonly ScimPatchOperation[] }

/** @throws invalidValue */
function stepsOf(operations: readonly Operation[]): Steps {
  const paths = operations
    .flatMap(withPath)
    .map((one) => ({ ...one, path: one.path.trim().replace(corePrefix, '') }))
  return {
    emails: paths.flatMap(({ op, path, value }) => emailStep(op, path, value) ?? []),
    rest: paths.flatMap(singleSteps),
  }
}

/** Of attributes with one value. @throws invalidValue */
function singleSteps({ op, path, value }: { op: Op; path: string; value: unknown }): ScimPatchOperation[] {
  const lower = path.toLowerCase()
  if (lower === enterprisePrefix || lower === 'name') {
    if (op === 'remove') return [{ op, path: lower === 'name' ? 'name' : 'enterprise' }]
    if (!isObject(value)) throw invalid(`${path} must be an object`)
    const separator = lower === 'name' ? '.' : ':'
    return Object.entries(value).flatMap(([name, one]) =>
      singleSteps({ op, path: `${path}${separator}${name}`, value: one }),
    )
  }
  const known = knownPath(path)
  if (known === null) return []
  if (op === 'remove' || value === null) return [{ op: 'remove', path: known }]
  if (known === 'enterprise.manager') {
    const manager = managerOf(value)
    return manager ? [{ op: 'replace', path: known, value: manager }] : [{ op: 'remove', path: known }]
  }
  // A single value is replaced by adding, too (RFC 7644 §3.5.2.1); the library refuses to add to what is an object.
  return [{ op: 'replace', path: known, value }]
}

/** @throws invalidSyntax | invalidPath | noTarget | invalidValue */
export function patchedUser(user: UserResource, body: unknown): UserResource {
  const steps = stepsOf(operationsOf(body))
  const { enterprise, emails = [], ...core } = structuredClone(user)
  const document = { schemas: [], meta: {}, enterprise: enterprise ?? {}, ...core }
  try {
    scimPatch(document as never, [...steps.rest], { mutateDocument: true, treatMissingAsAdd: true })
  } catch (error) {
    const isMissing = error instanceof Error && error.constructor.name === 'NoTarget'
    throw invalid(
      isMissing ? 'Nothing is at the path of an operation' : 'An operation cannot be carried out',
      isMissing ? 'noTarget' : 'invalidPath',
    )
  }
  const patched = {
    emails: patchedEmails(emails, steps.emails),
    [scimSchemas.enterprise]: document.enterprise,
  }
  return userOf({ ...document, ...patched }, user)
}

/** What a PATCH does to a group, in order. Members change as sets: a list that was read before is never written back. */
export type GroupStep =
  | { readonly kind: 'displayName'; readonly value: string }
  | { readonly kind: 'externalId'; readonly value: string | null }
  | { readonly kind: 'parent'; readonly value: string | null }
  | { readonly kind: 'join' | 'leave' | 'members'; readonly ids: readonly string[] }
  | { readonly kind: 'nobody' }

const memberPath = /^members\[(?<filter>.{1,4000})\]$/i
const oneMember = /^\s*value\s+eq\s+"(?<id>[^"]{1,100})"\s*$/i

/** @throws invalidSyntax | invalidPath | noTarget | invalidValue */
export const groupSteps = (body: unknown): GroupStep[] =>
  operationsOf(body).flatMap((operation) => withPath(operation).flatMap(groupStep))

function groupStep({ op, path, value }: { op: Op; path: string; value: unknown }): GroupStep[] {
  const bare = path.trim().replace(corePrefix, '')
  const lower = bare.toLowerCase()
  const team = scimSchemas.team.toLowerCase()
  if (lower === team) return parentSteps(op === 'remove' ? null : parentOf(value))
  if (lower === `${team}:parent`) return parentSteps(op === 'remove' ? null : parentOf({ parent: value }))
  if (lower === 'members') return memberSteps(op, value)
  const filter = memberPath.exec(bare)?.groups?.filter
  if (filter !== undefined) {
    if (op !== 'remove') throw invalid('Members are added and replaced by the path members', 'invalidPath')
    return [{ kind: 'leave', ids: idsInFilter(filter) }]
  }
  if (lower === 'displayname') {
    const name = op === 'remove' ? undefined : textIn({ value }, 'value')
    if (name === undefined) throw invalid('displayName is required')
    return [{ kind: 'displayName', value: name }]
  }
  if (lower === 'externalid')
    return [{ kind: 'externalId', value: op === 'remove' ? null : (textIn({ value }, 'value') ?? null) }]
  return []
}

const parentSteps = (parent: string | null | undefined): GroupStep[] =>
  parent === undefined ? [] : [{ kind: 'parent', value: parent }]

function memberSteps(op: Op, value: unknown): GroupStep[] {
  const isGiven = value !== undefined && value !== null
  if (op === 'remove') return [isGiven ? { kind: 'leave', ids: idsOf(value) } : { kind: 'nobody' }]
  const ids = idsOf(isGiven ? value : [])
  return [{ kind: op === 'add' ? 'join' : 'members', ids }]
}

/** `value eq "…"`, several joined by `or`. @throws invalidPath */
function idsInFilter(filter: string): string[] {
  return filter.split(/\s+or\s+/i).map((part) => {
    const id = oneMember.exec(part)?.groups?.id
    if (id === undefined) throw invalid('Members are removed by value eq "…"', 'invalidPath')
    return id
  })
}
