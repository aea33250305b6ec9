/**
 * Makers of JSON Schema with TypeBox's types. They make what TypeBox makes (schema.test.ts), without the 373 modules that it loads for them at
 * each start.
 */
import type TypeBox from 'typebox'
import type { TSchema } from 'typebox'

type Makers = Pick<
  typeof TypeBox,
  | 'Array'
  | 'Boolean'
  | 'Integer'
  | 'IsOptional'
  | 'Literal'
  | 'Null'
  | 'Number'
  | 'Object'
  | 'Optional'
  | 'Partial'
  | 'Record'
  | 'String'
  | 'Union'
  | 'Unknown'
  | 'Unsafe'
>

type Members = Record<string, unknown>

/** Marks for those who read a schema; no part of it. */
function mark(schema: object, marks: Members): object {
  for (const [name, value] of Object.entries(marks))
    Object.defineProperty(schema, name, { value, configurable: true, writable: true, enumerable: false })
  return schema
}

const make = (kind: string, members: Members, options?: object): object =>
  mark({ ...members, ...options }, { '~kind': kind })

/** The same schema with its marks, and more of both. */
const again = (schema: object, marks: Members, options?: object): object =>
  mark(Object.assign(Object.defineProperties({}, Object.getOwnPropertyDescriptors(schema)), options), marks)

const isOptional = (schema: TSchema): boolean => '~optional' in schema

function object(properties: Record<string, TSchema>, options?: object): object {
  const required = Object.keys(properties).filter((name) => !isOptional(properties[name]))
  return make('Object', { type: 'object', ...(required.length > 0 && { required }), properties }, options)
}

const optional = (schema: object): object => again(schema, { '~optional': true })

export const Type = {
  Array: (items: TSchema, options?: object) => make('Array', { type: 'array', items }, options),
  Boolean: (options?: object) => make('Boolean', { type: 'boolean' }, options),
  Integer: (options?: object) => make('Integer', { type: 'integer' }, options),
  IsOptional: isOptional,
  Literal: (value: unknown, options?: object) =>
    make('Literal', { type: typeof value, const: value }, options),
  Null: (options?: object) => make('Null', { type: 'null' }, options),
  Number: (options?: object) => make('Number', { type: 'number' }, options),
  Object: object,
  Optional: optional,
  Partial: ({ properties }: { properties: Record<string, TSchema> }, options?: object) =>
    object(
      Object.fromEntries(
        Object.entries(properties).map(([name, schema]) => [name, optional(schema)]),
      ) as never,
      options,
    ),
  /** Of keys as this string says, by its pattern. */
  Record: ({ pattern = '^.*$' }: { pattern?: string }, value: TSchema, options?: object) =>
    make('Record', { type: 'object', patternProperties: { [pattern]: value } }, options),
  String: (options?: object) => make('String', { type: 'string' }, options),
  Union: (anyOf: TSchema[], options?: object) => make('Union', { anyOf }, options),
  Unknown: (options?: object) => make('Unknown', {}, options),
  Unsafe: (schema: object) => again(schema, { '~unsafe': null }),
} as unknown as Makers
