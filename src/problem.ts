/**
 * A refusal. Its code gives the status and the public sentence (contract/problems.ts); `internal` is for the log alone. Rules throw it,
 * and one place turns it into application/problem+json (http/server.ts).
 */
import { type ProblemCode, problems } from '../contract/problems.ts'

export type FieldError = { pointer: string; code: string; detail: string }

type Extra = {
  detail?: string
  errors?: FieldError[]
  /** The state of the resource, in a refusal for a wrong state. */
  state?: string
  headers?: Record<string, string>
  internal?: string
}

export class Problem extends Error {
  readonly code: ProblemCode
  readonly extra: Extra

  constructor(code: ProblemCode, extra: Extra = {}) {
    super(extra.internal ?? code)
    this.name = 'Problem'
    this.code = code
    this.extra = extra
  }

  get status(): number {
    return problems[this.code].status
  }
}

export const problem = (code: ProblemCode, extra?: Extra): Problem => new Problem(code, extra)

/** A well-formed request with one field that is not possible. `pointer` is an RFC 6901 pointer into the body. */
export const impossible = (pointer: string, detail: string, code = 'invalid'): Problem =>
  new Problem('unprocessable', { detail, errors: [{ pointer, code, detail }] })
