/**
 * An example of what an operation replies, made of its schema: objects that have an example whole are shown as they are (examples.json), and every
 * other field by what field-examples.json has for it. Choices, ids and times have one each by their shape. A field that none of these knows is a
 * mistake, so that no reply is shown with "string" in it; test/examples.test.ts checks every reply against its schema.
 */
import examples from './examples.json' with { type: 'json' }
import fields from './field-examples.json' with { type: 'json' }

type Schema = { readonly [keyword: string]: unknown }

const wholes: Readonly<Record<string, unknown>> = examples.objects
const known: Readonly<Record<string, unknown>> = fields

const isSchema = (value: unknown): value is Schema =>
  typeof value === 'object' && value !== null && !Array.isArray(value)

const typeOf = (value: unknown): string => {
  if (value === null) return 'null'
  if (Array.isArray(value)) return 'array'
  return Number.isInteger(value) ? 'integer' : typeof value
}

/** Looks at the field's shape alone: a name may stand for a number in one object and for words in another. */
function fits(schema: Schema, value: unknown): boolean {
  const { anyOf, oneOf, type, enum: values, const: only, format, pattern, properties, required } = schema
  const branches = anyOf ?? oneOf
  if (Array.isArray(branches)) return branches.some((branch) => isSchema(branch) && fits(branch, value))
  if (only !== undefined) return only === value
  if (Array.isArray(values)) return values.includes(value)
  if (typeof value === 'string' && format === 'date-time') return /^\d{4}-\d\d-\d\dT/.test(value)
  if (typeof value === 'string' && typeof pattern === 'string') return new RegExp(pattern).test(value)
  if (isSchema(value) && isSchema(properties)) {
    const isNeeded = [required ?? []].flat().every((key) => typeof key === 'string' && key in value)
    return isNeeded && Object.keys(value).every((key) => key in properties)
  }
  const types = [type ?? typeOf(value)].flat()
  return types.includes(typeOf(value)) || (typeOf(value) === 'integer' && types.includes('number'))
}

/**
 * What the table has for a field: under its path in the object that has a title, or under the end of that path, the longest first.
 * `QuestionFigure.distribution[].value`, `distribution[].value`, `value`.
 */
function lookUp(schema: Schema, path: readonly string[]): { value: unknown } | undefined {
  for (let from = 0; from < path.length; from++) {
    const value = known[path.slice(from).join('.')]
    if (value !== undefined && fits(schema, value)) return { value }
  }
  return undefined
}

/** A member that may be missing is never null: it is missing. */
const isLeftOut = (path: readonly string[]): boolean => {
  const at = path.findIndex((_, from) => known[path.slice(from).join('.')] !== undefined)
  return at >= 0 && known[path.slice(at).join('.')] === null
}

const instant = '2026-11-30T08:00:00.000Z'
const date = '2026-11-30'
const idSuffix = '01m8n6qr2pfanv44js20y6sphk'

function ofScalar(schema: Schema, path: readonly string[]): unknown {
  const { type, format, pattern, enum: values, const: only, default: usual } = schema
  if (only !== undefined) return only
  if (Array.isArray(values)) return values[0]
  if (usual !== undefined) return usual
  if (format === 'date-time') return instant
  if (format === 'date') return date
  const prefix = typeof pattern === 'string' ? /^\^([a-z]{3})_/.exec(pattern)?.[1] : undefined
  if (prefix !== undefined) return `${prefix}_${idSuffix}`
  if ([type].flat().includes('boolean')) return false
  if (type === 'null') return null
  throw new Error(`contract/field-examples.json has no example of ${path.join('.')}`)
}

/** @param name  of the operation, where the schema has no title */
export function replyExampleOf(schema: unknown, name: string): unknown {
  return ofField(schema, [name])
}

function ofField(schema: unknown, outer: readonly string[]): unknown {
  if (!isSchema(schema)) throw new Error(`${outer.join('.')} has no schema`)
  const { title, anyOf, oneOf, properties, required, items, type } = schema
  const found = lookUp(schema, outer)
  if (found) return found.value
  if (typeof title === 'string' && wholes[title] !== undefined) return wholes[title]
  const path = typeof title === 'string' ? [title] : outer
  const [branch] = [anyOf ?? oneOf].flat()
  if (branch !== undefined) return ofField(branch, outer)
  if (isSchema(properties)) {
    const needed = [required].flat()
    return Object.fromEntries(
      Object.entries(properties)
        .filter(([key]) => needed.includes(key) || !isLeftOut([...path, key]))
        .map(([key, value]) => [key, ofField(value, [...path, key])]),
    )
  }
  if ([type].flat().includes('array')) return [ofField(items, [...path.slice(0, -1), `${path.at(-1)}[]`])]
  return ofScalar(schema, path)
}
