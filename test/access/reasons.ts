/** Why somebody acts in the place of an author: requests with and without it. */
import type { Operation } from '../../contract/operation.ts'
import type { Request } from './requests.ts'

/** A skipped instance has a reason in any case: authority is tried without. */
export const withoutReason = async (making: Request | Promise<Request>): Promise<Request> => {
  const { body, ...request } = await making
  if (typeof body !== 'object' || body === null || !('reason' in body)) return { ...request, body }
  const { reason: _reason, ...rest } = body
  return { ...request, body: rest }
}

export const withReason = (operation: Operation, { body, query, ...request }: Request): Request => {
  const reason = 'The author has left'
  return operation.method === 'DELETE'
    ? { ...request, body, query: { ...query, reason } }
    : { ...request, query, body: { ...(body as object), reason } }
}
