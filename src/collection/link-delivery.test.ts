/**
 * Personal links: read by the application that the promise names and, of anonymous and confidential surveys, by nobody else; every reader
 * is in the audit log. Without such an application no anonymous or confidential survey opens that relies on them.
 */
import assert from 'node:assert/strict'
import { before, test } from 'node:test'
import type { Mode } from '../../contract/confidentiality.ts'
import { type Scope, scopeNames, scopes } from '../../contract/scopes.ts'
import { activated, instancesOf, weekly } from '../../test/support/recurring.ts'
import { createApplicationFor } from '../oauth/oauth.ts'
import { client, type Client, newWorld, pulseDraft, type World } from '../../test/support/world.ts'

let world: World
const isForPrograms = (scope: Scope): boolean => scopes[scope].organisation
const without = scopeNames.filter((scope) => scope !== 'links:read')

before(async () => {
  world = await newWorld()
})

/** Another application of the organisation, with a user's token. */
async function application(name: string, scopes: Scope[], userId?: string) {
  const { id } = await world.running.db.transaction((tx) =>
    createApplicationFor(
      tx,
      { organisationId: world.organisationId, userId: null },
      { name, redirect_uris: [], scopes },
      new Date(),
    ),
  )
  const user = userId ?? (await world.user()).userId
  const token = await world.token({ userId: user, scopes, applicationId: id })
  return { id, user, token }
}

let teams = 0

async function drafted(api: Pick<Client, 'post'>, mode: Mode, channels = ['link']) {
  const team = await world.team(`People ${++teams}`, 6)
  const { status, body } = await api.post(
    '/api/pulses',
    pulseDraft([team.id], { confidentiality: { mode }, channels }),
  )
  assert.equal(status, 201, JSON.stringify(body))
  return `/api/pulses/${body.id}`
}

for (const mode of ['anonymous', 'confidential'] as const) {
  test(`are listed to the application that the promise names, ${mode}`, async () => {
    const kiosk = await application('Kiosk', scopeNames)
    const api = client(world.url, kiosk.token)
    const path = await drafted(api, mode)
    assert.equal((await api.post(`${path}/open`)).status, 200)
    const { status, body } = await api.get(`${path}/links`)
    assert.deepEqual([status, body.links.length], [200, 6])

    const survey = await world.anyone.get(new URL(body.links[0].url).pathname)
    assert.equal(survey.body.confidentiality.links_delivered_by, 'Kiosk')
    assert.ok(
      survey.body.confidentiality.details.some((line: string) =>
        /^Kiosk delivers your personal link/.test(line),
      ),
    )
    const { rows } = await world.running.db.pool.query(
      `select application_id
       from audit_events
       where organisation_id = $1
         and action = 'links.read'
         and target = $2`,
      [world.organisationId, path.split('/').at(-1)],
    )
    assert.deepEqual(rows, [{ application_id: kiosk.id }])

    // The same person with another application, or with a token that lacks the scope.
    const other = await application('Other', scopeNames, kiosk.user)
    const narrow = await world.token({ userId: kiosk.user, scopes: without, applicationId: kiosk.id })
    for (const token of [other.token, narrow]) {
      const refused = await client(world.url, token).get(`${path}/links`)
      assert.deepEqual([refused.status, refused.body.code], [403, 'links_not_listed'])
    }
  })

  test(`are what nothing relies on that has no such application, ${mode}`, async () => {
    const plain = await application('Plain', without)
    const api = client(world.url, plain.token)
    for (const channels of [['link'], ['email', 'link']]) {
      const path = await drafted(api, mode, channels)
      const promise = await api.get(`${path}/confidentiality`)
      assert.equal(promise.body.links_delivered_by, null)
      for (const verb of ['open', 'schedule']) {
        const body = verb === 'schedule' ? { opens_at: '2100-01-01T00:00:00Z' } : undefined
        const refused = await api.post(`${path}/${verb}`, body)
        assert.deepEqual(
          [refused.status, refused.body.errors?.[0].code, refused.body.errors?.[0].pointer],
          [422, 'links_not_listed', '/channels'],
        )
      }
    }
    const path = await drafted(api, mode, ['email'])
    assert.equal((await api.post(`${path}/open`)).status, 200)
  })
}

test('of attributed surveys need no such application', async () => {
  const plain = await application('Plain', without)
  const api = client(world.url, plain.token)
  const path = await drafted(api, 'attributed')
  assert.equal((await api.post(`${path}/open`)).status, 200)
  assert.equal((await api.get(`${path}/links`)).body.links.length, 6)
})

test('of attributed surveys are listed to the program that asks, which the promise names, and to no other', async () => {
  const [asking, other] = [await application('Asking', without), await application('Watching', scopeNames)]
  const api = client(world.url, asking.token)
  const team = await world.team(`People ${++teams}`, 6)
  const { path } = await activated(api, weekly([team.id], { confidentiality: { mode: 'attributed' } }))
  const [{ id }] = await instancesOf(api, path)
  const instance = `/api/check-in-instances/${id}`
  assert.equal((await api.post(`${instance}/open`)).status, 200)
  assert.equal((await api.get(`${instance}/confidentiality`)).body.links_delivered_by, 'Asking')

  const program = async (applicationId: string, scopes: readonly Scope[]) =>
    client(world.url, await world.token({ scopes, applicationId }))
  for (const scopes of [['checkins:read', 'checkins:write'], scopeNames.filter(isForPrograms)] as Scope[][]) {
    const refused = await (await program(other.id, scopes)).get(`${instance}/links`)
    assert.deepEqual([refused.status, refused.body.code], [403, 'links_not_listed'])
  }
  const listed = await (await program(asking.id, ['checkins:write'])).get(`${instance}/links`)
  assert.deepEqual([listed.status, listed.body.links.length], [200, 6])
  const answering = await world.anyone.get(new URL(listed.body.links[0].url).pathname)
  assert.ok(
    answering.body.confidentiality.details.some((line: string) =>
      /^Asking delivers your personal link/.test(line),
    ),
  )
  // The author, by whatever acts for them.
  const elsewhere = await application('Elsewhere', scopeNames, asking.user)
  assert.equal((await client(world.url, elsewhere.token).get(`${instance}/links`)).status, 200)
})

test('end with the scope: an application that loses it reads no more', async () => {
  const kiosk = await application('Kiosk', scopeNames)
  const api = client(world.url, kiosk.token)
  const path = await drafted(api, 'anonymous')
  assert.equal((await api.post(`${path}/open`)).status, 200)
  await world.running.db.pool.query('update applications set scopes = $2 where id = $1', [kiosk.id, without])
  const token = await world.token({ userId: kiosk.user, scopes: scopeNames, applicationId: kiosk.id })
  assert.equal((await client(world.url, token).get(`${path}/links`)).body.code, 'links_not_listed')
})
