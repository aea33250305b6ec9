/**
 * The states of a confirmation, and what a person confirms. Without schemas, because pages load this file too.
 *
 * pending    waits for the person
 * confirmed  the person agreed; the agent's next call does it
 * declined   the person refused: the agent does not ask again for a while
 * used       done, once
 * replaced   the plan has changed since
 * expired    nobody decided in time, or the agent did not come back
 */
export const confirmationStates = ['pending', 'confirmed', 'declined', 'used', 'replaced', 'expired'] as const

export const plannedActs = ['open', 'schedule', 'remind', 'extend', 'close'] as const

/** Where people confirm: in the agent's program, if it can ask them, or on a page of the service; or on the page alone. */
export const confirmationPlaces = ['anywhere', 'page'] as const

export type ConfirmationState = (typeof confirmationStates)[number]
export type PlannedAct = (typeof plannedActs)[number]
