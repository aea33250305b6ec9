/** What the bot's address takes: only what the Bot Connector signed. Against a double that speaks Microsoft's APIs over HTTP. */
import assert from 'node:assert/strict'
import { before, suite, test } from 'node:test'
import { microsoftMakers } from '../../../test/access/microsoft-teams.ts'
import {
  appId,
  newTeamsUser,
  newTenantId,
  startMicrosoft,
  type TeamsUser,
} from '../../../test/support/microsoft.ts'
import { newHouse, ok, startService } from '../../../test/support/sign-in-organisation.ts'
import { startApp } from '../../../test/support/start.ts'

const microsoft = await startMicrosoft()
const service = await startService(microsoft.env)
const { db, url } = service.running

const post = (body: object | string, token: string | null = microsoft.token(), at = url): Promise<Response> =>
  fetch(`${at}/teams/messages`, {
    method: 'POST',
    headers: {
      'content-type': 'application/json',
      ...(token !== null && { authorization: `Bearer ${token}` }),
    },
    body: typeof body === 'string' ? body : JSON.stringify(body),
  })

const part = (value: object): string => Buffer.from(JSON.stringify(value)).toString('base64url')

/** An organisation with a connected tenant, and Ada, who is a member. */
async function connected(email = 'ada@acme.test') {
  const house = await newHouse(service)
  const tenant = newTenantId()
  await microsoftMakers(house.admin).newMicrosoftTenant(tenant)
  const api = await house.organisation()
  const { id } = ok(await api.post('/api/members', { name: 'Ada', email }))
  const channels = async (): Promise<any[]> => ok(await api.get(`/api/members/${id}`)).channels
  return { house, tenant, api, id, channels }
}

const inRoster = (tenant: string, more: object): TeamsUser =>
  microsoft.knows(newTeamsUser(tenant, { userPrincipalName: 'ada@acme.test', ...more }))

suite('the bot’s address', () => {
  let user: TeamsUser
  let activity: object
  let it: Awaited<ReturnType<typeof connected>>

  before(async () => {
    it = await connected()
    user = inRoster(it.tenant, {})
    activity = microsoft.added(user)
  })

  test('takes no token but the Connector’s, for our app, in force', async () => {
    const good = microsoft.token()
    const [head, claims, signature] = good.split('.')
    const forged: [string, string | null, number][] = [
      ['no token', null, 401],
      ['nonsense', 'x', 401],
      ['an unsigned token', `${part({ alg: 'none', typ: 'JWT' })}.${claims}.`, 401],
      [
        'an unsigned token with a signature',
        `${part({ alg: 'none', kid: 'connector' })}.${claims}.${signature}`,
        401,
      ],
      ['the public key as a secret', microsoft.token({}, { alg: 'HS256' }), 401],
      ['another audience', microsoft.token({ aud: newTenantId() }), 401],
      ['no audience', microsoft.token({ aud: undefined }), 401],
      ['another issuer', microsoft.token({ iss: 'https://login.microsoftonline.com/x/v2.0' }), 401],
      ['over', microsoft.token({ exp: Math.floor(Date.now() / 1000) - 600 }), 401],
      ['without an end', microsoft.token({ exp: undefined }), 401],
      ['not yet', microsoft.token({ nbf: Math.floor(Date.now() / 1000) + 600 }), 401],
      [
        'a changed claim',
        `${head}.${part({ ...JSON.parse(Buffer.from(claims, 'base64url').toString()), aud: appId, x: 1 })}.${signature}`,
        401,
      ],
      ['an unknown key', microsoft.token({}, { kid: 'unknown' }), 401],
      ['the key of a stranger', microsoft.tokenOfStranger(), 401],
      ['without a service', microsoft.token({ serviceurl: undefined }), 401],
      ['a key for another channel', microsoft.tokenOfOtherChannel(), 403],
      [
        'another service than the activity',
        microsoft.token({ serviceurl: `${microsoft.serviceUrl}x/` }),
        403,
      ],
    ]
    for (const [what, token, status] of forged)
      assert.equal((await post(activity, token)).status, status, what)
    assert.deepEqual(await it.channels(), [], 'nobody was linked')
  })

  test('calls no service but the configured one, whatever a signed activity names', async () => {
    for (const serviceUrl of [
      'https://attacker.example/',
      'http://169.254.169.254/',
      `${microsoft.url}@attacker.example/`,
      `${microsoft.url}/service/?x=`,
      'file:///etc/passwd',
    ]) {
      const reply = await post({ ...activity, serviceUrl }, microsoft.token({ serviceurl: serviceUrl }))
      assert.equal(reply.status, 403, serviceUrl)
    }
    assert.deepEqual(await it.channels(), [])
  })

  test('reads no huge body, and none before the token', async () => {
    const huge = JSON.stringify({ ...activity, text: 'x'.repeat(400_000) })
    assert.equal((await post(huge)).status, 413)
    assert.equal((await post(huge, null)).status, 401)
    assert.equal((await post('{')).status, 400)
    for (const odd of ['[]', 'null', '"x"', '{}']) assert.equal((await post(odd)).status, 403, odd)
  })

  test('does nothing for what is not a personal chat in Teams, or has odd members', async () => {
    const { serviceUrl } = microsoft
    const odd: object[] = [
      { serviceUrl },
      { ...activity, channelId: 'webchat' },
      { ...activity, conversation: { id: '19:x', conversationType: 'channel' } },
      { ...activity, conversation: null },
      { ...activity, from: null },
      { ...activity, from: { id: '28:bot', aadObjectId: user.objectId } },
      { ...activity, channelData: { tenant: { id: '../x' } } },
      { ...activity, type: 'installationUpdate', action: 'remove' },
      { ...activity, type: 'invoke', name: 'adaptiveCard/action', value: { action: { verb: 'send' } } },
      {
        ...activity,
        type: 'invoke',
        name: 'adaptiveCard/action',
        value: { action: { verb: 'x', data: { link: 'y' } } },
      },
    ]
    for (const body of odd) {
      const reply = await post(body)
      assert.deepEqual([reply.status, await reply.text()], [200, ''], JSON.stringify(body))
    }
    assert.deepEqual(await it.channels(), [])
  })

  test('links who adds the app, or writes to it, to the member of that name, and says so in the audit log', async () => {
    // They had added it before they became a member.
    assert.equal((await post({ ...activity, type: 'message', text: 'Hello' })).status, 200)
    const address = `${it.tenant}/${user.userId}`
    assert.deepEqual(await it.channels(), [{ type: 'microsoft_teams', address }])
    await post(activity)
    await post(
      microsoft.activity(user, { type: 'conversationUpdate', membersAdded: [{ id: `28:${appId}` }] }),
    )
    const { audit_events: log } = ok(await it.house.admin.get('/api/audit-events?action=member.updated'))
    assert.equal(log.length, 1)
    assert.deepEqual(log[0].detail, { fields: ['channels'] })
    // A new installation has a new name for the same person, and lifts what Teams refused before.
    const again = inRoster(it.tenant, { objectId: user.objectId })
    await db.pool.query(
      `insert into suppressions (organisation_id, id, channel, address, source, reason, since)
       values ($1, 'sup_x', 'microsoft_teams', lower($2), 'channel', 'blocked', now())`,
      [it.house.organisationId, `${it.tenant}/${again.userId}`],
    )
    await post(microsoft.added(again))
    assert.deepEqual(await it.channels(), [
      { type: 'microsoft_teams', address: `${it.tenant}/${again.userId}` },
    ])
    const left = await db.pool.query('select 1 from suppressions where organisation_id = $1', [
      it.house.organisationId,
    ])
    assert.equal(left.rowCount, 0)
  })
})

test('nobody is linked by an address that their tenant has not proven, nor as a guest, nor in another organisation', async () => {
  const { tenant, channels, house } = await connected('boss@victim.test')
  const users = [
    inRoster(tenant, { userPrincipalName: 'mallory@attacker.test', email: 'boss@victim.test' }),
    inRoster(tenant, { userPrincipalName: 'boss_victim.test#EXT#@attacker.test', email: 'boss@victim.test' }),
    inRoster(tenant, { userPrincipalName: 'boss@victim.test', userRole: 'guest' }),
    // From a tenant that nobody has connected, though the roster knows them.
    inRoster(newTenantId(), { userPrincipalName: 'boss@victim.test' }),
  ]
  for (const user of users) assert.equal((await post(microsoft.added(user))).status, 200)
  assert.deepEqual(await channels(), [])
  // The activity names the tenant of the organisation, and the roster another.
  const liar = inRoster(newTenantId(), { userPrincipalName: 'boss@victim.test' })
  await post(microsoft.added({ ...liar, tenantId: tenant }))
  assert.deepEqual(await channels(), [])
  // The same address in another organisation is somebody else.
  const other = await connected('boss@victim.test')
  await post(microsoft.added(inRoster(other.tenant, { userPrincipalName: 'Boss@Victim.test' })))
  assert.deepEqual(await channels(), [])
  assert.equal((await other.channels()).length, 1)
  // By an address of the same domain as the name that is proven.
  await post(
    microsoft.added(inRoster(tenant, { userPrincipalName: 'b.oss@victim.test', email: 'boss@victim.test' })),
  )
  assert.equal((await channels()).length, 1)
  assert.ok(house)
})

test('somebody who has left, or chose an address in another tenant, is not linked', async () => {
  const { tenant, channels, api, id } = await connected()
  const chosen = { type: 'microsoft_teams', address: `${newTenantId()}/${newTeamsUser('x').objectId}` }
  ok(await api.patch(`/api/members/${id}`, { channels: [chosen] }))
  await post(microsoft.added(inRoster(tenant, {})))
  assert.deepEqual(await channels(), [chosen])
  ok(await api.patch(`/api/members/${id}`, { channels: [], status: 'deactivated' }))
  await post(microsoft.added(inRoster(tenant, {})))
  assert.deepEqual(await channels(), [])
})

test('without an app the address is 404', async () => {
  const running = await startApp({ at: '2026-12-01T08:00:00Z' })
  assert.equal((await post({}, microsoft.token(), running.url)).status, 404)
  await running.stop()
})
