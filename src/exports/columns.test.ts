/** Columns that every reader of exports relies on, and never change their meaning. */
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { columnsOf } from '../../contract/export-rows.ts'
import { type Dataset, datasetNames, datasets } from '../../contract/exports.ts'

const types: Record<string, string> = {
  schema_version: 'integer',
  released_at: 'instant',
  closed_at: 'instant',
  superseded_by: 'text',
  n: 'integer',
  value: 'number',
  low: 'number',
  high: 'number',
  banded: 'boolean',
}

/** Beside schema_version and released_at, which all have. Results have no intervals, because those of the API have none. */
const columns: Record<Dataset, readonly string[]> = {
  collections: ['closed_at'],
  results: ['n', 'value', 'banded', 'closed_at'],
  figures: ['n', 'value', 'low', 'high', 'banded', 'closed_at'],
  participation: ['n', 'value', 'low', 'high', 'closed_at'],
  insights: ['n', 'value', 'low', 'high', 'superseded_by'],
  actions: [],
  teams: [],
  comments: ['closed_at'],
  audit: [],
}

for (const dataset of datasetNames)
  test(`rows of ${dataset} have the columns that never change their meaning, and an id`, () => {
    const own = columnsOf(datasets[dataset])
    assert.deepEqual(
      own.filter(({ name }) => name in types).map(({ name }) => name),
      ['schema_version', ...columns[dataset], 'released_at'],
    )
    for (const { name, type } of own)
      // A value of an insight is JSON, because each kind has its own.
      if (name in types && !(dataset === 'insights' && name === 'value'))
        assert.equal(type, types[name], name)
    assert.ok(own.some(({ name, type }) => name.endsWith('_id') && type === 'text'))
    const isVersioned = own.filter(({ name }) => name === 'schema_version' || name === 'released_at')
    assert.ok(isVersioned.every(({ isNullable }) => !isNullable))
  })
