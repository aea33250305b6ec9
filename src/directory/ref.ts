/** How rules and SQL name a team or a member: an id counts in its organisation only. */
import type { ApplicationActor } from '../actor.ts'

export type Ref = { readonly organisationId: string; readonly id: string }

type CallById = { readonly actor: ApplicationActor; readonly params: { readonly id: string } }

/** The team or member in a call's path. */
export const refOf = ({ actor, params }: CallById): Ref => ({
  organisationId: actor.organisationId,
  id: params.id,
})
