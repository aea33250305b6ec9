/**
 * Live state: how far a pulse or an instance is, told while it changes, as server-sent events (HTML Living Standard,
 * section 9.2). The reply of GET …/{id}/live is a stream of these, whose `data` is a LiveState:
 *
 *   response_summary  at once, and within a second of each change
 *   end               the last one: closed and analysed, or called off
 */
import { Type, type Static } from 'typebox'
import { ResponseSummary } from './collections.ts'
import { nullable, oneOf } from './fields.ts'
import { resultsStates } from './states.ts'

export const LiveState = Type.Object(
  {
    state: Type.String(),
    results_status: oneOf(resultsStates),
    response_summary: nullable(ResponseSummary),
  },
  { title: 'LiveState' },
)

export const liveEvents = ['response_summary', 'end'] as const

/** What every live operation is, beside whose it is. */
export const live = {
  method: 'GET',
  description:
    'Server-sent events `response_summary`, at once and within a second of each change, then `end`. While an anonymous collection is open, `responded` moves in steps of k_rate. The stream ends when the token does.',
  status: 200,
  response: LiveState,
  stream: true,
  errors: ['not_found'],
} as const

export type LiveState = Static<typeof LiveState>
