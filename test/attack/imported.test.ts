/**
 * Imported surveys: the importer knows the file, everybody else reads it through the same gate as all other answers. The
 * attacker reads everything of it and looks for people: members, pseudonyms, addresses and their ids.
 */
import assert from 'node:assert/strict'
import { before, suite, test } from 'node:test'
import { newHistory } from '../support/past-surveys.ts'
import type { Client } from '../support/world.ts'
import { everythingOf, type Reading } from './readings.ts'

const people = 12
const rows = Array.from({ length: people }, (_, at) => {
  const respondent = at < 6 ? `canary${at}@example.org` : `canary-number-${at}`
  const row = { period: '2024-03', respondent, team: at < 9 ? 'Platform' : 'Design' }
  return [
    { ...row, question: 'load', rating: 1 + (at % 5), scale: 5 },
    { ...row, question: 'why', text: `Too many meetings keep us from work of sort ${at}` },
  ]
}).flat()

const pseudonym = /\b(?:rsn|res)_[0-9a-z]{26}\b/

let history: Awaited<ReturnType<typeof newHistory>>
let clients: Record<'author' | 'colleague' | 'program', Client>
let members: string[]

async function importAs(mode: string): Promise<string> {
  const query = new URLSearchParams({ title: `Asked ${mode}`, missing_teams: 'create', mode })
  const dry = await history.author.post(`/api/imports/responses?${query}&dry_run=true`, { rows })
  const { status, body } = await history.author.post(`/api/imports/responses?${query}`, { rows })
  assert.equal(status, 200, JSON.stringify(body))
  // Apart from ids that do not exist yet, a dry run says what the import does, and no more.
  const summaryOf = ({ rows: read, respondents, members_matched, answers, questions }: any) => ({
    read,
    respondents,
    members_matched,
    answers,
    questions,
  })
  assert.deepEqual(summaryOf(dry.body), summaryOf(body))
  assert.equal(dry.body.instances[0].results_status, null)
  assert.equal(body.members_matched, members.length)
  return `/api/check-in-instances/${body.instances[0].check_in_instance_id}`
}

/** Every reading of the instance, its links and the schedule of its check-in. */
async function readInstance(api: Client, place: string): Promise<Reading[]> {
  const checkIn = (await history.author.get(place)).body.check_in_id
  const teams = (await history.author.get('/api/teams')).body.teams.map(({ id }: any) => id)
  const readings = await everythingOf(api, [place], teams)
  for (const path of [`${place}/links`, `/api/check-ins/${checkIn}/schedule`]) {
    const { status, body, headers } = await api.get(path)
    readings.push({ path, status, body, etag: headers.get('etag') })
  }
  return readings
}

suite('an imported survey', () => {
  before(async () => {
    history = await newHistory()
    const { world, author } = history
    clients = { author, colleague: await world.user(), program: await world.organisation() }
    members = []
    for (let at = 0; at < 6; at++) {
      const { status, body } = await clients.program.post('/api/members', {
        name: `Canarius ${at}`,
        email: `canary${at}@example.org`,
        team_ids: [],
      })
      assert.equal(status, 201, JSON.stringify(body))
      members.push(body.id)
    }
  })

  test('names none of its respondents to anybody, if confidential', async () => {
    const place = await importAs('confidential')
    for (const api of Object.values(clients)) {
      const readings = await readInstance(api, place)
      const replies = readings.map(({ path, body }) => `${path} ${JSON.stringify(body)}`)
      assert.ok(replies.join().includes('"distribution"'), 'there was something to read')
      for (const one of replies) {
        assert.doesNotMatch(one, /canar/i)
        assert.doesNotMatch(one, pseudonym)
        for (const member of members) assert.ok(!one.includes(member), one)
      }
      const named = readings.find(({ path }) => path === `${place}/responses`)
      assert.ok(named && [403, 409].includes(named.status), String(named?.status))
    }
  })

  test('names members to its readers only, and other respondents to nobody, if attributed', async () => {
    const place = await importAs('attributed')
    for (const [name, api] of Object.entries(clients)) {
      for (const { path, status, body } of await readInstance(api, place)) {
        const reply = JSON.stringify(body)
        assert.doesNotMatch(reply, /canary-number|rsn_/)
        if (path.startsWith(`${place}/responses`) && status === 200) assert.equal(name, 'author')
        else for (const member of members) assert.ok(!reply.includes(member), `${name} ${path}`)
      }
    }
    const { body } = await history.author.get(`${place}/responses`)
    assert.deepEqual(body.responses.map(({ member_id }: any) => member_id).toSorted(), members.toSorted())
  })
})
