import assert from 'node:assert/strict'
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { test } from 'node:test'
import { bodyOf } from '../../test/support/clockwork.ts'
import { newPeopledWorld } from '../../test/support/people.ts'
import { newWorld } from '../../test/support/world.ts'
import { Problem } from '../problem.ts'
import { importFile, wordsOf } from './import.ts'

test('a file is imported from the command line after a dry run, and reported line by line', async (t) => {
  const world = await newWorld()
  const { db } = world.running
  const folder = await mkdtemp(join(tmpdir(), 'sonde-import-'))
  t.after(() => rm(folder, { recursive: true }))
  const file = async (name: string, text: string): Promise<string> => {
    await writeFile(join(folder, name), text)
    return join(folder, name)
  }
  const options = {
    organisation: world.organisationId,
    dryRun: false,
    missing: 'keep',
    confirmDeactivate: false,
  }
  const take = (path: string, more: Partial<typeof options> = {}) =>
    importFile(db, path, { ...options, ...more }, new Date())
  const refused = (path: string, more?: Partial<typeof options>) =>
    take(path, more).then(
      () => assert.fail('was taken'),
      (error: Problem) => [error.code, error.extra.errors?.length],
    )

  const csv = await file('people.csv', 'name,email,teams\nAda,ada@x.test,Platform\n')
  const tried = wordsOf(await take(csv, { dryRun: true }))
  assert.deepEqual(tried, [
    '2: create Ada: name – → "Ada", email – → "ada@x.test", teams – → "Platform", status – → "active"',
    'It would be: rows 1, created 1, updated 0, unchanged 0, deactivated 0, teams created 1, memberships added 1, memberships removed 0, addresses pending 0',
  ])
  assert.equal((await take(csv)).created, 1)
  assert.equal(
    (await take(await file('people.ndjson', '{"name":"Ada","email":"ada@x.test"}\n'))).unchanged,
    1,
  )
  const [audited] = (
    await db.pool.query(
      "select actor_kind, user_id, application_id from audit_events where organisation_id = $1 and action = 'directory.imported'",
      [world.organisationId],
    )
  ).rows
  assert.deepEqual(audited, { actor_kind: 'operator', user_id: null, application_id: null })

  const wrong = await file('wrong.csv', 'name,email\n,nowhere\n')
  assert.deepEqual(await refused(wrong), ['import_refused', 2])
  assert.deepEqual(await refused(join(folder, 'none.csv')), ['invalid_request', undefined])
  assert.deepEqual(await refused(folder), ['invalid_request', undefined])
  assert.deepEqual(await refused(csv, { organisation: 'org_none' }), ['not_found', undefined])
  assert.deepEqual(await refused(csv, { missing: 'all' }), ['invalid_request', undefined])
})

test('a file from the command line leaves the last admin who has signed in, as every other way does', async (t) => {
  const world = await newPeopledWorld()
  const adder = await world.user({ id: world.adminId })
  const admin = { name: 'Admin', email: world.adminEmail, external_id: 'hr-1' }
  const { id } = await bodyOf(adder.post('/api/members', admin), 201)
  await bodyOf(world.admin.get('/api/organisation'))
  const folder = await mkdtemp(join(tmpdir(), 'sonde-import-'))
  t.after(() => rm(folder, { recursive: true }))
  const without = join(folder, 'without.csv')
  await writeFile(without, 'external_id,name\nhr-2,Somebody\n')
  const importIt = (dryRun: boolean) =>
    importFile(
      world.running.db,
      without,
      { organisation: world.organisationId, dryRun, missing: 'deactivate', confirmDeactivate: true },
      new Date(),
    )
  for (const dryRun of [true, false])
    await assert.rejects(importIt(dryRun), (error: Problem) => {
      assert.equal(error.code, 'last_admin')
      assert.match(String(error.extra.detail), /no admin who has signed in/)
      return true
    })
  assert.equal((await bodyOf(adder.get(`/api/members/${id}`))).status, 'active')
})
