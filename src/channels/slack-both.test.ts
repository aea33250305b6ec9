/** Slack by the operator's token and by an app that organisations install, side by side, against a double of its API over HTTP. */
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { newTeamId, slackMakers } from '../../test/access/slack.ts'
import { type Answer, type Request, startSlack } from '../../test/support/receiver.ts'
import { type House, newHouse, ok, startService } from '../../test/support/sign-in-organisation.ts'
import { links, pulseDraft } from '../../test/support/world.ts'
import { signatureOf } from '../respond/slack/signature.ts'

/** What Slack answers to a message, by its token. */
const unusual = new Map<string, Answer>()
const slack = await startSlack((method, _body, { authorization }: Request['headers']) =>
  method === 'chat.postMessage' ? unusual.get(String(authorization).replace('Bearer ', '')) : undefined,
)
const service = await startService({ ...slack.env, ...slack.appEnv })
const { clock, db, app, url } = service.running
const operators = 'xoxb-test'

/** Asks somebody at this address by Slack. */
async function ask(house: House, address: string) {
  const api = await house.organisation()
  const channels = [{ type: 'slack', address }]
  const { id } = ok(await api.post('/api/members', { name: 'Ada', locale: 'en', channels }))
  const author = await house.user()
  const draft = pulseDraft([], {
    recipients: { member_ids: [id] },
    channels: ['slack', 'link'],
    confidentiality: { mode: 'attributed' },
    questions: [{ id: 'again', type: 'yes_no', text: 'Again?' }],
  })
  const path = `/api/pulses/${ok(await author.post('/api/pulses', draft)).id}`
  ok(await author.post(`${path}/open`))
  await app.due.settle()
  const { rows } = await db.pool.query(
    `select state, attempts, last_error from deliveries where member_id = $1 and channel = 'slack'`,
    [id],
  )
  const token = new URL((await links(author, path))[0].url).pathname.slice('/r/'.length)
  return { ...rows[0], token }
}

const suppressedIn = async ({ organisationId }: House): Promise<number | null> =>
  (await db.pool.query('select 1 from suppressions where organisation_id = $1', [organisationId])).rowCount

const lastToken = (): string | undefined =>
  slack.called('chat.postMessage').at(-1)?.headers.authorization?.replace('Bearer ', '')

/** A click on the button that sends the answers. */
async function click(team: string | undefined, token: string): Promise<void> {
  const payload = {
    type: 'block_actions',
    ...(team !== undefined && { team: { id: team } }),
    user: { id: 'U1' },
    container: { channel_id: 'D1', message_ts: '1700000000.000100' },
    actions: [{ action_id: 'send', value: token }],
    state: { values: { again: { answer: { selected_option: { value: 'true' } } } } },
  }
  const body = new URLSearchParams({ payload: JSON.stringify(payload) }).toString()
  const timestamp = String(Math.floor(clock!.now().getTime() / 1000))
  const headers = {
    'content-type': 'application/x-www-form-urlencoded',
    'x-slack-request-timestamp': timestamp,
    'x-slack-signature': signatureOf('shhh', timestamp, body),
  }
  assert.equal((await fetch(`${url}/slack/interactions`, { method: 'POST', headers, body })).status, 200)
}

test('faults and limits of the operator’s token stop no organisation that has a workspace', async () => {
  const [without, has] = [await newHouse(service), await newHouse(service)]
  const team = newTeamId()
  await slackMakers(has.admin).newSlackWorkspace(team)
  unusual.set(operators, { body: { ok: false, error: 'token_revoked' } })
  const revoked = await ask(without, 'U0REVOKED')
  assert.deepEqual([revoked.state, revoked.last_error], ['failed', 'Slack refuses the token of the operator'])
  assert.equal((await ask(has, `${team}/U0REACHED`)).state, 'sent', 'the channel goes on')

  unusual.set(operators, { status: 429, headers: { 'retry-after': '30' } })
  const limited = await ask(without, 'U0LIMITED')
  assert.deepEqual([limited.state, limited.attempts], ['pending', 0])
  assert.equal((await ask(has, 'U0REACHED2')).state, 'sent')
  assert.equal(lastToken(), `xoxb-${team}`)
  unusual.delete(operators)
})

test('an address without a workspace is not given up when the workspaces of its organisation change', async () => {
  const house = await newHouse(service)
  clock!.advance(30_000)
  assert.equal((await ask(house, 'U0BEFORE')).state, 'sent')
  assert.equal(lastToken(), operators)
  const team = newTeamId()
  await slackMakers(house.admin).newSlackWorkspace(team)
  unusual.set(`xoxb-${team}`, { body: { ok: false, error: 'channel_not_found' } })
  assert.equal((await ask(house, 'U0ELSEWHERE')).state, 'bounced')
  assert.equal(await suppressedIn(house), 0)
  await ask(house, `${team}/U0NOBODY`)
  assert.equal(await suppressedIn(house), 1, 'it names its workspace, so it is wrong for good')
})

test('a click is believed in the operator’s own workspace, and in no other that nobody has connected', async () => {
  const house = await newHouse(service)
  const { token } = await ask(house, 'U0ADA')
  const answers = async () =>
    (
      await db.pool.query(`select 1 from responses where organisation_id = $1 and state = 'submitted'`, [
        house.organisationId,
      ])
    ).rowCount
  for (const team of ['T0STRANGER', undefined]) await click(team, token)
  assert.equal(await answers(), 0)
  await click('T0OPERATOR', token)
  assert.equal(await answers(), 1)
})
