/**
 * A dbt project run without dbt, which is Python and installed by few: its models and tests by DuckDB, in the order of their references. It
 * stands in for dbt so far as the example of this repository goes, and refuses what it does not know: of Jinja `config`, `ref`, `source`,
 * `this` and `if is_incremental()`; of materializations `view`, `table` and `incremental` with `delete+insert` by one key; of tests `unique`,
 * `not_null` and those of SQL. Source: dbt's reference of Jinja functions, of materializations and of data tests.
 */
import { globSync, readFileSync } from 'node:fs'
import { basename, join, sep } from 'node:path'
import { parse } from 'yaml'
import type { Query } from './duck-db.ts'

type Config = {
  readonly materialized?: string
  readonly unique_key?: string
  readonly incremental_strategy?: string
}
type Model = { readonly name: string; readonly sql: string; readonly config: Config }
type Properties = {
  readonly models?: readonly {
    name: string
    columns: readonly { name: string; data_tests: readonly string[] }[]
  }[]
  readonly sources?: readonly { name: string; schema: string; tables: readonly { name: string }[] }[]
}

const expression = /\{\{\s*(.*?)\s*\}\}/gs
const literals = /'([^']*)'/g

const literalsOf = (call: string): string[] => [...call.matchAll(literals)].map(([, text]) => text)

const configOf = (call: string): Config =>
  Object.fromEntries([...call.matchAll(/(\w+)='([^']*)'/g)].map(([, name, value]) => [name, value]))

export function dbtProject(folder: string) {
  const textOf = (path: string): string => readFileSync(join(folder, path), 'utf8')
  const project = parse(textOf('dbt_project.yml'))
  const properties: Properties[] = globSync('models/**/*.yml', { cwd: folder }).map((path) =>
    parse(textOf(path)),
  )
  const sources = properties.flatMap((file) => file.sources ?? [])
  const models: Model[] = globSync('models/**/*.sql', { cwd: folder }).map((path) => {
    const sql = textOf(path)
    const [, config = ''] = /\{\{\s*config\((.*?)\)\s*\}\}/s.exec(sql) ?? []
    const { '+materialized': materialized } = project.models[project.name][path.split(sep)[1]]
    return { name: basename(path, '.sql'), sql, config: { materialized, ...configOf(config) } }
  })

  const relationOf = (call: string, self: string): string => {
    const [first, second] = literalsOf(call)
    if (/^config\(/.test(call)) return ''
    if (call === 'this') return self
    if (/^ref\('\w+'\)$/.test(call) && models.some(({ name }) => name === first)) return first
    const source = sources.find(({ name }) => name === first)
    if (/^source\('\w+', '\w+'\)$/.test(call) && source?.tables.some(({ name }) => name === second))
      return `${source.schema}.${second}`
    throw new Error(`${self}: {{ ${call} }} is not known here`)
  }

  function render(sql: string, self: string, isIncremental: boolean): string {
    const rendered = sql
      .replaceAll(/\{% if is_incremental\(\) %\}(.*?)\{% endif %\}/gs, (_all, inner: string) =>
        isIncremental ? inner : '',
      )
      .replaceAll(expression, (_all, call: string) => relationOf(call, self))
    if (/\{[{%#]/.test(rendered)) throw new Error(`${self} has Jinja that is not known here`)
    return rendered
  }

  const referencesOf = ({ sql }: Model): string[] =>
    [...sql.matchAll(/\{\{\s*ref\('(\w+)'\)/g)].map(([, name]) => name)

  function inOrder(): Model[] {
    const ordered: Model[] = []
    while (ordered.length < models.length) {
      const next = models.filter(
        (model) =>
          !ordered.includes(model) &&
          referencesOf(model).every((name) => ordered.some((one) => one.name === name)),
      )
      if (next.length === 0) throw new Error('Models refer to one another in a circle')
      ordered.push(...next)
    }
    return ordered
  }

  const build = async (query: Query, { name, sql, config }: Model, how?: 'anew'): Promise<void> => {
    const { materialized, unique_key: key, incremental_strategy: strategy } = config
    if (materialized === 'view' || materialized === 'table') {
      await query(`create or replace ${materialized} ${name} as ${render(sql, name, false)}`)
      return
    }
    if (materialized !== 'incremental' || strategy !== 'delete+insert' || key === undefined)
      throw new Error(`${name}: ${materialized} by ${strategy} is not known here`)
    const there = await query(
      `select 1 from information_schema.tables where table_catalog = current_catalog() and table_name = '${name}'`,
    )
    if (there.length === 0 || how === 'anew') {
      await query(`create or replace table ${name} as ${render(sql, name, false)}`)
      return
    }
    await query(`create or replace temp table came as ${render(sql, name, true)}`)
    await query(`delete from ${name} where ${key} in (select ${key} from came)`)
    await query(`insert into ${name} by name select * from came`)
  }

  const testOfColumn = (model: string, column: string, test: string): string => {
    if (test === 'not_null') return `select * from ${model} where ${column} is null`
    if (test === 'unique')
      return `select ${column} from ${model} where ${column} is not null group by ${column} having count(*) > 1`
    throw new Error(`${model}: the test ${test} is not known here`)
  }

  return {
    /** `dbt run`, and `anew` with `--full-refresh`. */
    async run(query: Query, how?: 'anew'): Promise<void> {
      for (const model of inOrder()) await build(query, model, how)
    },
    /** `dbt test`. @returns how many rows each test finds: 0 where it passes */
    async test(query: Query): Promise<Record<string, number>> {
      const ofColumns = properties
        .flatMap((file) => file.models ?? [])
        .flatMap(({ name: model, columns }) =>
          columns.flatMap(({ name, data_tests: tests }) =>
            tests.map((test): [string, string] => [
              `${test} ${model}.${name}`,
              testOfColumn(model, name, test),
            ]),
          ),
        )
      const ofSql = globSync('tests/*.sql', { cwd: folder }).map((path): [string, string] => [
        basename(path, '.sql'),
        render(textOf(path), basename(path), false),
      ])
      const found: Record<string, number> = {}
      for (const [name, sql] of [...ofColumns, ...ofSql]) found[name] = (await query(sql)).length
      return found
    },
  }
}
