/** What a receipt proves: while its collection is open, and forever after. */
import assert from 'node:assert/strict'
import { before, test } from 'node:test'
import { sha256 } from '../ids.ts'
import { languages, textsOf } from '../../locales/catalogue.ts'
import { assertAccessible } from '../../test/support/accessible.ts'
import { browse } from '../../test/support/browse.ts'
import { noSidewaysScrolling, phone, picture, visit } from '../../test/support/visit.ts'
import { type Client, eventually, links, newWorld, pulseDraft, type World } from '../../test/support/world.ts'

let world: World
let author: Client

before(async () => {
  world = await newWorld()
  author = await world.user()
})

const modes = ['anonymous', 'confidential', 'attributed'] as const
const answers = [{ question_id: 'calm', value: 4 }]

async function ask(mode: string, count = 6): Promise<{ path: string; links: string[] }> {
  const team = await world.team('People', count, { email: false })
  const { body } = await author.post('/api/pulses', pulseDraft([team.id], { confidentiality: { mode } }))
  const path = `/api/pulses/${body.id}`
  assert.equal((await author.post(`${path}/open`)).status, 200)
  return { path, links: (await links(author, path)).map(({ url }) => new URL(url).pathname) }
}

const answer = async (link: string): Promise<any> => {
  const { body, status } = await world.anyone.post(link, { answers })
  assert.equal(status, 201, JSON.stringify(body))
  return body
}

for (const mode of modes) {
  test(`a receipt proves that its answer was counted, and under which promise, ${mode}`, async () => {
    const pulse = await ask(mode)
    const { body: asked } = await world.anyone.get(pulse.links[0])
    assert.match(asked.promise_hash, /^[0-9a-f]{64}$/)
    assert.equal(asked.promise_hash, asked.confidentiality.hash)
    const receipts = []
    for (const link of pulse.links) receipts.push(await answer(link))
    for (const { promise_hash: hash } of receipts) assert.equal(hash, asked.promise_hash)
    const [counted, withdrawn] = receipts.map(({ receipt }) => `/receipts/${receipt}`)
    const open = {
      counted: true,
      closed_at: null,
      mode,
      thresholds: { k_score: 5, k_comment: 10, k_rate: 5 },
      promise_hash: asked.promise_hash,
      keys_destroyed_at: null,
      answers_due_at: null,
      answers_deleted_at: null,
      legal_hold: false,
    }
    await world.anyone.delete(withdrawn)
    const proof = await world.anyone.get(`${counted}/proof`)
    assert.deepEqual([proof.status, proof.body], [200, open])
    assert.equal(proof.headers.get('cache-control'), 'no-store')
    assert.deepEqual((await world.anyone.get(`${withdrawn}/proof`)).body, { ...open, counted: false })

    const { body: closed } = await author.post(`${pulse.path}/close`)
    const after = await eventually(
      () => world.anyone.get(`${counted}/proof`),
      ({ body }) => body.keys_destroyed_at !== null,
    )
    const { keys_destroyed_at: destroyedAt, ...rest } = after.body
    const { keys_destroyed_at: _none, ...promised } = open
    const due = new Date(new Date(closed.closed_at).getTime() + 730 * 86_400_000).toISOString()
    assert.deepEqual(
      { ...rest, answers_due_at: new Date(rest.answers_due_at).toISOString() },
      { ...promised, closed_at: closed.closed_at, answers_due_at: due },
    )
    assert.ok(new Date(destroyedAt) >= new Date(closed.closed_at), destroyedAt)
    // The answer itself opens to nobody any more, and says where to look.
    const own = await world.anyone.get(counted)
    assert.deepEqual([own.status, own.body.code], [409, 'collection_closed'])
    assert.match(own.body.detail, /\/proof/)

    // Withdrawn, made up, damaged: one and the same.
    const unknown = [withdrawn, `/receipts/${'0'.repeat(64)}`, '/receipts/x', `${counted}0`]
    const replies = await Promise.all(
      unknown.map(async (path) => {
        const { status, body } = await world.anyone.get(`${path}/proof`)
        return JSON.stringify([status, { ...body, request_id: '' }])
      }),
    )
    assert.equal(new Set(replies).size, 1)
    assert.match(replies[0], /^\[404,.*not_found/)
  })
}

test('a cancelled collection proves nothing', async () => {
  const pulse = await ask('anonymous')
  const { receipt } = await answer(pulse.links[0])
  assert.equal((await author.post(`${pulse.path}/cancel`)).status, 200)
  for (const path of [`/receipts/${receipt}/proof`, `/receipts/${receipt}`])
    assert.equal((await world.anyone.get(path)).status, 404)
})

test('a proof contains only a hash and whether it counted, and the table that led to answers is empty', async () => {
  const pulse = await ask('confidential')
  const receipts: string[] = []
  for (const link of pulse.links) receipts.push((await answer(link)).receipt)
  await world.anyone.delete(`/receipts/${receipts[0]}`)
  await author.post(`${pulse.path}/close`)
  const { rows } = await world.running.db.pool.query<{ receipt_sha256: Buffer }>(
    `select p.*
     from receipt_proofs p
     join collections c on c.organisation_id = p.organisation_id and c.id = p.collection_id
     where '/api/pulses/' || c.owner_id = $1
     order by p.ctid`,
    [pulse.path],
  )
  assert.deepEqual(Object.keys(rows[0]), ['receipt_sha256', 'organisation_id', 'collection_id', 'is_counted'])
  const hashes = rows.map((row) => row.receipt_sha256.toString('hex'))
  const counted = receipts.slice(1).map((receipt) => sha256(receipt.split('.')[1]).toString('hex'))
  assert.deepEqual(hashes, counted.toSorted(), 'written in the order of their hashes')
  const { rows: left } = await world.running.db.pool.query(
    `select 1
     from receipts t
     join collections c on c.organisation_id = t.organisation_id and c.id = t.collection_id
     where '/api/pulses/' || c.owner_id = $1`,
    [pulse.path],
  )
  assert.deepEqual(left, [])
})

test('answers, edits and withdrawals at the moment of close are proved as they were counted', async () => {
  for (let round = 0; round < 4; round++) {
    // One stays silent: where all answer, one answer is left out of what is told.
    const pulse = await ask(modes[round % modes.length], 11)
    const early: string[] = []
    for (const link of pulse.links.slice(0, 6)) early.push((await answer(link)).receipt)
    const [closed, ...replies] = await Promise.all([
      author.post(`${pulse.path}/close`),
      ...pulse.links.slice(6, 10).map((link) => world.anyone.post(link, { answers })),
      ...early.slice(0, 3).map((receipt) => world.anyone.delete(`/receipts/${receipt}`)),
    ])
    assert.equal(closed.status, 200)
    const late = replies.slice(0, 4).flatMap(({ status, body }) => (status === 201 ? [body.receipt] : []))
    const gone = early.filter((_, at) => at < 3 && replies[4 + at].status === 204)
    const proved = async (receipt: string): Promise<boolean> =>
      (await world.anyone.get(`/receipts/${receipt}/proof`)).status === 200
    for (const receipt of [...early, ...late]) assert.equal(await proved(receipt), !gone.includes(receipt))
    const { body } = await author.get(`${pulse.path}/results`)
    assert.equal(body.response_summary.responded, early.length + late.length - gone.length)
  }
})

test('the page of a receipt says when the keys were destroyed only where answers were encrypted', async () => {
  for (const mode of modes) {
    const pulse = await ask(mode)
    const receipts: { receipt: string }[] = []
    for (const link of pulse.links) receipts.push(await answer(link))
    await author.post(`${pulse.path}/close`)
    await eventually(
      () => world.anyone.get(`/receipts/${receipts[0].receipt}/proof`),
      ({ body }) => body.keys_destroyed_at !== null,
    )
    const { html } = await browse(`${world.url}/receipts/${receipts[0].receipt}`)
    assert.equal(/keys of this survey were destroyed/.test(html), mode === 'anonymous', mode)
  }
})

test('after close the page of a receipt says in every language that the answer was counted', async () => {
  const pulse = await ask('anonymous')
  const receipts = []
  for (const link of pulse.links) receipts.push(await answer(link))
  await author.post(`${pulse.path}/close`)
  const [{ receipt, promise_hash: hash }] = receipts
  for (const language of languages) {
    const { page, close } = await visit(
      { ...phone, colorScheme: language === 'ar' ? 'dark' : 'light' },
      world,
    )
    await page.goto(`${world.url}/receipts/${receipt}?lang=${language}`)
    assert.equal(await page.locator('html').getAttribute('lang'), language)
    assert.equal(await page.locator('h1').innerText(), textsOf('answering', language)('received_title'))
    await page.getByText(textsOf('answering', language)('counted_code'), { exact: true }).click()
    const text = await page.locator('main').innerText()
    assert.ok(text.includes(hash) && text.includes(textsOf('answering', language)('counted_code_text')))
    assert.ok(!/\{\w+\}/.test(text), text)
    assert.ok(await noSidewaysScrolling(page))
    await assertAccessible(page)
    await picture(page, `proof-${language}`)
    // Kept for this address.
    await page.goto(`${world.url}/receipts/${receipt}`)
    assert.equal(await page.locator('html').getAttribute('lang'), language)
    await close()
  }
  // The answer page had the same hash beside the promise.
  const next = await ask('anonymous')
  const before = await browse(world.url + next.links[0])
  const { body } = await world.anyone.get(next.links[0])
  assert.ok(before.html.includes(body.promise_hash))
})
