/** The states of directory sync. Without schemas, because pages load this file too. */
export const syncStates = ['off', 'trial', 'on', 'held'] as const

export type SyncState = (typeof syncStates)[number]
