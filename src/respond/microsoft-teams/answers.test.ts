/** Answering on a card in Microsoft Teams, against a double that speaks Microsoft's APIs over HTTP. */
import assert from 'node:assert/strict'
import { suite, test } from 'node:test'
import { microsoftMakers } from '../../../test/access/microsoft-teams.ts'
import { newTeamsUser, newTenantId, startMicrosoft, type TeamsUser } from '../../../test/support/microsoft.ts'
import { type House, newHouse, ok, startService } from '../../../test/support/sign-in-organisation.ts'
import { links, pulseDraft } from '../../../test/support/world.ts'

const microsoft = await startMicrosoft()
const service = await startService(microsoft.env)
const { db, app, url } = service.running

const options = ['a', 'b', 'c'].map((id) => ({ id, text: id.toUpperCase() }))
const short = [
  { id: 'calm', type: 'scale', text: 'I could work calmly', min: 1, max: 5 },
  { id: 'again', type: 'yes_no', text: 'Would you do it again?', required: true },
  { id: 'why', type: 'text', text: 'What got in the way?' },
]
const long = [
  { id: 'calm', type: 'mood', text: 'How was your week?', required: true },
  { id: 'hours', type: 'number', text: 'How many hours?', min: 0, max: 60 },
  { id: 'which', type: 'multi_choice', text: 'Which ones?', options, max_picks: 2 },
  { id: 'since', type: 'date', text: 'Since when?', earliest: '2026-01-01' },
  { id: 'tools', type: 'matrix', text: 'How well?', rows: options, labels: ['Badly', 'Well'] },
]

/** Somebody in a connected tenant, who is asked. */
async function asked(more: object = {}, locale = 'en') {
  const house: House = await newHouse(service)
  const tenant = newTenantId()
  await microsoftMakers(house.admin).newMicrosoftTenant(tenant)
  const api = await house.organisation()
  const user = newTeamsUser(tenant)
  const channels = [{ type: 'microsoft_teams', address: `${tenant}/${user.userId}` }]
  const { id } = ok(await api.post('/api/members', { name: 'Ada', locale, channels }))
  const author = await house.user()
  const colleagues = await house.team('Colleagues', 5, { email: false })
  const draft = pulseDraft([], {
    title: 'How we *work*',
    recipients: { member_ids: [id], team_ids: [colleagues.id] },
    channels: ['microsoft_teams', 'link'],
    confidentiality: { mode: 'attributed' },
    questions: short,
    ...more,
  })
  const path = `/api/pulses/${ok(await author.post('/api/pulses', draft)).id}`
  ok(await author.post(`${path}/open`))
  await app.due.settle()
  const link = (await links(author, path)).find((one) => one.member_id === id)?.url ?? ''
  const token = new URL(link).pathname.slice('/r/'.length)
  const card = microsoft.messages().at(-1)!.body.attachments[0].content
  return {
    house,
    tenant,
    user,
    token,
    link,
    card,
    close: async () => void ok(await author.post(`${path}/close`)),
  }
}

/** @returns the card in reply */
async function act(user: TeamsUser, verb: string, data: object, more: object = {}): Promise<any> {
  const reply = await fetch(`${url}/teams/messages`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', authorization: `Bearer ${microsoft.token()}` },
    body: JSON.stringify(microsoft.click(user, verb, data, more)),
  })
  assert.equal(reply.status, 200)
  const { statusCode, type, value } = (await reply.json()) as any
  assert.deepEqual([statusCode, type], [200, 'application/vnd.microsoft.card.adaptive'])
  return value
}

const inputsIn = (card: any): any[] => card.body.filter(({ type }: any) => type.startsWith('Input.'))
const textsIn = (card: any): string => card.body.map(({ text = '' }: any) => text).join('\n')
const actionsIn = (card: any): string[] => card.actions.map(({ verb, type }: any) => verb ?? type)

const answersOf = async (house: House): Promise<any[]> =>
  (
    await db.pool.query(`select answers from responses where organisation_id = $1 and state = 'submitted'`, [
      house.organisationId,
    ])
  ).rows.map(({ answers }) => answers)

suite('a card in Microsoft Teams', () => {
  test('has few questions in the message, stores their answers once, and says thanks in its place', async () => {
    const { house, user, token, link, card } = await asked({}, 'de')
    assert.deepEqual(
      inputsIn(card).map(({ id, type }) => [id, type]),
      [
        ['answer.calm', 'Input.ChoiceSet'],
        ['answer.again', 'Input.ChoiceSet'],
        ['answer.why', 'Input.Text'],
      ],
    )
    assert.deepEqual(actionsIn(card).slice(0, 2), ['send', 'Action.OpenUrl'])
    assert.equal(card.actions[0].data.link, token)
    assert.equal(card.actions[1].url, link, 'the page is one click away all the same')
    assert.match(card.body[0].text, /How we \\\*work\\\*/)

    const data = { link: token, 'answer.calm': '4', 'answer.again': 'true', 'answer.why': 'Meetings' }
    const replies: any[] = []
    // Teams may deliver a click twice, at once too.
    replies.push(await act(user, 'send', data))
    replies.push(...(await Promise.all([act(user, 'send', data), act(user, 'send', data)])))
    assert.deepEqual(await answersOf(house), [
      [
        { question_id: 'calm', value: 4 },
        { question_id: 'again', value: true },
        { question_id: 'why', text: 'Meetings' },
      ],
    ])
    assert.match(textsIn(replies[0]), /Vielen Dank/)
    assert.doesNotMatch(JSON.stringify(replies[0]), /Meetings/)
    for (const reply of replies) assert.deepEqual(reply, replies[0], 'every delivery gets the same receipt')
    const receipt = replies[0].actions[0].url
    assert.equal((await fetch(receipt, { headers: { accept: 'application/json' } })).status, 200)
    const update = microsoft.called('PUT', /\/activities\/1700000000001$/).at(-1)!
    assert.deepEqual(update.body.attachments[0].content, replies[0], 'the message stays so')
    // From another message, such as the reminder, it is a second answer.
    const second = await act(user, 'send', data, { replyToId: '1700000000002' })
    assert.match(textsIn(second), /bereits beantwortet/)
    assert.equal((await answersOf(house)).length, 1)
  })

  test('says that the name is stored, where it is, in the message and in the card in its place', async () => {
    const { user, token, card } = await asked({ questions: long, confidentiality: { mode: 'confidential' } })
    const stored = /Your name is stored with your answers|Ihr Name wird mit Ihren Antworten gespeichert/
    for (const shown of [card, await act(user, 'open', { link: token })]) assert.match(textsIn(shown), stored)
    const anonymous = await asked({ questions: long, confidentiality: { mode: 'anonymous' } })
    for (const shown of [anonymous.card, await act(anonymous.user, 'open', { link: anonymous.token })])
      assert.doesNotMatch(textsIn(shown), stored)
  })

  test('brings many questions in place of the message, with the promise, and says what does not fit below its field', async () => {
    const { house, user, token, card } = await asked({ questions: long })
    assert.deepEqual(actionsIn(card).slice(0, 2), ['open', 'Action.OpenUrl'])
    assert.deepEqual(inputsIn(card), [])
    const form = await act(user, 'open', { link: token })
    const promise = card.body.find(({ isSubtle }: any) => isSubtle).text
    assert.equal(form.body[1].text, promise, 'the same promise as in the message')
    const ids = inputsIn(form).map(({ id }) => id)
    assert.equal(ids.length, 7)
    assert.deepEqual(actionsIn(form), ['send', 'Action.OpenUrl'])
    const number = inputsIn(form)[1]
    assert.deepEqual([number.type, number.min, number.max], ['Input.Number', 0, 60])

    const faulty = await act(user, 'send', {
      link: token,
      'answer.hours': '61',
      'answer.which': 'a,b,c',
      'answer.since': '2025-12-31',
    })
    const told = textsIn(faulty)
    for (const words of [/needs an answer/, /between 0 and 60/, /up to 2/, /1 January 2026 or later/])
      assert.match(told, words)
    assert.equal(inputsIn(faulty)[1].value, '61', 'nobody types it again')
    assert.deepEqual(await answersOf(house), [])
    assert.equal(microsoft.called('PUT', new RegExp(encodeURIComponent(user.userId))).length, 0)

    const thanks = await act(user, 'send', {
      link: token,
      'answer.calm': '4',
      'answer.hours': 37.5,
      'answer.which': 'a,c',
      'answer.since': '2026-03-01',
      [ids[4]]: '5',
    })
    assert.match(textsIn(thanks), /Thank you/)
    const [answers] = await answersOf(house)
    assert.deepEqual(answers.slice(0, 4), [
      { question_id: 'calm', value: 4 },
      { question_id: 'hours', value: 37.5 },
      { question_id: 'which', value: ['a', 'c'] },
      { question_id: 'since', value: '2026-03-01' },
    ])
  })

  test('answers for nobody but the person whose message it was', async () => {
    const { house, tenant, user, token } = await asked()
    const stranger = await asked()
    const data = { link: token, 'answer.again': 'true' }
    const others: [string, TeamsUser][] = [
      ['a colleague who has the link', newTeamsUser(tenant)],
      [
        'a colleague who has the name',
        { ...newTeamsUser(tenant), objectId: user.objectId, userId: newTeamsUser(tenant).userId },
      ],
      ['somebody of another organisation', stranger.user],
      ['the same person in another tenant', { ...user, tenantId: stranger.tenant }],
      ['somebody in a tenant of nobody', newTeamsUser(newTenantId())],
    ]
    for (const [who, other] of others)
      for (const verb of ['open', 'send'])
        assert.match(textsIn(await act(other, verb, data)), /no longer available/, `${who}: ${verb}`)
    for (const link of ['0'.repeat(40), 'nonsense', '../x'])
      assert.match(textsIn(await act(user, 'send', { ...data, link })), /no longer available/)
    assert.deepEqual(await answersOf(house), [])
    assert.equal(microsoft.called('PUT', new RegExp(encodeURIComponent(user.userId))).length, 0)
  })

  test('is never there for an anonymous survey, which takes no answer by one', async () => {
    const { house, user, token, card, link } = await asked({ confidentiality: { mode: 'anonymous' } })
    assert.deepEqual(inputsIn(card), [])
    assert.deepEqual(new Set(actionsIn(card)), new Set(['Action.OpenUrl']))
    assert.equal(card.actions[0].url, link)
    for (const verb of ['open', 'send'])
      assert.match(
        textsIn(await act(user, verb, { link: token, 'answer.again': 'true' })),
        /no longer available/,
      )
    const { rows } = await db.pool.query('select 1 from responses where organisation_id = $1', [
      house.organisationId,
    ])
    assert.deepEqual(rows, [])
  })

  test('says that the survey has closed, and takes no more', async () => {
    const { house, user, token, close } = await asked()
    await close()
    for (const verb of ['open', 'send'])
      assert.match(
        textsIn(await act(user, verb, { link: token, 'answer.again': 'true' })),
        /no longer accepts answers/,
      )
    assert.deepEqual(await answersOf(house), [])
  })

  test('answers nothing in a tenant that was disconnected', async () => {
    const { house, user, token } = await asked()
    const [{ id }] = ok(await house.admin.get('/api/microsoft-teams/tenants')).microsoft_tenants
    ok(await house.admin.delete(`/api/microsoft-teams/tenants/${id}`))
    const data = { link: token, 'answer.again': 'true' }
    assert.match(textsIn(await act(user, 'send', data)), /no longer available/)
    assert.deepEqual(await answersOf(house), [])
  })

  test('leaves by the link what a card cannot hold', async () => {
    const [first] = short
    for (const questions of [
      [{ id: 'rank', type: 'ranking', text: 'Rank', options }],
      [first, { id: 'more', type: 'text', text: 'Why?', show_if: { question_id: 'calm', any_of: [1] } }],
      [{ id: 'one', type: 'single_choice', text: 'Pick', options, other: true }],
    ]) {
      const { card } = await asked({ questions })
      assert.deepEqual(inputsIn(card), [])
      assert.equal(actionsIn(card)[0], 'Action.OpenUrl')
    }
  })
})
