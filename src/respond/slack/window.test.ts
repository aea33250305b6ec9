/** Answering in a window of Slack's, against a double that speaks Slack's API over HTTP. */
import assert from 'node:assert/strict'
import { suite, test } from 'node:test'
import { newTeamId, slackMakers } from '../../../test/access/slack.ts'
import { startSlack } from '../../../test/support/receiver.ts'
import { type House, newHouse, ok, startService } from '../../../test/support/sign-in-organisation.ts'
import { links, pulseDraft } from '../../../test/support/world.ts'
import { signatureOf } from './signature.ts'

const slack = await startSlack()
const service = await startService(slack.appEnv)
const { clock, db, app, url } = service.running

const options = ['a', 'b', 'c'].map((id) => ({ id, text: id.toUpperCase() }))
const questions = [
  { id: 'calm', type: 'mood', text: 'How was your week?', required: true },
  { id: 'hours', type: 'number', text: 'How many hours?', min: 0, max: 60 },
  { id: 'which', type: 'multi_choice', text: 'Which ones?', options, max_picks: 2 },
  { id: 'since', type: 'date', text: 'Since when?', earliest: '2026-01-01' },
  { id: 'tools', type: 'matrix', text: 'How well?', rows: options, labels: ['Badly', 'Well'] },
]

/** Somebody in a connected workspace, who is asked. */
async function asked(more: object = {}) {
  const house: House = await newHouse(service)
  const team = newTeamId()
  await slackMakers(house.admin).newSlackWorkspace(team)
  const api = await house.organisation()
  const channels = [{ type: 'slack', address: `${team}/U0ADA` }]
  const { id } = ok(await api.post('/api/members', { name: 'Ada', locale: 'en', channels }))
  const author = await house.user()
  const colleagues = await house.team('Colleagues', 5, { email: false })
  const draft = pulseDraft([], {
    title: 'How we work together these days',
    recipients: { member_ids: [id], team_ids: [colleagues.id] },
    channels: ['slack', 'link'],
    confidentiality: { mode: 'attributed' },
    questions,
    ...more,
  })
  const path = `/api/pulses/${ok(await author.post('/api/pulses', draft)).id}`
  ok(await author.post(`${path}/open`))
  await app.due.settle()
  const link = (await links(author, path)).find((one) => one.member_id === id)?.url ?? ''
  const token = new URL(link).pathname.slice('/r/'.length)
  const message = slack.called('chat.postMessage').at(-1)!.body
  return { house, team, token, message, close: async () => void ok(await author.post(`${path}/close`)) }
}

async function interact(payload: object): Promise<any> {
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
  assert.equal(reply.status, 200)
  const text = await reply.text()
  return text === '' ? null : JSON.parse(text)
}

const click = (team: string, token: string) =>
  interact({
    type: 'block_actions',
    trigger_id: '1.2.abc',
    team: { id: team },
    user: { id: 'U0ADA' },
    container: { channel_id: 'D1', message_ts: '1700000000.000100' },
    actions: [{ action_id: 'window', value: token }],
  })

const submit = (team: string, metadata: string, values: object) =>
  interact({
    type: 'view_submission',
    team: { id: team },
    user: { id: 'U0ADA' },
    view: { callback_id: 'answers', private_metadata: metadata, state: { values } },
  })

const picked = (value: string) => ({ answer: { selected_option: { value } } })
const filled = {
  calm: picked('4'),
  hours: { answer: { value: '37.5' } },
  which: { answer: { selected_options: [{ value: 'a' }, { value: 'c' }] } },
  since: { answer: { selected_date: '2026-03-01' } },
}

const answersOf = async (house: House): Promise<any[]> =>
  (
    await db.pool.query(`select answers from responses where organisation_id = $1 and state = 'submitted'`, [
      house.organisationId,
    ])
  ).rows.map(({ answers }) => answers)

const buttonsOf = (message: any): string[] =>
  message.blocks.flatMap(({ elements = [] }: any) => elements).map(({ action_id: id }: any) => id)

suite('a window in Slack', () => {
  test('and the message before it say that the name is stored, where it is, and in which mode it is seen', async () => {
    const said = async (mode: string): Promise<string[]> => {
      const { team, token, message } = await asked({ confidentiality: { mode } })
      await click(team, token)
      return [message, slack.called('views.open').at(-1)!.body.view].map(({ blocks }) =>
        JSON.stringify(blocks),
      )
    }
    for (const text of await said('confidential'))
      assert.match(text, /Your name is stored with your answers, but not shown\..*never with your name/)
    const anonymous = JSON.stringify((await asked({ confidentiality: { mode: 'anonymous' } })).message.blocks)
    assert.match(anonymous, /stored without your name/)
    assert.doesNotMatch(anonymous, /Your name is stored/)
    const [message, view] = await said('attributed')
    assert.match(message, /Answers with your name.*will see your answers with your name/)
    assert.match(view, /will see your answers with your name/)
  })

  test('has the promise first, says what does not fit beside its field, and stores the answers once', async () => {
    const { house, team, token, message } = await asked()
    assert.ok(buttonsOf(message).includes('window') && buttonsOf(message).includes('open'))
    assert.ok(!message.blocks.some(({ type }: any) => type === 'input'))
    await click(team, token)
    const { headers, body } = slack.called('views.open').at(-1)!
    assert.equal(headers.authorization, `Bearer xoxb-${team}`)
    assert.equal(body.trigger_id, '1.2.abc')
    const { title, submit: button, blocks, private_metadata: metadata } = body.view
    assert.ok(title.text.length <= 24 && button.text.length <= 24)
    assert.deepEqual(
      blocks.map(({ type }: any) => type),
      ['header', 'context', ...Array.from({ length: 7 }, () => 'input')],
    )
    const promise = message.blocks.find(({ type }: any) => type === 'context').elements[0].text
    assert.equal(blocks[1].elements[0].text, promise, 'the same promise as in the message')

    const faulty = {
      ...filled,
      calm: {},
      hours: { answer: { value: '61' } },
      since: { answer: { selected_date: '2025-12-31' } },
      which: { answer: { selected_options: options.map(({ id }) => ({ value: id })) } },
      'tools.a': picked('9'),
    }
    const refusal = await submit(team, metadata, faulty)
    assert.equal(refusal.response_action, 'errors')
    const blockIds = new Set(blocks.map(({ block_id: id }: any) => id))
    const rowIds = blocks.slice(-3).map(({ block_id: id }: any) => id)
    assert.ok(Object.keys(refusal.errors).every((id) => blockIds.has(id)))
    assert.deepEqual(
      ['calm', 'hours', 'which', 'since'].filter((id) => !(id in refusal.errors)),
      [],
    )
    assert.match(refusal.errors.calm, /needs an answer/)
    const told = { hours: /between 0 and 60/, which: /up to 2/, since: /1 January 2026 or later/ }
    for (const [id, words] of Object.entries(told)) {
      assert.match(refusal.errors[id], words)
      assert.match(blocks.find((one: any) => one.block_id === id).hint.text, words, 'said before as well')
    }
    assert.deepEqual(await answersOf(house), [])

    const values = { ...filled, [rowIds[0]]: picked('5') }
    for (let time = 0; time < 2; time++)
      assert.deepEqual(await submit(team, metadata, values), { response_action: 'clear' })
    const [answers, ...others] = await answersOf(house)
    assert.deepEqual(others, [])
    assert.deepEqual(answers, [
      { question_id: 'calm', value: 4 },
      { question_id: 'hours', value: 37.5 },
      { question_id: 'which', value: ['a', 'c'] },
      { question_id: 'since', value: '2026-03-01' },
      { question_id: rowIds[0], value: 5 },
    ])
    const update = slack.called('chat.update').at(-1)!.body
    assert.deepEqual([update.channel, update.ts], ['D1', '1700000000.000100'])
    assert.match(update.text, /Thank you/)
  })

  test('opens where the reader’s wording fits, whatever the author’s is', async () => {
    const long = { id: 'a', text: 'A'.repeat(76) }
    const { team, token } = await asked({
      language: 'de',
      questions: [
        ...questions,
        { id: 'one', type: 'single_choice', text: 'Eins?', options: [long, options[1]] },
      ],
      translations: { en: { questions: { one: { text: 'One?', options: { a: 'Short' } } } } },
    })
    const opened = slack.called('views.open').length
    await click(team, token)
    assert.equal(slack.called('views.open').length, opened + 1)
  })

  test('never opens for an anonymous survey, and takes no answer to one', async () => {
    const { house, team, token, message } = await asked({ confidentiality: { mode: 'anonymous' } })
    assert.ok(!buttonsOf(message).includes('window'))
    const opened = slack.called('views.open').length
    await click(team, token)
    assert.equal(slack.called('views.open').length, opened)
    const metadata = `${token} D1 1700000000.000100`
    const reply = await submit(team, metadata, filled)
    assert.match(reply.errors.calm, /no longer available/)
    const { rows } = await db.pool.query('select 1 from responses where organisation_id = $1', [
      house.organisationId,
    ])
    assert.deepEqual(rows, [])
  })

  test('of another organisation’s workspace opens nothing and answers for nobody', async () => {
    const { house, token } = await asked()
    const { team: foreign } = await asked()
    const opened = slack.called('views.open').length
    await click(foreign, token)
    assert.equal(slack.called('views.open').length, opened)
    const reply = await submit(foreign, `${token} D1 1.2`, filled)
    assert.match(reply.errors.calm, /no longer available/)
    assert.match((await submit('T0NOBODY', `${token} D1 1.2`, filled)).errors.calm, /no longer available/)
    for (const metadata of ['', token, `${token} D1`])
      assert.equal(await submit(foreign, metadata, filled), null)
    assert.deepEqual(await answersOf(house), [])
  })

  test('says in the message that the survey has closed, and opens no more', async () => {
    const { house, team, token, close } = await asked()
    await close()
    const opened = slack.called('views.open').length
    await click(team, token)
    assert.equal(slack.called('views.open').length, opened)
    assert.match(slack.called('chat.update').at(-1)!.body.text, /no longer accepts answers/)
    assert.deepEqual(await submit(team, `${token} D1 1.2`, filled), { response_action: 'clear' })
    assert.deepEqual(await answersOf(house), [])
  })
})
