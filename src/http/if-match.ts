/** The version that a request expects, by If-Match. */
import type { Operation } from '../../contract/operation.ts'
import { problem } from '../problem.ts'

/** One ETag (RFC 9110 §8.8.3). */
const etagShape = /^(?:W\/)?"([\x21\x23-\x7e\x80-\xff]*)"$/

/** A well-formed ETag that names no version fails like a stale one, where the operation compares versions. */
export function versionOf(operation: Operation, header: string | undefined): number | undefined {
  if (header === undefined || header === '*') return undefined
  const tag = etagShape.exec(header)?.[1]
  if (tag === undefined) throw problem('invalid_request', { detail: 'If-Match must be one ETag' })
  if (!operation.errors.includes('precondition_failed')) return undefined
  if (!/^\d{1,9}$/.test(tag)) throw problem('precondition_failed')
  return Number(tag)
}
