/** What pages read and write about privacy requests. */
import { keepPreviousData, queryOptions } from '@tanstack/react-query'
import type { BodyOf, ReplyOf } from '../../client/client.ts'
import type { PrivacyState } from '../../contract/privacy-states.ts'
import { inPerson } from '../api.ts'
import { asUser } from '../as-user.ts'
import { read, readPages, useList, useWrite } from '../queries.ts'
import { download } from '../ui/download.ts'
import type { Tone } from '../ui/status-badge.tsx'
import { showDone, showFailure } from '../ui/toast.ts'

export type PrivacyRequest = ReplyOf<'listPrivacyRequests'>['privacy_requests'][number]
export type PrivacyKind = PrivacyRequest['kind']

export const privacyTones: Record<PrivacyState, Tone> = {
  received: 'warn',
  in_progress: 'accent',
  ready: 'good',
  in_force: 'accent',
  completed: 'plain',
  declined: 'bad',
  cancelled: 'plain',
}

type PrivacyFilter = { kind?: PrivacyKind | undefined; state?: PrivacyState | undefined }

export const privacyPages = ({ kind, state }: PrivacyFilter) =>
  readPages(inPerson, 'listPrivacyRequests', { query: { ...(kind && { kind }), ...(state && { state }) } })

export const usePrivacyRequests = (filter: PrivacyFilter) =>
  useList(privacyPages(filter), ({ privacy_requests }) => privacy_requests)

export const privacyQuery = (id: string) => read(inPerson, 'getPrivacyRequest', { params: { id } })

const lists = ['listPrivacyRequests', 'getPrivacyRequest', 'listOwnPrivacyRequests'] as const

const operations = {
  start: 'startPrivacyRequest',
  complete: 'completePrivacyRequest',
  cancel: 'cancelPrivacyRequest',
  lift: 'liftPrivacyRequest',
} as const

export type PrivacyVerb = keyof typeof operations
export type PrivacyReasonVerb = 'decline' | 'extend'

export const usePrivacyVerb = ({ id }: PrivacyRequest, onDone: (verb: PrivacyVerb) => void) =>
  useWrite({
    send: (verb: PrivacyVerb) => inPerson.call(operations[verb], { params: { id } }),
    changes: lists,
    onDone: (_reply, verb) => onDone(verb),
  })

export const usePrivacyReason = ({ id }: PrivacyRequest, verb: PrivacyReasonVerb, onDone: () => void) =>
  useWrite({
    send: (reason: string) =>
      inPerson.call(verb === 'decline' ? 'declinePrivacyRequest' : 'extendPrivacyRequest', {
        params: { id },
        body: { reason },
      }),
    changes: lists,
    onDone,
  })

export const usePrivacyRecording = (onDone: (request: PrivacyRequest) => void) =>
  useWrite({
    send: (body: BodyOf<'createPrivacyRequest'>) => inPerson.call('createPrivacyRequest', { body }),
    changes: lists,
    onDone,
  })

/** The first members that match, to choose from. */
export const memberSearch = (q: string) =>
  queryOptions({
    queryKey: ['listMembers', { query: { q, limit: 8 } }],
    queryFn: ({ signal }) => asUser.call('listMembers', { query: { q, limit: 8 }, signal }),
    enabled: q.trim() !== '',
    placeholderData: keepPreviousData,
  })

export const ownPrivacyPages = readPages(inPerson, 'listOwnPrivacyRequests', {})

export const useOwnPrivacyRequests = () =>
  useList(ownPrivacyPages, ({ privacy_requests }) => privacy_requests)

export const useOwnPrivacyRequest = (message: string, onDone: () => void) =>
  useWrite({
    send: (body: BodyOf<'createOwnPrivacyRequest'>) => inPerson.call('createOwnPrivacyRequest', { body }),
    changes: lists,
    onDone: () => {
      showDone(message)
      onDone()
    },
  })

export const useOwnPrivacyWithdrawal = (message: string) =>
  useWrite({
    send: ({ id }: PrivacyRequest) => inPerson.call('cancelOwnPrivacyRequest', { params: { id } }),
    changes: lists,
    onDone: () => showDone(message),
    onFailed: showFailure,
  })

export const useOwnCopy = ({ id }: PrivacyRequest) =>
  useWrite({
    send: (format: 'html' | 'json') => inPerson.call('getOwnExport', { params: { id }, query: { format } }),
    changes: [],
    onDone: ({ name, media_type, content }) => download(name, new Blob([content], { type: media_type })),
    onFailed: showFailure,
  })
