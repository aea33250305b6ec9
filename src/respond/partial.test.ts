/** Drafts: returned to the device that saved them, read by nobody else, counted nowhere, deleted at close. */
import assert from 'node:assert/strict'
import { before, test } from 'node:test'
import { limits } from '../../contract/limits.ts'
import { type Client, links, newWorld, pulseDraft, type World } from '../../test/support/world.ts'
import { browse, formOf, submit } from '../../test/support/browse.ts'

let world: World
let author: Client

before(async () => {
  world = await newWorld()
  author = await world.user()
})

const attempt = 'a-secret-of-this-device'
const other = 'a-secret-of-another-device'
const questions = [
  { id: 'calm', type: 'scale', text: 'Calm?', required: true },
  { id: 'told', type: 'yes_no', text: 'Told?' },
  { id: 'who', type: 'text', text: 'Who?', required: true, show_if: { question_id: 'told', any_of: [true] } },
  {
    id: 'some',
    type: 'multi_choice',
    text: 'Some?',
    min_picks: 2,
    options: ['a', 'b', 'c'].map((id) => ({ id, text: id })),
  },
  { id: 'why', type: 'text', text: 'Why?' },
]

const modes = ['anonymous', 'confidential', 'attributed'] as const

async function ask(mode: string, count = 3, more: Record<string, unknown> = {}, by = { world, author }) {
  const team = await by.world.team('People', Math.max(5, count), { email: false })
  const { body } = await by.author.post(
    '/api/pulses',
    pulseDraft([team.id], { questions, confidentiality: { mode }, ...more }),
  )
  const path = `/api/pulses/${body.id}`
  assert.equal((await by.author.post(`${path}/open`)).status, 200)
  return {
    id: body.id,
    path,
    links: (await links(by.author, path)).slice(0, count).map(({ url }) => new URL(url).pathname),
  }
}

const rowsOf = async (pulseId: string): Promise<any[]> =>
  (
    await world.running.db.pool.query(
      `select r.*
       from responses r
       join collections c on c.organisation_id = r.organisation_id and c.id = r.collection_id
       where c.owner_id = $1`,
      [pulseId],
    )
  ).rows

const why = (text: string) => [{ question_id: 'why', text }]
const shownTo = async (link: string, secret?: string) =>
  (await world.anyone.get(link, secret === undefined ? {} : { 'sonde-attempt': secret })).body

for (const mode of modes) {
  test(`a draft comes back with its secret and to nobody else, ${mode}`, async () => {
    const pulse = await ask(mode)
    const [link] = pulse.links
    const before = await shownTo(link)
    const saved = await world.anyone.patch(link, { answers: why('half a'), attempt })
    assert.deepEqual([saved.status, saved.body], [200, { state: 'partial', answered: 1, of: 4 }])
    const followed = [{ question_id: 'told', value: true }, ...why('half a thought')]
    const again = await world.anyone.patch(link, { answers: followed, attempt })
    assert.deepEqual(again.body, { state: 'partial', answered: 2, of: 5 })
    assert.deepEqual((await shownTo(link, attempt)).saved, { answers: followed, answered: 2, of: 5 })

    // The author knows every link: to them a link with a draft looks unused.
    for (const secret of [undefined, other, attempt.toUpperCase()])
      assert.deepEqual(await shownTo(link, secret), before)
    const page = await browse(world.url + link, { headers: { cookie: `sonde_attempt=${other}` } })
    const bare = (html: string): string => html.replace(/name="_attempt"\s+value="[^"]*"/, '')
    assert.equal(bare(page.html), bare((await browse(world.url + link)).html))

    const [row] = await rowsOf(pulse.id)
    assert.equal(row.state, 'partial')
    if (mode === 'anonymous') {
      assert.deepEqual([row.member_id, row.team_id, row.answers, row.submitted_at], [null, null, null, null])
      assert.ok(!row.sealed.includes('half'))
    }
    assert.ok(!JSON.stringify(row).includes(attempt))
  })

  test(`a draft counts nowhere and is deleted at close, ${mode}`, async () => {
    const pulse = await ask(mode, 7, { auto_close: true })
    await Promise.all(
      pulse.links.map((link) => world.anyone.patch(link, { answers: why('not sent'), attempt })),
    )
    assert.equal((await author.get(pulse.path)).body.response_summary.responded, 0)
    assert.equal((await author.get(pulse.path)).body.state, 'open', 'nobody has answered')
    for (const link of pulse.links) assert.equal((await shownTo(link)).state, 'open')
    const [first] = pulse.links
    await world.anyone.post(first, { answers: [{ question_id: 'calm', value: 3 }, ...why('sent')] })
    const { body } = await author.post(`${pulse.path}/close`)
    // A lone answer is not counted: one and none look the same.
    const { responded, responded_max } = body.response_summary
    assert.deepEqual([responded, responded_max], mode === 'attributed' ? [1, 1] : [0, 1])
    const left = await rowsOf(pulse.id)
    // What is not counted is not stored.
    assert.deepEqual(
      left.map(({ state, attempt_key: key }) => [state, key]),
      mode === 'attributed' ? [['submitted', null]] : [],
    )
    assert.ok(!JSON.stringify(left).includes('not sent'))
    assert.equal((await shownTo(pulse.links[1], attempt)).saved, null)
    const late = await world.anyone.patch(pulse.links[1], { answers: [], attempt })
    assert.deepEqual([late.status, late.body.code], [409, 'collection_closed'])
  })
}

test('an answer that is sent replaces every draft of its link', async () => {
  const pulse = await ask('anonymous')
  const [link] = pulse.links
  await world.anyone.patch(link, { answers: why('of somebody who knows the link'), attempt: other })
  const sent = await world.anyone.post(link, { answers: [{ question_id: 'calm', value: 2 }], attempt })
  assert.equal(sent.status, 201)
  const rows = await rowsOf(pulse.id)
  assert.deepEqual(
    rows.map(({ state }) => state),
    ['submitted'],
  )
  const own = await world.anyone.get(`/receipts/${sent.body.receipt}`)
  assert.deepEqual(own.body.answers, [{ question_id: 'calm', value: 2 }])
})

test('a draft cannot change an answer that was sent or withdrawn', async () => {
  const pulse = await ask('confidential')
  const [link] = pulse.links
  const answers = [{ question_id: 'calm', value: 2 }]
  const { body } = await world.anyone.post(link, { answers, attempt })
  const receipt = `/receipts/${body.receipt}`
  const tryAll = async (): Promise<void> => {
    for (const secret of [attempt, other]) {
      const saved = await world.anyone.patch(link, { answers: why('over it'), attempt: secret })
      assert.deepEqual([saved.status, saved.body.code], [409, 'already_answered'])
      const headers = { 'sonde-attempt': secret }
      assert.equal((await world.anyone.delete(link, undefined, headers)).status, 204)
      assert.equal((await shownTo(link, secret)).saved, null)
    }
    const sent = await world.anyone.post(link, { answers, attempt: other })
    assert.equal(sent.body.code, 'already_answered')
  }
  await tryAll()
  assert.deepEqual((await world.anyone.get(receipt)).body.answers, answers)
  assert.equal((await world.anyone.delete(receipt)).status, 204)
  await tryAll()
  assert.equal((await world.anyone.get(receipt)).body.state, 'withdrawn')
  assert.deepEqual((await world.anyone.get(receipt)).body.answers, [])
})

test('a draft is discarded only with its secret', async () => {
  const pulse = await ask('anonymous')
  const [link] = pulse.links
  await world.anyone.patch(link, { answers: why('for now'), attempt })
  for (const headers of [undefined, { 'sonde-attempt': other }])
    assert.equal((await world.anyone.delete(link, undefined, headers)).status, 204)
  assert.equal((await rowsOf(pulse.id)).length, 1)
  assert.equal((await world.anyone.delete(link, undefined, { 'sonde-attempt': attempt })).status, 204)
  assert.equal((await rowsOf(pulse.id)).length, 0)
  assert.equal((await world.anyone.delete(link, undefined, { 'sonde-attempt': attempt })).status, 204)
})

test('a draft may lack required answers and picks, and must fit otherwise', async () => {
  const [link] = (await ask('anonymous')).links
  const saves = async (answers: unknown[]) => (await world.anyone.patch(link, { answers, attempt })).status
  assert.equal(await saves([]), 200)
  assert.equal(await saves([{ question_id: 'some', value: ['a'] }]), 200)
  assert.equal(await saves([{ question_id: 'calm', value: 9 }]), 422)
  assert.equal(await saves([{ question_id: 'some', value: ['x'] }]), 422)
  assert.equal(await saves([{ question_id: 'none', value: 1 }]), 422)
  assert.equal(await saves(why('x'.repeat(limits.answerLengthMax + 1))), 400)
  // As somebody types, what does not fit yet is passed over, and the rest is saved.
  const form = { _attempt: attempt, calm: '9', some: 'a', why: 'kept' }
  const headers = { accept: 'application/json' }
  const reply = await submit(`${world.url + link}/save`, form, headers)
  assert.deepEqual(JSON.parse(reply.html), { state: 'partial', answered: 2, of: 4 })
  assert.deepEqual((await shownTo(link, attempt)).saved.answers, [
    { question_id: 'some', value: ['a'] },
    { question_id: 'why', text: 'kept' },
  ])
})

test('the page keeps the secret in a cookie of its own address', async () => {
  const [link] = (await ask('anonymous')).links
  const url = world.url + link
  const { sent } = formOf((await browse(url)).html)
  const saved = await submit(`${url}/save`, { ...Object.fromEntries(sent), why: 'soon more' })
  assert.deepEqual([saved.status, saved.location], [303, `${link}?saved`])
  const cookie = saved.headers.get('set-cookie')!
  assert.match(
    cookie,
    /^sonde_attempt=[0-9a-f]{32}; Max-Age=\d+; Path=\/r\/[0-9a-z]{26}\.[0-9a-f]{40}; HttpOnly; SameSite=Lax$/,
  )
  const headers = { cookie: cookie.split(';')[0] }
  const again = await browse(`${url}?saved`, { headers })
  assert.ok(again.html.includes('soon more'))
  assert.match(again.html, /1 of 4/)
  assert.equal(
    formOf(again.html).sent.find(([name]) => name === '_attempt')![1],
    headers.cookie.split('=')[1],
  )
  const answered = await submit(`${url}/answer`, [...formOf(again.html).sent, ['calm', '4']], headers)
  assert.equal(answered.status, 303)
  assert.match(answered.headers.get('set-cookie')!, /^sonde_attempt=; Max-Age=0/)
})

test('people who save and send at once have each sent one answer, which stays', async () => {
  const pulse = await ask('anonymous', 20)
  await Promise.all(
    pulse.links.map(async (link) => {
      const replies = await Promise.all([
        ...Array.from({ length: 4 }, (_, nth) =>
          world.anyone.patch(link, { answers: why(`draft ${nth}`), attempt }),
        ),
        world.anyone.post(link, { answers: [{ question_id: 'calm', value: 5 }], attempt }),
        ...Array.from({ length: 4 }, () =>
          world.anyone.patch(link, { answers: why('late'), attempt: other }),
        ),
      ])
      for (const { status } of replies) assert.ok([200, 201, 409].includes(status))
      assert.equal(replies[4].status, 201)
      const own = await world.anyone.get(`/receipts/${replies[4].body.receipt}`)
      assert.deepEqual(own.body.answers, [{ question_id: 'calm', value: 5 }])
    }),
  )
  const sent = (await rowsOf(pulse.id)).filter(({ state }) => state === 'submitted')
  assert.equal(sent.length, 20)
})

test('cancelling a collection deletes its drafts', async () => {
  const pulse = await ask('confidential')
  await world.anyone.patch(pulse.links[0], { answers: why('gone'), attempt })
  assert.equal((await author.post(`${pulse.path}/cancel`)).status, 200)
  assert.equal((await rowsOf(pulse.id)).length, 0)
})

test('in anonymous mode a draft writes no row that identifies a person', async () => {
  // In an organisation of its own: what is due of the surveys above changes rows meanwhile.
  const own = await newWorld()
  const pulse = await ask('anonymous', 5, {}, { world: own, author: await own.user() })
  const rowsIn = async (table: string): Promise<unknown[]> => {
    const statement = `select xmin::text, ctid::text, t::text from ${table} t where organisation_id = $1`
    return (await own.running.db.pool.query(statement, [own.organisationId])).rows
  }
  const rows = (): Promise<unknown[]> =>
    Promise.all(['recipients', 'deliveries', 'members', 'opt_outs', 'receipts', 'collections'].map(rowsIn))
  const before = await rows()
  assert.ok((await rowsIn('recipients')).length >= 5)
  for (const link of pulse.links) await world.anyone.patch(link, { answers: why('half'), attempt })
  await world.anyone.delete(pulse.links[0], undefined, { 'sonde-attempt': attempt })
  assert.deepEqual(await rows(), before)
  const saved = await rowsOf(pulse.id)
  assert.equal(saved.length, 4)
  assert.equal(new Set(saved.map(({ sealed }) => sealed.length)).size, 1, 'lengths tell nothing')
})
