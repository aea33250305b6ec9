/**
 * PATCH of addresses, the one attribute of a user that has several values: by a filter (`emails[type eq "work"].value`, Entra), or all of them.
 * The same again changes nothing; what is not there is removed without a fault. Names and values are compared without case, and true may be
 * a text. At most one is primary: the one that was made so last (RFC 7644 §3.5.2). Pure.
 */
import { filter as testOf, parse } from 'scim2-parse-filter'
import { type Email, emailsOf, memberIn, textIn } from './resource.ts'
import { invalid } from './scim-error.ts'

const pathShape = /^emails(?:\[(?<filter>[^\]]{1,500})\])?(?:\.(?<part>value|type|primary))?$/i

export type EmailStep = {
  readonly op: 'add' | 'replace' | 'remove'
  readonly filter: string | null
  readonly part: 'value' | 'type' | 'primary' | null
  readonly value: unknown
}

/** @returns null where the path is of something else, or of nothing that we know */
export function emailStep(op: EmailStep['op'], path: string, value: unknown): EmailStep | null {
  const found = pathShape.exec(path)?.groups
  if (!found) return null
  const { filter = null } = found
  const part = (found.part?.toLowerCase() ?? null) as EmailStep['part']
  // A part of all addresses at once means nothing.
  if (filter === null && part !== null) return null
  return { op: value === null ? 'remove' : op, filter, part, value: value ?? undefined }
}

type Matches = (email: Email) => boolean

const isSame = (one: string | undefined, other: string | undefined): boolean =>
  one?.toLowerCase() === other?.toLowerCase()

/** @throws invalidPath */
function matchesOf(filter: string): Matches {
  try {
    const matches = testOf(parse(filter.toLowerCase().replaceAll(/"(true|false)"/g, '$1')))
    return ({ value, type, primary = false }) =>
      matches({ value: value.toLowerCase(), ...(type && { type: type.toLowerCase() }), primary })
  } catch {
    throw invalid('The filter of a path cannot be read', 'invalidPath')
  }
}

/** What an address must be for a filter of `type eq "…"`, for one that is not there yet. */
const typeIn = (filter: string): string | undefined =>
  /^\s*type\s+eq\s+"(?<type>[^"]+)"\s*$/i.exec(filter)?.groups?.type

const merged = (before: readonly Email[], added: readonly Email[]): Email[] => {
  const after = before.map((email) => ({
    ...email,
    ...added.find((one) => isSame(one.value, email.value) && isSame(one.type ?? email.type, email.type)),
  }))
  const isNew = (one: Email): boolean =>
    !after.some((email) => isSame(one.value, email.value) && isSame(one.type ?? email.type, email.type))
  return [...after, ...added.filter(isNew)]
}

/** An operation on all addresses. @throws invalidValue */
function ofAll(emails: readonly Email[], { op, value }: EmailStep): Email[] {
  const named = emailsOf(value) ?? []
  if (op === 'replace') return named
  if (op === 'add') return merged(emails, named)
  return value === undefined
    ? []
    : emails.filter((email) => !named.some((one) => isSame(one.value, email.value)))
}

/** An operation on those that a filter finds. @throws invalidPath | invalidValue */
function ofSome(emails: readonly Email[], { op, part, value }: EmailStep, filter: string): Email[] {
  const matches = matchesOf(filter)
  if (op === 'remove')
    return emails.flatMap((email): Email[] => {
      if (!matches(email)) return [email]
      if (part === null || part === 'value') return []
      const { [part]: _, ...rest } = email
      return [rest]
    })
  const change = part === null ? value : { [part]: value }
  const changed = (email: Partial<Email>): Email[] => {
    const whole = { ...email, ...partsOf(change) }
    return emailsOf([whole]) ?? []
  }
  if (emails.some(matches)) return emails.flatMap((email) => (matches(email) ? changed(email) : [email]))
  return [...emails, ...changed({ type: typeIn(filter) })]
}

/** Attributes in our spelling, those that are there. @throws invalidValue */
function partsOf(value: unknown): object {
  const names = ['value', 'type', 'primary'] as const
  return Object.fromEntries(
    names.flatMap((name) => {
      const part = name === 'primary' ? memberIn(value, name) : textIn(value, name, 254)
      return part === undefined ? [] : [[name, part]]
    }),
  )
}

/** Where several are primary, the last that was not before. */
function withOnePrimary(emails: readonly Email[], before: readonly Email[]): Email[] {
  const primary = emails.filter((one) => one.primary)
  if (primary.length < 2) return [...emails]
  const wasPrimary = (one: Email): boolean =>
    before.some((old) => old.primary && isSame(old.value, one.value))
  const chosen = primary.findLast((one) => !wasPrimary(one)) ?? primary[0]
  return emails.map((one) => (one.primary && one !== chosen ? { ...one, primary: false } : one))
}

/** @throws invalidPath | invalidValue */
export function patchedEmails(before: readonly Email[], steps: readonly EmailStep[]): Email[] {
  return steps.reduce<Email[]>(
    (emails, step) => {
      const after = step.filter === null ? ofAll(emails, step) : ofSome(emails, step, step.filter)
      return withOnePrimary(after, emails)
    },
    [...before],
  )
}
