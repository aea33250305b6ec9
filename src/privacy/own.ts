/** Privacy requests of the person who is signed in, and their copy. */
import type { Page } from '../../contract/fields.ts'
import type * as contract from '../../contract/privacy.ts'
import type { PrivacyRequest } from '../../contract/privacy.ts'
import type { Reply } from '../../contract/operation.ts'
import type { Call } from '../call.ts'
import { paged, pageOf } from '../db/paging.ts'
import { impossible, problem } from '../problem.ts'
import { fileOf } from './copy-file.ts'
import { cancel, open } from './privacy.ts'
import * as store from './store.ts'

/** @throws invalid_cursor */
export async function listOwnPrivacyRequests({
  tx,
  actor,
  query,
}: Call<typeof contract.listOwnPrivacyRequests>): Promise<Page<'privacy_requests', PrivacyRequest>> {
  const paging = paged(`privacy requests of ${actor.organisationId} ${actor.userId}`, query)
  return pageOf('privacy_requests', await store.listRequestsOf(tx, actor, paging), paging, ({ id }) => id)
}

/** @throws privacy_request_open @throws unprocessable  erasure or restriction of somebody who is not in the directory */
export async function createOwnPrivacyRequest({
  tx,
  actor,
  body: { kind, note },
  now,
}: Call<typeof contract.createOwnPrivacyRequest>): Promise<PrivacyRequest> {
  const { organisationId, userId } = actor
  const subject = await store.getSubjectOfUser(tx, { organisationId, id: userId })
  if (kind !== 'access' && subject.member_id === null)
    throw impossible(
      '/kind',
      'You are not in the directory. Ask an admin to end your access.',
      'not_in_directory',
    )
  return open(tx, actor, { subject, kind, note: note ?? null, inPerson: true }, now)
}

/** @throws not_found | privacy_request_state */
export const cancelOwnPrivacyRequest = (
  call: Call<typeof contract.cancelOwnPrivacyRequest>,
): Promise<PrivacyRequest> => cancel(call, call.actor.userId)

/** @throws not_found | privacy_request_state  it is not ready, or no longer */
export async function getOwnExport({
  tx,
  actor,
  params: { id },
  query: { format = 'json' },
  now,
}: Call<typeof contract.getOwnExport>): Promise<Reply<typeof contract.getOwnExport>> {
  const { organisationId, userId } = actor
  const request = await store.findRequest(tx, { organisationId, id }, { of: userId })
  if (!request) throw problem('not_found')
  const isOver = request.expires_at === null || new Date(request.expires_at) <= now
  if (request.kind !== 'access' || request.state !== 'ready' || isOver)
    throw problem('privacy_request_state', { state: request.state })
  return fileOf(tx, { organisationId, request, format, isSignedIn: true }, now)
}
