/**
 * The OpenAPI 3.1 document, built from the operations. Schemas with a title become components, so that generated clients get
 * named types.
 */
import type { TSchema } from 'typebox'
import examples from './examples.json' with { type: 'json' }
import { type OAuthEndpoint, oauthEndpoints } from './oauth-endpoints.ts'
import { oauthErrors } from './oauth-errors.ts'
import { type Operation, queryOf, refusalsOf } from './operation.ts'
import { deliveryHeaders, webhooksOf } from './openapi-webhooks.ts'
import { operations } from './operations.ts'
import { problems } from './problems.ts'
import { replyExampleOf } from './reply-examples.ts'
import { scopes } from './scopes.ts'
import { tags } from './tags.ts'

type Json = Record<string, unknown>

export function openApiDocument(): Json {
  const components: Record<string, unknown> = {}
  const paths: Record<string, Json> = {}
  for (const operation of operations) {
    ;(paths[operation.path] ??= {})[operation.method.toLowerCase()] = describe(operation, components)
  }
  for (const endpoint of oauthEndpoints)
    paths[endpoint.path] = { post: describeEndpoint(endpoint, components) }
  const webhooks = webhooksOf((schema) => withReferences(schema, components))
  return {
    openapi: '3.1.1',
    info: {
      title: 'Sonde API',
      version: '2026-11-01',
      description: introduction,
    },
    servers: [{ url: '/' }],
    security: [{ oauth: [] }],
    tags: tagsOf(operations),
    paths,
    components: {
      securitySchemes,
      parameters: deliveryHeaders,
      schemas: { ...components, Problem: problemSchema, OAuthError: oauthErrorSchema },
    },
    webhooks,
  }
}

/** What holds for every operation, with where it is explained. */
const introduction = `Create pulses and check-ins, collect answers under a confidentiality promise, and read results and insights.

- **Base URL**: this host. Paths of operations begin with \`/api\`; answers are sent to \`/r\`, tokens come from \`/oauth/token\`.
- **Authentication**: \`authorization: Bearer …\` with a token of [OAuth 2.0](/docs/authentication). Each operation names its scope.
- **Errors**: \`application/problem+json\`. Handle \`code\`; [every code](/docs/errors) says what to do.
- **Paging**: lists have \`limit\`, \`cursor\` and \`next_cursor\`: [Lists and paging](/docs/lists).
- **Retries**: send \`Idempotency-Key\` with every POST: [Safe retries](/docs/idempotency).
- **Versions**: \`Sonde-Version: 2026-11-01\` selects this one: [Versions](/docs/lists#versions).

New here? The [quick start](/docs/quick-start) makes the first call in five minutes.`

const securitySchemes = {
  oauth: {
    type: 'oauth2',
    flows: {
      clientCredentials: {
        tokenUrl: '/oauth/token',
        scopes: scopeDescriptions((scope) => scope.organisation),
      },
      authorizationCode: {
        authorizationUrl: '/oauth/authorize',
        tokenUrl: '/oauth/token',
        scopes: scopeDescriptions(() => true),
      },
    },
  },
  client: {
    type: 'http',
    scheme: 'basic',
    description: 'client_id and client_secret of the application; they may stand in the body instead',
  },
  session: {
    type: 'http',
    scheme: 'bearer',
    bearerFormat: 'JWT',
    description: 'a session token of the identity provider',
  },
}

function scopeDescriptions(include: (scope: { organisation: boolean }) => boolean): Record<string, string> {
  return Object.fromEntries(
    Object.entries(scopes)
      .filter(([, scope]) => include(scope))
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
    error: { type: 'string', description: 'the same value as code' },
    request_id: { type: 'string' },
    state: { type: 'string', description: 'the current state, with errors for a wrong state' },
    errors: {
      type: 'array',
      items: {
        type: 'object',
        properties: { pointer: { type: 'string' }, code: { type: 'string' }, detail: { type: 'string' } },
      },
    },
  },
}

const oauthErrorSchema = {
  type: 'object',
  description: 'RFC 6749 §5.2',
  required: ['error', 'error_description'],
  properties: { error: { type: 'string', enum: Object.keys(oauthErrors) }, error_description: text },
}

function describe(operation: Operation, components: Record<string, unknown>): Json {
  const schema = (it: TSchema): unknown => withReferences(it, components)
  return {
    operationId: operation.id,
    tags: [operation.tag],
    summary: operation.summary,
    ...(operation.description && { description: operation.description }),
    security: securityOf(operation),
    ...((operation.params || queryOf(operation) || operation.headers) && {
      parameters: [
        ...parameters(operation.params, 'path', schema),
        ...parameters(queryOf(operation), 'query', schema),
        ...parameters(operation.headers, 'header', schema),
      ],
    }),
    ...(operation.body && {
      requestBody: {
        required: !('~optional' in operation.body),
        content: {
          'application/json': { schema: schema(operation.body), ...exampleOf(operation.id) },
          ...Object.fromEntries((operation.upload?.media ?? []).map((media) => [media, { schema: text }])),
        },
      },
    }),
    responses: {
      [operation.status]:
        operation.status === 204
          ? { description: 'Done' }
          : { description: 'OK', content: contentOf(operation, schema(operation.response)) },
      ...(operation.dryRun && { 204: { description: 'With `dry_run=true`: it would be done' } }),
      ...refusals(operation),
    },
  }
}

/** Bodies of main operations by their id, and objects by the title of their schema, as the demo has them; a test checks that each is valid. */
const bodies: Json = examples.requests
const objects: Json = examples.objects

const exampleOf = (id: string): Json => (bodies[id] === undefined ? {} : { example: bodies[id] })

function describeEndpoint(endpoint: OAuthEndpoint, components: Record<string, unknown>): Json {
  const { id, summary, description, caller, body, response } = endpoint
  const schema = withReferences(body, components)
  return {
    operationId: id,
    tags: ['OAuth'],
    summary,
    description,
    // An application without HTTP Basic sends its credentials in the body.
    security: caller === 'client' ? [{ client: [] }, {}] : [],
    requestBody: {
      required: true,
      content: {
        'application/json': { schema, ...exampleOf(id) },
        'application/x-www-form-urlencoded': { schema, ...exampleOf(id) },
      },
    },
    responses: {
      200: {
        description: 'OK',
        content: {
          'application/json': {
            schema: withReferences(response, components),
            example: replyExampleOf(response, id),
          },
        },
      },
      ...oauthRefusals(endpoint),
      ...parserRefusals,
    },
  }
}

/** Error replies by status, each listing its codes; a body that is too large is `invalid_request` with its own status. */
function oauthRefusals({ errors }: OAuthEndpoint): Json {
  const statuses = [...new Set(errors.map((code) => oauthErrors[code].status))]
  const content = { 'application/json': { schema: { $ref: '#/components/schemas/OAuthError' } } }
  return {
    413: { description: 'invalid_request', content },
    ...Object.fromEntries(
      statuses.map((status) => [
        status,
        { description: errors.filter((code) => oauthErrors[code].status === status).join(', '), content },
      ]),
    ),
  }
}

/** The parser refuses before it is known which endpoint was meant. */
const parserRefusals: Json = Object.fromEntries(
  (['request_timeout', 'header_fields_too_large'] as const).map((code) => [
    problems[code].status,
    {
      description: code,
      content: { 'application/problem+json': { schema: { $ref: '#/components/schemas/Problem' } } },
    },
  ]),
)

/** OpenAPI 3.1 cannot describe the events of a stream, so `contentSchema` describes the JSON in their data. */
const contentOf = ({ id, response, stream, csv, lines, file }: Operation, schema: unknown): Json =>
  file
    ? { 'application/octet-stream': { schema } }
    : stream
      ? {
          'text/event-stream': {
            schema: { type: 'string', contentMediaType: 'application/json', contentSchema: schema },
            example: `event: response_summary\ndata: ${JSON.stringify(replyExampleOf(response, id))}\n\n`,
          },
        }
      : {
          'application/json': { schema, example: replyExampleOf(response, id) },
          ...(csv && { 'text/csv': { schema: text } }),
          ...(lines && { 'application/jsonl': { schema: text } }),
        }

function securityOf({ caller, scope = [] }: Operation): Json[] {
  if (caller === 'anyone') return []
  if (caller === 'person' || caller === 'session') return [{ session: [] }]
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

/** Error replies by status, each listing its codes. */
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

/** A plain copy of the schema in which titled schemas are replaced by references. */
function withReferences(schema: unknown, components: Record<string, unknown>): unknown {
  if (Array.isArray(schema)) return schema.map((one) => withReferences(one, components))
  if (typeof schema !== 'object' || schema === null) return schema
  const copy = Object.fromEntries(
    Object.entries(schema).flatMap(([key, value]) =>
      key.startsWith('~') ? [] : [[key, withReferences(value, components)]],
    ),
  )
  const { title } = schema as { title?: unknown }
  if (typeof title !== 'string') return copy
  const example = objects[title]
  const component = {
    ...('discriminator' in copy ? withMapping(copy, schema as Union) : copy),
    ...(example !== undefined && { examples: [example] }),
  }
  // Whichever came last would be what both mean.
  if (JSON.stringify(components[title] ?? component) !== JSON.stringify(component))
    throw new Error(`two schemas have the title ${title}`)
  components[title] = component
  return { $ref: `#/components/schemas/${title}` }
}

type Union = { oneOf: readonly Branch[]; discriminator: { propertyName: string } }
type Branch = { title: string; properties: Record<string, { const: string }> }

/** Adds the component of each value of the discriminator. Only the document has this mapping; validators refuse it. */
function withMapping(copy: Json, { oneOf, discriminator }: Union): Json {
  const { propertyName } = discriminator
  const mapping = Object.fromEntries(
    oneOf.map(({ title, properties }) => [properties[propertyName].const, `#/components/schemas/${title}`]),
  )
  return { ...copy, discriminator: { propertyName, mapping } }
}
