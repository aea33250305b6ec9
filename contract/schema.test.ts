import assert from 'node:assert/strict'
import { test } from 'node:test'
import TypeBox from 'typebox'
import { Type } from './schema.ts'

/** With its marks, which JSON and deepEqual leave out, and in its order, which the documents keep. */
const whole = (value: unknown): unknown =>
  typeof value === 'object' && value !== null
    ? {
        members: Object.entries(value).map(([name, member]) => [name, whole(member)]),
        marks: Object.getOwnPropertyNames(value)
          .filter((name) => name.startsWith('~'))
          .toSorted()
          .map((name) => [name, Object.getOwnPropertyDescriptor(value, name)]),
      }
    : value

const schemasOf = (by: typeof Type) => {
  const short = by.String({ maxLength: 9, description: 'short' })
  const some = by.Object({ a: short, b: by.Optional(by.Integer({ minimum: 1 })) }, { description: 'some' })
  return {
    array: by.Array(short, { minItems: 1 }),
    boolean: by.Boolean({ default: true }),
    integer: by.Integer({ minimum: 1, maximum: 7 }),
    literals: [by.Literal('yes'), by.Literal(1, { description: 'one' }), by.Literal(false)],
    null: by.Null(),
    number: by.Number({ exclusiveMinimum: 0 }),
    object: some,
    'object without members': by.Object({}),
    'object of optional members': by.Object({ a: by.Optional(by.Null()) }),
    optional: by.Optional(some),
    'optional twice': by.Optional(by.Optional(by.String())),
    partial: by.Partial(some, { additionalProperties: false }),
    record: by.Record(by.String(), by.Number()),
    'record of a pattern': by.Record(by.String({ pattern: '^[a-z]+$' }), some, { maxProperties: 3 }),
    string: short,
    union: by.Union([short, by.Null()], { description: 'either' }),
    unknown: by.Unknown({ description: 'anything' }),
    unsafe: by.Unsafe<'a'>({ type: 'string', enum: ['a'] }),
    'unsafe of a schema': by.Optional(by.Unsafe<'a'>(by.Record(by.String(), by.Unknown()))),
    isOptional: [by.IsOptional(some), by.IsOptional(by.Optional(some))],
  }
}

test('schemas are those of TypeBox, with its marks and in its order', () => {
  const theirs = Object.entries(schemasOf(TypeBox))
  for (const [name, schema] of Object.entries(schemasOf(Type)))
    assert.deepEqual(whole(schema), whole(theirs.find(([other]) => other === name)?.[1]), name)
})
