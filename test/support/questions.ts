/** Questions of every type for tables of cases, and what is wrong with those that are refused. */
import assert from 'node:assert/strict'
import { type AnyMembers, type Question } from '../../contract/questions.ts'
import { Problem } from '../../src/problem.ts'

/** Also such as no type has: what is refused must be made, too. */
export const question = (type: Question['type'], more: AnyMembers = {}): Question =>
  ({ id: 'q', type, text: 'What?', ...more }) as Question

export const options = ['a', 'b', 'c'].map((id) => ({ id, text: id.toUpperCase() }))

/** The faults of what is refused, as "pointer code". */
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
