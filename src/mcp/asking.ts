/** How a tool asks: by an operation of the API and its rule, as the caller of the tool (src/http/asking.ts). */
import type { Operation, Reply } from '../../contract/operation.ts'
import type { ApplicationActor } from '../actor.ts'
import type { Call, Rule } from '../call.ts'
import { type Asked, ask as askBy, callOf } from '../http/asking.ts'
import { type Api, assertMayCall } from '../http/route.ts'

/** A call of a tool. */
export type ToolCall = {
  readonly api: Pick<Api, 'addresses' | 'clock' | 'db'>
  readonly actor: ApplicationActor
  readonly now: Date
}

/** Reads by a rule, on the pool. @throws what the operation refuses */
export const ask = <const O extends Operation>(
  call: ToolCall,
  operation: O,
  rule: Rule<O>,
  asked: Asked<O>,
): Promise<Reply<O>> => askBy({ ...call, tx: call.api.db.tx }, operation, rule, asked)

/**
 * Writes by a rule, in one transaction with its event.
 * @param work  calls the rule, with its input beside the call
 * @throws what the operation refuses
 */
export function change<const O extends Operation, R>(
  call: ToolCall,
  operation: O,
  work: (call: Call<O>) => Promise<R>,
): Promise<R> {
  assertMayCall(call.api, operation, call.actor)
  return call.api.db.transaction((tx) => work(callOf<O>(call, tx)))
}
