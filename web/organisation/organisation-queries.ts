/** What pages read and write about the organisation. */
import type { BodyOf, ReplyOf } from '../../client/client.ts'
import { inPerson } from '../api.ts'
import { read, readPages, refresh, useList, useWrite } from '../queries.ts'
import { showDone } from '../ui/toast.ts'

export type Organisation = ReplyOf<'getOrganisation'>

export const organisationQuery = read(inPerson, 'getOrganisation', {})

export type Retention = ReplyOf<'getRetention'>
export type Hold = ReplyOf<'listHolds'>['holds'][number]

export const retentionQuery = read(inPerson, 'getRetention', {})
export const holdsQuery = read(inPerson, 'listHolds', { query: { limit: 50 } })

/** A part of it, by the version that was read. */
export const useOrganisationUpdate = ({ version }: Organisation, message: string) =>
  useWrite({
    send: (body: BodyOf<'updateOrganisation'>) =>
      inPerson.call('updateOrganisation', { body, ifMatch: version }),
    changes: ['getOrganisation', 'getMe', 'getRetention'],
    onDone: () => showDone(message),
  })

export type Domain = ReplyOf<'listDomains'>['domains'][number]

export const domainPages = readPages(inPerson, 'listDomains', {})

export const useDomains = () => useList(domainPages, ({ domains }) => domains)

export const useDomainAddition = (onDone: (domain: Domain) => void) =>
  useWrite({
    send: (domain: string) => inPerson.call('createDomain', { body: { domain } }),
    changes: ['listDomains'],
    onDone,
  })

/** A failed look is shown with its time, so the list is read again then, too. */
export const useDomainConfirmation = (onDone: () => void) =>
  useWrite({
    send: ({ id }: Domain) => inPerson.call('confirmDomain', { params: { id } }),
    changes: ['listDomains'],
    onDone,
    onFailed: () => void refresh('listDomains'),
  })

export const useDomainRemoval = (onDone: (domain: string) => void) =>
  useWrite({
    send: ({ id }: Domain) => inPerson.call('deleteDomain', { params: { id } }),
    changes: ['listDomains'],
    onDone: (_reply, { domain }) => onDone(domain),
  })
