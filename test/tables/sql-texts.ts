/**
 * Extracts the SQL of a source file: every `sql` template, every `sql.raw` and every string that is passed to a driver, as text with
 * holes. A hole is a part that is known only when the program runs: a value, or a fragment, which is a template of its own and is
 * checked there. Whatever could hide SQL from this (another name for `sql`, a computed table name) is a fault.
 */
import { type ESTree, parseSync, Visitor } from 'vite'
import { constantOf, type Constants, constantsOf, everyOf, textsOf, unwrapped } from './constants.ts'

/** Filled when the program runs: by a value or a fragment, or by an identifier, which is one name whatever is in it. */
export type Hole = { filledBy: 'anything' | 'identifier' }
export type SqlPart = string | Hole
/** One reading of a statement or fragment. */
export type SqlText = { file: string; line: number; parts: readonly SqlPart[] }
export type SourceSql = { texts: readonly SqlText[]; faults: readonly string[] }

const hole: Hole = { filledBy: 'anything' }
const identifier: Hole = { filledBy: 'identifier' }

/** With more readings than these, choices become holes: each of them is read on its own as well. */
const readingsMax = 64

/** Kysely's builders name tables in strings. */
const builders = new Set([
  'selectFrom',
  'insertInto',
  'updateTable',
  'deleteFrom',
  'mergeInto',
  'replaceInto',
])

/** Members of `sql` that make no name: values, and lists of fragments. */
const harmless = new Set(['lit', 'val', 'join'])

type Found = {
  file: string
  texts: SqlText[]
  fault: (node: ESTree.Node, message: string) => void
  lineOf: (node: ESTree.Node) => number
  /** Cannot be read, but is on the list of harmless expressions. */
  isExempt: (node: ESTree.Node) => boolean
  constants: Constants
}

export type Sources = {
  /** @returns the code of a file, or undefined where there is none */
  read: (file: string) => string | undefined
  /** Expressions that cannot be read and need not be, as `file expression`. */
  exempt: ReadonlySet<string>
  /** A fragment from another room counts as that room's use of a table, not as that of the statement that contains it. */
  roomOf: (file: string) => string
}

/** Takes the place of a fragment from another room. */
const foreign = '\u0000'

export function sqlOf(file: string, { read, exempt, roomOf }: Sources): SourceSql {
  const code = read(file) ?? ''
  const { program, errors } = parseSync(file, code)
  const texts: SqlText[] = []
  const stated = (other: string, found: readonly string[]): readonly string[] => {
    // The contract is words: they belong to whoever puts them into a statement.
    if (roomOf(other) === roomOf(file) || roomOf(other) === 'contract') return found
    texts.push(...found.map((text) => ({ file: other, line: 0, parts: partsOfText(text) })))
    return [foreign]
  }
  const imported = (other: string): Constants | undefined => {
    const text = read(other)
    return text === undefined
      ? undefined
      : constantsOf(parseSync(other, text).program, { file: other, imported, stated })
  }
  const faults = errors.map(({ message }) => `${file} ${message}`)
  const lineOf = ({ start }: ESTree.Node): number => code.slice(0, start).split('\n').length
  const sourceOf = ({ start, end }: ESTree.Node): string => code.slice(start, end)
  const found: Found = {
    file,
    texts,
    fault: (node, message) =>
      void faults.push(`${file}:${lineOf(node)} ${message}: ${sourceOf(node).slice(0, 80)}`),
    lineOf,
    isExempt: (node) => exempt.has(`${file} ${sourceOf(node)}`),
    constants: constantsOf(program, { file, imported, stated }),
  }
  checkNames(program, found)
  new Visitor({
    TaggedTemplateExpression: (node) => {
      if (isSql(node.tag))
        found.texts.push(
          ...readingsOf(node, found.constants).map((parts) => ({ file, line: lineOf(node), parts })),
        )
    },
    CallExpression: (node) => readCall(node, found),
  }).visit(program)
  return { texts, faults }
}

const isSql = (node: ESTree.Node): boolean => node.type === 'Identifier' && node.name === 'sql'

/** `sql.raw(…)` and its like. */
function sqlCallOf(node: ESTree.Expression): { member: string; argument: ESTree.Expression } | undefined {
  if (node.type !== 'CallExpression') return undefined
  const { callee } = node
  const [argument] = node.arguments
  return callee.type === 'MemberExpression' &&
    !callee.computed &&
    isSql(callee.object) &&
    callee.property.type === 'Identifier' &&
    argument &&
    argument.type !== 'SpreadElement'
    ? { member: callee.property.name, argument }
    : undefined
}

/** Every reading of a template: one for each choice of the fragments that are in it. */
function readingsOf(
  { quasi }: ESTree.TaggedTemplateExpression,
  constants: Constants,
  seen: readonly string[] = [],
): SqlPart[][] {
  const textAt = (place: number): string => quasi.quasis[place].value.cooked ?? ''
  let readings: SqlPart[][] = [[textAt(0)]]
  for (const [place, expression] of quasi.expressions.entries()) {
    const choices = partsOf(expression, constants, seen)
    const filled = readings.length * choices.length > readingsMax ? [[hole]] : choices
    readings = readings.flatMap((head) => filled.map((choice) => [...head, ...choice, textAt(place + 1)]))
  }
  return readings
}

function partsOf(node: ESTree.Expression, constants: Constants, seen: readonly string[]): SqlPart[][] {
  if (node.type === 'TaggedTemplateExpression' && isSql(node.tag)) return readingsOf(node, constants, seen)
  if (node.type === 'ConditionalExpression')
    return [node.consequent, node.alternate].flatMap((one) => partsOf(one, constants, seen))
  const call = sqlCallOf(node)
  if (call?.member === 'raw') return textsOf(constants, call.argument)?.map(partsOfText) ?? [[hole]]
  if (call?.member === 'table')
    return namesOf(constants, call.argument)?.map((name) => [`"${name}"`]) ?? [[identifier]]
  if (call?.member === 'ref') return [[identifier]]
  if (node.type === 'Identifier' && !seen.includes(node.name)) {
    const fragments = constantOf(constants, node)
    if (fragments?.every(isFragment))
      return fragments.flatMap((one) => partsOf(one, constants, [...seen, node.name]))
  }
  return [[hole]]
}

const partsOfText = (text: string): SqlPart[] =>
  text.split(foreign).flatMap((part, place) => (place === 0 ? [part] : [hole, part]))

/** A table's name is stated where it is used. */
function namesOf(constants: Constants, argument: ESTree.Expression): readonly string[] | undefined {
  const names = textsOf(constants, argument)
  return names?.some((name) => name.includes(foreign)) ? undefined : names
}

const isFragment = (node: ESTree.Expression): boolean =>
  (node.type === 'TaggedTemplateExpression' && isSql(node.tag)) || sqlCallOf(node) !== undefined

function readCall(
  node: ESTree.CallExpression,
  { file, texts, fault, lineOf, isExempt, constants }: Found,
): void {
  const addTexts = (of: ESTree.Expression): void => {
    const stated = textsOf(constants, of)
    if (stated) texts.push(...stated.map((text) => ({ file, line: lineOf(node), parts: partsOfText(text) })))
    else if (!isExempt(of)) fault(of, 'SQL that this file does not state')
  }
  const call = sqlCallOf(node)
  if (call?.member === 'raw') addTexts(call.argument)
  if (call?.member === 'table' && !namesOf(constants, call.argument) && !isExempt(call.argument))
    fault(node, 'a table that this file does not name')
  const sent = sentBy(node)
  if (!sent) return
  const queries = queriesOf(sent, constants)
  if (queries) queries.forEach(addTexts)
  else if (!isExempt(sent)) fault(sent, 'SQL that this file does not state')
}

/** SQL that a call sends to the server without `sql`: `….query(…)` of a driver, `manyPrepared`, and Kysely's `CompiledQuery.raw`. */
function sentBy({ callee, arguments: sent }: ESTree.CallExpression): ESTree.Expression | undefined {
  const isPrepared = callee.type === 'Identifier' && callee.name === 'manyPrepared'
  const argument = sent.at(isPrepared ? 1 : 0)
  if (isPrepared && argument && argument.type !== 'SpreadElement') return argument
  if (callee.type !== 'MemberExpression' || !argument || argument.type === 'SpreadElement') return undefined
  const { property, object } = callee
  const name =
    property.type === 'Identifier' && !callee.computed
      ? property.name
      : property.type === 'Literal'
        ? property.value
        : undefined
  const compiled = name === 'raw' && object.type === 'Identifier' && object.name === 'CompiledQuery'
  return name === 'query' || compiled ? argument : undefined
}

/** The texts of a query: itself, the member `text` of an object, or what a function of this file makes of one. */
function queriesOf(expression: ESTree.Expression, constants: Constants): ESTree.Expression[] | undefined {
  const node = unwrapped(expression)
  switch (node.type) {
    case 'ConditionalExpression':
      return everyOf([node.consequent, node.alternate], (one) => queriesOf(one, constants))
    case 'ObjectExpression': {
      const texts = node.properties.flatMap((property) =>
        property.type === 'SpreadElement'
          ? [queriesOf(property.argument, constants)]
          : property.key.type === 'Identifier' && property.key.name === 'text'
            ? [[property.value]]
            : [],
      )
      return texts.length === 0 ? undefined : everyOf(texts, (one) => one)
    }
    case 'CallExpression':
      return node.callee.type === 'Identifier' ? queriesOf(node.callee, constants) : undefined
    case 'ArrowFunctionExpression':
      return node.body.type === 'BlockStatement' ? undefined : queriesOf(node.body, constants)
    case 'Identifier': {
      const origins = constantOf(constants, node)
      return origins ? everyOf(origins, (one) => queriesOf(one, constants)) : undefined
    }
    default:
      return [node]
  }
}

/** `sql` is called `sql`, is before a template or its own members, and nothing else makes statements. */
function checkNames(program: ESTree.Program, { file, fault, isExempt }: Found): void {
  const plain = new Set<ESTree.Node>()
  const named: ESTree.Node[] = []
  const pools: ESTree.Node[] = []
  new Visitor({
    Identifier: (node) => {
      if (node.name === 'sql') named.push(node)
    },
    TaggedTemplateExpression: ({ tag }) => void plain.add(tag),
    // The key of an object is a word, as in `{ sql: 'SQL' }`; its value is looked at.
    ObjectExpression: ({ properties }) => {
      for (const property of properties)
        if (property.type === 'Property' && !property.computed && !property.shorthand) plain.add(property.key)
    },
    CallExpression: (node) => {
      const call = sqlCallOf(node)
      if (call && (harmless.has(call.member) || /^(raw|table|ref)$/.test(call.member)))
        if (node.callee.type === 'MemberExpression') plain.add(node.callee.object)
    },
    MemberExpression: (node) => {
      if (node.property.type === 'Identifier' && node.property.name === 'pool') pools.push(node)
      // The driver's own members: `query` is read below, and none of the others runs SQL.
      if (node.object.type === 'MemberExpression' && !node.computed) plain.add(node.object)
      if (node.property.type === 'Identifier' && builders.has(node.property.name))
        fault(node, 'a table named by a query builder')
    },
    ImportDeclaration: ({ source, specifiers, importKind }) => {
      const isDriver = /^(pg|kysely)$/.test(source.value) && !file.startsWith('src/db/')
      for (const specifier of specifiers) {
        const isType =
          importKind === 'type' || (specifier.type === 'ImportSpecifier' && specifier.importKind === 'type')
        if (isDriver && !isType && !isExempt(source)) fault(source, 'a driver outside of src/db')
        if (specifier.type === 'ImportNamespaceSpecifier' && /\/db\.ts$|^kysely$|^pg$/.test(source.value))
          fault(specifier, 'the whole database under one name')
        if (specifier.type !== 'ImportSpecifier') continue
        if (specifier.local.name === 'sql') plain.add(specifier.imported).add(specifier.local)
      }
    },
    ExportSpecifier: ({ local, exported }) => {
      if (exported.type === 'Identifier' && exported.name === 'sql') plain.add(local).add(exported)
    },
    TSTypeQuery: ({ exprName }) => {
      plain.add(exprName.type === 'TSQualifiedName' ? exprName.left : exprName)
    },
  }).visit(program)
  for (const node of named) if (!plain.has(node)) fault(node, 'sql under another name')
  for (const node of pools)
    if (!plain.has(node) && !file.startsWith('src/db/')) fault(node, 'the pool under another name')
}
