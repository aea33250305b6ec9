/**
 * Renders the templates of deploy/helm as Helm does, as far as they go: values, `if`, `range`, `include`, `toYaml`, `nindent`, `quote` and
 * `default`. Whatever else a template holds is refused, so that no template leaves what is checked here.
 */
import { parse, stringify } from 'yaml'

type Scope = { dot: unknown; variables: ReadonlyMap<string, unknown> }
type Part = { text: string } | { action: string }
type Defined = ReadonlyMap<string, readonly Part[]>

/** Text and actions; `{{-` and `-}}` take the white space beside them. */
function partsOf(template: string): Part[] {
  const parts: Part[] = []
  let rest = template
  for (;;) {
    const found = /(\s*)\{\{(-?)\s*(.*?)\s*(-?)\}\}/s.exec(rest)
    if (!found) return [...parts, { text: rest }]
    const [whole, space, before, action, after] = found
    parts.push({ text: rest.slice(0, found.index) + (before ? '' : space) }, { action })
    rest = rest.slice(found.index + whole.length)
    if (after) rest = rest.trimStart()
  }
}

/** The parts up to the `end` of a block that began just before `from`. */
function blockAt(parts: readonly Part[], from: number): number {
  let depth = 1
  for (let at = from; at < parts.length; at++) {
    const part = parts[at]
    if (!('action' in part)) continue
    if (/^(if|range|define)\b/.test(part.action)) depth++
    if (part.action === 'end' && --depth === 0) return at
  }
  throw new Error('a block without an end')
}

const isEmpty = (value: unknown): boolean =>
  value === undefined ||
  value === null ||
  value === '' ||
  value === false ||
  value === 0 ||
  (typeof value === 'object' && Object.keys(value).length === 0)

function pathIn(value: unknown, path: string): unknown {
  let found = value
  for (const name of path.split('.').filter(Boolean)) {
    if (typeof found !== 'object' || found === null || !(name in found))
      throw new Error(`there is no ${path}`)
    found = Reflect.get(found, name)
  }
  return found
}

function operand(text: string, { dot, variables }: Scope): unknown {
  if (text === '.') return dot
  if (text.startsWith('.')) return pathIn(dot, text)
  if (variables.has(text)) return variables.get(text)
  if (/^(\d+|"[^"]*")$/.test(text)) return JSON.parse(text)
  throw new Error(`not known here: ${text}`)
}

const textOf = (value: unknown): string =>
  typeof value === 'string' || typeof value === 'number' || typeof value === 'boolean'
    ? String(value)
    : fail(value)
const fail = (value: unknown): never => {
  throw new Error(`no text: ${JSON.stringify(value)}`)
}

function evaluate(expression: string, scope: Scope, defined: Defined): unknown {
  const stages = expression.split(' | ').map((stage) => stage.match(/"[^"]*"|\S+/g) ?? [])
  let piped: unknown[] = []
  for (const [name, ...words] of stages) {
    const given = (): unknown[] => [...words.map((word) => operand(word, scope)), ...piped]
    let value: unknown
    if (name === 'include')
      value = render(
        defined.get(String(given()[0])) ?? fail(words),
        { dot: given()[1], variables: new Map() },
        defined,
      )
    else if (name === 'toYaml') value = stringify(given()[0]).trimEnd()
    else if (name === 'quote') value = JSON.stringify(textOf(given()[0]))
    else if (name === 'default') value = isEmpty(given()[1]) ? given()[0] : given()[1]
    else if (name === 'nindent') {
      const [count, text] = given()
      value = `\n${textOf(text).replaceAll(/^/gm, ' '.repeat(Number(count)))}`
    } else if (words.length === 0 && piped.length === 0) value = operand(name, scope)
    else throw new Error(`not known here: ${name}`)
    piped = [value]
  }
  return piped[0]
}

function render(parts: readonly Part[], scope: Scope, defined: Defined): string {
  let out = ''
  for (let at = 0; at < parts.length; at++) {
    const part = parts[at]
    if ('text' in part) {
      out += part.text
      continue
    }
    const [, kind = '', rest = ''] = /^(if|range)\s+(.*)$/.exec(part.action) ?? []
    if (kind === '') {
      out += textOf(evaluate(part.action, scope, defined))
      continue
    }
    const end = blockAt(parts, at + 1)
    const block = parts.slice(at + 1, end)
    at = end
    if (kind === 'if') {
      if (!isEmpty(evaluate(rest, scope, defined))) out += render(block, scope, defined)
      continue
    }
    const [, key, name, list] = /^(\$\w+), (\$\w+) := (.*)$/.exec(rest) ?? [undefined, '', '', rest]
    for (const [index, dot] of Object.entries(evaluate(list, scope, defined) as object))
      out += render(
        block,
        {
          dot,
          variables: new Map([
            [key, index],
            [name, dot],
          ]),
        },
        defined,
      )
  }
  return out
}

/**
 * @param files  templates by their names; those that begin with `_` hold definitions
 * @returns the documents of each other file
 */
export function renderChart(files: Readonly<Record<string, string>>, dot: object): Record<string, unknown[]> {
  const defined = new Map<string, Part[]>()
  for (const [name, template] of Object.entries(files)) {
    if (!name.startsWith('_')) continue
    const parts = partsOf(template)
    for (let at = 0; at < parts.length; at++) {
      const part = parts[at]
      const [, define] = ('action' in part && /^define "([^"]+)"$/.exec(part.action)) || []
      if (define === undefined) continue
      const end = blockAt(parts, at + 1)
      defined.set(define, parts.slice(at + 1, end))
      at = end
    }
  }
  return Object.fromEntries(
    Object.entries(files)
      .filter(([name]) => !name.startsWith('_'))
      .map(([name, template]) => {
        const text = render(partsOf(template), { dot, variables: new Map() }, defined)
        if (!name.endsWith('.yaml')) return [name, [text]]
        return [
          name,
          text
            .split(/^---$/m)
            .map((one): unknown => parse(one))
            .filter((one) => one !== null),
        ]
      }),
  )
}
