/** Answers from a Slack workspace are those of its organisation alone. Against a double that speaks Slack's API over HTTP. */
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { slackMakers } from '../../../test/access/slack.ts'
import { startSlack } from '../../../test/support/receiver.ts'
import { type House, newHouse, ok, startService } from '../../../test/support/sign-in-organisation.ts'
import { links, pulseDraft } from '../../../test/support/world.ts'
import { signatureOf } from './signature.ts'

const slack = await startSlack()
const service = await startService(slack.appEnv)
const { clock, db, app, url } = service.running

/** Somebody of the organisation, who is asked by Slack. @returns what their link holds */
async function tokenOf(house: House, address: string): Promise<string> {
  const api = await house.organisation()
  const person = { name: 'Ada', locale: 'en', channels: [{ type: 'slack', address }] }
  const { id } = ok(await api.post('/api/members', person))
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
  return new URL((await links(author, path))[0].url).pathname.slice('/r/'.length)
}

async function click(team: string | undefined, token: string): Promise<number> {
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
  const reply = await fetch(`${url}/slack/interactions`, {
    method: 'POST',
    headers: {
      'content-type': 'application/x-www-form-urlencoded',
      'x-slack-request-timestamp': timestamp,
      'x-slack-signature': signatureOf('shhh', timestamp, body),
    },
    body,
  })
  return reply.status
}

const answersIn = async (house: House): Promise<number> =>
  (
    await db.pool.query(`select 1 from responses where organisation_id = $1 and state = 'submitted'`, [
      house.organisationId,
    ])
  ).rows.length

test('a click in one organisation’s workspace answers for nobody of another', async () => {
  const [one, two] = [await newHouse(service), await newHouse(service)]
  await slackMakers(one.admin).newSlackWorkspace('T0ONE')
  await slackMakers(two.admin).newSlackWorkspace('T0TWO')
  const token = await tokenOf(two, 'T0TWO/U001')

  // Known to somebody who reads that workspace, and sent from another one, or from one that nobody has connected.
  for (const team of ['T0ONE', 'T0THREE', undefined]) assert.equal(await click(team, token), 200)
  assert.equal(await answersIn(two), 0)
  assert.deepEqual(
    slack.called('chat.postEphemeral').map(({ headers, body }) => [headers.authorization, body.text]),
    [['Bearer xoxb-T0ONE', 'This survey is no longer available.']],
    'the same words as for a link that does not exist',
  )
  assert.deepEqual(slack.called('chat.update'), [])

  assert.equal(await click('T0TWO', token), 200)
  assert.equal(await answersIn(two), 1)
  const [{ headers }] = slack.called('chat.update')
  assert.equal(headers.authorization, 'Bearer xoxb-T0TWO')
})
