/**
 * `node load.js [--full] [warehouse.duckdb]`: asks `sonde export` for what was released since the last load, as Parquet, and puts it into the
 * tables `raw.*` of a DuckDB file. Rows that come again replace those that are there, so a second run adds nothing twice. With `--full`
 * everything is read from the beginning, and what the service no longer gives is gone here as well.
 *
 * All tables change in one transaction: anyone who reads them sees one load or the next. `sonde` finds its service and its token in the
 * environment (SONDE_URL with SONDE_TOKEN, or with SONDE_CLIENT_ID and SONDE_CLIENT_SECRET).
 */
import { execFile } from 'node:child_process'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { parseArgs, promisify } from 'node:util'
import { DuckDBInstance } from '@duckdb/node-api'

const run = promisify(execFile)

/** By which columns rows come again: all rows that are equal in these are replaced together. */
const keys = {
  collections: ['pulse_id', 'check_in_instance_id'],
  teams: ['team_id'],
  figures: ['pulse_id', 'check_in_instance_id', 'team_id', 'measure', 'question_id'],
  participation: ['pulse_id', 'check_in_instance_id', 'team_id'],
}

/** For writes that were under way when the last load read. */
const overlapMs = 3_600_000

const { values, positionals } = parseArgs({
  options: { full: { type: 'boolean', default: false } },
  allowPositionals: true,
})
const [warehouse = 'warehouse.duckdb'] = positionals
const folder = await mkdtemp(join(tmpdir(), 'sonde-load-'))
const instance = await DuckDBInstance.create(warehouse)
const connection = await instance.connect()

const rowsOf = async (sql) => (await connection.runAndReadAll(sql)).getRowObjects()
const isThere = async (dataset) =>
  (
    await rowsOf(
      `select 1 from information_schema.tables where table_schema = 'raw' and table_name = '${dataset}'`,
    )
  ).length > 0

/** @returns from when on to ask, or nothing, for everything */
async function sinceOf(dataset) {
  if (values.full || !(await isThere(dataset))) return []
  const [{ newest }] = await rowsOf(`select epoch_us(max(released_at)) as newest from raw.${dataset}`)
  if (newest === null) return []
  return ['--since', new Date(Number(newest / 1000n) - overlapMs).toISOString()]
}

async function exported(dataset) {
  const file = join(folder, `${dataset}.parquet`)
  await run('sonde', ['export', dataset, '-o', file, ...(await sinceOf(dataset))])
  return [dataset, file]
}

async function load(dataset, file) {
  if (values.full || !(await isThere(dataset))) {
    await connection.run(`create or replace table raw.${dataset} as from read_parquet('${file}')`)
    return
  }
  // A newer service may have columns that this table lacks.
  const known = new Set((await rowsOf(`describe raw.${dataset}`)).map(({ column_name: name }) => name))
  for (const { column_name: name, column_type: type } of await rowsOf(
    `describe from read_parquet('${file}')`,
  ))
    if (!known.has(name)) await connection.run(`alter table raw.${dataset} add column "${name}" ${type}`)
  const same = keys[dataset].map((column) => `old.${column} is not distinct from new.${column}`)
  await connection.run(
    `delete from raw.${dataset} as old
     where exists (select 1 from read_parquet('${file}') as new where ${same.join(' and ')})`,
  )
  await connection.run(`insert into raw.${dataset} by name from read_parquet('${file}')`)
}

try {
  await connection.run('create schema if not exists raw')
  // What others refer to is read after them: a survey whose figures are here is among the collections then.
  const files = [
    ...(await Promise.all(['figures', 'participation'].map(exported))),
    ...(await Promise.all(['collections', 'teams'].map(exported))),
  ]
  await connection.run('begin')
  for (const [dataset, file] of files) await load(dataset, file)
  await connection.run('commit')
  for (const [dataset, file] of files) {
    const [{ came }] = await rowsOf(`select count(*) as came from read_parquet('${file}')`)
    const [{ rows }] = await rowsOf(`select count(*) as rows from raw.${dataset}`)
    console.log(`${dataset}: ${came} came, ${rows} in the warehouse`)
  }
} finally {
  connection.closeSync()
  instance.closeSync()
  await rm(folder, { recursive: true, force: true })
}
