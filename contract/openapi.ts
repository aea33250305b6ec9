/**
 * The OpenAPI 3.1 document, made from the operations. Schemas with a title become named components, so that generated
 * clients get types with names.
 */
import { type TSchema } from 'typebox'
import { type Operation, refusalsOf } from './operation.ts'
import { operations } from './operations.ts'
import { problems } from './problems.ts'
import { scopes } from './scopes.ts'
import { tags } from './tags.ts'

type Json = Record<string, unknown>

export function openApiDocument(): Json {
  const components: Record<string, unknown> = {}
  const paths: Record<string, Json> = {}
  for (const operation of operations) {
    ;(paths[operation.path] ??= {})[operation.method.toLowerCase()] = describe(operation, components)
  }
  return {
    openapi: '3.1.1',
    info: {
      title: 'Sonde',
      version: '2026-11-01',
      description:
        'Software asks people: pulses and check-ins, answered under a promise, read back as released figures and insights.',
    },
    servers: [{ url: '/' }],
    security: [{ oauth: [] }],
    tags: tagsOf(operations),
    paths,
    components: { securitySchemes, schemas: { ...components, Problem: problemSchema } },
  }
}

const securitySchemes = {
  oauth: {
    type: 'oauth2',
    flows: {
      clientCredentials: { tokenUrl: '/oauth/token', scopes: saying((scope) => scope.organisation) },
      authorizationCode: {
        authorizationUrl: '/oauth/authorize',
        tokenUrl: '/oauth/token',
        scopes: saying(() => true),
      },
    },
  },
  session: {
    type: 'http',
    scheme: 'bearer',
    bearerFormat: 'JWT',
    description: 'A session token of the identity provider',
  },
}

function saying(wanted: (scope: { organisation: boolean }) => boolean): Record<string, string> {
  return Object.fromEntries(
    Object.entries(scopes)
      .filter(([, scope]) => wanted(scope))
      .map(([name, scope]) => [name, scope.description]),
  )
}

const tagsOf = (all: readonly Operation[]): Json[] =>
  Object.entries(tags)
    .filter(([name]) => all.some(({ tag }) => tag === name))
    .map(([name, description]) => ({ name, description }))

const text = { type: 'string' }

const problemSchema = {
  type: 'object',
  required: ['type', 'title', 'status', 'detail', 'code', 'error', 'request_id'],
  properties: {
    type: { type: 'string' },
    title: { type: 'string' },
    status: { type: 'integer' },
    detail: { type: 'string' },
    code: { type: 'string', enum: Object.keys(problems) },
    error: { type: 'string', description: 'the same as code' },
    request_id: { type: 'string' },
    state: { type: 'string', description: 'beside a refusal for a wrong state' },
    errors: {
      type: 'array',
      items: {
        type: 'object',
        properties: { pointer: { type: 'string' }, code: { type: 'string' }, detail: { type: 'string' } },
      },
    },
  },
}

function describe(operation: Operation, components: Record<string, unknown>): Json {
  const schema = (it: TSchema): unknown => named(it, components)
  return {
    operationId: operation.id,
    tags: [operation.tag],
    summary: operation.summary,
    ...(operation.description && { description: operation.description }),
    security: securityOf(operation),
    ...((operation.params || operation.query || operation.headers) && {
      parameters: [
        ...parameters(operation.params, 'path', schema),
        ...parameters(operation.query, 'query', schema),
        ...parameters(operation.headers, 'header', schema),
      ],
    }),
    ...(operation.body && {
      requestBody: {
        required: !('~optional' in operation.body),
        content: {
          'application/json': { schema: schema(operation.body) },
          ...Object.fromEntries((operation.upload?.media ?? []).map((media) => [media, { schema: text }])),
        },
      },
    }),
    responses: {
      [operation.status]:
        operation.status === 204
          ? { description: 'Done' }
          : { description: 'OK', content: contentOf(operation, schema(operation.response)) },
      ...refusals(operation),
    },
  }
}

/** OpenAPI 3.1 has no word for a stream's items: they are said to be what the text of its data holds. */
const contentOf = ({ stream, csv }: Operation, schema: unknown): Json =>
  stream
    ? {
        'text/event-stream': {
          schema: { type: 'string', contentMediaType: 'application/json', contentSchema: schema },
        },
      }
    : { 'application/json': { schema }, ...(csv && { 'text/csv': { schema: text } }) }

function securityOf({ caller, scope = [] }: Operation): Json[] {
  if (caller === 'anyone') return []
  if (caller === 'person' || caller === 'self' || caller === 'admin') return [{ session: [] }]
  if (caller === 'bearer') return [{ session: [] }, { oauth: [] }]
  return scope.map((one) => ({ oauth: [one] }))
}

function parameters(
  schema: TSchema | undefined,
  where: 'path' | 'query' | 'header',
  write: (schema: TSchema) => unknown,
): Json[] {
  const { properties = {}, required = [] } = (schema ?? {}) as {
    properties?: Record<string, TSchema>
    required?: string[]
  }
  return Object.entries(properties).map(([name, property]) => ({
    name,
    in: where,
    required: where === 'path' || required.includes(name),
    schema: write(property),
  }))
}

/** Refusals by status, each naming its codes. */
function refusals(operation: Operation): Json {
  const codes = refusalsOf(operation)
  const statuses = [...new Set(codes.map((code) => problems[code].status))].toSorted((a, b) => a - b)
  return Object.fromEntries(
    statuses.map((status) => [
      status,
      {
        description: codes.filter((code) => problems[code].status === status).join(', '),
        content: { 'application/problem+json': { schema: { $ref: '#/components/schemas/Problem' } } },
      },
    ]),
  )
}

/** A plain copy in which titled schemas are references. */
function named(schema: unknown, components: Record<string, unknown>): unknown {
  if (Array.isArray(schema)) return schema.map((one) => named(one, components))
  if (typeof schema !== 'object' || schema === null) return schema
  const copy = Object.fromEntries(
    Object.entries(schema).flatMap(([key, value]) =>
      key.startsWith('~') ? [] : [[key, named(value, components)]],
    ),
  )
  const { title } = schema as { title?: unknown }
  if (typeof title !== 'string') return copy
  components[title] = 'discriminator' in copy ? withMapping(copy, schema as Union) : copy
  return { $ref: `#/components/schemas/${title}` }
}

type Union = { oneOf: readonly Branch[]; discriminator: { propertyName: string } }
type Branch = { title: string; properties: Record<string, { const: string }> }

/** Which component each value of the discriminator names. A validator takes no mapping, so it stands in the document alone. */
function withMapping(copy: Json, { oneOf, discriminator }: Union): Json {
  const { propertyName } = discriminator
  const mapping = Object.fromEntries(
    oneOf.map(({ title, properties }) => [properties[propertyName].const, `#/components/schemas/${title}`]),
  )
  return { ...copy, discriminator: { propertyName, mapping } }
}
