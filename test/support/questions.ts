/** Questions of every type for tables of cases, and the faults of refused ones. */
import assert from 'node:assert/strict'
import type { AnyMembers, Question } from '../../contract/questions.ts'
import { Problem } from '../../src/problem.ts'

/** Takes members that the type does not have, for cases that are refused. */
export const question = (type: Question['type'], more: AnyMembers = {}): Question =>
  ({ id: 'q', type, text: 'What?', ...more }) as Question

export const options = ['a', 'b', 'c'].map((id) => ({ id, text: id.toUpperCase() }))

/** The faults of a refusal, as "pointer code". */
export function faultsOf(code: string, check: () => unknown): string[] {
  try {
    check()
  } catch (error) {
    assert.ok(error instanceof Problem && error.code === code, String(error))
    assert.equal(error.status, 422)
    assert.equal(error.extra.detail, error.extra.errors![0].detail)
    return error.extra.errors!.map((one) => `${one.pointer} ${one.code}`)
  }
  return []
}
