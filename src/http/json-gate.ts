/**
 * The gate before JSON.parse and behind it. Before: depth and number of nodes, so that no nesting reaches the parser's
 * or the database's own limits. Behind: no NUL and no lone surrogate (PostgreSQL refuses the first with 22021 and the
 * second with 22P02), no `__proto__`.
 */
import { limits } from '../../contract/limits.ts'
import { problem } from '../problem.ts'

const quote = 0x22
const backslash = 0x5c

/** Depth and count of values by one pass over the text; strings are skipped. */
function measure(text: string): { depth: number; nodes: number } {
  let depth = 0
  let deepest = 0
  let nodes = 1
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
    }
  }
  return { depth: deepest, nodes }
}

const refuse = (detail: string) => problem('invalid_request', { detail })

function checkStrings(value: unknown): void {
  if (typeof value === 'string') {
    if (value.includes('\0')) throw refuse('Strings must not hold NUL')
    if (!value.isWellFormed()) throw refuse('Strings must be well-formed Unicode')
  } else if (typeof value === 'object' && value !== null) {
    for (const [key, item] of Object.entries(value)) {
      if (key === '__proto__') throw refuse('The member name __proto__ is not allowed')
      if (key.includes('\0') || !key.isWellFormed())
        throw refuse('Member names must be well-formed and without NUL')
      checkStrings(item)
    }
  }
}

/**
 * @returns the parsed value, or undefined for an empty body
 * @throws invalid_request  not JSON, too deep, too many values, or strings that no text column can hold
 */
export function parseJson(text: string): unknown {
  if (text.trim() === '') return undefined
  const { depth, nodes } = measure(text)
  if (depth > limits.jsonDepthMax) throw refuse(`JSON may be nested ${limits.jsonDepthMax} deep`)
  if (nodes > limits.jsonNodesMax) throw refuse(`JSON may hold ${limits.jsonNodesMax} values`)
  let value: unknown
  try {
    value = JSON.parse(text)
  } catch {
    throw refuse('The body is not valid JSON')
  }
  checkStrings(value)
  return value
}
