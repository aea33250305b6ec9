/** What pages read and write about directory sync: an admin decides about it in person. */
import { useQuery } from '@tanstack/react-query'
import type { BodyOf, QueryOf, ReplyOf } from '../../client/client.ts'
import { inPerson } from '../api.ts'
import { asUser } from '../as-user.ts'
import { read, readAll, readPages, refresh, useList, useWrite } from '../queries.ts'

export type DirectorySync = ReplyOf<'getDirectorySync'>
export type SyncChange = ReplyOf<'listDirectorySyncChanges'>['changes'][number]
export type SyncRun = DirectorySync['runs'][number]
export type SyncToken = DirectorySync['tokens'][number]
export type NewSyncToken = ReplyOf<'createDirectorySyncToken'>

/** A provider sends on its own, while somebody looks. */
const pollMs = 10_000

export const syncQuery = read(inPerson, 'getDirectorySync', {})

export const useDirectorySync = () => useQuery({ ...syncQuery, refetchInterval: pollMs })

type Filter = Pick<NonNullable<QueryOf<'listDirectorySyncChanges'>>, 'subject' | 'kind' | 'faulty'>

export const changePages = (query: Filter) => readPages(inPerson, 'listDirectorySyncChanges', { query })

export const useChanges = (query: Filter) =>
  useList({ ...changePages(query), refetchInterval: pollMs }, ({ changes }) => changes)

const teamsAtOnce = 200

export const possibleParents = readAll(asUser, 'listTeams', 'teams', {
  query: { status: 'active', limit: teamsAtOnce },
})

const stale = ['getDirectorySync', 'listDirectorySyncChanges'] as const

/** By the version that was read. What was refused may be so because more has come in since: it is read again. */
export const useSyncUpdate = ({ version }: DirectorySync, onDone: (sync: DirectorySync) => void) =>
  useWrite({
    send: (body: BodyOf<'updateDirectorySync'>) =>
      inPerson.call('updateDirectorySync', { body, ifMatch: version }),
    changes: stale,
    onDone,
    onFailed: () => void refresh(...stale),
  })

export const useTokenCreation = () =>
  useWrite({
    send: () => inPerson.call('createDirectorySyncToken', {}),
    changes: ['getDirectorySync'],
  })

export const useTokenRevocation = (onDone: () => void) =>
  useWrite({
    send: ({ id }: SyncToken) => inPerson.call('revokeDirectorySyncToken', { params: { id } }),
    changes: ['getDirectorySync'],
    onDone,
  })
