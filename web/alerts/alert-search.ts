/** What the address of alerts can say. Every page loads it, so it holds no more than that. */
export const alertStates = ['open', 'looked-after'] as const
export type AlertState = (typeof alertStates)[number]
