/**
 * The operations that pulses and check-in instances share, because both own a collection: results, promise, deliveries,
 * links, named answers, live state. Defined once, for any owner of a collection.
 */
import type { TObject, TSchema, TString } from 'typebox'
import { Codes, codesReason, IssuedCodes, poolToDestroy } from './codes.ts'
import { CollectionProgress, Deliveries, Links, Results } from './collections.ts'
import { ConfidentialityPromise } from './confidentiality.ts'
import { Conversation, ConversationMessage, MessageDraft } from './conversations.ts'
import { id, paging, strict } from './fields.ts'
import { limits } from './limits.ts'
import { live } from './live.ts'
import { NamedResponse, namedResponseFilters, NamedResponses } from './named-responses.ts'
import type { Operation } from './operation.ts'
import { Type } from './schema.ts'

type Access = Pick<Operation, 'tag' | 'caller' | 'action' | 'scope'>

export type CollectionOwner = {
  /** Part of the operation ID: `Pulse` gives `getPulseResults`. */
  readonly noun: string
  /** How a sentence names one: `a pulse`. */
  readonly name: string
  /** The path of one owner: `/api/pulses/{id}`. */
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
  const errors = ['not_found'] as const
  const nameErrors = ['not_found', 'not_in_audience', 'names_not_promised', 'answers_deleted'] as const
  const answerParams = Type.Object({ id: owner.params.properties.id, response_id: id('rsp') })
  const inPerson = { tag: reads.tag as O['reads']['tag'], caller: 'session' as const }
  return {
    getLive: {
      ...get('Live', 'live', 'Follow the number of answers live', live.response),
      ...reads,
      ...live,
    },
    getResults: {
      ...get('Results', 'results', `Get the results of ${name}`, Results),
      description:
        'For readers whom `results_audience` names. Managers get their own teams, the teams right above and everyone; other teams are left out. The author among its readers is the one of the day on which it opened, whoever runs it by now.',
      tag: reads.tag as O['reads']['tag'],
      caller: 'application' as const,
      action: 'results.read' as const,
      scope: reads.scope as O['reads']['scope'],
      errors: ['not_found', 'results_not_shared'] as const,
    },
    getConfidentiality: {
      ...get('Confidentiality', 'confidentiality', 'Get the confidentiality promise', ConfidentialityPromise),
      ...reads,
      errors,
    },
    getDeliveries: {
      ...get('Deliveries', 'deliveries', `Count messages of ${name} by state`, Deliveries),
      ...reads,
      errors,
    },
    getProgress: {
      ...get('Progress', 'progress', `Get the progress of ${name}`, CollectionProgress),
      description: 'It says whom a reminder would reach, and how many answered in each team.',
      ...reads,
      errors,
    },
    getLinks: {
      ...get('Links', 'links', 'List the links that the caller delivers', Links),
      description:
        'They are the links of the channel `link`. For anonymous and confidential surveys this requires the scope `links:read`, and the application that the promise names as the one that delivers links. Links of attributed surveys are listed to their author; of programs, only that application gets them. Every read is recorded in the audit log.',
      ...(linkAccess as Omit<O['links'], 'errors'>),
      query: strict(paging),
      errors: [...errors, ...linkErrors, 'links_not_listed', 'unprocessable', 'invalid_cursor'] as readonly (
        | 'not_found'
        | 'links_not_listed'
        | O['links']['errors'][number]
        | 'unprocessable'
        | 'invalid_cursor'
      )[],
    },
    getCodes: {
      ...get('Codes', 'codes', `Get the pools of codes of ${name}`, Codes),
      description:
        'For its author and for admins, in person. It does not say which codes were used, or how many. Channel `code`.',
      ...inPerson,
      action: 'codes.read' as const,
      errors: ['not_found', 'not_the_author'] as const,
    },
    issueCodes: {
      id: `issue${noun}Codes` as `issue${O['noun']}Codes`,
      method: 'POST' as const,
      path: `${path}/codes` as `${O['path']}/codes`,
      summary: `Make the codes on paper of ${name}`,
      description:
        'As many codes as people are asked by one. This reply is the only place where they ever are: printed, cut apart and drawn from an envelope. Anyone who holds a slip can answer with it, so no program gets codes: a person prints them, once, and the audit log says who. An admin does it for somebody else’s survey with a reason.',
      ...inPerson,
      action: 'codes.handle' as const,
      params,
      body: Type.Optional(strict(codesReason)),
      secret: true as const,
      status: 201 as const,
      response: IssuedCodes,
      errors: [...errors, 'reason_required', ...linkErrors, 'codes_issued', 'unprocessable'] as readonly (
        | 'not_found'
        | 'reason_required'
        | O['links']['errors'][number]
        | 'codes_issued'
        | 'unprocessable'
      )[],
    },
    destroyCodes: {
      id: `destroy${noun}Codes` as `destroy${O['noun']}Codes`,
      method: 'POST' as const,
      path: `${path}/codes/destroy` as `${O['path']}/codes/destroy`,
      summary: `Destroy the codes of ${name}`,
      description:
        'All codes of a pool, or of all pools: when the slips that are left have been counted and shredded. Answers that were given by codes count. It cannot be undone, and repeating it changes nothing.',
      ...inPerson,
      action: 'codes.handle' as const,
      params,
      body: Type.Optional(strict({ number: poolToDestroy, ...codesReason })),
      status: 200 as const,
      response: Codes,
      errors: [...errors, 'reason_required', ...linkErrors, 'unprocessable'] as readonly (
        | 'not_found'
        | 'reason_required'
        | O['links']['errors'][number]
        | 'unprocessable'
      )[],
    },
    getResponses: {
      ...get('Responses', 'responses', 'List named answers', NamedResponses),
      description: 'Only in attributed mode, and only for the audience that the promise names.',
      tag: reads.tag as O['reads']['tag'],
      caller: 'user' as const,
      action: 'answers.read' as const,
      scope: ['responses:read'] as const,
      query: strict({ ...paging, ...namedResponseFilters }),
      errors: [...nameErrors, 'invalid_cursor'] as const,
    },
    getResponse: {
      ...get('Response', 'responses/{response_id}', 'Get a named answer', NamedResponse),
      description: 'Only in attributed mode, and only for the audience that the promise names.',
      tag: reads.tag as O['reads']['tag'],
      caller: 'user' as const,
      action: 'answers.read' as const,
      scope: ['responses:read'] as const,
      params: answerParams,
      errors: nameErrors,
    },
    getConversation: {
      ...get(
        'Conversation',
        'responses/{response_id}/messages',
        'Read the messages on a named answer',
        Conversation,
      ),
      description:
        'For the readers whom the promise of an attributed survey names. Every read is recorded in the audit log.',
      tag: 'Conversations' as const,
      caller: 'user' as const,
      action: 'answers.read' as const,
      scope: ['responses:read', 'responses:write'] as const,
      params: answerParams,
      errors: nameErrors,
    },
    createMessage: {
      id: `create${noun}Message` as `create${O['noun']}Message`,
      method: 'POST' as const,
      path: `${path}/responses/{response_id}/messages` as `${O['path']}/responses/{response_id}/messages`,
      summary: 'Draft a message about a named answer',
      description: `A draft is read by its author alone. For the readers whom the promise of an attributed survey names; never about an answer of another mode. A conversation has at most ${limits.messagesPerConversationMax} messages.`,
      tag: 'Conversations' as const,
      caller: 'user' as const,
      action: 'messages.write' as const,
      scope: ['responses:write'] as const,
      params: answerParams,
      body: MessageDraft,
      status: 201 as const,
      response: ConversationMessage,
      errors: [...nameErrors, 'too_many_messages'] as const,
    },
  }
}
