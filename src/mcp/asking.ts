/**
 * How a tool asks: by an operation of the API and its rule, as the caller of the tool. Who may call an operation, and with which scope, is
 * decided here as it is over HTTP.
 */
import { type Operation, type Reply } from '../../contract/operation.ts'
import { type ApplicationActor } from '../actor.ts'
import { type ActorOf, type Input, type Rule } from '../call.ts'
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
  { api, actor, now }: ToolCall,
  operation: O,
  rule: Rule<O>,
  asked: Asked<O>,
): Promise<Reply<O>> {
  assertMayCall(api, operation, actor)
  const nothing = {
    params: {},
    query: {},
    headers: {},
    body: undefined,
    ifMatch: undefined,
    idempotencyKey: undefined,
    upload: undefined,
  } as Input<O>
  return rule({ ...nothing, ...asked, tx: api.db.tx, actor: actor as ActorOf<O>, now })
}
