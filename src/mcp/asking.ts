/**
 * How a tool asks: by an operation of the API and its rule, as the caller of the tool. Who may call an operation, and with which scope, is
 * decided here as it is over HTTP.
 */
import { type Operation, type Reply } from '../../contract/operation.ts'
import { type ApplicationActor } from '../actor.ts'
import { type ActorOf, type Call, type Input, type Rule } from '../call.ts'
import { type Tx } from '../db/db.ts'
import { type Api, assertMayCall } from '../http/route.ts'

/** A call of a tool. */
export type ToolCall = {
  readonly api: Pick<Api, 'addresses' | 'clock' | 'db'>
  readonly actor: ApplicationActor
  readonly now: Date
}

type Asked<O extends Operation> = Partial<Pick<Input<O>, 'params' | 'query' | 'body'>>

/** Reads by a rule, on the pool. @throws what the operation refuses */
export function ask<const O extends Operation>(
  call: ToolCall,
  operation: O,
  rule: Rule<O>,
  asked: Asked<O>,
): Promise<Reply<O>> {
  assertMayCall(call.api, operation, call.actor)
  return rule({ ...callOf<O>(call, call.api.db.tx), ...asked })
}

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

/** A call without input. */
const callOf = <O extends Operation>({ actor, now }: ToolCall, tx: Tx): Call<O> => ({
  params: {} as Input<O>['params'],
  query: {} as Input<O>['query'],
  headers: {} as Input<O>['headers'],
  body: undefined as Input<O>['body'],
  ifMatch: undefined,
  idempotencyKey: undefined,
  upload: undefined,
  tx,
  actor: actor as ActorOf<O>,
  now,
})
