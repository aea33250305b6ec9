/** Answering in a message of Slack, against a real HTTP double of its Web API. */
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { many, sql } from '../../db/db.ts'
import { jsonbOf, shape } from '../../db/shape.ts'
import { type Answer, startSlack } from '../../../test/support/receiver.ts'
import { type Running, startApp } from '../../../test/support/start.ts'
import { links, newWorld, pulseDraft, type World } from '../../../test/support/world.ts'
import { isSignedBySlack, signatureOf } from './signature.ts'

const at = '2026-12-01T08:00:00Z'
const questions = [
  { id: 'calm', type: 'scale', text: 'I could work calmly', min: 1, max: 5, labels: ['not at all', 'fully'] },
  { id: 'again', type: 'yes_no', text: 'Would you do it again?', required: true },
  { id: 'why', type: 'text', text: 'What got in the way?' },
]

type More = object | ((ada: string, world: World) => Promise<object>)

async function openPulse(
  more: More,
  answers?: (method: string, body: any) => Answer | undefined,
  locale = 'de',
) {
  const slack = await startSlack(answers)
  const running = await startApp({ at, env: slack.env })
  const world = await newWorld({ running })
  const author = await world.user()
  const api = await world.organisation()
  const person = await api.post('/api/members', {
    name: 'Ada',
    locale,
    channels: [{ type: 'slack', address: 'U024BE7LH' }],
  })
  const draft = pulseDraft([], {
    recipients: { member_ids: [person.body.id] },
    channels: ['slack', 'link'],
    confidentiality: { mode: 'attributed' },
    questions,
    ...(typeof more === 'function' ? await more(person.body.id, world) : more),
  })
  const made = await author.post('/api/pulses', draft)
  assert.equal(made.status, 201, JSON.stringify(made.body))
  const path = `/api/pulses/${made.body.id}`
  assert.equal((await author.post(`${path}/open`)).status, 200)
  await running.app.due.settle()
  const url = (await links(author, path)).find((one) => one.member_id === person.body.id)?.url ?? ''
  return { slack, running, author, path, url, world }
}

const sendButton = (blocks: any[]) =>
  blocks.flatMap(({ elements = [] }) => elements).find((element: any) => element.action_id === 'send')

const picked = (value: string) => ({ answer: { selected_option: { value } } })

const clickOn = (value: string, values: object) => ({
  type: 'block_actions',
  user: { id: 'U024BE7LH' },
  container: { channel_id: 'D123', message_ts: '1700000000.000100' },
  actions: [{ action_id: 'send', value }],
  state: { values },
})

async function interact(running: Running, payload: object | string, more: Record<string, string> = {}) {
  const text = typeof payload === 'string' ? payload : JSON.stringify(payload)
  const body = new URLSearchParams({ payload: text }).toString()
  const timestamp = String(running.clock!.now().getTime() / 1000)
  return fetch(`${running.url}/slack/interactions`, {
    method: 'POST',
    headers: {
      'content-type': 'application/x-www-form-urlencoded',
      'x-slack-request-timestamp': timestamp,
      'x-slack-signature': signatureOf('shhh', timestamp, body),
      ...more,
    },
    body,
  })
}

const answersRow = shape({ answers: jsonbOf<any[]>() })

const answersKept = (running: Running) =>
  many(running.db.tx, answersRow, sql`select answers from responses where state = 'submitted'`)

test('a message contains the questions, its answers are stored once, and thanks replace it', async () => {
  const { slack, running, url } = await openPulse({})
  const [{ body: message, headers }] = slack.called('chat.postMessage')
  assert.equal(headers.authorization, 'Bearer xoxb-test')
  assert.equal(message.channel, 'U024BE7LH')
  const inputs = message.blocks.filter(({ type }: any) => type === 'input')
  assert.deepEqual(
    inputs.map((input: any) => [input.block_id, input.element.type, input.optional]),
    [
      ['calm', 'radio_buttons', true],
      ['again', 'radio_buttons', false],
      ['why', 'plain_text_input', true],
    ],
  )
  assert.deepEqual(
    inputs[0].element.options.map((option: any) => option.text.text),
    ['1 – not at all', '2', '3', '4', '5 – fully'],
  )
  assert.ok(JSON.stringify(message.blocks).includes(url), 'the page is one click away all the same')
  const token = sendButton(message.blocks).value
  assert.equal(token, new URL(url).pathname.slice('/r/'.length))

  const values = { calm: picked('4'), again: picked('true'), why: { answer: { value: 'Meetings' } } }
  for (let click = 0; click < 2; click++)
    assert.equal((await interact(running, clickOn(token, values))).status, 200)
  assert.deepEqual(await answersKept(running), [
    {
      answers: [
        { question_id: 'calm', value: 4 },
        { question_id: 'again', value: true },
        { question_id: 'why', text: 'Meetings' },
      ],
    },
  ])
  const updates = slack.called('chat.update').map(({ body }) => body)
  assert.equal(updates.length, 2)
  assert.deepEqual([updates[0].channel, updates[0].ts], ['D123', '1700000000.000100'])
  assert.match(updates[0].text, /Vielen Dank/)
  const receipt = updates[0].blocks[1].elements[0].url
  assert.equal((await fetch(receipt, { headers: { accept: 'application/json' } })).status, 200)
  assert.deepEqual(updates[1], updates[0], 'the second click gets the same receipt')
  await running.stop()
})

test('missing and unfitting answers are reported to their sender alone, in their language, and nothing is stored', async () => {
  const { slack, running, url } = await openPulse({})
  const token = new URL(url).pathname.slice('/r/'.length)
  await interact(running, clickOn(token, { calm: picked('9') }))
  const [{ body: whisper }] = slack.called('chat.postEphemeral')
  assert.equal(whisper.user, 'U024BE7LH')
  assert.match(whisper.text, /„I could work calmly“ ist nicht gültig/)
  assert.match(whisper.text, /„Would you do it again\?“ braucht eine Antwort/)
  assert.deepEqual(await answersKept(running), [])
  assert.deepEqual(slack.called('chat.update'), [])
  await running.stop()
})

test('somebody who will not be counted reads it in the message', async () => {
  const { slack, running } = await openPulse(
    async (ada, world) => {
      const author = await world.user()
      const team = await world.team('Platform', 6)
      const confidentiality = { mode: 'attributed' }
      const draft = pulseDraft([team.id], { questions, confidentiality })
      const { body } = await author.post('/api/pulses', draft)
      await author.post(`/api/pulses/${body.id}/open`)
      await author.post(`/api/pulses/${body.id}/close`)
      return { recipients: { team_ids: [team.id], member_ids: [ada] } }
    },
    undefined,
    'en',
  )
  const [{ body: message }] = slack.called('chat.postMessage')
  assert.match(
    JSON.stringify(message.blocks),
    /You were not invited on .*, when the groups for this question were made/,
  )
  await running.stop()
})

test('a closed collection and an unknown token say so', async () => {
  const { slack, running, url, author, path } = await openPulse({}, undefined, 'en')
  const token = new URL(url).pathname.slice('/r/'.length)
  await interact(running, clickOn('0'.repeat(40), {}))
  await interact(running, clickOn('nonsense', {}))
  assert.equal(slack.called('chat.postEphemeral').length, 2)
  assert.equal((await author.post(`${path}/close`)).status, 200)
  await interact(running, clickOn(token, { again: picked('true') }))
  assert.match(slack.called('chat.update')[0].body.text, /no longer accepts answers/)
  await running.stop()
})

test('an anonymous collection has a link and no form in Slack, and takes no answer there', async () => {
  const confidentiality = { mode: 'anonymous' }
  const { slack, running, url } = await openPulse(async (ada, world) => {
    const colleagues = await world.team('Colleagues', 4, { email: false })
    return { recipients: { team_ids: [colleagues.id], member_ids: [ada] }, confidentiality }
  })
  const [{ body: message }] = slack.called('chat.postMessage')
  assert.equal(sendButton(message.blocks), undefined)
  assert.ok(JSON.stringify(message.blocks).includes(url))
  const token = new URL(url).pathname.slice('/r/'.length)
  assert.equal((await interact(running, clickOn(token, { again: picked('true') }))).status, 200)
  const { rows } = await running.db.pool.query('select 1 from responses')
  assert.deepEqual(rows, [])
  await running.stop()
})

test('questions that a message cannot hold are answered on the page', async () => {
  const many = Array.from({ length: 4 }, (_, place) => ({
    id: `q${place}`,
    type: 'mood',
    text: `How ${place}?`,
  }))
  for (const unfit of [
    many,
    [
      {
        id: 'rank',
        type: 'ranking',
        text: 'Rank',
        options: [
          { id: 'a', text: 'A' },
          { id: 'b', text: 'B' },
        ],
      },
    ],
    [
      {
        id: 'one',
        type: 'single_choice',
        text: 'Pick',
        options: [
          { id: 'a', text: 'A'.repeat(76) },
          { id: 'b', text: 'B' },
        ],
      },
    ],
  ]) {
    const { slack, running } = await openPulse({ questions: unfit })
    const [{ body: message }] = slack.called('chat.postMessage')
    assert.ok(!message.blocks.some(({ type }: any) => type === 'input'))
    await running.stop()
  }
})

test('only requests that Slack signed within five minutes are accepted', async () => {
  const { running, url } = await openPulse({})
  const token = new URL(url).pathname.slice('/r/'.length)
  const click = clickOn(token, { again: picked('true') })
  const forged: Record<string, string>[] = [
    { 'x-slack-signature': `v0=${'0'.repeat(64)}` },
    { 'x-slack-signature': '' },
    { 'x-slack-request-timestamp': String(running.clock!.now().getTime() / 1000 - 301) },
    { 'x-slack-request-timestamp': 'now' },
  ]
  for (const headers of forged) assert.equal((await interact(running, click, headers)).status, 401)
  assert.deepEqual(await answersKept(running), [])
  // Signed, and nothing to do.
  for (const payload of [
    {},
    { type: 'view_submission' },
    { type: 'block_actions', actions: [{ action_id: 'open' }] },
    [],
    null,
  ])
    assert.equal((await interact(running, JSON.stringify(payload))).status, 200)
  for (const payload of ['', '{', 'x', String.raw`{"a":"no\u0000text"}`, String.raw`{"a":"\ud800"}`])
    assert.equal((await interact(running, payload)).status, 400)
  assert.equal(
    (
      await fetch(`${running.url}/slack/interactions`, {
        method: 'POST',
        body: '{}',
        headers: { 'content-type': 'application/json' },
      })
    ).status,
    401,
  )
  await running.stop()
})

test('the signature matches Slack’s own example', () => {
  // The worked example of "Verifying requests from Slack".
  const body =
    'token=xyzz0WbapA4vBCDEFasx0q6G&team_id=T1DC2JH3J&team_domain=testteamnow&channel_id=G8PSS9T3V&channel_name=foobar&user_id=U2CERLKJA&user_name=roadrunner&command=%2Fwebhook-collect&text=&response_url=https%3A%2F%2Fhooks.slack.com%2Fcommands%2FT1DC2JH3J%2F397700885554%2F96rGlfmibIGlgcZRskXaIFfN&trigger_id=398738663015.47445629121.803a0bc887a14d10d2c447fce8b6703c'
  const signed = {
    timestamp: '1531420618',
    signature: 'v0=a2114d57b48eac39b9ad189dd8316235a7b4a8d21a10bd27519666489c69b503',
    body,
  }
  const secret = '8f742231b10e8888abcd99yyyzzz85a5'
  assert.ok(isSignedBySlack(secret, signed, new Date(1531420618_000)))
  assert.ok(!isSignedBySlack(secret, { ...signed, body: `${body}&` }, new Date(1531420618_000)))
})

test('without Slack set up its address is 404', async () => {
  const running = await startApp({ at })
  assert.equal((await interact(running, {})).status, 404)
  await running.stop()
})

test('Slack’s rate limit pauses the channel for as long as Slack says, and costs no attempt', async () => {
  let limited = true
  const { slack, running } = await openPulse({}, (method) =>
    method === 'chat.postMessage' && limited ? { status: 429, headers: { 'retry-after': '120' } } : undefined,
  )
  const row = async () =>
    (await running.db.pool.query("select state, attempts from deliveries where channel = 'slack'")).rows[0]
  assert.deepEqual(await row(), { state: 'pending', attempts: 0 })
  limited = false
  running.clock!.advance(119_000)
  await running.app.due.settle()
  assert.equal(slack.called('chat.postMessage').length, 1)
  running.clock!.advance(1_000)
  await running.app.due.settle()
  assert.deepEqual(await row(), { state: 'sent', attempts: 1 })
  await running.stop()
})

const outcomes: [error: string, row: [state: string, attempts: number], suppressed: number][] = [
  ['user_not_found', ['bounced', 1], 1],
  ['channel_not_found', ['bounced', 1], 1],
  ['invalid_blocks', ['bounced', 1], 0],
  ['something_new', ['pending', 1], 0],
  ['invalid_auth', ['pending', 0], 0],
  ['account_inactive', ['pending', 0], 0],
]
for (const [error, row, suppressed] of outcomes) {
  test(`Slack answers ${error}: ${row[0]}`, async () => {
    const { running } = await openPulse({}, () => ({ body: { ok: false, error } }))
    const { rows } = await running.db.pool.query(
      "select state, attempts from deliveries where channel = 'slack'",
    )
    assert.deepEqual([rows[0].state, rows[0].attempts], row)
    assert.equal((await running.db.pool.query('select 1 from suppressions')).rowCount, suppressed)
    await running.stop()
  })
}
