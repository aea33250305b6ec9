/** What pages read and write about the export and the deletion of an organisation. */
import { useQuery } from '@tanstack/react-query'
import type { ReplyOf } from '../../client/client.ts'
import { inPerson } from '../api.ts'
import { read, readPages, useList, useWrite } from '../queries.ts'
import { needsSignIn } from '../ui/sign-in-again.tsx'
import { showDone, showFailure } from '../ui/toast.ts'

export type OrganisationExport = ReplyOf<'listOrganisationExports'>['exports'][number]

/** While one is under way, its progress is read again this often. */
const progressMs = 2_000

export const isUnderWay = ({ state }: OrganisationExport): boolean =>
  state === 'waiting' || state === 'running'

export const exportPages = readPages(inPerson, 'listOrganisationExports', {})

export const useExports = () => useList(exportPages, ({ exports }) => exports)

/** The export as it is now, read again and again while it is under way. */
export const useProgress = (it: OrganisationExport): OrganisationExport =>
  useQuery({
    ...read(inPerson, 'getOrganisationExport', { params: { id: it.id } }),
    enabled: isUnderWay(it),
    refetchInterval: ({ state }) => (isUnderWay(state.data ?? it) ? progressMs : false),
  }).data ?? it

/** Those that the page does not answer with an offer to sign in again. */
const showOtherFailure = (error: Error): void => {
  if (!needsSignIn(error)) showFailure(error)
}

export const useExportCreation = (message: string) =>
  useWrite({
    send: () => inPerson.call('createOrganisationExport', {}),
    changes: ['listOrganisationExports'],
    onDone: () => showDone(message),
    onFailed: showOtherFailure,
  })

/** The browser loads the file by itself: it may be large. */
export const useExportDownload = ({ id }: OrganisationExport) =>
  useWrite({
    send: () => inPerson.call('createExportLink', { params: { id } }),
    changes: [],
    onDone: ({ url }) => location.assign(url),
    onFailed: showOtherFailure,
  })

export const deletionQuery = read(inPerson, 'getOrganisationDeletion', {})

export const useDeletionRequest = (onDone: () => void) =>
  useWrite({
    send: (slug: string) => inPerson.call('requestOrganisationDeletion', { body: { slug } }),
    changes: ['getOrganisationDeletion'],
    onDone,
  })

export const useDeletionCancel = (message: string) =>
  useWrite({
    send: () => inPerson.call('cancelOrganisationDeletion', {}),
    changes: ['getOrganisationDeletion'],
    onDone: () => showDone(message),
    onFailed: showFailure,
  })
