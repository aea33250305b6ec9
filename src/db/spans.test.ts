/** What the span of a statement is called: with nothing that is not a verb or a table. */
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { summaryOf } from './spans.ts'

test('a statement is called by its verb and its first table, and by no column, value or other word of it', () => {
  const cases: [string, string][] = [
    ['select id from teams where name = $1', 'select teams'],
    ['\n  insert into api_requests (id) values ($1)', 'insert api_requests'],
    ['update members set name = $1', 'update members'],
    ['select extract(epoch from opened_at) from pulses', 'select pulses'],
    ['with gone as (delete from memberships returning id) select count(*) from gone', 'with memberships'],
    [`select 'from ada' where $1 is distinct from secret`, 'select'],
    ['', 'statement'],
  ]
  for (const [text, name] of cases) assert.equal(summaryOf(text), name, text)
})
