/** What pages read and write about connections: applications that a person allowed to act for them. */
import type { ReplyOf } from '../../client/client.ts'
import { inPerson } from '../api.ts'
import { readPages, useList, useWrite } from '../queries.ts'

export type Grant = ReplyOf<'listGrants'>['grants'][number]

export const grantPages = readPages(inPerson, 'listGrants', {})

export const useGrants = () => useList(grantPages, ({ grants }) => grants)

export const useGrantWithdrawal = (onDone: (grant: Grant) => void) =>
  useWrite({
    send: ({ id }: Grant) => inPerson.call('withdrawGrant', { params: { id } }),
    changes: ['listGrants'],
    onDone: (_reply, grant) => onDone(grant),
  })
