/** The month in the address of the schedule. Every page loads it, so it holds no more than that. */

/** Years that the service knows. */
export const month = (value: string): string | undefined =>
  /^2[01]\d\d-(0[1-9]|1[0-2])$/.test(value) && value > '2000-01' && value < '2199-12' ? value : undefined
