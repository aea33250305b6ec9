/** What pages read and write about the organisation. */
import { type BodyOf, type ReplyOf } from '../../client/client.ts'
import { inPerson } from '../api.ts'
import { read, useWrite } from '../queries.ts'
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
