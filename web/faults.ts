/** Codes of the single faults that a refusal names, beside its own code. */
import { SondeError } from '../client/client.ts'

type Fault = { readonly code?: unknown; readonly detail?: unknown }

/** The first fault that a refusal names. */
export function firstFault(error: unknown): Fault | null {
  const faults: unknown = error instanceof SondeError ? error.problem.errors : undefined
  return Array.isArray(faults) ? ((faults[0] as Fault | undefined) ?? null) : null
}

/** @param code  such as `too_many`, of a refusal as `unprocessable` */
export function hasFault(error: unknown, code: string): boolean {
  const faults = error instanceof SondeError ? error.problem.errors : undefined
  return Array.isArray(faults) && faults.some((fault: { code?: unknown }) => fault.code === code)
}
