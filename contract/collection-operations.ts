/**
 * The operations on what pulses and check-in instances share, their collection: results, promise, deliveries, links, named
 * answers, live state. Made once, for whatever owns a collection.
 */
import { type TObject, type TSchema, type TString } from 'typebox'
import { Deliveries, Links, NamedResponses, Results } from './collections.ts'
import { Promise_ } from './confidentiality.ts'
import { paging, strict } from './fields.ts'
import { live } from './live.ts'
import { type Operation } from './operation.ts'

type Access = Pick<Operation, 'tag' | 'caller' | 'scope'>

export type CollectionOwner = {
  /** `Pulse` makes `getPulseResults`. */
  readonly noun: string
  /** As sentences name one. */
  readonly name: string
  /** Of one: `/api/pulses/{id}`. */
  readonly path: string
  readonly params: TObject<{ id: TString }>
  readonly reads: Access & { readonly caller: 'application' }
  readonly links: Access & {
    readonly caller: 'application' | 'user'
    readonly errors: readonly Operation['errors'][number][]
  }
}

export type CollectionOperations = ReturnType<typeof collectionOperations<CollectionOwner>>

export function collectionOperations<const O extends CollectionOwner>(owner: O) {
  const { noun, name, path } = owner
  const { errors: linkErrors, ...linkAccess } = owner.links
  const params = owner.params as O['params']
  const reads = owner.reads as O['reads']
  const get = <const W extends string, const P extends string, R extends TSchema>(
    what: W,
    place: P,
    summary: string,
    response: R,
  ) => ({
    id: `get${noun}${what}` as `get${O['noun']}${W}`,
    method: 'GET' as const,
    path: `${path}/${place}` as `${O['path']}/${P}`,
    summary,
    params,
    status: 200 as const,
    response,
  })
  const missing = ['not_found'] as const
  return {
    getLive: {
      ...get('Live', 'live', 'Follow how many have answered, live', live.response),
      ...reads,
      ...live,
    },
    getResults: {
      ...get('Results', 'results', `Read the results of ${name}`, Results),
      ...reads,
      errors: missing,
    },
    getConfidentiality: {
      ...get('Confidentiality', 'confidentiality', `Read the promise of ${name}`, Promise_),
      ...reads,
      errors: missing,
    },
    getDeliveries: {
      ...get('Deliveries', 'deliveries', `Count the messages of ${name} by state`, Deliveries),
      ...reads,
      errors: missing,
    },
    getLinks: {
      ...get('Links', 'links', 'Read the links that the caller delivers (channel link)', Links),
      ...(linkAccess as Omit<O['links'], 'errors'>),
      query: strict(paging),
      errors: [...missing, ...linkErrors, 'unprocessable', 'invalid_cursor'] as readonly (
        | 'not_found'
        | O['links']['errors'][number]
        | 'unprocessable'
        | 'invalid_cursor'
      )[],
    },
    getResponses: {
      ...get('Responses', 'responses', 'Read named answers (attributed mode, audience only)', NamedResponses),
      tag: reads.tag as O['reads']['tag'],
      caller: 'user' as const,
      scope: ['responses:read'] as const,
      query: strict(paging),
      errors: ['not_found', 'not_in_audience', 'names_not_promised', 'invalid_cursor'] as const,
    },
  }
}
