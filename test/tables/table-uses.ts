/**
 * Finds the tables that a piece of SQL reads and writes, with PostgreSQL's own parser. To make it parse, each hole is replaced by a
 * parameter, a name, nothing or an operator in turn, and a fragment is put into every kind of statement that could contain
 * it. SQL that does not parse in any of these ways, or could hide a name from the parser, is a fault.
 */
import { loadModule, parseSync, scanSync } from 'libpg-query'
import type { SqlPart } from './sql-texts.ts'

await loadModule()

export type TableUse = { table: string; access: 'read' | 'write'; isTemporary: boolean }
/** isWhole: a statement, not a fragment of one. names: of its common table expressions, for fragments that are in it. */
export type SqlUses = {
  uses: readonly TableUse[]
  isWhole: boolean
  names: ReadonlySet<string>
  fault: string | undefined
}

/** Parameters of our own texts are few; those that stand for holes begin here. */
const firstHole = 1001
const placeholder = /^(hole|frame)_\d+$/
const attemptsMax = 2000

const fillings = [
  (n: number) => `$${n}`,
  (n: number) => `hole_${n}`,
  () => '',
  () => '=',
  () => 'select 1',
  (n: number) => `hole_${n} = 1`,
  (n: number) => `from hole_${n} where true`,
  (n: number) => `hole_${n} on true`,
  (n: number) => `hole_${n} as (select 1)`,
]

/** Where a fragment can stand. The first frame is not a frame: a statement. */
const frames = [
  (sql: string) => sql,
  (sql: string) => `select ${sql}`,
  (sql: string) => `select 1 from frame_1 where true ${sql}`,
  (sql: string) => `select 1 from frame_1 ${sql}`,
  (sql: string) => `select 1 from ${sql}`,
  (sql: string) => `select 1 from frame_1 join ${sql}`,
  (sql: string) => `with ${sql} select 1`,
  (sql: string) => `with frame_2 as (select 1) ${sql}`,
  (sql: string) => `select 1 where 1 ${sql} 2`,
  (sql: string) => `update frame_1 set ${sql}`,
  (sql: string) => `insert into frame_1 select 1 ${sql}`,
  (sql: string) => `insert into frame_1 (${sql}) select 1`,
  (sql: string) => `select sum(1) ${sql}`,
  (sql: string) => `create table frame_1 (${sql})`,
]

/** Statements that may stand in the code. Others (`do`, `execute`, `prepare`, `copy`) run what no parser sees. */
const statements = new Set([
  'SelectStmt',
  'InsertStmt',
  'UpdateStmt',
  'DeleteStmt',
  'MergeStmt',
  'LockStmt',
  'TruncateStmt',
  'CreateStmt',
  'AlterTableStmt',
  'IndexStmt',
  'DropStmt',
  'VacuumStmt',
  'VariableSetStmt',
  'TransactionStmt',
  'ListenStmt',
  'NotifyStmt',
  'CreatedbStmt',
])

/** Functions of PostgreSQL that take SQL, or the name of a table, as text. */
const runsText =
  /^((query|table|cursor|schema|database)_to_xml\w*|ts_stat|ts_rewrite|dblink\w*|crosstab\w*|pg_read_\w+|lo_\w+)$/

type Tree = Readonly<Record<string, unknown>>

const isTree = (value: unknown): value is Tree => typeof value === 'object' && value !== null

export function tablesIn(parts: readonly SqlPart[]): SqlUses {
  const fault = swallowed(parts)
  if (fault !== undefined) return nothing(fault)
  for (const frame of frames) {
    const tree = parsed(parts, frame)
    if (!tree) continue
    const found: Finding = { uses: [], faults: [], names: new Set(), isWhole: frame === frames[0] }
    for (const { stmt } of tree) statement(stmt, found)
    return { ...found, fault: found.faults[0] }
  }
  return nothing('no SQL that parses')
}

const nothing = (fault: string): SqlUses => ({ uses: [], names: new Set(), isWhole: false, fault })

/** A hole that is not a token of its own (inside quotes, a comment or a name) could complete a name. */
function swallowed(parts: readonly SqlPart[]): string | undefined {
  const holes = parts.flatMap((part, place) => (typeof part === 'string' ? [] : [firstHole + place]))
  const text = parts
    .map((part, place) => (typeof part === 'string' ? part : `$${firstHole + place}`))
    .join('')
  try {
    const tokens = new Set(scanSync(text).tokens.map(({ start, end }) => slice(text, start, end)))
    return holes.every((n) => tokens.has(`$${n}`)) ? undefined : 'a hole inside a name, a text or a comment'
  } catch (error) {
    return `no SQL: ${(error as Error).message}`
  }
}

/** The scanner counts bytes. */
const slice = (text: string, start: number, end: number): string =>
  Buffer.from(text).subarray(start, end).toString()

/** Tries each hole as each of its kinds, the last hole before the fault first. */
function parsed(parts: readonly SqlPart[], frame: (sql: string) => string): readonly Tree[] | undefined {
  const holes = parts.flatMap((part, place) => (typeof part === 'string' ? [] : [place]))
  const kinds = new Map(holes.map((place) => [place, firstKind(parts[place])]))
  for (let attempt = 0; attempt < attemptsMax; attempt++) {
    let text = ''
    const startOf = new Map<number, number>()
    for (const [place, part] of parts.entries()) {
      if (typeof part !== 'string') startOf.set(place, text.length)
      text += typeof part === 'string' ? part : fillings[kinds.get(place) ?? 0](firstHole + place)
    }
    const before = frame('\u0000').indexOf('\u0000')
    try {
      const parsed: unknown = parseSync(frame(text)).stmts ?? []
      return Array.isArray(parsed) ? parsed.filter(isTree) : []
    } catch (error) {
      const at = cursorOf(error) - before
      const guilty = holes.findLast((place) => (startOf.get(place) ?? 0) <= at)
      if (guilty === undefined || !advance(parts, kinds, guilty)) return undefined
    }
  }
  return undefined
}

const firstKind = (part: SqlPart): number =>
  typeof part !== 'string' && part.filledBy === 'identifier' ? 1 : 0

function advance(parts: readonly SqlPart[], kinds: Map<number, number>, guilty: number): boolean {
  for (const place of [...kinds.keys()].filter((one) => one <= guilty).toReversed()) {
    const next = (kinds.get(place) ?? 0) + 1
    if (next < fillings.length && firstKind(parts[place]) === 0) {
      kinds.set(place, next)
      return true
    }
    kinds.set(place, firstKind(parts[place]))
  }
  return false
}

const cursorOf = (error: unknown): number =>
  (error as { sqlDetails?: { cursorPosition?: number } }).sqlDetails?.cursorPosition ?? Infinity

type Finding = { uses: TableUse[]; faults: string[]; names: Set<string>; isWhole: boolean }

function statement(tree: unknown, found: Finding): void {
  if (!isTree(tree)) return
  const [kind] = Object.keys(tree)
  if (!statements.has(kind)) found.faults.push(`a statement that may not stand here: ${kind}`)
  walk(tree, new Set(), { ...found, isWriting: false })
}

type Walk = Finding & { isWriting: boolean }

/** A bare relation at this place is one that is written. */
const writing = new Set([
  'InsertStmt',
  'UpdateStmt',
  'DeleteStmt',
  'MergeStmt',
  'TruncateStmt',
  'LockStmt',
  'CreateStmt',
  'AlterTableStmt',
  'IndexStmt',
  'VacuumStmt',
  'intoClause',
])
const targets = new Set(['relation', 'relations', 'rels', 'rel'])

/** @param names  of common table expressions that hide a table here */
function walk(node: unknown, names: ReadonlySet<string>, at: Walk): void {
  if (Array.isArray(node)) {
    for (const one of node) walk(one, names, at)
    return
  }
  if (!isTree(node)) return
  if (typeof node.relname === 'string') {
    addUse(node, names, at)
    return
  }
  if (isTree(node.FuncCall)) checkFunction(node.FuncCall, at)
  if (isTree(node.ColumnRef) && !at.isWhole) addBareName(node.ColumnRef, at)
  if (isTree(node.DropStmt)) addDropped(node.DropStmt, at)
  const inner = withNames(node, names, at)
  for (const [key, value] of Object.entries(node)) {
    // The names that `for update of` locks are those of `from`; common table expressions are done.
    if (key === 'lockingClause' || key === 'withClause') continue
    const isWriting = writing.has(key) || (at.isWriting && targets.has(key)) || key === 'VacuumRelation'
    walk(value, inner, { ...at, isWriting })
  }
}

/** Walks the common table expressions of a statement. @returns the names that hide tables in the rest of it */
function withNames({ withClause }: Tree, names: ReadonlySet<string>, at: Walk): ReadonlySet<string> {
  if (!isTree(withClause) || !Array.isArray(withClause.ctes)) return names
  const ctes = withClause.ctes.flatMap((one: unknown) =>
    isTree(one) && isTree(one.CommonTableExpr) ? [one.CommonTableExpr] : [],
  )
  const nameOf = ({ ctename }: Tree): string => String(ctename)
  let known = withClause.recursive ? new Set([...names, ...ctes.map(nameOf)]) : new Set(names)
  for (const cte of ctes) {
    walk(cte.ctequery, known, { ...at, isWriting: false })
    known = new Set([...known, nameOf(cte)])
    at.names.add(nameOf(cte))
  }
  return known
}

function addUse(relation: Tree, names: ReadonlySet<string>, { uses, faults, isWriting }: Walk): void {
  const name = String(relation.relname)
  const schema = relation.schemaname
  if (placeholder.test(name)) return
  if (schema === 'pg_catalog' || schema === 'information_schema') return
  if (schema !== undefined && schema !== 'public') faults.push(`a schema that is not ours: ${String(schema)}`)
  if (schema === undefined && !isWriting && (names.has(name) || name.startsWith('pg_'))) return
  uses.push({
    table: name.replace(/_(default|d\d{8})$/, ''),
    access: isWriting ? 'write' : 'read',
    isTemporary: relation.relpersistence === 't',
  })
}

/** A fragment that is only a name could be used after `from`. */
function addBareName({ fields }: Tree, { uses }: Walk): void {
  if (!Array.isArray(fields)) return
  const last: unknown = fields.at(-1)
  if (isTree(last) && isTree(last.String))
    uses.push({ table: String(last.String.sval), access: 'read', isTemporary: false })
}

function addDropped({ objects }: Tree, { uses }: Walk): void {
  // In a name with its schema, the last part counts.
  for (const [, table] of JSON.stringify(objects).matchAll(/"sval":"([^"]+)"\}\}\]/g))
    if (!placeholder.test(table)) uses.push({ table, access: 'write', isTemporary: false })
}

function checkFunction({ funcname }: Tree, { faults }: Walk): void {
  const name = /"sval":"([^"]+)"\}\}\]$/.exec(JSON.stringify(funcname))?.[1] ?? ''
  if (runsText.test(name)) faults.push(`a function that runs SQL given as text: ${name}`)
}
