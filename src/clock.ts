/** Time as an argument. Rules take `now`; whoever serves calls or does work reads it from here, and tests turn a clock of their own. */
export type Clock = { now(): Date }

export const systemClock: Clock = { now: () => new Date() }
