/** "Do not quote my words": counted and analysed like any other, and read by nobody as a comment or a quote. */
import assert from 'node:assert/strict'
import { before, test } from 'node:test'
import { browse, formOf, submit } from '../../test/support/browse.ts'
import { type Client, eventually, links, newWorld, pulseDraft, type World } from '../../test/support/world.ts'

let world: World
let author: Client & { userId: string }

before(async () => {
  world = await newWorld()
  author = await world.user()
})

async function ask(count: number, more: Record<string, unknown> = {}) {
  const team = await world.team('People', Math.max(5, count), { email: false })
  const { body, status } = await author.post('/api/pulses', pulseDraft([team.id], more))
  assert.equal(status, 201, JSON.stringify(body))
  const path = `/api/pulses/${body.id}`
  assert.equal((await author.post(`${path}/open`)).status, 200)
  return {
    path,
    id: body.id,
    links: (await links(author, path)).slice(0, count).map(({ url }) => new URL(url).pathname),
  }
}

const quotable = 'There are far too many meetings every single week, and nothing is decided.'
const unquotable = 'We sit in meetings all week long and the purple elephant never decides.'

for (const mode of ['anonymous', 'confidential', 'attributed'] as const)
  test(`an unquoted comment counts everywhere and is shown nowhere, ${mode}`, async () => {
    const pulse = await ask(15, { confidentiality: { mode } })
    for (const [index, link] of pulse.links.slice(0, 14).entries()) {
      const why = { question_id: 'why', text: index < 10 ? unquotable : quotable }
      const { status } = await world.anyone.post(link, {
        answers: [
          { question_id: 'calm', value: 3 },
          { ...why, ...(index < 10 && { do_not_quote: true }) },
        ],
      })
      assert.equal(status, 201)
    }
    await author.post(`${pulse.path}/close`)
    const { body: results } = await eventually(
      () => author.get(`${pulse.path}/results`),
      (reply) => reply.body.results_status === 'available',
    )
    const [, why] = results.questions
    assert.equal(why.n, 14)
    assert.deepEqual(why.comments, new Array(4).fill(quotable))
    const { body } = await author.get(`/api/insights?pulse_id=${pulse.id}&limit=200`)
    const readings = JSON.stringify([results, body])
    assert.ok(!readings.includes('elephant'))
    const feeling = body.insights.find((one: any) => one.kind === 'sentiment_signal')
    assert.equal(feeling.n, 14, 'its feeling counts')
    const theme = body.insights.find((one: any) => one.kind === 'theme' && /meeting/i.test(one.statement))
    // A group with all comments unquoted, and one with all but one, look alike.
    assert.ok(theme.value.people >= 13, 'its subject counts')
    assert.ok(theme.value.quotes.every((quote: string) => quote === quotable))
  })

const readable = (at: number): string => `The tools are slow, and ${at} reviews wait for weeks.`
const hiddenTexts = [
  'I love my manager, who is great.',
  'My manager bullies me and I hate it, please stop it.',
]

/** What is said of a survey in which that many keep the second text, or the first, from being shown. */
async function saidOf(hidden: number, text: string): Promise<Record<string, unknown>[]> {
  const pulse = await ask(17)
  for (const [at, link] of pulse.links.slice(0, 16).entries()) {
    const why =
      at < hidden
        ? { question_id: 'why', text, do_not_quote: true }
        : { question_id: 'why', text: readable(at) }
    const answers = [{ question_id: 'calm', value: 3 }, why]
    assert.equal((await world.anyone.post(link, { answers })).status, 201)
  }
  await author.post(`${pulse.path}/close`)
  const { body: results } = await eventually(
    () => author.get(`${pulse.path}/results`),
    (reply) => reply.body.results_status === 'available',
  )
  assert.equal(results.questions[1].n, 16)
  const { body } = await author.get(`/api/insights?pulse_id=${pulse.id}&limit=200`)
  return body.insights.map(({ kind, statement, n, value, coverage }: any) => ({
    kind,
    statement,
    n,
    value,
    coverage,
  }))
}

test('what few people keep from being shown is in no figure of words, so nobody finds it by subtraction', async () => {
  for (const hidden of [1, 4]) {
    const [one, other] = [await saidOf(hidden, hiddenTexts[0]), await saidOf(hidden, hiddenTexts[1])]
    assert.deepEqual(other, one)
    assert.equal(one.find(({ kind }) => kind === 'sentiment_signal')?.n, 16 - hidden)
  }
  const [one, other] = [await saidOf(5, hiddenTexts[0]), await saidOf(5, hiddenTexts[1])]
  assert.notDeepEqual(other, one)
  assert.equal(one.find(({ kind }) => kind === 'sentiment_signal')?.n, 16)
})

test('readers of attributed answers see that a comment must not be quoted', async () => {
  const pulse = await ask(1, { confidentiality: { mode: 'attributed' } })
  const answers = [{ question_id: 'why', text: unquotable, do_not_quote: true }]
  await world.anyone.post(pulse.links[0], { answers })
  await author.post(`${pulse.path}/close`)
  assert.deepEqual((await author.get(`${pulse.path}/responses`)).body.responses[0].answers, answers)
})

test('do_not_quote is false when left out, and applies to comments alone', async () => {
  const pulse = await ask(4)
  const kept = []
  for (const [at, more] of [{}, { do_not_quote: false }].entries()) {
    const answers = [{ question_id: 'why', text: 'because', ...more }]
    const { body } = await world.anyone.post(pulse.links[at], { answers })
    kept.push((await world.anyone.get(`/receipts/${body.receipt}`)).body.answers)
  }
  assert.deepEqual(kept[0], kept[1])
  assert.deepEqual(kept[0], [{ question_id: 'why', text: 'because' }])
  const refused = await world.anyone.post(pulse.links[2], {
    answers: [{ question_id: 'calm', value: 3, do_not_quote: true }],
  })
  assert.deepEqual(
    [refused.status, refused.body.code, refused.body.errors[0].pointer],
    [422, 'invalid_answers', '/answers/0'],
  )
  const odd = await world.anyone.post(pulse.links[2], {
    answers: [{ question_id: 'why', text: 'x', do_not_quote: 'yes' }],
  })
  assert.equal(odd.status, 400)
  // Without a text there is nothing to quote, and no answer.
  const { body } = await world.anyone.post(pulse.links[3], {
    answers: [{ question_id: 'why', text: ' ', do_not_quote: true }],
  })
  assert.deepEqual((await world.anyone.get(`/receipts/${body.receipt}`)).body.answers, [])
})

test('the page offers it under each text question, stores it, and lets it be changed', async () => {
  const questions = [
    { id: 'calm', type: 'scale', text: 'Calm?' },
    { id: 'why', type: 'text', text: 'Why?' },
    { id: 'else', type: 'text', text: 'What else?' },
  ]
  const pulse = await ask(1, { questions })
  const url = world.url + pulse.links[0]
  const form = formOf((await browse(url)).html)
  assert.deepEqual(
    [...form.names].filter((name) => name.endsWith('.unquoted')),
    ['why.unquoted', 'else.unquoted'],
  )
  const attempt = form.sent.find(([name]) => name === '_attempt')![1]
  const fields = {
    _attempt: attempt,
    why: 'because',
    else: 'more',
    'why.unquoted': 'on',
    'calm.unquoted': 'on',
  }
  const saved = await submit(`${url}/save`, fields)
  const again = await browse(url, { headers: { cookie: saved.headers.get('set-cookie')!.split(';')[0] } })
  assert.ok(
    formOf(again.html).sent.some(([name]) => name === 'why') && /why\.unquoted"[^>]*checked/.test(again.html),
  )

  const answered = await submit(`${url}/answer`, fields)
  const receipt = answered.location!.split('?')[0]
  const own = async () => (await world.anyone.get(receipt)).body.answers
  assert.deepEqual(await own(), [
    { question_id: 'why', text: 'because', do_not_quote: true },
    { question_id: 'else', text: 'more' },
  ])
  const shown = await browse(world.url + receipt)
  assert.match(shown.html, /why\.unquoted"[^>]*checked/)
  assert.ok(!/else\.unquoted"[^>]*checked/.test(shown.html))
  await submit(`${world.url}${receipt}/edit`, { why: 'because', else: 'more', 'else.unquoted': 'on' })
  assert.deepEqual(await own(), [
    { question_id: 'why', text: 'because' },
    { question_id: 'else', text: 'more', do_not_quote: true },
  ])
})
