/** Examples of the document are what it says: each is valid by its own schema, and has no member that the schema does not know. */
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { Ajv2020 } from 'ajv/dist/2020.js'
import examples from '../contract/examples.json' with { type: 'json' }
import { openApiDocument } from '../contract/openapi.ts'
import { replyExampleOf } from '../contract/reply-examples.ts'
import { addRequestFormats } from '../src/http/formats.ts'

const document: any = openApiDocument()
const operations = Object.values<any>(document.paths).flatMap((item) => Object.values<any>(item))

/** Objects with named members take no others. */
function closed(schema: any): any {
  if (Array.isArray(schema)) return schema.map(closed)
  if (typeof schema !== 'object' || schema === null) return schema
  const { discriminator: _, examples: __, ...rest } = schema
  const copy = Object.fromEntries(Object.entries(rest).map(([key, value]) => [key, closed(value)]))
  return copy.type === 'object' && copy.properties !== undefined && copy.patternProperties === undefined
    ? { additionalProperties: false, ...copy }
    : copy
}

const ajv = new Ajv2020({ strict: false, allErrors: true })
addRequestFormats(ajv)
ajv.addSchema({ $id: 'document', components: closed(document.components) })

/** @returns the faults of a value */
function faultsOf(schema: any, value: unknown): unknown {
  const text = JSON.stringify(closed(schema)).replaceAll('"#/components/', '"document#/components/')
  const validate = ajv.compile(JSON.parse(text))
  return validate(value) ? [] : validate.errors
}

test('the example of each main operation is a body that it takes', () => {
  for (const [id, body] of Object.entries(examples.requests)) {
    const content = operations.find(({ operationId }) => operationId === id)?.requestBody.content
    assert.deepEqual(content['application/json'].example, body, id)
    assert.deepEqual(faultsOf(content['application/json'].schema, body), [], id)
  }
})

test('the example of each object is one that is returned', () => {
  for (const [title, object] of Object.entries(examples.objects)) {
    const schema = document.components.schemas[title]
    assert.deepEqual(schema.examples, [object], title)
    assert.deepEqual(faultsOf({ $ref: `#/components/schemas/${title}` }, object), [], title)
  }
})

const replies = operations.flatMap(({ operationId, responses }) =>
  Object.entries<any>(responses).flatMap(([status, { content }]) =>
    /^2/.test(status) && content?.['application/json']
      ? [{ operationId, ...content['application/json'] }]
      : [],
  ),
)

for (const { operationId, schema, example } of replies)
  test(`the example of the reply of ${operationId} is one that it may give`, () => {
    assert.notEqual(example, undefined)
    assert.deepEqual(faultsOf(schema, example), [])
  })

test('the example of a stream is an event whose data it may give', () => {
  const streams = operations.flatMap(({ responses }) => responses[200]?.content?.['text/event-stream'] ?? [])
  assert.equal(streams.length, 2)
  for (const { schema, example } of streams) {
    const [, data] = /^event: response_summary\ndata: (.*)\n\n$/.exec(example) ?? []
    assert.deepEqual(faultsOf(schema.contentSchema, JSON.parse(data)), [])
  }
})

test('a field that no example of the table fits is a mistake, and not shown with a word of its type', () => {
  const schema = {
    type: 'object',
    required: ['nobody_knows'],
    properties: { nobody_knows: { type: 'string' } },
  }
  assert.throws(() => replyExampleOf(schema, 'getNothing'), /no example of getNothing\.nobody_knows$/)
})

/** Their body is a file or what another system makes: an example of it would run nowhere. */
const withoutExample = ['importResponses', 'addPasskey']

test('every operation with a body has an example, which the reference shows instead of one made of types', () => {
  const without = operations.filter(
    ({ requestBody }) =>
      requestBody?.content['application/json'] && !requestBody.content['application/json'].example,
  )
  assert.deepEqual(without.map(({ operationId: id }) => id).toSorted(), withoutExample.toSorted())
})
