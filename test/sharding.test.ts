/** What lets the tables be divided over several servers by their organisation, held without such servers. */
import assert from 'node:assert/strict'
import { globSync, readFileSync } from 'node:fs'
import { join, resolve } from 'node:path'
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

test('a foreign key to a row of an organisation includes the organisation', async () => {
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

test('no table has a trigger: it would run where its part of the table is, and be heard by nobody', async () => {
  const { rows } = await db.pool.query(
    'select tgrelid::regclass::text, tgname from pg_trigger where not tgisinternal',
  )
  assert.deepEqual(rows, [])
})

const root = resolve(import.meta.dirname, '..')

/** The statements of the product that update a table, as far as their conditions, by file. */
const updatesOf = (table: string): { file: string; code: string; assigned: string }[] =>
  globSync('src/**/*.ts', { cwd: root })
    .filter((file) => !file.endsWith('.test.ts'))
    .flatMap((file) => {
      const code = readFileSync(join(root, file), 'utf8')
      const updates = code.matchAll(
        new RegExp(`update ${table}\\b(?: \\w)?\\s+set ([^]*?)\\b(?:where|from)\\b`, 'g'),
      )
      return [...updates].map(([, assigned]) => ({ file, code, assigned }))
    })

test('whatever changes the rights of an application, a grant or a token announces it', () => {
  const rights = ['access_tokens', 'applications', 'application_secrets', 'grants', 'refresh_families']
  /** Its callers do. */
  const byCallers = ['src/oauth/applications/application-record.ts']
  for (const table of rights) {
    const updates = updatesOf(table)
    assert.ok(updates.length > 0, table)
    const silent = updates.filter(
      ({ code, assigned }) =>
        /revoked_at|status|scopes|kind|version|expires_at|compromised_at/.test(assigned) &&
        !code.includes('announceAccess('),
    )
    assert.deepEqual(
      silent.map(({ file }) => file).filter((file) => !byCallers.includes(file)),
      [],
      table,
    )
  }
})

test('what claims one row finds it once: behind “in”, PostgreSQL may look again, and again find one that nobody holds', () => {
  const claims = globSync('src/**/*.ts', { cwd: root }).flatMap((file) => {
    const code = readFileSync(join(root, file), 'utf8')
    return [...code.matchAll(/(=|\bin) \(\s*select\b(?:(?!`)[^])*?skip locked\s*\)/g)].map(([, by]) => ({
      file,
      by,
    }))
  })
  assert.ok(claims.filter(({ by }) => by === '=').length > 5)
  assert.deepEqual(
    claims.filter(({ by }) => by === 'in').map(({ file }) => file),
    [],
  )
})

test('roles and states of users change in one place, and anyone who is out has left no way back', () => {
  const ofUsers = updatesOf('users').filter(({ assigned }) => /\b(role|status)\s*=|\$\{set\}/.test(assigned))
  assert.deepEqual(
    ofUsers.map(({ file }) => file),
    ['src/identity/changing-users.ts'],
  )
  const ofMembers = updatesOf('members').filter(({ assigned }) => /\bstatus\s*=/.test(assigned))
  assert.ok(ofMembers.length > 1)
  /** What calls it ends the invitations, before the addresses change. */
  const callers: Record<string, string> = {
    'src/directory/import/apply.ts': 'src/directory/import/imports.ts',
  }
  for (const { file } of ofMembers)
    assert.match(readFileSync(join(root, callers[file] ?? file), 'utf8'), /endInvitationsOfMembers\(/, file)
})
