/**
 * Checks JSON before and after JSON.parse. Before: UTF-8, depth and number of nodes, so that no nesting reaches the limits of the parser
 * or of the database. After: no NUL and no lone surrogate (PostgreSQL refuses the first with 22021, the second with 22P02), no
 * `__proto__`, no member twice (RFC 8259 §4 leaves open which one would count), and no number that was rounded (RFC 7493 §2.2).
 */
import { isUtf8 } from 'node:buffer'
import { limits } from '../../contract/limits.ts'
import { problem } from '../problem.ts'

const quote = 0x22
const backslash = 0x5c

/** Counts depth, values and members in one pass over the text; strings are skipped. */
function measure(text: string): { depth: number; nodes: number; members: number } {
  let depth = 0
  let deepest = 0
  let nodes = 1
  let members = 0
  for (let i = 0; i < text.length; i++) {
    const c = text.charCodeAt(i)
    if (c === quote) {
      for (i++; i < text.length && text.charCodeAt(i) !== quote; i++)
        if (text.charCodeAt(i) === backslash) i++
    } else if (c === 0x7b || c === 0x5b) {
      depth++
      if (depth > deepest) deepest = depth
    } else if (c === 0x7d || c === 0x5d) {
      depth--
    } else if (c === 0x2c) {
      nodes++
    } else if (c === 0x3a) {
      members++
    }
  }
  return { depth: deepest, nodes, members }
}

const refuse = (detail: string) => problem('invalid_request', { detail })

/** @returns how many members all objects in the value have */
function checkValue(value: unknown): number {
  if (typeof value === 'string') {
    if (value.includes('\0')) throw refuse('Strings must not hold NUL')
    if (!value.isWellFormed()) throw refuse('Strings must be well-formed Unicode')
  } else if (typeof value === 'number') {
    if (!Number.isFinite(value) || (Number.isInteger(value) && !Number.isSafeInteger(value)))
      throw refuse('Numbers must be finite, and integers at most 2^53 - 1')
  } else if (Array.isArray(value)) {
    return value.reduce((members: number, item) => members + checkValue(item), 0)
  } else if (typeof value === 'object' && value !== null) {
    let members = 0
    for (const [key, item] of Object.entries(value)) {
      if (key === '__proto__') throw refuse('The member name __proto__ is not allowed')
      if (key.includes('\0') || !key.isWellFormed())
        throw refuse('Member names must be well-formed and without NUL')
      members += 1 + checkValue(item)
    }
    return members
  }
  return 0
}

/**
 * @param nodesMax  how many values it may hold
 * @returns the parsed value, or undefined for an empty body
 * @throws invalid_request  not JSON, too deep, too many values, or values that cannot be stored exactly
 */
export function parseJson(body: Buffer, nodesMax: number = limits.jsonNodesMax): unknown {
  if (!isUtf8(body)) throw refuse('The body is not UTF-8')
  const text = body.toString()
  if (text.trim() === '') return undefined
  const { depth, nodes, members } = measure(text)
  if (depth > limits.jsonDepthMax) throw refuse(`JSON may be nested ${limits.jsonDepthMax} deep`)
  if (nodes > nodesMax) throw refuse(`JSON may hold ${nodesMax} values`)
  let value: unknown
  try {
    value = JSON.parse(text)
  } catch {
    throw refuse('The body is not valid JSON')
  }
  if (checkValue(value) !== members) throw refuse('An object has a member twice')
  return value
}
