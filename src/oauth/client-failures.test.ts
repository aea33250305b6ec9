import { test } from 'node:test'
import assert from 'node:assert/strict'
import { request } from 'node:http'
import { client, eventually, newWorld } from '../../test/support/world.ts'
import { networkOf } from '../http/network.ts'
import { callback, newFlow } from '../../test/support/oauth-flow.ts'
import { unknownSecret } from '../../test/support/unknown-secrets.ts'

const flow = await newFlow({ env: { SONDE_RATE_LIMITS: 'on' } })
const { client_id } = flow.credentials
const ask = (client_secret: string, id = client_id) =>
  flow.token({ grant_type: 'client_credentials', client_id: id, client_secret })
const traces = async () =>
  (
    await flow.db.pool.query<{ type: string }>(
      `select type from events
       where type = 'application.secret_guessed' and payload->>'application_id' = $1
       union all
       select action from audit_events where action = 'application.secret_guessed' and target = $1`,
      [flow.application.id],
    )
  ).rows.length

test('the eleventh wrong secret in a minute has to wait, and the right one never does', async () => {
  for (let i = 0; i < 10; i++) assert.equal((await ask(i % 2 ? 'wrong' : unknownSecret('cs'))).status, 401)
  for (let i = 0; i < 5; i++) {
    const refused = await ask('wrong')
    assert.deepEqual([refused.status, refused.body.error], [429, 'too_many_requests'])
    assert.ok(Number(refused.headers.get('retry-after')) > 0)
    assert.equal((await ask(flow.credentials.client_secret)).status, 200)
  }
})

test('what somebody tries for one client is no other’s matter', async () => {
  const other = await flow.register()
  assert.equal((await ask('wrong', other.client_id)).status, 401)
  assert.equal((await ask('wrong', 'app_unknown')).status, 401)
})

test('a hundred in an hour are told the admins once', async () => {
  assert.equal(await traces(), 0)
  for (let i = 0; i < 120; i++) await ask('wrong')
  await eventually(traces, (count) => count > 0)
  for (let i = 0; i < 20; i++) await ask('wrong')
  assert.equal(await traces(), 2)
  assert.equal((await ask(flow.credentials.client_secret)).status, 200)
})

/** Status of a request by the id of a public application alone, from an address of this machine. */
const askFrom = (localAddress: string, clientId: string) =>
  new Promise<number>((resolve, reject) =>
    request(
      `${flow.url}/oauth/token`,
      { method: 'POST', localAddress, headers: { 'content-type': 'application/json' } },
      (reply) => {
        reply.resume()
        resolve(reply.statusCode!)
      },
    )
      .on('error', reject)
      .end(
        JSON.stringify({
          grant_type: 'authorization_code',
          client_id: clientId,
          code: 'x',
          redirect_uri: callback,
        }),
      ),
  )

test('who knows the id of a public application cannot use up what its people need', async () => {
  const open = await flow.register({ kind: 'public' })
  const seen = new Set<number>()
  for (let i = 0; i < 700; i++) seen.add(await askFrom('127.0.0.3', open.client_id))
  assert.deepEqual([...seen].toSorted(), [400, 429])
  assert.equal(await askFrom('127.0.0.4', open.client_id), 400)
})

test('of those who share an application without a secret, such as our own pages, one cannot use up what the others need', async () => {
  const world = await newWorld({ running: flow.running })
  await flow.db.pool.query(`update applications set kind = 'public' where id = $1`, [world.application.id])
  const [busy, quiet] = [await world.user({ role: 'admin' }), await world.user({ role: 'admin' })]
  const seen = new Set<number>()
  for (let i = 0; i < 140; i++) seen.add((await busy.post('/api/teams', {})).status)
  assert.deepEqual([...seen].toSorted(), [400, 429])
  assert.equal((await quiet.post('/api/teams', {})).status, 400)
  await flow.db.pool.query(`update applications set kind = 'confidential' where id = $1`, [
    world.application.id,
  ])
})

test('a person in person has a measure too', async () => {
  const session = await flow.session()
  const seen = new Set<number>()
  for (let i = 0; i < 140; i++)
    seen.add((await session.post('/api/oauth/code', { client_id, redirect_uri: 'https://x.test' })).status)
  assert.deepEqual([...seen].toSorted(), [400, 429])
  const other = client(flow.url, await flow.idp.token({ sub: 'somebody else' }))
  assert.equal(
    (await other.post('/api/oauth/code', { client_id, redirect_uri: 'https://x.test' })).status,
    400,
  )
})

test('networks are told apart as one subscriber has them', () => {
  assert.equal(networkOf('2001:db8:1:2::5'), networkOf('2001:db8:1:2:ffff::1'))
  assert.notEqual(networkOf('2001:db8:1:2::5'), networkOf('2001:db8:1:3::5'))
})
