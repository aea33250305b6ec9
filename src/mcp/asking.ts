/** How a tool asks: by an operation of the API and its rule, as the caller of the tool (src/http/asking.ts). */
import type { Operation, Reply } from '../../contract/operation.ts'
import type { ApplicationActor } from '../actor.ts'
import type { Call, Rule } from '../call.ts'
import type { Tx } from '../db/db.ts'
import { type Asked, ask as askBy, callOf } from '../http/asking.ts'
import { type Api, assertMayCall } from '../http/route.ts'
import type { Problem } from '../problem.ts'

/** Who sends a request to /mcp. */
export type Caller = {
  readonly actor: ApplicationActor
  /** Makes a refusal of any error, and logs those that are faults of ours. */
  readonly failed: (error: unknown) => Problem
}

/** A call of a tool. */
export type ToolCall = {
  readonly api: Pick<Api, 'addresses' | 'clock' | 'db'>
  readonly actor: ApplicationActor
  readonly now: Date
  readonly person: PersonAtProgram
}

/** The person at the program that calls, as far as the program lets us reach them. */
export type PersonAtProgram = {
  /** The program can show them a question of ours (elicitation). */
  readonly canBeAsked: boolean
  /** Their answer to the question that an earlier call raised; null: this call answers none. */
  readonly answer: PersonsAnswer | null
  /** The state that comes back with their answer: signed, for ten minutes, for this caller. */
  seal(confirmationId: string): Promise<string>
}

export type PersonsAnswer = {
  /** null: the state was signed by us and is too old. */
  readonly confirmationId: string | null
  readonly decision: 'yes' | 'no' | 'nothing'
}

/** A call of a tool within a transaction. */
export type ToolTransaction = ToolCall & { readonly tx: Tx }

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
