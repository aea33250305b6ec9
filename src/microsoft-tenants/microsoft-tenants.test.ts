/** Microsoft tenants of organisations, against a double that speaks Microsoft's APIs over HTTP. */
import assert from 'node:assert/strict'
import { readFile } from 'node:fs/promises'
import { before, suite, test } from 'node:test'
import {
  appId,
  codeFor,
  newTeamsUser,
  newTenantId,
  startMicrosoft,
  usualTenant,
} from '../../test/support/microsoft.ts'
import type { Answer } from '../../test/support/receiver.ts'
import { type House, newHouse, ok, refused, startService } from '../../test/support/sign-in-organisation.ts'
import { type Client, pulseDraft, type Reply } from '../../test/support/world.ts'
import { unzip } from '../../test/support/zip.ts'
import { callbackPath } from './microsoft-tenants.ts'

/** What the double answers to a path that contains this, where that is not the usual. */
const unusual = new Map<string, Answer>()
const microsoft = await startMicrosoft(
  ({ path, method }) => [...unusual].find(([some]) => `${method} ${path}`.includes(some))?.[1],
)
// The clock begins earlier, so that people have just signed in wherever it is turned to.
const service = await startService(microsoft.env, new Date(Date.now() - 7_200_000))
const { clock, db, app, url } = service.running

const start = async (by: Client): Promise<string> =>
  ok(await by.post('/api/microsoft-teams/connections')).authorize_url
const connectBy = async (by: Client, tid: string, claims = {}): Promise<Reply> =>
  by.post('/api/microsoft-teams/tenants', codeFor(await start(by), { tid, ...claims }))
const tenantsOf = async (by: Client): Promise<any[]> =>
  ok(await by.get('/api/microsoft-teams/tenants')).microsoft_tenants

/** Asks somebody at each of these addresses by Teams. @returns what became of each message, in the order of the addresses */
async function ask(house: House, addresses: string[]) {
  const api = await house.organisation()
  const ids: string[] = []
  for (const address of addresses) {
    const person = { name: 'Ada', channels: [{ type: 'microsoft_teams', address }] }
    ids.push(ok(await api.post('/api/members', person)).id)
  }
  const author = await house.user()
  const draft = pulseDraft([], {
    recipients: { member_ids: ids },
    channels: ['microsoft_teams'],
    confidentiality: { mode: 'attributed' },
  })
  const { id } = ok(await author.post('/api/pulses', draft))
  ok(await author.post(`/api/pulses/${id}/open`))
  await app.due.settle()
  return statesOf(house, ids)
}

async function statesOf(
  house: House,
  ids: string[],
): Promise<{ member_id: string; state: string; attempts: number; last_error: string | null }[]> {
  const { rows } = await db.pool.query(
    `select member_id, state, attempts, last_error from deliveries where organisation_id = $1 and member_id = any ($2)`,
    [house.organisationId, ids],
  )
  return ids.map((id) => rows.find((row) => row.member_id === id))
}

const suppressionsOf = async (house: House): Promise<number> =>
  (await db.pool.query('select 1 from suppressions where organisation_id = $1', [house.organisationId]))
    .rowCount ?? 0

const addressOf = (tenant: string): string => `${tenant}/${newTeamsUser(tenant).userId}`

suite('the Microsoft tenants of an organisation', () => {
  let it: House
  let other: House
  let tenant: string

  before(async () => {
    it = await newHouse(service)
    other = await newHouse(service)
    tenant = newTenantId()
    ok(await connectBy(it.admin, tenant))
  })

  test('are connected by a sign-in at Microsoft, and a message goes to the person of its address', async () => {
    const { origin, pathname, searchParams } = new URL(await start(it.admin))
    assert.deepEqual([origin, pathname], [microsoft.url, '/login/organizations/oauth2/v2.0/authorize'])
    assert.deepEqual(
      ['client_id', 'scope', 'redirect_uri', 'response_type'].map((name) => searchParams.get(name)),
      [appId, 'openid profile', `${url}${callbackPath}`, 'code'],
    )
    const [made] = await tenantsOf(it.admin)
    assert.deepEqual(
      [made.tenant_id, made.name, made.state, made.paused_because],
      [tenant, 'acme.test', 'connected', null],
    )
    const address = addressOf(tenant)
    const states = await ask(it, [address, `${newTenantId()}/${newTeamsUser(tenant).userId}`])
    assert.deepEqual(
      states.map(({ state }) => state),
      ['sent', 'failed'],
    )
    assert.match(states[1].last_error ?? '', /not connected/)
    const conversation = microsoft.called('POST', /\/v3\/conversations$/).at(-1)!
    assert.equal(conversation.headers.authorization, 'Bearer bot-token')
    assert.deepEqual(conversation.body.members, [{ id: address.split('/')[1] }])
    assert.equal(conversation.body.tenantId, tenant)
    const message = microsoft.messages().at(-1)!
    assert.ok(message.path.includes(encodeURIComponent(`a:${address.split('/')[1]}`)))
    const [{ contentType, content }] = message.body.attachments
    assert.equal(contentType, 'application/vnd.microsoft.card.adaptive')
    assert.ok(content.actions.some(({ type }: any) => type === 'Action.OpenUrl'))
    const [token] = microsoft.called('POST', /botframework\.com\/oauth2/)
    assert.equal(token.body.scope, 'https://api.botframework.com/.default')
    assert.equal(
      microsoft.called('POST', /botframework\.com\/oauth2/).length,
      1,
      'the token is asked for once',
    )
    const { audit_events: log } = ok(await it.admin.get('/api/audit-events?action=microsoft_teams.connected'))
    assert.equal(log.length, 1)
  })

  test('an ID token proves the tenant: other claims connect nothing', async () => {
    const forged: [string, object, string][] = [
      ['another nonce', { nonce: 'another' }, 'refused'],
      ['no nonce', { nonce: undefined }, 'refused'],
      ['another app', { aud: newTenantId() }, 'refused'],
      ['the issuer of another tenant', { iss: `${microsoft.url}/login/${newTenantId()}/v2.0` }, 'refused'],
      ['another issuer', { iss: 'https://login.example/v2.0' }, 'refused'],
      ['over', { exp: 1 }, 'refused'],
      ['an account of nobody', { tid: '9188040d-6c67-4c5b-b112-36a304b66dad' }, 'refused'],
      ['a tenant by its domain', { tid: 'acme.test' }, 'refused'],
      ['no roles', { wids: undefined }, 'not_an_admin'],
      ['the role of a user', { wids: ['b79fbf4d-3ef9-4689-8143-76b194e85509'] }, 'not_an_admin'],
    ]
    for (const [what, claims, code] of forged) {
      const reply = await connectBy(other.admin, newTenantId(), claims)
      refused(reply, 422, 'unprocessable')
      assert.equal(reply.body.errors[0].code, code, what)
    }
    assert.deepEqual(await tenantsOf(other.admin), [])
  })

  test('a state is good once, for ten minutes, and for whoever started', async () => {
    const mine = codeFor(await start(it.admin), { tid: newTenantId() })
    refused(await other.admin.post('/api/microsoft-teams/tenants', mine), 422, 'unprocessable')
    ok(await it.admin.post('/api/microsoft-teams/tenants', mine))
    refused(await it.admin.post('/api/microsoft-teams/tenants', mine), 422, 'unprocessable')
    const late = codeFor(await start(it.admin), { tid: newTenantId() })
    clock!.advance(600_001)
    refused(await it.admin.post('/api/microsoft-teams/tenants', late), 422, 'unprocessable')
  })

  test('a tenant has one organisation, of several that connect it at once too', async () => {
    refused(await connectBy(other.admin, tenant), 409, 'conflict')
    const contested = newTenantId()
    const codes = [
      codeFor(await start(it.admin), { tid: contested }),
      codeFor(await start(other.admin), { tid: contested }),
    ]
    const replies = await Promise.all([
      it.admin.post('/api/microsoft-teams/tenants', codes[0]),
      other.admin.post('/api/microsoft-teams/tenants', codes[1]),
    ])
    assert.deepEqual(replies.map(({ status }) => status).toSorted(), [201, 409])
    const [winner, loser] = replies[0].status === 201 ? [it, other] : [other, it]
    const { id } = (await tenantsOf(winner.admin)).find(({ tenant_id: one }) => one === contested)
    refused(await loser.admin.delete(`/api/microsoft-teams/tenants/${id}`), 404, 'not_found')
    ok(await winner.admin.delete(`/api/microsoft-teams/tenants/${id}`))
    ok(await connectBy(loser.admin, contested))
    // An address of another organisation's tenant is never used.
    const stranger = newTeamsUser(contested)
    await ask(winner, [`${contested}/${stranger.userId}`])
    const asked = microsoft.called('POST', /conversations$/).flatMap(({ body }) => body.members)
    assert.ok(!asked.some(({ id }) => id === stranger.userId))
  })

  test('blocking the app pauses its tenant, which others may then connect, and connecting it again resumes it', async () => {
    const house = await newHouse(service)
    const own = newTenantId()
    ok(await connectBy(house.admin, own))
    unusual.set('POST /service/v3/conversations', {
      status: 403,
      body: { error: { code: 'BotDisabledByAdmin', message: 'The tenant admin disabled this bot' } },
    })
    const [state] = await ask(house, [addressOf(own)])
    unusual.clear()
    assert.deepEqual(
      [state.state, state.last_error],
      ['failed', 'the app is blocked in the Microsoft tenant'],
    )
    const [paused] = await tenantsOf(house.admin)
    assert.deepEqual([paused.state, paused.paused_because], ['paused', 'app_blocked'])
    assert.equal(await suppressionsOf(house), 0)
    assert.match((await ask(house, [addressOf(own)]))[0].last_error ?? '', /paused/)
    assert.equal((await ask(it, [addressOf(tenant)]))[0].state, 'sent', 'other tenants go on')
    ok(await connectBy(house.admin, own))
    assert.equal((await ask(house, [addressOf(own)]))[0].state, 'sent')
    ok(await house.admin.delete(`/api/microsoft-teams/tenants/${paused.id}`))
    ok(await connectBy(other.admin, own))
  })

  const refusals: [code: string | null, status: number, state: string, suppressed: number][] = [
    ['BotNotInConversationRoster', 403, 'bounced', 1],
    ['MessageWritesBlocked', 403, 'bounced', 1],
    ['ConversationNotFound', 404, 'bounced', 1],
    // Without a name it may be a fault of the app: then no address is to blame.
    [null, 403, 'bounced', 0],
    ['BadSyntax', 400, 'bounced', 0],
    ['Conflict', 412, 'pending', 0],
  ]
  for (const [code, status, state, suppressed] of refusals)
    test(`Teams answers ${status} ${code ?? 'without a name'}: ${state}`, async () => {
      const house = await newHouse(service)
      const own = newTenantId()
      ok(await connectBy(house.admin, own))
      unusual.set('/activities', { status, body: code === null ? '' : { error: { code, message: 'no' } } })
      const [delivery] = await ask(house, [addressOf(own)])
      unusual.clear()
      assert.equal(delivery.state, state)
      assert.equal(await suppressionsOf(house), suppressed)
    })

  test('a limit delays one tenant for as long as Teams says, and costs no attempt', async () => {
    const house = await newHouse(service)
    const [slow, quick] = [newTenantId(), newTenantId()]
    ok(await connectBy(house.admin, slow))
    ok(await connectBy(house.admin, quick))
    const limited = newTeamsUser(slow)
    unusual.set(encodeURIComponent(limited.userId), { status: 429, headers: { 'retry-after': '120' } })
    const states = await ask(house, [`${slow}/${limited.userId}`])
    const calls = microsoft.messages().length
    assert.deepEqual([states[0].state, states[0].attempts], ['pending', 0])
    assert.equal((await ask(house, [addressOf(quick)]))[0].state, 'sent')
    const [waits] = await ask(house, [addressOf(slow)])
    assert.deepEqual([waits.state, waits.attempts], ['pending', 0])
    assert.equal(microsoft.messages().length, calls + 1, 'nothing more went to the slow tenant')
    unusual.clear()
    clock!.advance(240_000)
    await app.due.settle()
    assert.equal((await statesOf(house, [states[0].member_id]))[0].state, 'sent')
  })

  test('a secret that Microsoft refuses stops the channel, and costs no message an attempt', async () => {
    const own = await startMicrosoft(({ path, body }) =>
      path.includes('/token') && body.grant_type === 'client_credentials'
        ? { status: 401, body: { error: 'invalid_client' } }
        : undefined,
    )
    const alone = await startService(own.env)
    const house = await newHouse(alone)
    const authorizeUrl = ok(await house.admin.post('/api/microsoft-teams/connections')).authorize_url
    ok(await house.admin.post('/api/microsoft-teams/tenants', codeFor(authorizeUrl)))
    const api = await house.organisation()
    const channels = [{ type: 'microsoft_teams', address: addressOf(usualTenant) }]
    const { id } = ok(await api.post('/api/members', { name: 'Ada', channels }))
    const author = await house.user()
    const draft = pulseDraft([], {
      recipients: { member_ids: [id] },
      channels: ['microsoft_teams'],
      confidentiality: { mode: 'attributed' },
    })
    ok(await author.post(`/api/pulses/${ok(await author.post('/api/pulses', draft)).id}/open`))
    await alone.running.app.due.settle()
    const { rows } = await alone.running.db.pool.query('select state, attempts from deliveries')
    assert.deepEqual(rows, [{ state: 'pending', attempts: 0 }])
  })
})

test('an app for a single tenant connects that one alone', async () => {
  const own = newTenantId()
  const single = await startService({ ...microsoft.env, SONDE_TEAMS_TENANT: own })
  const house = await newHouse(single)
  const begin = async () => ok(await house.admin.post('/api/microsoft-teams/connections')).authorize_url
  assert.ok((await begin()).includes(`/login/${own}/oauth2/`))
  const reply = await house.admin.post(
    '/api/microsoft-teams/tenants',
    codeFor(await begin(), { tid: newTenantId() }),
  )
  refused(reply, 422, 'unprocessable')
  assert.equal(reply.body.errors[0].code, 'other_tenant')
  ok(await house.admin.post('/api/microsoft-teams/tenants', codeFor(await begin(), { tid: own })))
})

test('without an app nothing is connected, and what Microsoft sends is passed on to the page alone', async () => {
  const house = await newHouse(await startService())
  assert.equal(ok(await house.admin.get('/api/microsoft-teams/tenants')).set_up, false)
  refused(await house.admin.post('/api/microsoft-teams/connections'), 409, 'microsoft_teams_not_set_up')
  const reply = await fetch(`${url}${callbackPath}?code=a.b&state=c&session_state=d`, { redirect: 'manual' })
  assert.equal(reply.status, 303)
  assert.match(reply.headers.get('location') ?? '', /\/app\/settings\/microsoft-teams#code=a\.b&state=c$/)
})

test('the manifest of the app names its registration and this service, as the guide does, and holds no secret', async () => {
  const house = await newHouse(service)
  const { manifest } = ok(await house.admin.get('/api/microsoft-teams/manifest'))
  const guide = await readFile(new URL('../../docs/guides/microsoft-teams.md', import.meta.url), 'utf8')
  const [, shown] = /```json\n(\{\n {2}"\$schema".*?)\n```/s.exec(guide)!
  const written = JSON.parse(
    shown
      .replaceAll('11111111-2222-3333-4444-555555555555', appId)
      .replaceAll('https://sonde.example', url)
      .replaceAll('sonde.example', new URL(url).hostname),
  )
  assert.deepEqual(
    { ...manifest, developer: { ...manifest.developer, name: written.developer.name } },
    written,
  )
  assert.ok(!JSON.stringify(manifest).includes(microsoft.env.SONDE_TEAMS_APP_SECRET))
})

test('the package of the app is one file for the admin centre: the manifest and its icons in their sizes, the same each time', async () => {
  const house = await newHouse(service)
  const { manifest } = ok(await house.admin.get('/api/microsoft-teams/manifest'))
  const download = (headers = {}) =>
    fetch(`${url}/api/microsoft-teams/package`, {
      headers: { authorization: `Bearer ${house.admin.token}`, ...headers },
    })
  const reply = await download()
  assert.equal(reply.status, 200)
  assert.equal(reply.headers.get('content-type'), 'application/zip')
  assert.match(reply.headers.get('content-disposition') ?? '', /^attachment; filename="sonde-teams-app.zip"$/)
  const files = unzip(Buffer.from(await reply.arrayBuffer()))
  assert.deepEqual(Object.keys(files).toSorted(), ['color.png', 'manifest.json', 'outline.png'])
  assert.deepEqual(JSON.parse(files['manifest.json']), manifest)
  for (const [name, size] of [
    [manifest.icons.color, 192],
    [manifest.icons.outline, 32],
  ] as const) {
    const icon = await readFile(new URL(`icons/${name}`, import.meta.url))
    assert.equal(files[name], icon.toString())
    assert.deepEqual([icon.readUInt32BE(16), icon.readUInt32BE(20)], [size, size], 'its width and height')
  }
  const again = await download({ 'if-none-match': reply.headers.get('etag') ?? '' })
  assert.equal(again.status, 304)
})
