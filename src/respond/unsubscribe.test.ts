/** Unsubscribing: with the link of any message, from the whole series, undone as easily. */
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { type Client, links, newWorld, pulseDraft, type World } from '../../test/support/world.ts'
import { browse, formOf, submit } from '../../test/support/browse.ts'

async function openPulse(more: Record<string, unknown> = {}, at = '2026-11-02T08:00:00Z') {
  const world = await newWorld({ at })
  const author = await world.user()
  const team = await world.team('Platform', 6)
  const draft = pulseDraft([team.id], { channels: ['email', 'link'], ...more })
  const { body } = await author.post('/api/pulses', draft)
  const path = `/api/pulses/${body.id}`
  const opened = await author.post(`${path}/open`)
  assert.equal(opened.status, 200, JSON.stringify(opened.body))
  const all = await links(author, path)
  return { world, author, team, path, links: all.map(({ url, member_id }) => ({ url, memberId: member_id })) }
}

const rows = async (world: World, text: string): Promise<any[]> =>
  (await world.running.db.pool.query(text)).rows

const deliveriesOf = (world: World, memberId: string) =>
  rows(
    world,
    `select state, last_error from deliveries where member_id = '${memberId}' and channel = 'email'`,
  )

const optOuts = (world: World) => rows(world, 'select series_id, member_id from opt_outs')

test('reading the page changes nothing, with GET or HEAD, however often', async () => {
  const { world, links: all } = await openPulse()
  for (const { url } of all.slice(0, 2))
    for (let times = 0; times < 20; times++) {
      const method = times % 2 === 0 ? 'GET' : 'HEAD'
      const page = await browse(`${url}/unsubscribe`, { method })
      assert.equal(page.status, 200)
      if (method === 'GET') assert.match(page.html, /Unsubscribe from this survey\?[^]*After the outage/)
      assert.equal(page.headers.get('set-cookie'), null)
    }
  assert.deepEqual(await optOuts(world), [])
})

test('unsubscribing holds back pending messages, and undoing it releases them', async () => {
  const { world, path, links: all } = await openPulse()
  const [{ url, memberId }, neighbour] = all
  for (let times = 0; times < 2; times++) {
    const done = await submit(`${url}/unsubscribe`, {})
    assert.equal(done.status, 200)
    assert.match(done.html, /<h1>You’re unsubscribed<\/h1>[^]*resubscribe/)
  }
  assert.deepEqual(await optOuts(world), [{ series_id: path.split('/').at(-1), member_id: memberId }])
  assert.deepEqual(await deliveriesOf(world, memberId), [{ state: 'suppressed', last_error: 'opted out' }])
  await world.running.app.due.settle()
  assert.equal((await deliveriesOf(world, neighbour.memberId))[0].state, 'sent')
  assert.equal((await deliveriesOf(world, memberId))[0].state, 'suppressed')

  const undone = await submit(`${url}/resubscribe`, {})
  assert.match(undone.html, /You’re subscribed again/)
  assert.deepEqual(await optOuts(world), [])
  await world.running.app.due.settle()
  assert.equal((await deliveriesOf(world, memberId))[0].state, 'sent')
})

test('a mail program unsubscribes with one click, in either content type, without a cookie', async () => {
  const { world, links: all } = await openPulse()
  const single = await submit(`${all[0].url}/unsubscribe`, { 'List-Unsubscribe': 'One-Click' })
  assert.equal(single.status, 200)
  const body = new FormData()
  body.set('List-Unsubscribe', 'One-Click')
  const reply = await fetch(`${all[1].url}/unsubscribe`, { method: 'POST', body })
  assert.equal(reply.status, 200)
  assert.equal((await optOuts(world)).length, 2)
  const { rowCount } = await world.running.db.pool.query('select 1 from responses')
  assert.equal(rowCount, 0)
})

test('the button of the page is answered with a redirect, which says what is so, and a mail program is not', async () => {
  const { world, links: all } = await openPulse()
  const { url } = all[0]
  const buttonOf = (html: string) => /<button[^>]*name="(\w+)"/.exec(html)![1]
  const { html } = await browse(`${url}/unsubscribe`)
  const fields = { [buttonOf(html)]: '1' }
  const sent = await submit(world.url + formOf(html).action, fields)
  assert.deepEqual([sent.status, sent.location], [303, `${new URL(url).pathname}/unsubscribe`])
  assert.equal((await optOuts(world)).length, 1)
  const undone = await submit(`${url}/resubscribe`, fields)
  assert.equal(undone.location, `${new URL(url).pathname}/unsubscribe?resubscribed`)
  assert.match((await browse(world.url + undone.location)).html, /You’re subscribed again/)
  // What the address says of the past does not hide what is so.
  await submit(`${url}/unsubscribe`, { 'List-Unsubscribe': 'One-Click' })
  assert.match((await browse(world.url + undone.location)).html, /You’re unsubscribed/)
})

test('unsubscribing looks the same, in texts and rows, whether the person has answered or not', async () => {
  const { world, links: all } = await openPulse()
  const [one, two] = all
  await world.anyone.post(new URL(one.url).pathname, { answers: [{ question_id: 'calm', value: 3 }] })
  const responses = await rows(world, 'select * from responses')
  const pages = [await submit(`${one.url}/unsubscribe`, {}), await submit(`${two.url}/unsubscribe`, {})]
  const bare = pages.map(({ html }) => html.replaceAll(/\/r\/[0-9a-z]{26}\.[0-9a-f]{40}/g, ''))
  assert.equal(bare[0], bare[1])
  assert.deepEqual(await deliveriesOf(world, one.memberId), await deliveriesOf(world, two.memberId))
  assert.deepEqual(await rows(world, 'select * from responses'), responses)
})

test('unsubscribing works after close too, and holds for the next instances of the series', async () => {
  const world = await newWorld({ at: '2026-11-02T07:00:00Z' })
  const { userId, ...author } = await world.user()
  const team = await world.team('Platform', 6)
  const { body: checkIn } = await author.post('/api/check-ins', {
    ...pulseDraft([team.id], { topic: undefined, title: 'Weekly', channels: ['link'] }),
    time_zone: 'UTC',
    recurrence: { rrule: 'FREQ=WEEKLY;BYDAY=MO', starts_on: '2026-11-02', time: '09:00' },
    window: 'P2D',
  })
  assert.equal((await author.post(`/api/check-ins/${checkIn.id}/activate`)).status, 200)
  world.running.clock!.set('2026-11-02T09:00:01Z')
  await world.running.app.due.settle()
  // An hour later a token has run out.
  const later = (): Promise<Client> => world.user({ id: userId })
  const instances = async () =>
    (await (await later()).get(`/api/check-ins/${checkIn.id}/instances`)).body.check_in_instances
  const first = (await instances()).find((one: any) => one.state === 'open')
  const [{ url }] = await links(await later(), `/api/check-in-instances/${first.id}`)
  world.running.clock!.set('2026-11-05T09:00:01Z')
  await world.running.app.due.settle()
  assert.equal((await world.anyone.get(new URL(url).pathname)).body.state, 'closed')
  const page = await browse(`${url}/unsubscribe`)
  assert.match(page.html, /will stop sending you “Weekly/)
  assert.equal((await submit(`${url}/unsubscribe`, {})).status, 200)
  assert.equal((await optOuts(world))[0].series_id, checkIn.id)
  world.running.clock!.set('2026-11-09T09:00:01Z')
  await world.running.app.due.settle()
  const next = (await instances()).find((one: any) => one.state === 'open')
  assert.equal((await links(await later(), `/api/check-in-instances/${next.id}`)).length, 5)
  const { body } = await (await later()).get(`/api/check-in-instances/${next.id}`)
  assert.equal(body.response_summary.opted_out, 1)
})

test('an unknown link unsubscribes nobody', async () => {
  const { world } = await openPulse()
  for (const token of [`${'0'.repeat(26)}.${'0'.repeat(40)}`, 'x']) {
    assert.equal((await browse(`${world.url}/r/${token}/unsubscribe`)).status, 404)
    assert.equal((await submit(`${world.url}/r/${token}/unsubscribe`, {})).status, 404)
    assert.equal((await submit(`${world.url}/r/${token}/resubscribe`, {})).status, 404)
  }
  assert.deepEqual(await optOuts(world), [])
})
