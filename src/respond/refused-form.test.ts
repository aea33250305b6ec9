/** What a device holds of a form that was refused: sealed, for one address, for ten minutes, and for nobody by a code. */
import assert from 'node:assert/strict'
import { before, test } from 'node:test'
import { browse, submit, submitAndFollow } from '../../test/support/browse.ts'
import { links, newWorld, pulseDraft, type World } from '../../test/support/world.ts'

let world: World
let urls: string[]

const questions = [
  { id: 'calm', type: 'scale', text: 'Calm?', required: true },
  { id: 'why', type: 'text', text: 'Why?' },
  { id: 'more', type: 'text', text: 'And?' },
]

before(async () => {
  world = await newWorld()
  const author = await world.user()
  const team = await world.team('People', 5, { email: false })
  const { body } = await author.post('/api/pulses', pulseDraft([team.id], { questions }))
  assert.equal((await author.post(`/api/pulses/${body.id}/open`)).status, 200)
  urls = (await links(author, `/api/pulses/${body.id}`)).map(({ url }) => url)
})

const cookieOf = (headers: Headers): string => headers.getSetCookie().join('\n')

test('what was typed goes with the redirect in a sealed cookie of this address alone', async () => {
  const [url, other] = urls
  const refused = await submit(`${url}/answer`, { why: 'Nobody owned the alerts' })
  assert.deepEqual([refused.status, refused.location], [303, `${new URL(url).pathname}?refused`])
  const cookie = cookieOf(refused.headers)
  assert.match(
    cookie,
    /^sonde_refused=[\w-]+; Max-Age=600; Path=\/r\/[0-9a-z]{26}\.[0-9a-f]{40}; HttpOnly; SameSite=Lax$/,
  )
  const value = /=([\w-]+);/.exec(cookie)![1]
  assert.ok(!Buffer.from(value, 'base64url').includes('alerts'))
  const headers = { cookie: `sonde_refused=${value}` }
  assert.match((await browse(`${url}?refused`, { headers })).html, /Nobody owned the alerts/)
  // Not elsewhere, not without the redirect, and not once it was changed.
  const plain = async (address: string, held: string) => {
    const { status, html } = await browse(address, { headers: { cookie: `sonde_refused=${held}` } })
    assert.deepEqual([status, html.includes('Nobody owned')], [200, false], address)
  }
  await plain(`${other}?refused`, value)
  await plain(url, value)
  await plain(`${url}?refused`, `${value.slice(0, -4)}AAAA`)
  await plain(`${url}?refused`, 'x')
  await plain(`${url}?refused`, '')
  // Sent, it is forgotten.
  const sent = await submit(`${url}/answer`, { calm: '4' }, headers)
  assert.match(cookieOf(sent.headers), /^sonde_refused=; Max-Age=0; Path=\/r\//)
})

test('a refused form looks the same whether the link was used or not', async () => {
  const [, , used, unused] = urls
  await world.anyone.post(new URL(used).pathname, { answers: [{ question_id: 'calm', value: 2 }] })
  const bare = async (url: string) => {
    const { status, html } = await submitAndFollow(`${url}/answer`, {
      why: 'Again',
      _attempt: 'a'.repeat(32),
    })
    return [status, html.replaceAll(new URL(url).pathname, '/r/#')]
  }
  assert.deepEqual(await bare(used), await bare(unused))
})

test('what no cookie can hold is answered with its page, and nothing is lost', async () => {
  const url = urls[4]
  // Letters that do not repeat: they compress to half of them.
  const why = Array.from({ length: 4000 }, (_, at) =>
    String.fromCharCode(97 + (((at * at * 31 + at * 7) % 1009) % 26)),
  ).join('')
  const more = [...why]
    .toReversed()
    .map((one, at) => (at % 3 === 0 ? one.toUpperCase() : one))
    .join('')
  const refused = await submit(`${url}/answer`, { why, more })
  assert.deepEqual([refused.status, refused.headers.get('set-cookie')], [422, null])
  assert.ok(refused.html.includes(why) && refused.html.includes(more))
})

test('changes that are refused are held for the address of their receipt', async () => {
  const { body } = await world.anyone.post(new URL(urls[0]).pathname, {
    answers: [{ question_id: 'calm', value: 2 }],
  })
  const receipt = `${world.url}/receipts/${body.receipt}`
  const refused = await submit(`${receipt}/edit`, { calm: '9', why: 'Changed' })
  assert.equal(refused.location, `/receipts/${body.receipt}?refused`)
  assert.match(cookieOf(refused.headers), /^sonde_refused=[\w-]+; Max-Age=600; Path=\/receipts\//)
  const saved = await submit(`${receipt}/edit`, { calm: '3' }, { cookie: 'sonde_refused=x' })
  assert.match(cookieOf(saved.headers), /^sonde_refused=; Max-Age=0/)
})
