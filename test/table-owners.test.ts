/**
 * Who reads and writes which table: the SQL in the source is parsed as PostgreSQL parses it and compared with test/tables/owners.ts.
 * Nothing outside the gate names the tables of the gate, however the SQL is spelt, and SQL that cannot be parsed fails.
 */
import assert from 'node:assert/strict'
import { globSync, readFileSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { suite, test } from 'node:test'
import { type Ownership, tables, unreadable } from './tables/owners.ts'
import { sqlOf, type SqlPart } from './tables/sql-texts.ts'
import { tablesIn, type TableUse } from './tables/table-uses.ts'

const root = resolve(import.meta.dirname, '..')
const files = globSync(['src/**/*.ts', 'contract/**/*.ts'], { cwd: root })
  .filter((file) => !/\.test\.ts$|-for-tests\.ts$/.test(file))
  .toSorted()
const schema = readFileSync(join(root, 'migrations/schema.sql'), 'utf8')
const schemaTables = [...schema.matchAll(/^create table (\w+)/gm)].map(([, name]) => name)

const roomOf = (file: string): string => (file.startsWith('contract/') ? 'contract' : file.split(/[/.]/)[1])

type Use = TableUse & { room: string; place: string; isWhole: boolean }

/** The tables that the source uses, and everything that hides a use. */
function usesIn(read: (file: string) => string | undefined, of: readonly string[]) {
  const uses: Use[] = []
  const faults: string[] = []
  /** Common table expressions: a fragment may name one of the statement that it is put into. */
  const expressions = new Set<string>()
  for (const file of of) {
    const found = sqlOf(file, { read, exempt: unreadable, roomOf })
    faults.push(...found.faults)
    for (const text of found.texts) {
      if (isEmpty(text.parts)) continue
      const { uses: here, fault, isWhole, names } = tablesIn(text.parts)
      const place = `${text.file}:${text.line}`
      for (const name of names) expressions.add(`${text.file} ${name}`)
      if (fault !== undefined) faults.push(`${place} ${fault}`)
      uses.push(...here.map((use) => ({ ...use, room: roomOf(text.file), place, isWhole })))
    }
  }
  const temporary = new Set(uses.filter(({ isTemporary }) => isTemporary).map(({ table }) => table))
  for (const { table, place, isWhole } of uses) {
    const isKnown =
      table in tables || temporary.has(table) || expressions.has(`${place.split(':')[0]} ${table}`)
    if (isWhole && !isKnown) faults.push(`${place} no table: ${table}`)
  }
  for (const table of temporary)
    if (table in tables) faults.push(`a temporary table is named like one of ours: ${table}`)
  return { uses: uses.filter(({ table }) => table in tables), faults: [...new Set(faults)] }
}

const isEmpty = (parts: readonly SqlPart[]): boolean =>
  parts.every((part) => typeof part === 'string' && part.trim() === '')

const source = usesIn(
  (file) => (files.includes(file) ? readFileSync(join(root, file), 'utf8') : undefined),
  files,
)

const ownershipOf = (table: string): Required<Pick<Ownership, 'readers' | 'writers'>> => {
  const uses = source.uses.filter((use) => use.table === table && use.room !== tables[table].owner)
  const roomsOf = (access: string) =>
    new Set(uses.filter((use) => use.access === access).map(({ room }) => room))
  const writers = roomsOf('write')
  return {
    writers: [...writers].toSorted(),
    readers: [...roomsOf('read').difference(writers)].toSorted(),
  }
}

test('all SQL of the source can be parsed', () => {
  assert.deepEqual(source.faults, [])
})

test('every table has an owner that uses it', () => {
  assert.deepEqual([...schemaTables, 'migrations'].toSorted(), Object.keys(tables).toSorted())
  const idle = Object.keys(tables).filter(
    (table) => !source.uses.some((use) => use.table === table && use.room === tables[table].owner),
  )
  assert.deepEqual(idle, [])
})

test('exactly the listed rooms read and write each table', () => {
  for (const [table, { readers = [], writers = [] }] of Object.entries(tables))
    assert.deepEqual(ownershipOf(table), { writers, readers }, table)
})

test('only the vault names answers, only the gate and the vault name figures', () => {
  const strangers = source.uses.filter(
    ({ table, room }) => tables[table].sealed && room !== tables[table].owner && room !== 'vault',
  )
  assert.deepEqual(strangers, [])
})

test('the list of unreadable SQL has no stale entry', () => {
  const stale = [...unreadable].filter((entry) => {
    const [, file, expression] = /^(\S+) ([^]+)$/.exec(entry) ?? []
    return !files.includes(file) || !readFileSync(join(root, file), 'utf8').includes(expression)
  })
  assert.deepEqual(stale, [])
})

/** A file outside the gate, as somebody could write it. */
const checked = (code: string, others: Record<string, string> = {}) =>
  usesIn((file) => (file === 'src/pulses/store.ts' ? code : others[file]), ['src/pulses/store.ts'])

const tag = "import { sql } from '../db/db.ts'\n"

suite('a sealed table is found', () => {
  const spellings: Record<string, string> = {
    plainly: 'sql`select 1 from responses`',
    'in capitals': 'sql`SELECT 1 FROM Responses`',
    'in quotes': 'sql`select 1 from "responses"`',
    'with its schema': 'sql`select 1 from public.responses`',
    'with its schema in quotes': 'sql`select 1 from "public"."responses"`',
    'in Unicode escapes': String.raw`sql.raw('select 1 from U&"\\0072esponses"')`,
    'behind a comment': 'sql`select 1 from /* of */ -- one\n responses`',
    'after a comma': 'sql`select 1 from pulses p, responses r`',
    'as `table`': 'sql`table responses`',
    'in a join': 'sql`select 1 from pulses p left join lateral (select 1 from responses) r on true`',
    'in a common table expression': 'sql`with a as (select 1 from responses) select 1 from a`',
    'in a common table expression of its own name':
      'sql`with responses as (select * from responses) select 1 from responses`',
    'past a common table expression of its name':
      'sql`with responses as (select 1) select 1 from public.responses`',
    'in a subquery of a list': 'sql`select (select count(*) from responses)`',
    'in a union': 'sql`select 1 union all select 2 from responses`',
    'where rows are inserted': 'sql`insert into responses default values`',
    'where rows are updated': 'sql`update only responses set state = 1`',
    'where rows are deleted': 'sql`delete from pulses using responses`',
    'where rows are merged': 'sql`merge into pulses using responses on true when matched then delete`',
    'where it is locked': 'sql`lock table responses`',
    'where it is emptied': 'sql`truncate responses`',
    'where it is dropped': 'sql`drop table responses`',
    'where a table is made of it': 'sql`create table pulses_copy (like responses)`',
    'beside a fragment': 'sql`select 1 from pulses ${any} join responses on true`',
    'in a fragment of a join': 'sql`left join responses r on true`',
    'in a fragment of a condition': 'sql`and exists (select 1 from responses)`',
    'in a fragment that is only its name': 'sql`responses`',
    'in a fragment that is its name and another': 'sql`responses r, pulses p`',
    'in a choice of fragments': 'sql`select 1 from ${isOpen ? sql`responses` : sql`pulses`}`',
    'in a constant': 'const name = sql.raw("responses")\nsql`select 1 from ${name}`',
    'as a table’s name': 'sql`select 1 from ${sql.table("responses")}`',
    'in a loop': 'for (const name of ["pulses", "responses"]) sql`delete from ${sql.table(name)}`',
    'as a parameter of a function':
      'const of = (name: string) => sql`select 1 from ${sql.table(name)}`\nof("responses")',
    'as a type': 'const of = (name: "pulses" | "responses") => sql`select 1 from ${sql.table(name)}`',
    'in two fragments': 'sql`select 1 from res${sql`ponses`}`',
    'in two halves': 'sql.raw("select 1 from respon" + "ses")',
    'in a template in a template': 'const half = "ses"\nsql.raw(`select 1 from respon${half}`)',
    'by the driver': 'db.pool.query("select 1 from responses")',
    'by the driver, prepared': 'db.pool.query({ name: "one", text: "select 1 from responses" })',
    'by the driver, in brackets': 'db.pool["query"]("select 1 from responses")',
    'by the driver, chosen elsewhere':
      'const query = { text: "select 1 from responses" }\nconst of = () => ({ ...query, values: [] })\ndb.pool.query(of())',
    'in a partition': 'sql`select 1 from responses_default`',
  }
  for (const [how, code] of Object.entries(spellings))
    test(how, () => {
      const { uses, faults } = checked(tag + code)
      const found = uses.some(({ table, room }) => table === 'responses' && room === 'pulses')
      assert.ok(found, `not found: ${JSON.stringify({ uses, faults })}`)
    })

  test('in a constant of another room, and reported for that room', () => {
    const code = `import { name } from '../channels/slack.ts'\n${tag}sql.raw(\`select 1 from \${name}\`)`
    const { uses } = checked(code, { 'src/channels/slack.ts': "export const name = 'responses'" })
    assert.deepEqual(
      uses.map(({ table, room }) => [table, room]),
      [['responses', 'channels']],
    )
  })
})

suite('SQL that could hide a table fails', () => {
  const hidden: Record<string, string> = {
    'a statement that does not parse': 'sql`selec 1 from responses`',
    'half a statement': 'sql`select 1 from`',
    'a name that a value completes': 'sql`select 1 from res${name}`',
    'two holes side by side': 'sql`select 1 from ${one}${two}`',
    'a hole in quotes': 'sql`select 1 from "${name}"`',
    'a hole in a comment': 'sql`select 1 -- ${name}`',
    'an open comment': 'sql`select 1 /* `',
    'a text that is computed': 'sql.raw(`select 1 from ${names.join()}`)',
    'a name that is computed': 'sql`select 1 from ${sql.table(names[0])}`',
    'a name that callers choose': 'export const of = (name: string) => sql`select 1 from ${sql.table(name)}`',
    'a name that is changed later': 'let name = "pulses"\nsql`select 1 from ${sql.table(name)}`',
    'another name for the tag': "import { sql as q } from '../db/db.ts'\nq`select 1 from responses`",
    'the tag in a constant': 'const q = sql\nq`select 1 from responses`',
    'the tag under a namespace': "import * as db from '../db/db.ts'\ndb.sql`select 1 from responses`",
    'the tag in an object': 'const it = { sql: sql }\nit.sql`select 1 from responses`',
    'the tag in an object, in short': 'const it = { sql }\nit.sql`select 1 from responses`',
    'a member of the tag in a constant': 'const raw = sql.raw\nraw("select 1 from responses")',
    'a member of the tag in brackets': 'sql["raw"]("select 1 from responses")',
    'an identifier of several names': 'sql`select 1 from ${sql.id("public", "responses")}`',
    'the builder of queries': 'tx.selectFrom("responses").selectAll().execute()',
    'the driver’s method in a constant': 'const pool = db.pool\npool.query(text)',
    'a driver of its own': "import pg from 'pg'\nnew pg.Client()",
    'a compiled query': "import { CompiledQuery } from 'kysely'\nCompiledQuery.raw(text)",
    'SQL given as a text': "sql`select query_to_xml('select * from responses', true, true, '')`",
    'SQL in a block': 'sql`do $$ begin perform 1 from responses; end $$`',
    'SQL that is prepared': 'sql`prepare one as select 1 from responses`',
    'rows that are copied': 'sql`copy responses to stdout`',
    'a view': 'sql`create view answers as select * from responses`',
    'another schema': 'sql`select 1 from jobs.job`',
    'a table that is not in the schema': 'sql`select 1 from answers`',
    'a name that only another file explains': 'sql`select 1 from looked_for`',
    'a temporary table of a name of ours': 'sql`create temporary table responses (id text)`',
  }
  for (const [how, code] of Object.entries(hidden))
    test(how, () => {
      const { faults } = checked(code.startsWith('import') ? code : tag + code)
      assert.notDeepEqual(faults, [])
    })
})

test('a key of an object does not count as the tag', () => {
  assert.deepEqual(checked(`${tag}const names = { sql: 'SQL' }`).faults, [])
})

test('names of columns, aliases and texts do not count as tables', () => {
  const { uses, faults } = checked(
    `${tag}sql\`select responses.id, count(*) as responses, 'from responses' from pulses as responses where state = \${state}\``,
  )
  assert.deepEqual(faults, [])
  assert.deepEqual(
    uses.map(({ table }) => table),
    ['pulses'],
  )
})
