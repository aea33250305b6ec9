/**
 * One call of an operation, as its rule receives it: the actor, the input, the transaction and the time. All of it was checked against
 * the contract before (src/http/route.ts).
 */
import type { Body, Headers, Operation, Params, Query, Reply } from '../contract/operation.ts'
import type { ApplicationActor, PersonActor, Session, UserActor } from './actor.ts'
import type { Tx } from './db/db.ts'

/** A body that is read as it arrives. */
export type Upload = { readonly media: string; readonly chunks: AsyncIterable<Buffer> }

export type ActorOf<O extends Operation> = O['caller'] extends 'user'
  ? UserActor
  : O['caller'] extends 'application' | 'user'
    ? ApplicationActor
    : O['caller'] extends 'session'
      ? PersonActor
      : O['caller'] extends 'person'
        ? Session
        : O['caller'] extends 'bearer'
          ? ApplicationActor | Session
          : null

export type Input<O extends Operation> = {
  readonly params: Params<O>
  readonly query: Query<O>
  readonly headers: Headers<O>
  readonly body: Body<O>
  /** The version named by If-Match. */
  readonly ifMatch: number | undefined
  readonly idempotencyKey: string | undefined
  /** A body in one of the operation's other media; `body` is undefined then. */
  readonly upload: Upload | undefined
}

/** The first argument of a rule, or its only one. */
export type Call<O extends Operation> = Input<O> & {
  /** The call's transaction; the pool for reads and for rules that are one guarded statement. */
  readonly tx: Tx
  readonly actor: ActorOf<O>
  readonly now: Date
}

export type Rule<O extends Operation> = (call: Call<O>) => Promise<Reply<O>>
