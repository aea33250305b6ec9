/**
 * Live state: the progress of a pulse or an instance as server-sent events (HTML Living Standard, section 9.2). The reply of
 * GET …/{id}/live is a stream of these events, whose `data` is a LiveState:
 *
 *   response_summary  immediately, and within a second of each change
 *   end               the last event: the survey is closed and analysed, or cancelled
 */
import type { Static } from 'typebox'
import { ResponseSummary } from './collections.ts'
import { nullable, oneOf } from './fields.ts'
import { resultsStates } from './states.ts'
import { Type } from './schema.ts'

export const LiveState = Type.Object(
  {
    state: Type.String(),
    results_status: oneOf(resultsStates),
    response_summary: nullable(ResponseSummary),
  },
  { title: 'LiveState' },
)

export const liveEvents = ['response_summary', 'end'] as const

/** The members that all live operations share. */
export const live = {
  method: 'GET',
  description:
    'Sends the server-sent event `response_summary` immediately and within a second of each change, then `end`. While an anonymous survey is open, `responded` changes in steps of k_rate. The stream ends when the token expires or is revoked.',
  status: 200,
  response: LiveState,
  stream: true,
  errors: ['not_found'],
} as const

export type LiveState = Static<typeof LiveState>
