/**
 * Fields that several nouns share. Strings have a maximum length; instants are RFC 3339 in UTC, dates YYYY-MM-DD, durations
 * ISO 8601, time zones IANA names.
 */
import type { Static, TProperties, TSchema, TUnsafe } from 'typebox'
import { sendingChannels } from './channels.ts'
import { limits } from './limits.ts'
import { Type } from './schema.ts'

/** An object that refuses unknown members. `title` names it in the OpenAPI document. */
export const strict = <T extends TProperties>(
  properties: T,
  options: { title?: string; description?: string; minProperties?: number } = {},
) => Type.Object(properties, { additionalProperties: false, ...options })

/**
 * T or null. A T with a single type becomes a list of types, which a serialiser compiles to a `typeof` check; it would
 * compile a union to a validation of every value.
 */
export const nullable = <T extends TSchema>(schema: T): TUnsafe<Static<T> | null> => {
  const { type, enum: values, ...rest } = schema as TSchema & { type?: unknown; enum?: unknown[] }
  if (typeof type !== 'string' || type === 'object' || type === 'array')
    return Type.Union([schema, Type.Null()]) as never
  return Type.Unsafe({ ...rest, type: [type, 'null'], ...(values && { enum: [...values, null] }) })
}

const typeId = (prefix: string): string => `${prefix}_[0-7][0-9a-hjkmnp-tv-z]{25}`

/** TypeID: prefix, underscore, 26 characters of Crockford base 32. */
export const id = (prefix: string) => Type.String({ pattern: `^${typeId(prefix)}$`, maxLength: 40 })

/** Ids as a filter, for a program that has them and wants to know what they mean; `splitIds` reads it. */
export const ids = (prefix: string, more = '') =>
  Type.String({
    pattern: `^${typeId(prefix)}(,${typeId(prefix)}){0,${limits.filterIdsMax - 1}}$`,
    maxLength: limits.filterIdsMax * 41,
    description: `one or more IDs, separated by commas, at most ${limits.filterIdsMax}: only these, as far as you may list them${more}`,
  })

/** Each once; null of none. */
export const splitIds = (list: string | undefined): string[] | null =>
  list === undefined ? null : [...new Set(list.split(','))]

export const oneOf = <const T extends readonly string[]>(values: T) =>
  Type.Unsafe<T[number]>({ type: 'string', enum: [...values] })

export const channelsForOperator = Type.Array(oneOf(sendingChannels), {
  description:
    'channels that only the operator of the service can set up: without a sender, and without an app that an organisation could connect',
})

/** Whether a text is one of a closed list. */
export const isOneOf = <T extends string>(values: readonly T[], text: string): text is T =>
  values.some((value) => value === text)

export const name = Type.String({ minLength: 1, maxLength: limits.nameLengthMax, pattern: '\\S' })
export const text = Type.String({ maxLength: limits.textLengthMax })
export const externalId = Type.String({ minLength: 1, maxLength: limits.nameLengthMax })
export const email = Type.String({ format: 'email', maxLength: 254 })
export const instant = Type.String({ format: 'date-time', maxLength: 40 })
export const localDate = Type.String({ format: 'date' })
export const duration = Type.String({ format: 'duration', maxLength: 40 })
export const timeZone = Type.String({
  minLength: 1,
  maxLength: 64,
  description: 'an IANA name, such as Europe/Berlin',
})
/** The name of a member attribute, chosen by the organisation: location, level, tenure. */
export const attributeName = Type.String({ pattern: '^[A-Za-z][A-Za-z0-9_-]{0,63}$' })
export const locale = Type.String({ pattern: '^[A-Za-z]{2,3}([-_][A-Za-z0-9]{2,8})*$', maxLength: 35 })

export const stamps = {
  created_at: instant,
  updated_at: instant,
  version: Type.Integer({ description: 'also the ETag' }),
}

export const paging = {
  limit: Type.Optional(
    Type.Integer({ minimum: 1, maximum: limits.pageSizeMax, default: limits.pageSizeDefault }),
  ),
  // The position in a sorted list has a name, of which a character can have four bytes.
  cursor: Type.Optional(Type.String({ maxLength: 2048 })),
}

export type Page<N extends string, T> = { [K in N]: T[] } & { next_cursor: string | null; has_more: boolean }

/** A page of a list: the array, named by its noun, and the cursor of the next page. */
export const page = <const N extends string, T extends TSchema>(
  noun: N,
  item: T,
): TUnsafe<Page<N, Static<T>>> => Type.Unsafe(Type.Object(pageMembers(noun, item)))

const pageMembers = (noun: string, item: TSchema) => ({
  [noun]: Type.Array(item),
  next_cursor: nullable(Type.String()),
  has_more: Type.Boolean(),
})

/** A page of what is connected at another service, and whether anything can be connected there. */
export const pageOfConnections = <const N extends string, T extends TSchema>(
  noun: N,
  item: T,
): TUnsafe<Page<N, Static<T>> & { set_up: boolean }> =>
  Type.Unsafe(Type.Object({ ...pageMembers(noun, item), set_up: isSetUp }))

const isSetUp = Type.Boolean({
  description: 'whether the operator has set up the app: without it nothing can be connected',
})

export const nothing = Type.Null()
