/** What pages read and write about confirmations: what an agent wants to do in somebody's name. */
import type { ReplyOf } from '../../client/client.ts'
import { inPerson } from '../api.ts'
import { read, refresh, useWrite } from '../queries.ts'

export type Confirmation = ReplyOf<'getConfirmation'>

export const confirmationQuery = (id: string) => read(inPerson, 'getConfirmation', { params: { id } })

/** The hash is that of the plan which is shown: of another the server says so, and the page shows what has become of it. */
export const usePlanConfirmation = ({ id, plan_hash }: Confirmation) =>
  useWrite({
    send: () => inPerson.call('confirmPlan', { params: { id }, body: { plan_hash } }),
    changes: ['getConfirmation'],
    onFailed: () => void refresh('getConfirmation'),
  })

export const usePlanRefusal = ({ id }: Confirmation) =>
  useWrite({
    send: () => inPerson.call('declinePlan', { params: { id } }),
    changes: ['getConfirmation'],
    onFailed: () => void refresh('getConfirmation'),
  })
