/** Places in a body by its JSON Schema, and bodies with something else at one of them. */
import fc from 'fast-check'
import { generated } from './generated.ts'

export type Place = readonly (string | number)[]
export type Field = { place: Place; schema: any }

export const pointerOf = (place: Place): string => place.map((part) => `/${part}`).join('')

/** Every value that a schema describes: members, items, and theirs. */
export function fieldsOf(schema: any, place: Place = []): Field[] {
  const [only] = variantsOf(schema)
  const below = only.items
    ? fieldsOf(only.items, [...place, 0])
    : Object.entries(only.properties ?? {}).flatMap(([name, one]) => fieldsOf(one, [...place, name]))
  return [...(place.length > 0 ? [{ place, schema }] : []), ...below]
}

/** What a value may be, apart from null. */
export const variantsOf = (schema: any): any[] =>
  schema.anyOf ? schema.anyOf.flatMap(variantsOf).filter((one: any) => one.type !== 'null') : [schema]

export const typesOf = (schema: any): string[] =>
  schema.anyOf ? schema.anyOf.flatMap(typesOf) : [schema.type ?? 'any'].flat()

const samples = new WeakMap<object, unknown>()

function sampleOf(schema: any): unknown {
  if (!samples.has(schema)) samples.set(schema, fc.sample(generated(schema), { seed: 1, numRuns: 1 })[0])
  return samples.get(schema)
}

/** The body with a value at a place; what must stand around it and does not is made up, the same each time. */
export function withAt(body: unknown, schema: any, [head, ...rest]: Place, value: unknown): unknown {
  if (head === undefined) return value
  const [only] = variantsOf(schema)
  const around = body ?? sampleOf(only)
  if (typeof head === 'number') {
    const items = around as unknown[]
    return [withAt(items[0], only.items, rest, value), ...items.slice(1)]
  }
  const members = around as Record<string, unknown>
  return { ...members, [head]: withAt(members[head], only.properties[head], rest, value) }
}
