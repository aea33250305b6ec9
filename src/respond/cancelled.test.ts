/** A link to a survey that was cancelled says so, and the same to everybody. */
import assert from 'node:assert/strict'
import { before, test } from 'node:test'
import { languages, textsOf } from '../../locales/catalogue.ts'
import { browse as browseAt, submit as submitTo } from '../../test/support/browse.ts'
import { links, newWorld, pulseDraft, type World } from '../../test/support/world.ts'

let world: World
let paths: string[]

before(async () => {
  world = await newWorld()
  const author = await world.user()
  const team = await world.team('People', 5, { email: false })
  const { body } = await author.post('/api/pulses', pulseDraft([team.id], { title: 'Where to sit' }))
  const path = `/api/pulses/${body.id}`
  await author.post(`${path}/open`)
  paths = (await links(author, path)).map(({ url }) => new URL(url).pathname)
  const answered = await world.anyone.post(paths[0], { answers: [{ question_id: 'calm', value: 4 }] })
  assert.equal(answered.status, 201, JSON.stringify(answered.body))
  const cancelled = await author.post(`${path}/cancel`)
  assert.equal(cancelled.status, 200, JSON.stringify(cancelled.body))
})

const browse = (path: string) => browseAt(world.url + path)

test('whoever opens the link reads that the survey was cancelled, and which it was, in every language', async () => {
  for (const language of languages) {
    const { status, html } = await browse(`${paths[1]}?lang=${language}`)
    const say = textsOf('answering', language)
    assert.equal(status, 404)
    assert.ok(html.includes(say('cancelled_title')) && html.includes('Where to sit'), html)
    assert.ok(!html.includes(say('not_found_title')))
  }
})

test('it is the same page for whoever had answered and whoever had not', async () => {
  const pages = await Promise.all(paths.map(async (path) => (await browse(path)).html))
  assert.equal(new Set(pages).size, 1)
})

test('whoever was answering meanwhile and sends reads it as well, and nothing is kept', async () => {
  const { status, html } = await submitTo(`${world.url}${paths[2]}/save`, { calm: '4' })
  assert.equal(status, 404)
  assert.match(html, /This survey was cancelled/)
  const { rows } = await world.running.db.pool.query('select 1 from responses where organisation_id = $1', [
    world.organisationId,
  ])
  assert.deepEqual(rows, [])
})

test('an address of no survey, and one of a survey that was deleted, say that the link does not work', async () => {
  const unknown = await browse(`${paths[1].slice(0, -4)}AAAA`)
  assert.match(unknown.html, /This link doesn’t work/)
  await world.running.db.pool.query(`update collections set deletion = 'survey' where organisation_id = $1`, [
    world.organisationId,
  ])
  assert.match((await browse(paths[1])).html, /This link doesn’t work/)
})
