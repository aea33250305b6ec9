/** Codes of the single faults that a refusal names, beside its own code. */
import { SondeError } from '../client/client.ts'

/** @param code  such as `too_many`, of a refusal as `unprocessable` */
export function hasFault(error: unknown, code: string): boolean {
  const faults = error instanceof SondeError ? error.problem.errors : undefined
  return Array.isArray(faults) && faults.some((fault: { code?: unknown }) => fault.code === code)
}
