/** Slack workspaces of organisations, against a double that speaks Slack's API over HTTP. */
import assert from 'node:assert/strict'
import { readFile } from 'node:fs/promises'
import { before, suite, test } from 'node:test'
import { newTeamId } from '../../test/access/slack.ts'
import { type Answer, startSlack } from '../../test/support/receiver.ts'
import { type House, newHouse, ok, refused, startService } from '../../test/support/sign-in-organisation.ts'
import { type Client, pulseDraft, type Reply } from '../../test/support/world.ts'
import { signatureOf } from '../respond/slack/signature.ts'
import { botScopes, callbackPath } from './slack-workspaces.ts'

const json = { 'content-type': 'application/json' }

/** What Slack answers to a method, for a token or a code, where that is not the usual. */
const unusual = new Map<string, Answer>()
const slack = await startSlack((method, body) => unusual.get(`${method} ${body.code ?? ''}`.trim()))
// The clock begins earlier, so that people have just signed in wherever it is turned to.
const service = await startService(slack.appEnv, new Date(Date.now() - 7_200_000))
const { clock, db, app, url } = service.running

const start = async (by: Client): Promise<string> => {
  const { authorize_url } = ok(await by.post('/api/slack/installations'))
  return new URL(authorize_url).searchParams.get('state')!
}
const connectBy = async (by: Client, team: string): Promise<Reply> =>
  by.post('/api/slack/workspaces', { code: `${team}.code`, state: await start(by) })
const workspacesOf = async (by: Client): Promise<any[]> =>
  ok(await by.get('/api/slack/workspaces')).slack_workspaces

/** What Slack reports, signed. */
const report = (team: string, event: object, { ago = 0, app: appId = 'A0001', more = {} } = {}) => {
  const seconds = Math.floor(clock!.now().getTime() / 1000)
  const body = JSON.stringify({
    type: 'event_callback',
    team_id: team,
    api_app_id: appId,
    event_time: seconds - ago,
    event,
    ...more,
  })
  return send(body, String(seconds))
}
const send = (body: string, timestamp: string, signed = body) =>
  fetch(`${url}/slack/events`, {
    method: 'POST',
    headers: {
      'content-type': 'application/json',
      'x-slack-request-timestamp': timestamp,
      'x-slack-signature': signatureOf('shhh', timestamp, signed),
    },
    body,
  })

/** Asks people at these addresses by Slack. @returns what became of each message, in the order of the addresses */
async function ask(
  house: House,
  addresses: string[],
): Promise<{ state: string; last_error: string | null }[]> {
  const api = await house.organisation()
  const ids: string[] = []
  for (const address of addresses) {
    const person = { name: 'Ada', channels: [{ type: 'slack', address }] }
    ids.push(ok(await api.post('/api/members', person)).id)
  }
  const author = await house.user()
  const recipients = { member_ids: ids }
  const draft = pulseDraft([], { recipients, channels: ['slack'], confidentiality: { mode: 'attributed' } })
  const { id } = ok(await author.post('/api/pulses', draft))
  ok(await author.post(`/api/pulses/${id}/open`))
  await app.due.settle()
  const { rows } = await db.pool.query(
    `select member_id, state, last_error from deliveries where organisation_id = $1 and member_id = any ($2)`,
    [house.organisationId, ids],
  )
  return ids.map((id) => rows.find((row) => row.member_id === id))
}

/** By which token each message went, and to whom. */
const sent = (): [token: string, to: string][] =>
  slack
    .called('chat.postMessage')
    .map(({ headers, body }) => [String(headers.authorization).replace('Bearer ', ''), body.channel])

suite('the Slack workspaces of an organisation', () => {
  let it: House
  let other: House
  let team: string

  before(async () => {
    it = await newHouse(service)
    other = await newHouse(service)
    team = newTeamId()
    ok(await connectBy(it.admin, team))
  })

  test('are connected with Slack’s consent, and a message goes by the workspace of its address', async () => {
    const started = ok(await it.admin.post('/api/slack/installations'))
    const { origin, pathname, searchParams } = new URL(started.authorize_url)
    assert.deepEqual(
      [origin, pathname, searchParams.get('client_id'), searchParams.get('scope')],
      [new URL(slack.appEnv.SONDE_SLACK_API_URL).origin, '/oauth/v2/authorize', '1.2', 'chat:write'],
    )
    assert.equal(searchParams.get('redirect_uri'), `${url}/slack/oauth/callback`)
    const [exchanged] = slack.called('oauth.v2.access')
    assert.equal(exchanged.headers.authorization, `Basic ${btoa('1.2:app-secret')}`)
    assert.equal(exchanged.body.redirect_uri, `${url}/slack/oauth/callback`)

    assert.equal((await ask(it, ['U0ONLYONE']))[0].state, 'sent', 'the only workspace needs no name')
    const second = newTeamId()
    const made = ok(await connectBy(it.admin, second))
    assert.deepEqual([made.team_id, made.state, made.paused_because], [second, 'connected', null])
    const states = await ask(it, [
      `${team}/U0FIRST`,
      `${second}/U0SECOND`,
      'U0NOBODY',
      `${newTeamId()}/U0FAR`,
    ])
    assert.deepEqual(
      states.map(({ state }) => state),
      ['sent', 'sent', 'failed', 'failed'],
    )
    assert.match(states[2].last_error ?? '', /several workspaces/)
    assert.match(states[3].last_error ?? '', /not connected/)
    assert.deepEqual(
      sent().slice(-2).toSorted(),
      [
        [`xoxb-${second}`, 'U0SECOND'],
        [`xoxb-${team}`, 'U0FIRST'],
      ].toSorted(),
    )
    const { audit_events: log } = ok(await it.admin.get('/api/audit-events?action=slack.connected'))
    assert.equal(log.length, 2)
    assert.doesNotMatch(JSON.stringify(log), /xoxb/)
    const { id } = (await workspacesOf(it.admin)).find(({ team_id }) => team_id === second)
    ok(await it.admin.delete(`/api/slack/workspaces/${id}`))
    assert.equal(slack.called('auth.revoke').at(-1)?.headers.authorization, `Bearer xoxb-${second}`)
    assert.deepEqual(
      (await workspacesOf(it.admin)).map(({ team_id }) => team_id),
      [team],
    )
    refused(await it.admin.delete(`/api/slack/workspaces/${id}`), 404, 'not_found')
  })

  test('a token can be read neither in the database nor in a reply', async () => {
    const { rows } = await db.pool.query('select * from slack_workspaces')
    assert.ok(rows.some(({ sealed_token: sealed }) => sealed !== null))
    const stored = JSON.stringify(rows, (_key, value) =>
      value?.type === 'Buffer' ? Buffer.from(value.data).toString('latin1') : value,
    )
    assert.doesNotMatch(stored, /xoxb/)
    assert.doesNotMatch(JSON.stringify(await workspacesOf(it.admin)), /xoxb|sealed/)
    // Sealed for its organisation and workspace: moved to another row it opens nothing.
    const foreign = newTeamId()
    ok(await connectBy(other.admin, foreign))
    await db.pool.query(
      `update slack_workspaces set sealed_token = (select sealed_token from slack_workspaces where team_id = $1)
       where team_id = $2`,
      [team, foreign],
    )
    const before = sent().length
    const [moved] = await ask(other, [`${foreign}/U0MOVED`])
    assert.deepEqual([moved.state, sent().length], ['failed', before])
    ok(await connectBy(other.admin, foreign))
  })

  test('a code is used by whoever started, once, in ten minutes, and by nobody else', async () => {
    const colleague = await newColleague(it)
    const use = (by: Client, state: string) =>
      by.post('/api/slack/workspaces', { code: `${newTeamId()}.code`, state })
    const state = await start(it.admin)
    const asked = slack.called('oauth.v2.access').length
    for (const by of [colleague, other.admin]) refused(await use(by, state), 422, 'unprocessable')
    refused(await use(it.admin, 'x'.repeat(43)), 422, 'unprocessable')
    assert.equal(slack.called('oauth.v2.access').length, asked, 'Slack is not even asked')
    const [one, two] = await Promise.all([use(it.admin, state), use(it.admin, state)])
    assert.deepEqual([one.status, two.status].toSorted(), [201, 422])
    const late = await start(it.admin)
    clock!.advance(600_000)
    refused(await use(it.admin, late), 422, 'unprocessable')
    clock!.advance(-600_000)
    const { slack_workspaces: all } = ok(await it.admin.get('/api/slack/workspaces'))
    const added = all.find(({ team_id }: any) => team_id !== team)
    ok(await it.admin.delete(`/api/slack/workspaces/${added.id}`))
  })

  test('one organisation has a workspace, and no other can take it, reach its people or see it', async () => {
    refused(await connectBy(other.admin, team), 409, 'conflict')
    assert.ok((await workspacesOf(other.admin)).every(({ team_id }) => team_id !== team))
    const [{ id }] = await workspacesOf(it.admin)
    refused(await other.admin.delete(`/api/slack/workspaces/${id}`), 404, 'not_found')
    const before = sent().length
    const [outcome] = await ask(other, [`${team}/U0VICTIM`])
    assert.equal(outcome.state, 'failed')
    assert.equal(sent().length, before)
    // The one that has it may connect it again.
    const again = ok(await connectBy(it.admin, team))
    assert.deepEqual([again.id, again.version > 1], [id, true])
  })

  test('one that the app was removed from pauses, tells admins, and is free for whoever connects it next', async () => {
    const removed = newTeamId()
    ok(await connectBy(it.admin, removed))
    clock!.advance(5_000)
    const stateOf = async () =>
      (await workspacesOf(it.admin)).find(({ team_id }) => team_id === removed)?.paused_because
    const uninstalled = { type: 'app_uninstalled' }
    const revoked = (...bot: string[]) => ({ type: 'tokens_revoked', tokens: { oauth: ['U0001'], bot } })
    // About another app, from before it was connected, about a person's token, of a workspace that nobody has.
    await report(removed, uninstalled, { app: 'A0002' })
    await report(removed, uninstalled, { ago: 60 })
    await report(removed, revoked())
    await report(removed, revoked('B0ther'))
    await report(newTeamId(), uninstalled)
    await report(removed, { type: 'message' })
    assert.equal(await stateOf(), null)

    for (const event of [uninstalled, revoked(`B${removed}`)])
      assert.equal((await report(removed, event)).status, 200)
    assert.equal(await stateOf(), 'uninstalled', 'reported twice, paused once')
    const { rows } = await db.pool.query('select sealed_token from slack_workspaces where team_id = $1', [
      removed,
    ])
    assert.equal(rows[0].sealed_token, null)
    const [outcome] = await ask(it, [`${removed}/U0GONE`])
    assert.deepEqual([outcome.state, outcome.last_error], ['failed', 'the Slack workspace is paused'])
    clock!.advance(3_600_000)
    const letters = (await it.letters()).filter(({ to }) => to === it.adminEmail)
    assert.ok(letters.some(({ text }) => text.includes('Slack workspace paused')))

    ok(await connectBy(other.admin, removed))
    refused(await connectBy(it.admin, removed), 409, 'conflict')
    clock!.advance(5_000)
    await report(removed, revoked(`B${removed}`))
    const theirs = (await workspacesOf(other.admin)).find(({ team_id }) => team_id === removed)
    assert.equal(theirs.paused_because, 'token_revoked')
  })
})

test('a token that Slack refuses pauses its workspace alone', async () => {
  const [one, two] = [await newHouse(service), await newHouse(service)]
  const [bad, good] = [newTeamId(), newTeamId()]
  ok(await connectBy(one.admin, bad))
  ok(await connectBy(two.admin, good))
  unusual.set('chat.postMessage', { body: { ok: false, error: 'account_inactive' } })
  const [outcome] = await ask(one, ['U0REFUSED'])
  unusual.delete('chat.postMessage')
  assert.equal(outcome.state, 'failed')
  assert.equal((await workspacesOf(one.admin))[0].paused_because, 'token_refused')
  assert.equal((await ask(two, ['U0REACHED']))[0].state, 'sent')
  assert.deepEqual(sent().at(-1), [`xoxb-${good}`, 'U0REACHED'])
  // A limit holds for the whole of its workspace, as long as Slack says, and for no other one.
  ok(await connectBy(one.admin, bad))
  unusual.set('chat.postMessage', { status: 429, headers: { 'retry-after': '30' } })
  const [limited] = await ask(two, ['U0LIMITED'])
  unusual.delete('chat.postMessage')
  assert.deepEqual([limited.state, limited.last_error], ['pending', 'Slack answers 429'])
  const calls = sent().length
  assert.equal((await ask(two, ['U0NEXT']))[0].state, 'pending')
  assert.equal(sent().length, calls, 'Slack is not called')
  assert.equal((await ask(one, ['U0OTHER']))[0].state, 'sent')
  clock!.advance(30_000)
  assert.equal((await ask(two, ['U0AFTER']))[0].state, 'sent')
  // However long it lasts, it costs no attempt.
  unusual.set('chat.postMessage', { status: 429, headers: { 'retry-after': '90' } })
  for (let round = 0; round < 10; round++) {
    clock!.advance(91_000)
    await app.due.settle()
  }
  const { rows } = await db.pool.query(
    "select state, attempts from deliveries where address = 'U0LIMITED' and organisation_id = $1",
    [two.organisationId],
  )
  assert.deepEqual(rows, [{ state: 'pending', attempts: 0 }])
  unusual.delete('chat.postMessage')
})

const installs: [name: string, answer: Answer, status: number, code: string][] = [
  ['a code that Slack refuses', { body: { ok: false, error: 'invalid_code' } }, 422, 'refused'],
  [
    'a whole enterprise',
    { body: { ok: true, is_enterprise_install: true, team: null } },
    422,
    'whole_enterprise',
  ],
  ['tokens that expire', { body: { ok: true, expires_in: 43_200 } }, 422, 'token_rotation'],
  ['a reply without a token', { body: { ok: true, team: { id: 'T0001' } } }, 422, 'refused'],
  ['a reply that is not an object', { body: '[]' }, 422, 'refused'],
  ['a failure of Slack', { status: 500 }, 503, 'unavailable'],
]
test('what Slack replies to a code is not taken on trust', async () => {
  const it = await newHouse(service)
  for (const [name, answer, status, code] of installs) {
    unusual.set('oauth.v2.access T1.odd', answer)
    const reply = await it.admin.post('/api/slack/workspaces', {
      code: 'T1.odd',
      state: await start(it.admin),
    })
    assert.equal(reply.status, status, name)
    assert.equal(reply.body.errors?.[0]?.code ?? reply.body.code, code, name)
  }
  assert.deepEqual(await workspacesOf(it.admin), [])
})

test('a workspace is disconnected also where Slack is silent, and the entry says that its token was not revoked', async () => {
  const it = await newHouse(service)
  const { id } = ok(await connectBy(it.admin, newTeamId()))
  unusual.set('auth.revoke', { status: 503 })
  ok(await it.admin.delete(`/api/slack/workspaces/${id}`))
  unusual.delete('auth.revoke')
  assert.deepEqual(await workspacesOf(it.admin), [])
  const { audit_events: log } = ok(await it.admin.get('/api/audit-events?action=slack.disconnected'))
  assert.equal(log[0].detail.revoked, false)
})

test('reports are taken from Slack alone, within five minutes', async () => {
  const now = Math.floor(clock!.now().getTime() / 1000)
  const body = JSON.stringify({ type: 'url_verification', challenge: 'c-123' })
  const reply = await send(body, String(now))
  assert.deepEqual([reply.status, await reply.json()], [200, { challenge: 'c-123' }])
  assert.equal((await send(body, String(now), `${body} `)).status, 401)
  assert.equal((await send(body, String(now - 301))).status, 401, 'a replay')
  assert.equal((await send('{', String(now))).status, 400)
  assert.equal((await send('{', String(now), '[')).status, 401, 'not even parsed')
  for (const odd of ['null', '[]', '{"type":"event_callback"}', '7'])
    assert.equal((await send(odd, String(now))).status, 200)
})

test('the way back from Slack leads to the page, with what Slack sent behind the #', async () => {
  const back = (query: string) => fetch(`${url}/slack/oauth/callback${query}`, { redirect: 'manual' })
  const reply = await back('?code=1.2-x&state=abc_&evil=<script>')
  assert.equal(reply.status, 303)
  const page = new URL(reply.headers.get('location')!)
  assert.deepEqual(
    [page.pathname, page.search, page.hash],
    ['/app/settings/slack', '', '#code=1.2-x&state=abc_'],
  )
  assert.equal(
    new URL((await back('?error=access_denied')).headers.get('location')!).hash,
    '#error=access_denied',
  )
  assert.equal(new URL((await back('?code=%0d%0a')).headers.get('location')!).hash, '')
})

test('the manifest of the guide asks for what the service uses, at the addresses that it serves', async () => {
  const guide = await readFile(new URL('../../docs/guides/slack.md', import.meta.url), 'utf8')
  const [, written] = /```json\n([^]*?)```/.exec(guide)!
  const { oauth_config: oauth, settings, features } = JSON.parse(written)
  const own = 'https://sonde.example'
  assert.deepEqual(oauth.scopes, { bot: [...botScopes] })
  assert.deepEqual(oauth.redirect_urls, [own + callbackPath])
  assert.deepEqual(settings.event_subscriptions.bot_events, [
    'app_home_opened',
    'app_uninstalled',
    'tokens_revoked',
  ])
  assert.ok(
    features.app_home.home_tab_enabled && !settings.token_rotation_enabled && !settings.org_deploy_enabled,
  )
  for (const address of [settings.event_subscriptions.request_url, settings.interactivity.request_url]) {
    const reply = await fetch(address.replace(own, url), { method: 'POST', body: '{}', headers: json })
    assert.equal(reply.status, 401, 'it is served, to Slack alone')
  }
})

/** Another admin of the organisation, signed in. */
async function newColleague(house: House): Promise<Client> {
  const email = `colleague-${newTeamId()}@acme.test`.toLowerCase()
  const { token } = await house.invite(email, 'admin')
  const colleague = await house.person({ sub: email, email })
  ok(await colleague.post('/api/invitations/accept', { token }))
  return colleague
}
