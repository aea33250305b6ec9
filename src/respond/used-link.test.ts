/**
 * In anonymous mode a link does not reveal whether it was used: somebody who holds it sees the same before and after, gets the same reply to
 * a further answer, and a receipt that works like any. The first answer counts, and answering keeps working for honest people.
 */
import assert from 'node:assert/strict'
import { before, test } from 'node:test'
import { browse, formOf, submit } from '../../test/support/browse.ts'
import { explainIn, statementsOf } from '../../test/support/handled-rows.ts'
import { freshDatabase, startApp } from '../../test/support/start.ts'
import { type Client, client, links, newWorld, pulseDraft, type World } from '../../test/support/world.ts'
import { stepsOf } from '../../test/support/steps.ts'

let world: World
let author: Client

before(async () => {
  world = await newWorld()
  author = await world.user()
})

async function ask(count: number, more: Record<string, unknown> = {}) {
  const team = await world.team('People', count, { email: false })
  const { body } = await author.post('/api/pulses', pulseDraft([team.id], more))
  const path = `/api/pulses/${body.id}`
  assert.equal((await author.post(`${path}/open`)).status, 200)
  return { path, links: (await links(author, path)).map(({ url }) => new URL(url).pathname) }
}

const calm = (value: number) => [{ question_id: 'calm', value }]

async function answer(link: string, value: number): Promise<string> {
  const { status, body } = await world.anyone.post(link, { answers: calm(value) })
  assert.equal(status, 201, JSON.stringify(body))
  return `/receipts/${body.receipt}`
}

const uuid = /[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}/

/** Everything that a reply consists of, without what differs between any two. */
const shapeOf = ({ status, headers, body }: { status: number; headers: Headers; body: any }) => ({
  status,
  headers: [...headers].filter(([, value]) => !uuid.test(value)).filter(([name]) => name !== 'date'),
  body: JSON.stringify(body)
    .replaceAll(/[0-9a-f]{64}/g, '#')
    .replace(uuid, '#'),
})

const bare = (html: string): string => html.replace(/name="_attempt"\s+value="[^"]*"/, '')

test('a link looks the same before and after, as JSON and as a page', async () => {
  const { links: all } = await ask(6)
  const [link] = all
  const seen = async () => [
    shapeOf(await world.anyone.get(link)),
    bare((await browse(world.url + link)).html),
    shapeOf(await world.anyone.get(`${link}/unsubscribe`)),
  ]
  const before = await seen()
  const receipt = await answer(link, 2)
  assert.deepEqual(await seen(), before)
  assert.equal((await world.anyone.delete(receipt)).status, 204)
  assert.deepEqual(await seen(), before, 'withdrawn')
})

test('every reply to a further answer or draft is like that to the first', async () => {
  const { links: all } = await ask(6)
  const [used, unused] = all
  await answer(used, 1)
  const attempt = 'of-somebody-who-holds-the-link'
  const draft = { answers: calm(3), attempt }
  const replies = async (link: string) => {
    const { action, sent } = formOf((await browse(world.url + link)).html)
    const form = await submit(world.url + action, [
      ...sent.filter(([name]) => name === '_attempt'),
      ['calm', '5'],
    ])
    const posted = await world.anyone.post(link, { answers: calm(4) })
    return [
      shapeOf(await world.anyone.patch(link, draft)),
      shapeOf(await world.anyone.get(link, { 'sonde-attempt': attempt })),
      shapeOf(await world.anyone.delete(link, undefined, { 'sonde-attempt': attempt })),
      shapeOf(await world.anyone.post(link, { answers: calm(9) })),
      shapeOf(posted),
      [form.status, form.location?.replaceAll(/[0-9a-f]{64}/g, '#')],
      shapeOf(await world.anyone.get(`/receipts/${posted.body.receipt}`)),
      shapeOf(await world.anyone.patch(`/receipts/${posted.body.receipt}`, { answers: calm(2) })),
      shapeOf(await world.anyone.get(`/receipts/${posted.body.receipt}/proof`)),
      shapeOf(await world.anyone.delete(`/receipts/${posted.body.receipt}`)),
      shapeOf(await world.anyone.get(`/receipts/${posted.body.receipt}`)),
    ]
  }
  assert.deepEqual(await replies(used), await replies(unused))
})

test('the first answer of each link counts, and its receipts prove that one did', async () => {
  const { path, links: all } = await ask(7)
  const honest: string[] = []
  const six = all.slice(0, 6)
  for (const [index, link] of six.entries()) honest.push(await answer(link, 1 + (index % 3)))
  const stuffed: string[] = []
  for (const link of six) stuffed.push(await answer(link, 5), await answer(link, 4))
  assert.equal((await world.anyone.patch(stuffed[0], { answers: calm(1) })).status, 200)
  const { told } = await stepsOf(world.running, path.split('/')[3])
  assert.equal((await author.get(path)).body.response_summary.responded, told(6), 'six, in steps')
  const { body } = await author.post(`${path}/close`)
  assert.equal(body.response_summary.responded, 6)
  const { questions } = (await author.get(`${path}/results`)).body
  assert.deepEqual([questions[0].n, questions[0].mean], [6, 2])
  for (const receipt of [...honest, ...stuffed]) {
    const proof = await world.anyone.get(`${receipt}/proof`)
    assert.deepEqual([proof.status, proof.body.counted], [200, true])
  }
})

test('where the first was withdrawn, one of the others counts, and each link once', async () => {
  const { path, links: all } = await ask(7)
  for (const [index, value] of [1, 5, 1, 5, 2].entries()) await answer(all[index], value)
  const first = await answer(all[5], 1)
  assert.equal((await world.anyone.delete(first)).status, 204)
  const others = [await answer(all[5], 4), await answer(all[5], 4)]
  await author.post(`${path}/close`)
  const { questions, response_summary: summary } = (await author.get(`${path}/results`)).body
  assert.deepEqual([summary.responded, questions[0].n, questions[0].mean], [6, 6, 3])
  assert.equal((await world.anyone.get(`${first}/proof`)).status, 404)
  for (const receipt of others) assert.equal((await world.anyone.get(`${receipt}/proof`)).status, 200)
})

test('further answers do not make a survey close itself', async () => {
  const { path, links: all } = await ask(6, { auto_close: true })
  for (let times = 0; times < 8; times++) await answer(all[0], 3)
  for (const link of all.slice(1, 5)) await answer(link, 3)
  await new Promise((resolve) => setTimeout(resolve, 300))
  const { body } = await author.get(path)
  assert.equal(body.state, 'open')
})

test('a used link takes the statements of an unused one, for each thing that can be done with it', async () => {
  const connection = await freshDatabase()
  await explainIn(connection)
  const at = '2026-10-12T08:00:00Z'
  // A node for the author: it writes its log of requests when it has time, and so among the statements of a link.
  const own = await newWorld({ running: await startApp({ at, database: connection }) })
  const running = await startApp({ at, database: connection })
  const takeStatements = statementsOf(running.db)
  const team = await own.team('People', 6, { email: false })
  const writer = await own.user()
  const { body } = await writer.post('/api/pulses', pulseDraft([team.id]))
  const path = `/api/pulses/${body.id}`
  assert.equal((await writer.post(`${path}/open`)).status, 200)
  const [first, second] = (await links(writer, path)).map(({ url }) => new URL(url).pathname)
  const anyone = client(running.url)
  let devices = 0
  const device = () => `a-secret-of-device-number-${++devices}`
  /** Reads, saves, discards and answers from a new device. @returns the statements of each */
  const use = async (link: string): Promise<string[][]> => {
    const attempt = device()
    const requests = [
      () => anyone.get(link),
      () => browse(running.url + link),
      () => anyone.get(`${link}/unsubscribe`),
      () => anyone.patch(link, { answers: calm(2), attempt }),
      () => anyone.delete(link, undefined, { 'sonde-attempt': attempt }),
      () => anyone.post(link, { answers: calm(3), attempt }),
    ]
    const taken: string[][] = []
    for (const request of requests) {
      takeStatements()
      await request()
      taken.push(takeStatements())
    }
    return taken
  }
  // Keys and whatever else a process remembers.
  await use(first)
  const unused = await use(second)
  const used = await use(second)
  assert.ok(unused.every((statements) => statements.length > 0))
  assert.deepEqual(used, unused)
  assert.deepEqual(await use(second), unused)
})
