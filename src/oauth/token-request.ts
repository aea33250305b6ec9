/**
 * The parameters of POST /oauth/token and its neighbours, from JSON (our interface) or a form (RFC 6749): every parameter once,
 * each a string, an empty one as if it were not there, unknown ones ignored.
 *
 * JSON.parse takes the last of two equal members without an error, so top-level members are counted before: a proxy in
 * front might have read the first.
 */
import { invalidRequest } from './oauth-error.ts'

export const parameterNames = [
  'grant_type',
  'client_id',
  'client_secret',
  'scope',
  'code',
  'redirect_uri',
  'code_verifier',
  'refresh_token',
  'token',
] as const

export type TokenRequest = Partial<Record<(typeof parameterNames)[number], string>> & {
  /** RFC 8707 lets a client name several. */
  resources?: string[]
}

const mayRepeat = 'resource'

const repeated = () => invalidRequest('A parameter is given more than once')

export function parseForm(text: string): TokenRequest {
  const request: TokenRequest = {}
  const seen = new Set<string>()
  for (const [name, value] of new URLSearchParams(text)) {
    if (seen.has(name) && name !== mayRepeat) throw repeated()
    seen.add(name)
    assign(request, name, value)
  }
  return request
}

export function parseJsonRequest(text: string): TokenRequest {
  let body: unknown
  try {
    body = JSON.parse(text)
  } catch {
    throw invalidRequest('The body is not valid JSON')
  }
  if (typeof body !== 'object' || body === null || Array.isArray(body))
    throw invalidRequest('The body must be a JSON object')
  const names = topLevelNames(text)
  if (new Set(names).size < names.length) throw repeated()
  if (names.includes('__proto__')) throw invalidRequest('The body is malformed')
  const request: TokenRequest = {}
  for (const [name, value] of Object.entries(body)) assign(request, name, value)
  return request
}

function assign(request: TokenRequest, name: string, value: unknown): void {
  if (name === mayRepeat) return assignResource(request, value)
  const known = parameterNames.find((parameter) => parameter === name)
  if (known === undefined || value === '') return
  request[known] = textOf(known, value)
}

function textOf(name: string, value: unknown): string {
  if (typeof value !== 'string') throw invalidRequest(`${name} must be a string`)
  if (value.includes('\0') || !value.isWellFormed()) throw invalidRequest(`${name} is malformed`)
  return value
}

function assignResource(request: TokenRequest, value: unknown): void {
  for (const one of Array.isArray(value) ? value : [value]) {
    if (one !== '') (request.resources ??= []).push(textOf(mayRepeat, one))
  }
}

/** The member names of the outermost object of a text that is known to be valid JSON, repetitions included. */
export function topLevelNames(text: string): string[] {
  const names: string[] = []
  let depth = 0
  let isName = false
  for (let i = 0; i < text.length; i++) {
    const c = text[i]
    if (c === '"') {
      const start = i
      for (i++; text[i] !== '"'; i++) if (text[i] === '\\') i++
      if (depth === 1 && isName) names.push(JSON.parse(text.slice(start, i + 1)) as string)
      isName = false
    } else if (c === '{' || c === '[') {
      depth++
      isName = c === '{' && depth === 1
    } else if (c === '}' || c === ']') {
      depth--
    } else if (c === ',') {
      isName = depth === 1
    }
  }
  return names
}
