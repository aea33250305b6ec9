/**
 * Replies as JSON: the members that the contract's schema names, and nothing else.
 *
 * A schema is compiled once into a function that copies a value member by member, so a column that a query reads needlessly is never sent,
 * and V8 writes the copy. For a page of 25 pulses that takes a third less time than a serialiser that escapes string by string, and leaves
 * one flat string instead of a thousand joined ones to flatten and to collect. A required member that is missing becomes a 500.
 */
import type { TSchema } from 'typebox'

type Schema = Pick<TSchema, never> & {
  type?: string | string[]
  properties?: Record<string, Schema>
  required?: string[]
  items?: Schema
  anyOf?: Schema[]
  oneOf?: Schema[]
  discriminator?: { propertyName: string }
  const?: unknown
}
type Copy = (value: unknown) => unknown

/** @throws for a schema that it cannot write */
export function replyWriter(schema: TSchema): (value: unknown) => string {
  const copy = copyOf(schema)
  return copy ? (value) => JSON.stringify(copy(value)) : (value) => JSON.stringify(value)
}

/** null: the value is sent as it is. */
function copyOf(schema: Schema): Copy | null {
  if (schema.anyOf) return unionCopy(schema.anyOf)
  if (schema.oneOf && schema.discriminator) return branchCopy(schema.oneOf, schema.discriminator.propertyName)
  const types = [schema.type ?? []].flat()
  if (types.includes('object')) return schema.properties ? objectCopy(schema) : null
  if (types.includes('array')) return arrayCopy(schema)
  if (types.includes('integer')) return (value) => (value === null ? null : Math.trunc(numberOf(value)))
  if (types.includes('number')) return (value) => (value === null ? null : numberOf(value))
  return null
}

/** PostgreSQL's numeric arrives as text. */
function numberOf(value: unknown): number {
  const number = Number(value)
  if (Number.isNaN(number))
    throw new TypeError('a reply holds something else where the contract names a number')
  return number
}

function arrayCopy({ items }: Schema): Copy | null {
  const copy = items && copyOf(items)
  if (!copy) return null
  return (value) => {
    if (!Array.isArray(value))
      throw new TypeError('a reply holds something else where the contract names a list')
    return value.map((item) => copy(item))
  }
}

export const memberOf = (value: unknown, name: string): unknown =>
  typeof value === 'object' && value !== null ? Reflect.get(value, name) : undefined

/** T or null, or a choice of plain values. */
function unionCopy(members: Schema[]): Copy | null {
  const copies = members.map(copyOf)
  const first = copies.find((copy) => copy !== null)
  if (!first || members.every(({ type }) => type !== 'object' && type !== 'array')) return null
  if (members.length !== 2 || !members.some(({ type }) => type === 'null'))
    throw new Error('a reply may be an object or null, not one of several objects')
  return (value) => (value === null ? null : first(value))
}

/** One of several objects, told apart by the value of one member. */
function branchCopy(branches: Schema[], tag: string): Copy {
  const copies = new Map(branches.map((branch) => [branch.properties?.[tag]?.const, copyOf(branch)]))
  return (value) => {
    const copy = copies.get(memberOf(value, tag))
    if (!copy) throw new TypeError(`a reply holds an object whose ${tag} the contract does not know`)
    return copy(value)
  }
}

/**
 * One object literal for each schema: its copies then share one hidden class, which a loop over names would not give. Names go into the
 * source as JSON strings.
 */
function objectCopy({ properties = {}, required = [] }: Schema): Copy {
  const names = Object.keys(properties)
  const copies = names.map((name) => copyOf(properties[name]))
  const members = names.map((name, at) => {
    const key = JSON.stringify(name)
    const absent = required.includes(name) ? `missing(${key})` : 'undefined'
    const there = copies[at] ? `copies[${at}](value[${key}])` : `value[${key}]`
    return `${key}: value[${key}] === undefined ? ${absent} : ${there}`
  })
  // oxlint-disable-next-line typescript/no-implied-eval -- as ajv does: the source holds names of the contract, quoted
  const make = new Function('copies', 'missing', `return (value) => ({ ${members.join(', ')} })`) as (
    copies: (Copy | null)[],
    missing: (name: string) => never,
  ) => Copy
  return make(copies, missing)
}

function missing(name: string): never {
  throw new TypeError(`a reply lacks ${name}`)
}
