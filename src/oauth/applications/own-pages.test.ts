/** The pages of this service are an application of each organisation, which nobody there can change. */
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { pino } from 'pino'
import { firstPartyScopes } from '../../../contract/scopes.ts'
import { many, only, run, sql, textArray } from '../../db/db.ts'
import { type RowOf, shape, shapeOf, text } from '../../db/shape.ts'
import { applications } from '../../db/tables.ts'
import { dueWork, inTransaction } from '../../jobs/jobs.ts'
import { oauthTasks } from '../tasks.ts'
import { createApplicationFor } from './applications.ts'
import { newFlow } from '../../../test/support/oauth-flow.ts'
import { registerOwnPages } from './own-pages.ts'

const flow = await newFlow({ at: '2026-11-23T09:00:00Z' })
const clock = flow.clock!
const { db, url, organisationId } = flow
const admin = await flow.session()
const { developerUrl } = flow.running.app.addresses

const pagesRow = shapeOf(applications, ['id', 'redirect_uris', 'scopes', 'api_version', 'status', 'version'])
const rows = (): Promise<RowOf<typeof pagesRow>[]> =>
  many(
    db.tx,
    pagesRow,
    sql`
      select ${pagesRow.columns}
      from applications
      where organisation_id = ${organisationId}
        and kind = 'first_party'
      order by id`,
  )
const register = (at = developerUrl) => db.transaction((tx) => registerOwnPages(tx, at, clock.now()))
const mine = async () => (await admin.get('/api/me')).body.pages_client_id

test('nodes that start at once register them once, and a later one finds them there', async () => {
  assert.equal(await mine(), null)
  await Promise.all(Array.from({ length: 20 }, () => register()))
  const [own, ...more] = await rows()
  assert.deepEqual(more, [])
  assert.deepEqual([own.redirect_uris, own.scopes], [[`${developerUrl}/app/callback`], firstPartyScopes])
  assert.equal(await mine(), own.id)
  assert.equal(await register(), 0)
  assert.deepEqual(await rows(), [own])
})

test('two nodes that name different addresses move them once each, and not back and forth', async () => {
  const [before] = await rows()
  const tasks = ['https://one.example', 'https://other.example'].map((address) =>
    inTransaction(db, oauthTasks(() => address)[0]),
  )
  await dueWork(tasks, { now: clock.now, log: pino({ level: 'silent' }) }).settle()
  const [after] = await rows()
  assert.deepEqual(
    [after.redirect_uris, after.version],
    [['https://other.example/app/callback'], before.version + 2],
  )
  await register()
})

test('they move with the address, stay the same application, and get the scopes and version of a new release', async () => {
  const [before] = await rows()
  await register('https://moved.example')
  assert.deepEqual(
    (await rows()).map(({ id, redirect_uris }) => [id, redirect_uris]),
    [[before.id, ['https://moved.example/app/callback']]],
  )
  await register()
  await run(
    db.tx,
    sql`update applications set scopes = ${textArray(['pulses:read'])} where id = ${before.id}`,
  )
  await register()
  await run(db.tx, sql`update applications set api_version = '2020-01-01' where id = ${before.id}`)
  await register()
  const [after] = await rows()
  assert.deepEqual({ ...after, version: 0 }, { ...before, version: 0 })
  assert.deepEqual(after.scopes, firstPartyScopes)
})

test('they are in no list, no event and no audit log', async () => {
  const { applications } = (await admin.get('/api/applications')).body
  const [own] = await rows()
  assert.ok(applications.length > 0)
  assert.ok(applications.every(({ id }: { id: string }) => id !== own.id))
  const traces = await many(
    db.tx,
    shape({ id: text }),
    sql`
      select id from events where payload->>'application_id' = ${own.id}
      union all
      select id from audit_events where target = ${own.id}`,
  )
  assert.deepEqual(traces, [])
})

test('an admin can neither move, change nor revoke them, as consent to them is implied', async () => {
  const before = await rows()
  const path = `/api/applications/${before[0].id}`
  const evil = 'https://evil.example/callback'
  for (const patch of [
    { redirect_uris: [evil] },
    { scopes: ['pulses:read'] },
    { name: 'Ours now' },
    { kind: 'public' },
    { require_pkce: false },
  ]) {
    const reply = await admin.patch(path, patch)
    assert.deepEqual([reply.status, reply.body.code], [422, 'unprocessable'], JSON.stringify(patch))
  }
  for (const reply of [
    await admin.post(`${path}/revoke`),
    await admin.delete(path),
    await admin.post(`${path}/rotate-secret`),
  ])
    assert.deepEqual([reply.status, reply.body.code], [422, 'unprocessable'])
  assert.deepEqual(await rows(), before)
  const asked = {
    client_id: before[0].id,
    redirect_uri: evil,
    code_challenge: 'x'.repeat(43),
    code_challenge_method: 'S256',
  }
  assert.equal((await flow.allow({ ...asked, remembered: true })).body.error, 'redirect_uri_mismatch')
  assert.equal(
    (await flow.allow({ ...asked, redirect_uri: `${developerUrl}/app/callback`, remembered: true })).status,
    200,
  )
})

test('an application with the same name asks for consent like any other', async () => {
  const twin = await flow.register({ name: 'Sonde', kind: 'public' })
  const pkce = { code_challenge: 'x'.repeat(43), code_challenge_method: 'S256' }
  const reply = await flow.allow({ client_id: twin.client_id, ...pkce, remembered: true })
  assert.equal(reply.body.error, 'consent_required')
  assert.notEqual(await mine(), twin.client_id)
  await register()
  assert.equal((await admin.get(`/api/applications/${twin.id}`)).body.redirect_uris.length, 1)
})

test('another page that the operator registered before is not mistaken for these', async () => {
  const other = await newFlow({ running: flow.running, idp: flow.idp })
  await db.transaction((tx) =>
    createApplicationFor(
      tx,
      { organisationId: other.organisationId, userId: null },
      {
        name: 'Wallboard',
        kind: 'first_party',
        redirect_uris: ['https://wall.example/cb'],
        scopes: ['pulses:read'],
      },
      clock.now(),
    ),
  )
  const its = await other.session()
  assert.equal((await its.get('/api/me')).body.pages_client_id, null)
  clock.advance(1000)
  await register()
  const found = (await its.get('/api/me')).body.pages_client_id
  const row = await only(
    db.tx,
    shapeOf(applications, ['redirect_uris']),
    sql`select redirect_uris from applications where client_id = ${found}`,
  )
  assert.deepEqual(row.redirect_uris, [`${developerUrl}/app/callback`])
  assert.ok(url.startsWith('http'))
})
