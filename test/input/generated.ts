/** Values generated from a JSON Schema: valid ones, and with `spoilt` ones that are hostile at some places. */
import fc from 'fast-check'

export type Known = Record<string, readonly string[]>

type Options = {
  /** Ids that exist, by their prefix. */
  known?: Known
  spoilt?: boolean
  /** A valid body: half of the members come from it. */
  base?: unknown
}

const hostileValues: unknown[] = [
  [null, true, 0, -1, 1.5, 1e308, -1e308, 2 ** 53, {}, [], [[]], { a: 1 }],
  ['', ' ', '\0', '\ud800', '\u202e', 'ﷺ'.repeat(50), '𝒳', 'x'.repeat(20_000), '%00', "'; --", '${7*7}'],
  ['2026-02-30', '0000-01-01', '9999-12-31', '2026-06-30T23:59:60Z', '9999-12-31T23:59:59-23:59'],
  ['0000-01-01T00:00:00Z', '0001-01-01T00:00:00Z', 'P999999Y', 'P999999999Y', 'PT1S', 'P1W'],
  ['Mars/Phobos', '+05:00', 'FREQ=', 'FREQ=DAILY;INTERVAL=0', 'FREQ=DAILY;COUNT=+9999'],
  ['FREQ=DAILY;COUNT=99999999', 'FREQ=YEARLY;BYMONTH=2;BYMONTHDAY=30', 'FREQ=DAILY;INTERVAL=999999999'],
  ['FREQ=WEEKLY;BYDAY=XX', 'FREQ=MONTHLY;BYSETPOS=400;BYDAY=MO', 'FREQ=YEARLY;BYMONTH=2;BYMONTHDAY=29'],
].flat()

/** Any characters. (The library's own `binary` unit takes seconds to list them all.) */
const anyText = fc
  .array(fc.integer({ min: 0, max: 0x10_ffff }), { maxLength: 20 })
  .map((points) => String.fromCodePoint(...points).toWellFormed())

const hostile = fc.oneof(fc.constantFrom(...hostileValues), fc.jsonValue(), anyText)

const ruleParts = fc.constantFrom(
  'BYDAY=MO',
  'BYDAY=-1FR',
  'INTERVAL=2',
  'COUNT=3',
  'BYMONTHDAY=31',
  'UNTIL=20300101',
)

const rules = fc
  .tuple(fc.constantFrom('DAILY', 'WEEKLY', 'MONTHLY', 'YEARLY'), fc.uniqueArray(ruleParts, { maxLength: 3 }))
  .map(([frequency, parts]) => [`FREQ=${frequency}`, ...parts].join(';'))

const instants = fc
  .date({ min: new Date('1990-01-01'), max: new Date('2090-01-01'), noInvalidDate: true })
  .map((date) => date.toISOString())

const byFormat: Record<string, fc.Arbitrary<string>> = {
  'date-time': instants,
  date: instants.map((instant) => instant.slice(0, 10)),
  duration: fc.constantFrom('P1D', 'PT4H', 'P1M', 'P2W', 'P1DT12H', 'PT30S', 'P3Y'),
  email: fc.emailAddress(),
}

const matching = new Map<string, fc.Arbitrary<string>>()

/** One for each pattern: they are dear to make, and most are those of ids. */
function textsOf(pattern: string): fc.Arbitrary<string> {
  const texts = matching.get(pattern) ?? fc.stringMatching(new RegExp(pattern))
  matching.set(pattern, texts)
  return texts
}

function strings(schema: any, known: Known): fc.Arbitrary<string> {
  const { format, pattern, minLength = 0, maxLength = 100, description = '' } = schema
  if (format) return byFormat[format]
  if (description.startsWith('RFC 5545')) return rules
  if (description.startsWith('IANA')) return fc.constantFrom('Europe/Berlin', 'UTC', 'Australia/Lord_Howe')
  if (!pattern) return fc.string({ unit: 'grapheme', minLength, maxLength: Math.min(maxLength, 60) })
  const fitting = textsOf(pattern).filter((text) => text.length >= minLength && text.length <= maxLength)
  const there = known[/^\^([a-z]{3})_/.exec(pattern)?.[1] ?? '']
  return there
    ? fc.oneof({ arbitrary: fc.constantFrom(...there), weight: 4 }, { arbitrary: fitting, weight: 1 })
    : fitting
}

function numbers({ minimum = -1000, maximum = 1000, type }: any): fc.Arbitrary<number> {
  const [min, max] = [Math.max(minimum, -2e9), Math.min(maximum, 2e9)]
  return type === 'integer' ? fc.integer({ min, max }) : fc.double({ min, max, noNaN: true })
}

function objects(schema: any, { base, ...options }: Options): fc.Arbitrary<unknown> {
  const { properties = {}, required = [], patternProperties } = schema
  const known = (base ?? {}) as Record<string, unknown>
  if (patternProperties) {
    const [[pattern, value]] = Object.entries(patternProperties)
    return fc.dictionary(textsOf(pattern), generated(value, options), { maxKeys: 3 })
  }
  const members = Object.fromEntries(
    Object.entries(properties).map(([name, one]) => [
      name,
      name in known ? fc.oneof(fc.constant(known[name]), generated(one, options)) : generated(one, options),
    ]),
  )
  const fitting = fc.record(members, { requiredKeys: required })
  if (!options.spoilt) return fitting
  const more = fc.tuple(fitting, fc.constantFrom('surprise', 'constructor', 'toString', ''), hostile)
  return fc.oneof(
    { arbitrary: fitting, weight: 30 },
    { arbitrary: more.map(([whole, name, value]) => ({ ...whole, [name]: value })), weight: 1 },
  )
}

function arrays({ items, minItems = 0, maxItems = 10, uniqueItems }: any, options: Options) {
  const bounds = { minLength: minItems, maxLength: Math.min(maxItems, minItems + 3) }
  const item = generated(items, options)
  return uniqueItems
    ? fc.uniqueArray(item, { ...bounds, selector: (it) => JSON.stringify(it) })
    : fc.array(item, bounds)
}

function fittingFor(schema: any, options: Options): fc.Arbitrary<unknown> {
  const branches: unknown[] | undefined = schema.anyOf ?? schema.oneOf
  if (branches) return fc.oneof(...branches.map((one) => generated(one, options)))
  if (Array.isArray(schema.type))
    return fc.oneof(...schema.type.map((type: string) => fittingFor({ ...schema, type }, options)))
  if (schema.type === 'null') return fc.constant(null)
  if (schema.enum) return fc.constantFrom(...schema.enum)
  if ('const' in schema) return fc.constant(schema.const)
  if (schema.type === 'string') return strings(schema, options.known ?? {})
  if (schema.type === 'integer' || schema.type === 'number') return numbers(schema)
  if (schema.type === 'boolean') return fc.boolean()
  if (schema.type === 'array') return arrays(schema, options)
  if (schema.type === 'object') return objects(schema, options)
  return fc.jsonValue()
}

export function generated(schema: any, options: Options = {}): fc.Arbitrary<unknown> {
  const fitting = fittingFor(schema, options)
  return options.spoilt
    ? fc.oneof({ arbitrary: fitting, weight: 40 }, { arbitrary: hostile, weight: 1 })
    : fitting
}
