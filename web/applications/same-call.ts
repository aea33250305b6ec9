/**
 * A logged request as a call to be made again, such that it runs as it is pasted beside a token. What the log does not keep is a placeholder:
 * a body is `{}`, a value `[redacted]`. Pure.
 */
import { operationTable } from '../../client/operations.ts'
import type { Example } from '../ui/code-example.ts'

type Logged = {
  readonly operation: string
  readonly method: string
  readonly path: string
  readonly query: Readonly<Record<string, string>>
  readonly request_bytes: number | null
}

/** @param note  that the body is not kept, as a comment of the example */
export const sameCallExamples = (apiUrl: string, logged: Logged, note: string): Example[] => [
  { language: 'curl', code: curlOf(apiUrl, logged, note) },
  { language: 'TypeScript', code: clientCallOf(logged, note) },
]

const hasBody = ({ method, request_bytes }: Logged): boolean => method !== 'GET' && Number(request_bytes) > 0

function curlOf(apiUrl: string, logged: Logged, note: string): string {
  const { method, path } = logged
  const query = new URLSearchParams(logged.query).toString()
  // curl takes braces and brackets for several addresses: placeholders have them.
  const globOff = /[[{]/.test(path) ? '-g ' : ''
  const lines = [
    `curl -s ${globOff}${method === 'GET' ? '' : `-X ${method} `}'${apiUrl}${path}${query && `?${query}`}'`,
    `  -H "authorization: Bearer $TOKEN"`,
    ...(hasBody(logged) ? [`  -H 'content-type: application/json'`, `  -d '{}'`] : []),
  ]
  return [...(hasBody(logged) ? [`# ${note}`] : []), lines.join(' \\\n')].join('\n')
}

/** By the operation's template, whose placeholders name the parameters. */
function paramsOf({ operation, path }: Logged): Record<string, string> {
  const template = new Map(Object.entries(operationTable)).get(operation)?.split(' ')[1] ?? ''
  const segments = path.split('/')
  return Object.fromEntries(
    template.split('/').flatMap((segment, place) => {
      const name = /^\{(\w+)\}$/.exec(segment)?.[1]
      return name === undefined ? [] : [[name, segments[place] ?? '']]
    }),
  )
}

function clientCallOf(logged: Logged, note: string): string {
  const parts = { params: paramsOf(logged), query: logged.query }
  const input = Object.entries(parts)
    .filter(([, values]) => Object.keys(values).length > 0)
    .map(([name, values]) => `  ${name}: ${JSON.stringify(values)},`)
  if (hasBody(logged)) input.push(`  // ${note}`, '  body: {},')
  const name = `'${logged.operation}'`
  return input.length === 0
    ? `await sonde.call(${name})`
    : [`await sonde.call(${name}, {`, ...input, '})'].join('\n')
}
