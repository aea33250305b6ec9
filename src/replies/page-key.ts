/** The secret of a page that a message leads to, with the organisation that it is of: anyone who has the address reads the page. */
import { randomBytes } from 'node:crypto'
import { readNamed } from '../ids.ts'

export const newPageKey = (): string => randomBytes(32).toString('hex')

const shape = /^[0-9a-f]{64}$/

/** @returns undefined for what can be no such secret */
export function readPageKey(value: string): { organisationId: string; text: string } | undefined {
  const read = readNamed(value)
  return read && shape.test(read.text) ? read : undefined
}
