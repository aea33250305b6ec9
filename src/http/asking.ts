/**
 * How one part of the service asks another: by an operation of the API and its rule, as its own caller. Who may call an operation, and with
 * which scope, is decided here as it is over HTTP.
 */
import type { Operation, Reply } from '../../contract/operation.ts'
import type { ApplicationActor } from '../actor.ts'
import type { ActorOf, Call, Input, Rule } from '../call.ts'
import type { Tx } from '../db/db.ts'
import { type Api, assertMayCall } from './route.ts'

export type Asking = {
  readonly api: Pick<Api, 'addresses' | 'clock'>
  readonly tx: Tx
  readonly actor: ApplicationActor
  readonly now: Date
}

export type Asked<O extends Operation> = Partial<Pick<Input<O>, 'params' | 'query' | 'body'>>

/** @throws what the operation refuses */
export function ask<const O extends Operation>(
  asking: Asking,
  operation: O,
  rule: Rule<O>,
  asked: Asked<O>,
): Promise<Reply<O>> {
  assertMayCall(asking.api, operation, asking.actor)
  return rule({ ...callOf<O>(asking, asking.tx), ...asked })
}

/** A call without input. */
export const callOf = <O extends Operation>(
  { actor, now }: Pick<Asking, 'actor' | 'now'>,
  tx: Tx,
): Call<O> => ({
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
