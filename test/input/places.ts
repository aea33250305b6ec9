/** Places in a body by its JSON Schema, and bodies with another value at one of them. */
import fc from 'fast-check'
import { generated } from './generated.ts'

/** The branches of a union of objects that differ by their `type`. */
type Branch = { branch: any }
export type Place = readonly (string | number | Branch)[]
export type Field = { place: Place; schema: any }

const isBranch = (part: Place[number]): part is Branch => typeof part === 'object'

export const pointerOf = (place: Place): string =>
  place.flatMap((part) => (isBranch(part) ? [] : `/${part}`)).join('')

/** Every value that a schema describes: members and items, at any depth. */
export function fieldsOf(schema: any, place: Place = []): Field[] {
  const [only] = variantsOf(schema)
  const below = only.oneOf
    ? fieldsOfBranches(only.oneOf, place)
    : only.items
      ? fieldsOf(only.items, [...place, 0])
      : Object.entries(only.properties ?? {}).flatMap(([name, one]) => fieldsOf(one, [...place, name]))
  return [...(place.length > 0 ? [{ place, schema }] : []), ...below]
}

/** Every member of the first branch, and of the others those that no earlier branch has. */
function fieldsOfBranches(branches: any[], place: Place): Field[] {
  const tried = new Set<string>()
  return branches.flatMap((branch) =>
    Object.entries<any>(branch.properties).flatMap(([name, one]) => {
      const member = 'const' in one ? name : JSON.stringify([name, one])
      if (tried.has(member)) return []
      tried.add(member)
      return fieldsOf(one, [...place, { branch }, name])
    }),
  )
}

/** The types of a value, apart from null. */
export const variantsOf = (schema: any): any[] =>
  schema.anyOf ? schema.anyOf.flatMap(variantsOf).filter((one: any) => one.type !== 'null') : [schema]

export const typesOf = (schema: any): string[] =>
  schema.anyOf ? schema.anyOf.flatMap(typesOf) : [schema.type ?? 'any'].flat()

const samples = new WeakMap<object, unknown>()

function sampleOf(schema: any): unknown {
  if (!samples.has(schema)) samples.set(schema, fc.sample(generated(schema), { seed: 1, numRuns: 1 })[0])
  return samples.get(schema)
}

const isOf = ({ branch }: Branch, body: unknown): boolean =>
  (body as { type?: unknown } | undefined)?.type === branch.properties.type.const

/** The body with a value at a place; required members around it that are missing are generated, the same each time. */
export function withAt(body: unknown, schema: any, [head, ...rest]: Place, value: unknown): unknown {
  if (head === undefined) return value
  const [only] = variantsOf(schema)
  if (isBranch(head)) return withAt(isOf(head, body) ? body : sampleOf(head.branch), head.branch, rest, value)
  const around = body ?? sampleOf(only)
  if (typeof head === 'number') {
    const items = around as unknown[]
    return [withAt(items[0], only.items, rest, value), ...items.slice(1)]
  }
  const members = around as Record<string, unknown>
  return { ...members, [head]: withAt(members[head], only.properties[head], rest, value) }
}
