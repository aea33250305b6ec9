/**
 * Which strings an expression of a source file can evaluate to, found without running the program. Follows constants, imports,
 * loops over lists, parameters (by their literal types, or by the arguments of all calls), templates, `+` and `? :`. Of any other
 * expression the strings are unknown (undefined), and the caller must treat that as a fault.
 */
import { posix } from 'node:path'
import { type ESTree, Visitor } from 'vite'

type Expression = ESTree.Expression

/**
 * Where a name gets its value from: a constant, the elements of a list, a parameter (the arguments of all calls, or else its type), or
 * another file. Undefined: unknown.
 */
type Origin =
  | { is: Expression }
  | { elementOf: Expression }
  | { parameter: number; of: string | undefined; type: ESTree.TSType | undefined }
  | { importedFrom: string; as: string }
  | undefined

type Binding = { origin: Origin; scope: Scope }
type Scope = { start: number; end: number }

export type Constants = {
  file: string
  bindings: ReadonlyMap<string, readonly Binding[]>
  types: ReadonlyMap<string, ESTree.TSType>
  /** Calls of each function by its name, unless it is also mentioned without being called. */
  calls: ReadonlyMap<string, readonly ESTree.CallExpression[]>
  imported: (file: string) => Constants | undefined
  /** Called with what a file of another room states; returns what stands for it here. */
  stated: (file: string, texts: readonly string[]) => readonly string[]
}

type Callable = ESTree.Function | ESTree.ArrowFunctionExpression

export function constantsOf(
  program: ESTree.Program,
  { file, imported, stated }: Pick<Constants, 'file' | 'imported' | 'stated'>,
): Constants {
  const bindings = new Map<string, Binding[]>()
  const types = new Map<string, ESTree.TSType>()
  const calls = new Map<string, ESTree.CallExpression[]>()
  const mentions = new Map<string, number>()
  const names = new Map<ESTree.Node, string>()
  const scopes: Scope[] = [{ start: 0, end: program.end }]
  const add = (name: string, origin: Origin, scope = scopes[scopes.length - 1]): void => {
    bindings.set(name, [...(bindings.get(name) ?? []), { origin, scope }])
  }
  const bind = (pattern: ESTree.ParamPattern | ESTree.TSParameterProperty | null, origin: Origin): void => {
    if (pattern === null) return
    if (pattern.type === 'Identifier') add(pattern.name, origin)
    else if (pattern.type === 'ArrayPattern') for (const element of pattern.elements) bind(element, undefined)
    else if (pattern.type === 'AssignmentPattern') bind(pattern.left, undefined)
    else if (pattern.type === 'RestElement') bind(pattern.argument, undefined)
    else if (pattern.type === 'ObjectPattern')
      for (const property of pattern.properties)
        if (property.type === 'RestElement') bind(property.argument, undefined)
        else
          bind(property.value, {
            parameter: -1,
            of: undefined,
            type: memberType(types, pattern.typeAnnotation?.typeAnnotation, property.key),
          })
  }
  const enter = (node: Callable): void => {
    scopes.push(node)
    for (const [parameter, pattern] of node.params.entries())
      bind(pattern, {
        parameter,
        of: names.get(node),
        type: pattern.type === 'Identifier' ? pattern.typeAnnotation?.typeAnnotation : undefined,
      })
  }
  const leave = (): void => void scopes.pop()

  for (const statement of program.body) {
    const declared = statement.type === 'ExportNamedDeclaration' ? statement.declaration : statement
    if (declared?.type === 'TSTypeAliasDeclaration') types.set(declared.id.name, declared.typeAnnotation)
  }
  const loops = new Set<ESTree.Node>()
  new Visitor({
    ForOfStatement: (node) => {
      if (node.left.type !== 'VariableDeclaration') return
      loops.add(node.left)
      for (const { id } of node.left.declarations)
        if (id.type === 'Identifier') add(id.name, { elementOf: node.right }, node)
        else bind(id, undefined)
    },
    VariableDeclaration: (declaration) => {
      if (loops.has(declaration)) return
      for (const { id, init } of declaration.declarations) {
        if (init && id.type === 'Identifier') names.set(init, id.name)
        bind(id, declaration.kind === 'const' && init && id.type === 'Identifier' ? { is: init } : undefined)
      }
    },
    FunctionDeclaration: (node) => {
      if (node.id) {
        names.set(node, node.id.name)
        add(node.id.name, undefined)
      }
      enter(node)
    },
    'FunctionDeclaration:exit': leave,
    FunctionExpression: enter,
    'FunctionExpression:exit': leave,
    ArrowFunctionExpression: enter,
    'ArrowFunctionExpression:exit': leave,
    CatchClause: ({ param }) => {
      if (param) bind(param, undefined)
    },
    CallExpression: (node) => {
      if (node.callee.type === 'Identifier')
        calls.set(node.callee.name, [...(calls.get(node.callee.name) ?? []), node])
    },
    Identifier: ({ name }) => void mentions.set(name, (mentions.get(name) ?? 0) + 1),
    ImportDeclaration: ({ source, specifiers }) => {
      for (const one of specifiers)
        add(
          one.local.name,
          one.type === 'ImportSpecifier' && one.imported.type === 'Identifier' && source.value.startsWith('.')
            ? { importedFrom: posix.join(posix.dirname(file), source.value), as: one.imported.name }
            : undefined,
        )
    },
    ExportNamedDeclaration: ({ declaration, source, specifiers }) => {
      if (source)
        for (const { exported, local } of specifiers)
          if (exported.type === 'Identifier' && local.type === 'Identifier')
            add(exported.name, {
              importedFrom: posix.join(posix.dirname(file), source.value),
              as: local.name,
            })
      // Anyone who imports it may call it with anything.
      if (declaration?.type === 'FunctionDeclaration' && declaration.id) mentions.set(declaration.id.name, 99)
      if (declaration?.type === 'VariableDeclaration')
        for (const { id } of declaration.declarations) if (id.type === 'Identifier') mentions.set(id.name, 99)
    },
  }).visit(program)
  for (const [name, { length }] of calls) if (mentions.get(name) !== length + 1) calls.delete(name)
  return { file, bindings, types, calls, imported, stated }
}

function memberType(
  types: ReadonlyMap<string, ESTree.TSType>,
  type: ESTree.TSType | undefined,
  key: ESTree.PropertyKey,
): ESTree.TSType | undefined {
  const shape =
    type?.type === 'TSTypeReference' && type.typeName.type === 'Identifier'
      ? types.get(type.typeName.name)
      : type
  if (shape?.type !== 'TSTypeLiteral' || key.type !== 'Identifier') return undefined
  for (const member of shape.members)
    if (
      member.type === 'TSPropertySignature' &&
      member.key.type === 'Identifier' &&
      member.key.name === key.name
    )
      return member.typeAnnotation?.typeAnnotation
  return undefined
}

/** Every origin of a name in the innermost scope that binds it. */
function originsOf({ bindings }: Constants, name: string, at: number): readonly Origin[] {
  const around = (bindings.get(name) ?? []).filter(({ scope }) => scope.start <= at && at < scope.end)
  const sizes = around.map(({ scope }) => scope.end - scope.start)
  const nearest = around.filter((_, place) => sizes[place] === Math.min(...sizes))
  return nearest.length === 0 ? [undefined] : nearest.map(({ origin }) => origin)
}

/** Every expression that a name stands for, unless one of its origins is unknown. */
export const constantOf = (
  constants: Constants,
  { name, start }: { name: string; start: number },
): Expression[] | undefined =>
  everyOf(originsOf(constants, name, start), (origin) => (origin && 'is' in origin ? [origin.is] : undefined))

/** The whole list, or undefined where one of its items has no known texts. */
export function everyOf<T, U>(
  items: readonly T[],
  of: (item: T) => readonly U[] | undefined,
): U[] | undefined {
  const found = items.map(of)
  return found.every((one) => one !== undefined) ? found.flat() : undefined
}

const product = (heads: readonly string[], tails: readonly string[]): string[] =>
  heads.flatMap((head) => tails.map((tail) => head + tail))

/** Without what only the compiler reads. */
export const unwrapped = (node: Expression): Expression =>
  node.type === 'TSAsExpression' ||
  node.type === 'TSSatisfiesExpression' ||
  node.type === 'ParenthesizedExpression' ||
  node.type === 'TSNonNullExpression'
    ? unwrapped(node.expression)
    : node

/** @returns every text that the expression can come to, or undefined when that cannot be told from this file */
export function textsOf(constants: Constants, expression: Expression): readonly string[] | undefined {
  const node = unwrapped(expression)
  const texts = (of: Expression): readonly string[] | undefined => textsOf(constants, of)
  switch (node.type) {
    case 'Literal':
      return typeof node.value === 'string' || typeof node.value === 'number'
        ? [String(node.value)]
        : undefined
    case 'TemplateLiteral': {
      let made: readonly string[] | undefined = [node.quasis[0].value.cooked ?? '']
      for (const [place, hole] of node.expressions.entries()) {
        const filled = texts(hole)
        made = made && filled && product(product(made, filled), [node.quasis[place + 1].value.cooked ?? ''])
      }
      return made
    }
    case 'BinaryExpression': {
      if (node.operator !== '+') return undefined
      const [left, right] = [texts(node.left), texts(node.right)]
      return left && right && product(left, right)
    }
    case 'ConditionalExpression':
      return everyOf([node.consequent, node.alternate], texts)
    case 'Identifier':
      return everyOf(originsOf(constants, node.name, node.start), (origin) => textsFrom(constants, origin))
    case 'CallExpression': {
      const made = node.callee.type === 'Identifier' ? constantOf(constants, node.callee) : undefined
      return made && everyOf(made, (one) => bodyTexts(constants, one))
    }
    case 'MemberExpression': {
      if (node.object.type !== 'Identifier') return undefined
      const object = shapeOf(constants, node.object)
      const wanted = node.computed
        ? undefined
        : node.property.type === 'Identifier'
          ? node.property.name
          : undefined
      return (
        object &&
        everyOf(object.properties, (property) => {
          if (property.type !== 'Property' || property.key.type !== 'Identifier') return undefined
          return wanted === undefined || property.key.name === wanted ? texts(property.value) : []
        })
      )
    }
    default:
      return undefined
  }
}

function textsFrom(constants: Constants, origin: Origin): readonly string[] | undefined {
  if (origin === undefined) return undefined
  if ('is' in origin) return textsOf(constants, origin.is)
  if ('elementOf' in origin) return elementsOf(constants, origin.elementOf)
  if ('importedFrom' in origin) {
    const other = constants.imported(origin.importedFrom)
    const texts = other && everyOf(originsOf(other, origin.as, 0), (one) => textsFrom(other, one))
    return texts && constants.stated(origin.importedFrom, texts)
  }
  const { parameter, of, type } = origin
  const typed = type && literalsOf(constants, type)
  if (typed || of === undefined) return typed
  const calls = constants.calls.get(of)
  return (
    calls &&
    everyOf(calls, ({ arguments: handed }) => {
      const argument = handed[parameter]
      return argument && argument.type !== 'SpreadElement' ? textsOf(constants, argument) : undefined
    })
  )
}

const bodyTexts = (constants: Constants, node: Expression): readonly string[] | undefined =>
  node.type === 'ArrowFunctionExpression' && node.body.type !== 'BlockStatement'
    ? textsOf(constants, node.body)
    : undefined

function shapeOf(
  constants: Constants,
  name: { name: string; start: number },
): ESTree.ObjectExpression | undefined {
  const [found, ...others] = constantOf(constants, name) ?? []
  const shape = found && unwrapped(found)
  return shape?.type === 'ObjectExpression' && others.length === 0 ? shape : undefined
}

function elementsOf(constants: Constants, expression: Expression): readonly string[] | undefined {
  const node = unwrapped(expression)
  if (node.type === 'Identifier') {
    const lists = constantOf(constants, node)
    return lists && everyOf(lists, (list) => elementsOf(constants, list))
  }
  if (node.type !== 'ArrayExpression') return undefined
  return everyOf(node.elements, (element) =>
    element === null || element.type === 'SpreadElement' ? undefined : textsOf(constants, element),
  )
}

function literalsOf(constants: Constants, type: ESTree.TSType): readonly string[] | undefined {
  if (type.type === 'TSUnionType') return everyOf(type.types, (one) => literalsOf(constants, one))
  if (type.type === 'TSLiteralType')
    return type.literal.type === 'Literal' && typeof type.literal.value === 'string'
      ? [type.literal.value]
      : undefined
  if (type.type === 'TSTypeReference' && type.typeName.type === 'Identifier') {
    const alias = constants.types.get(type.typeName.name)
    return alias && literalsOf(constants, alias)
  }
  if (type.type === 'TSTypeOperator' && type.operator === 'keyof') {
    const query = type.typeAnnotation
    if (query.type !== 'TSTypeQuery' || query.exprName.type !== 'Identifier') return undefined
    return shapeOf(constants, query.exprName)?.properties.flatMap((property) =>
      property.type === 'Property' && property.key.type === 'Identifier' ? [property.key.name] : [],
    )
  }
  return undefined
}
