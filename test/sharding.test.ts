/** What lets the tables be divided over several servers by their organisation, held without such servers. */
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { sharedApp } from './support/start.ts'

const { db } = await sharedApp()

/** Tables that have an organisation's rows, and are whole on every server. */
const copied = ['names']

const ofOrganisations = `
  c.relnamespace = 'public'::regnamespace
  and not c.relispartition
  and exists (
    select from pg_attribute a
    where a.attrelid = c.oid and a.attname = 'organisation_id' and not a.attisdropped)`

test('every unique key of an organisation’s table names the organisation', async () => {
  const { rows } = await db.pool.query<{ table: string; index: string }>(
    `select c.relname as table, i.indexrelid::regclass::text as index
     from pg_index i
     join pg_class c on c.oid = i.indrelid
     where i.indisunique
       and ${ofOrganisations}
       and not exists (
         select from pg_attribute a
         where a.attrelid = c.oid and a.attname = 'organisation_id' and a.attnum = any (i.indkey))`,
  )
  assert.deepEqual(
    rows.filter(({ table }) => !copied.includes(table)),
    [],
  )
})

test('all tables compare organisations in the same way', async () => {
  const { rows } = await db.pool.query(
    `select c.relname
     from pg_class c
     join pg_attribute a on a.attrelid = c.oid and a.attname = 'organisation_id'
     where c.relkind in ('r', 'p')
       and ${ofOrganisations}
       and a.attcollation <> '"C"'::regcollation`,
  )
  assert.deepEqual(rows, [])
})

test('whatever refers to a row of an organisation does so within it', async () => {
  const { rows } = await db.pool.query(
    `select o.conrelid::regclass::text as table, o.conname
     from pg_constraint o
     join pg_class c on c.oid = o.conrelid
     where o.contype = 'f'
       and ${ofOrganisations}
       and not exists (
         select from pg_attribute a
         where a.attrelid = c.oid and a.attname = 'organisation_id' and a.attnum = any (o.conkey))`,
  )
  assert.deepEqual(rows, [])
})
