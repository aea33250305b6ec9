/** What pages read and write about applications. */
import { useQuery } from '@tanstack/react-query'
import type { BodyOf, QueryOf, ReplyOf } from '../../client/client.ts'
import { inPerson } from '../api.ts'
import { read, readPages, useList, useWrite } from '../queries.ts'

export type Application = ReplyOf<'getApplication'>
export type UsageReply = ReplyOf<'getUsage'>
export type NewApplication = ReplyOf<'createApplication'>

const allMax = 200

/** The newest 200: for the palette, and for names. */
export const allApplications = read(inPerson, 'listApplications', { query: { limit: allMax } })

const pageSize = 100

export const applicationPages = readPages(inPerson, 'listApplications', { query: { limit: pageSize } })

export const useApplications = () => useList(applicationPages, ({ applications }) => applications)

export const applicationQuery = (id: string) => read(inPerson, 'getApplication', { params: { id } })

export const usageQuery = (id: string, from?: string) =>
  read(inPerson, 'getUsage', { params: { id }, query: { ...(from && { from }) } })

export type RequestFilter = Pick<
  NonNullable<QueryOf<'listRequests'>>,
  'status' | 'method' | 'operation' | 'from'
>
export type LoggedRequest = ReplyOf<'listRequests'>['requests'][number]
export type RequestDetails = ReplyOf<'getRequest'>

const pollMs = 10_000

export const useRequests = (id: string, query: RequestFilter) =>
  useList(
    { ...readPages(inPerson, 'listRequests', { params: { id }, query }), refetchInterval: pollMs },
    ({ requests }) => requests,
  )

export const useRequest = (id: string, requestId: string) =>
  useQuery(read(inPerson, 'getRequest', { params: { id, request_id: requestId } }))

/** Operations whose replies any change of an application changes. */
const changes = ['getApplication', 'listApplications'] as const

export const useApplicationCreation = (onFailed: (error: Error) => void) =>
  useWrite({
    send: (body: BodyOf<'createApplication'>) => inPerson.call('createApplication', { body }),
    changes,
    onFailed,
  })

export const useApplicationUpdate = ({ id, version }: Application, onDone: () => void) =>
  useWrite({
    send: (body: BodyOf<'updateApplication'>) =>
      inPerson.call('updateApplication', { params: { id }, ifMatch: version, body }),
    changes,
    onDone,
  })

export const useApplicationRevocation = ({ id }: Application, onDone: () => void) =>
  useWrite({ send: () => inPerson.call('revokeApplication', { params: { id } }), changes, onDone })

export const useSecretRotation = ({ id }: Application) =>
  useWrite({
    send: (overlapSeconds: number) =>
      inPerson.call('rotateSecret', { params: { id }, body: { overlap_seconds: overlapSeconds } }),
    changes,
  })

export const useSecretRevocation = ({ id }: Application, secretId: string, onDone: () => void) =>
  useWrite({
    send: () => inPerson.call('revokeSecret', { params: { id, secret_id: secretId } }),
    changes,
    onDone,
  })
