/**
 * One operation of the API as data. The server, the client, the OpenAPI document and the access tests are built from it.
 *
 * caller: which token the operation takes. Who may do it is the business of its action (authority.ts).
 *   anyone        no token (answering by link, health, metadata)
 *   application   any access token, of an organisation or of a user
 *   user          an access token of a user; one of an organisation gets 403 user_identity_required
 *   person        a session token of the identity provider
 *   session       a session token of a user of one organisation
 *   bearer        any valid token, to find out whom it acts for
 * scope: any one of these scopes is enough.
 */
import { type Action, roles, rolesOf } from './authority.ts'
import type { Static, TSchema } from 'typebox'
import type { RateClass } from './limits.ts'
import type { ProblemCode } from './problems.ts'
import type { Scope } from './scopes.ts'
import type { tags } from './tags.ts'
import { Type } from './schema.ts'

export type Operation = {
  readonly id: string
  readonly method: 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE'
  readonly path: string
  readonly tag: keyof typeof tags
  readonly summary: string
  readonly description?: string
  readonly caller: 'anyone' | 'application' | 'user' | 'person' | 'session' | 'bearer'
  readonly action: Action
  readonly scope?: readonly Scope[]
  readonly rate?: RateClass
  /** A person must have signed in within limits.freshSignInSeconds, also behind a token that acts for them. Programs are no persons. */
  readonly fresh?: true
  readonly params?: TSchema
  readonly query?: TSchema
  /** Request headers of this operation, in lower case. */
  readonly headers?: TSchema
  readonly body?: TSchema
  /** Other media types of the body, which are streamed. A streamed body takes no Idempotency-Key. */
  readonly upload?: { readonly media: readonly string[]; readonly bytesMax: number }
  readonly status: 200 | 201 | 204
  readonly response: TSchema
  readonly errors: readonly ProblemCode[]
  /** The reply contains a secret or private data, so neither a cache nor an Idempotency-Key may store it. */
  readonly secret?: true
  /** The reply is text/event-stream; `response` is the schema of an event's data. */
  readonly stream?: true
  /** The reply is a file, with ETag and ranges. */
  readonly file?: true
  /** The reply is text/csv if the caller asks for it. */
  readonly csv?: true
  /** The reply is application/jsonl, an item a line, if the caller asks for it. */
  readonly lines?: true
  /** With `dry_run=true` nothing is changed: 204 if it would be done, otherwise its refusal. */
  readonly dryRun?: true
}

/** What the reply of a `file` is, as the server sends it. */
export type FileReply = {
  readonly name: string
  readonly media: string
  readonly bytes: number
  readonly tag: string
  /** From a byte to a byte, both included. */
  read(first: number, last: number): AsyncIterable<Uint8Array>
}

export type Params<O extends Operation> = O['params'] extends TSchema
  ? Static<O['params']>
  : Record<never, never>
export type Query<O extends Operation> = O['query'] extends TSchema
  ? Static<O['query']>
  : Record<never, never>
export type Headers<O extends Operation> = O['headers'] extends TSchema
  ? Static<O['headers']>
  : Record<never, never>
export type Body<O extends Operation> = O['body'] extends TSchema ? Static<O['body']> : undefined
export type Reply<O extends Operation> = Static<O['response']>

const DryRunQuery = Type.Object(
  {
    dry_run: Type.Optional(
      Type.Boolean({
        default: false,
        description: 'checks everything and changes nothing: 204 if it would be done, otherwise its refusal',
      }),
    ),
  },
  { additionalProperties: false },
)

/** The query that a request may have: what the rule reads, or whether to try only. */
export const queryOf = ({ dryRun, query }: Operation): TSchema | undefined => (dryRun ? DryRunQuery : query)

/** Every error code that an operation may return: those that it declares and those that follow from its kind. */
export function refusalsOf(operation: Operation): ProblemCode[] {
  const { action, caller, method, scope, errors, secret, fresh } = operation
  const isPerson = caller === 'person' || caller === 'session' || caller === 'bearer'
  return [
    ...new Set<ProblemCode>([
      'invalid_request',
      'request_timeout',
      'header_fields_too_large',
      'rate_limited',
      ...(caller === 'anyone' ? [] : (['unauthorized', 'invalid_token'] as const)),
      ...(caller === 'user' ? (['user_identity_required'] as const) : []),
      ...(scope ? (['insufficient_scope'] as const) : []),
      ...(isPerson ? (['access_denied', 'organisation_required', 'second_factor_required'] as const) : []),
      ...(rolesOf(action).length < roles.length ? (['role_required'] as const) : []),
      ...(fresh ? (['fresh_sign_in_required'] as const) : []),
      ...(method === 'GET' ? [] : (['payload_too_large', 'unsupported_media_type'] as const)),
      ...(method === 'POST' && !secret && caller !== 'anyone'
        ? (['idempotency_in_progress', 'idempotency_key_reused'] as const)
        : []),
      ...errors,
    ]),
  ]
}
