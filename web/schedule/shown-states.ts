/** What the address of the schedule may name. */
/** What a filter calls the states. */
export const shownStates = ['ahead', 'open', 'closed', 'skipped', 'draft'] as const
export type ShownState = (typeof shownStates)[number]
