/** Time as an argument. Rules take `now`; only app.ts and the loops of jobs/ read a clock. */
export type Clock = { now(): Date }

export const systemClock: Clock = { now: () => new Date() }
