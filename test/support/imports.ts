/**
 * What a source file loads, as the parser sees it: imports, re-exports, `import(…)`, `require(…)`, workers. No rule can be checked for a
 * computed name, so that is a fault, like code made from text.
 */
import { posix } from 'node:path'
import { type ESTree, parseSync, Visitor } from 'vite'

/** `types` are erased when the program runs, and a `thread` loads its own modules: neither can be part of a circle. */
export type Import = { from: string; to: string; of: 'values' | 'types' | 'thread' }
export type Imports = { imports: readonly Import[]; faults: readonly string[] }

export function importsOf(file: string, code: string): Imports {
  const { program, errors } = parseSync(file, code)
  const imports: Import[] = []
  const faults = errors.map(({ message }) => `${file} ${message}`)
  const fault = ({ start, end }: ESTree.Node, message: string): void =>
    void faults.push(`${file} ${message}: ${code.slice(start, end)}`)
  const add = (to: string, of: Import['of']): unknown => imports.push({ from: file, to, of })
  const load = (node: ESTree.Node | undefined, of: Import['of'] = 'values'): void => {
    const to = node && statedName(node)
    if (to !== undefined) add(to, of)
    else if (node) fault(node, 'loads what it does not state')
  }
  new Visitor({
    ImportDeclaration: ({ source, specifiers, importKind }) => {
      const isOfTypes =
        specifiers.length > 0 &&
        specifiers.every((one) => one.type === 'ImportSpecifier' && one.importKind === 'type')
      add(source.value, importKind === 'type' || isOfTypes ? 'types' : 'values')
    },
    ExportAllDeclaration: ({ source, exportKind }) =>
      void add(source.value, exportKind === 'type' ? 'types' : 'values'),
    ExportNamedDeclaration: ({ source, specifiers, exportKind }) => {
      if (!source) return
      const isOfTypes = specifiers.length > 0 && specifiers.every((one) => one.exportKind === 'type')
      add(source.value, exportKind === 'type' || isOfTypes ? 'types' : 'values')
    },
    ImportExpression: ({ source }) => load(source),
    CallExpression: ({ callee, arguments: [argument] }) => {
      if (isRequire(callee)) load(argument)
      if (callee.type === 'Identifier' && callee.name === 'eval') fault(callee, 'runs a text')
    },
    NewExpression: (node) => {
      const [argument] = node.arguments
      if (node.callee.type !== 'Identifier') return
      if (node.callee.name === 'Function') fault(node.callee, 'runs a text')
      if (node.callee.name === 'Worker') load(argument, 'thread')
    },
    MemberExpression: (node) => {
      if (node.property.type === 'Identifier' && /^(getBuiltinModule|_load)$/.test(node.property.name))
        fault(node, 'loads what it does not state')
    },
  }).visit(program)
  return { imports, faults }
}

/** `require` itself, and what `createRequire(…)` makes. */
const isRequire = (callee: ESTree.Expression): boolean =>
  (callee.type === 'Identifier' && callee.name === 'require') ||
  (callee.type === 'CallExpression' &&
    callee.callee.type === 'Identifier' &&
    callee.callee.name === 'createRequire')

function statedName(node: ESTree.Node): string | undefined {
  if (node.type === 'Literal' && typeof node.value === 'string') return node.value
  if (node.type === 'TemplateLiteral' && node.expressions.length === 0)
    return node.quasis[0].value.cooked ?? undefined
  if (node.type === 'NewExpression' && node.callee.type === 'Identifier' && node.callee.name === 'URL')
    return node.arguments[0] && statedName(node.arguments[0])
  return undefined
}

export const isOurs = ({ to }: Import): boolean => to.startsWith('.')
export const targetOf = ({ from, to }: Import): string => posix.join(posix.dirname(from), to)

/** Files that import one another in a circle, with those between two circles. */
export function circlesIn(all: readonly Import[]): string[] {
  const edges = all.filter(isOurs).map((one) => [one.from, targetOf(one)] as const)
  let left = new Set(edges.flat())
  for (let before = -1; before !== left.size;) {
    before = left.size
    const known = left
    // What imports nothing that is left is in no circle, and what nothing imports is in none either.
    left = new Set(
      [...left].filter(
        (file) =>
          edges.some(([from, to]) => from === file && known.has(to)) &&
          edges.some(([from, to]) => to === file && known.has(from)),
      ),
    )
  }
  return [...left]
}
