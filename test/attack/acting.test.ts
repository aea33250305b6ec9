/**
 * The attacker who acts, through the API: an author who asks the same question twice and changes whom in between. The figures of both
 * collections must not differ by fewer than k people, and the same people must come back as soon as they can.
 */
import assert from 'node:assert/strict'
import { before, suite, test } from 'node:test'
import { scopeNames } from '../../contract/scopes.ts'
import { startApp } from '../support/start.ts'
import { client, type Client, links, newWorld, pulseDraft, type World } from '../support/world.ts'

let world: World
let api: Client

before(async () => {
  world = await newWorld()
  api = await world.user({ role: 'admin' })
})

type Mode = 'anonymous' | 'confidential' | 'attributed'
type Team = Awaited<ReturnType<World['team']>>
type Request = { mode?: Mode; text: string; more?: Record<string, unknown>; by?: Client }

let surveys = 0
let people = 0
let teams = 0
const team = (count: number): Promise<Team> => world.team(`Team ${++teams}`, count)

/** A text of its own for each test, so that no two share a season. */
const newText = (): string => `How calm was week ${++surveys}?`

/**
 * Asks teams, has everybody who has a link answer the same as ever but the last member of each team, who never does, and closes.
 * @returns how many answers each group shows, and who was asked
 */
async function ask(teams: readonly Team[], { mode = 'confidential', text, more = {}, by = api }: Request) {
  const questions = [{ id: 'calm', type: 'scale', text, min: 1, max: 5 }]
  const teamIds = teams.map(({ id }) => id)
  const draft = { ...pulseDraft(teamIds, { confidentiality: { mode } }), questions, ...more }
  const { body, status } = await by.post('/api/pulses', draft)
  assert.equal(status, 201, JSON.stringify(body))
  const path = `/api/pulses/${body.id}`
  const opened = await by.post(`${path}/open`)
  assert.equal(opened.status, 200, JSON.stringify(opened.body))
  const all = await links(by, path)
  const told = new Set<string>()
  const receipts = new Map<string, string>()
  const silent = new Set(teams.map(({ members }) => members.at(-1)))
  for (const { member_id, url } of all) {
    const survey = await world.anyone.get(new URL(url).pathname)
    if (!survey.body.is_counted) told.add(member_id)
    if (silent.has(member_id)) continue
    const answers = [{ question_id: 'calm', value: 1 + (member_id.charCodeAt(member_id.length - 1) % 5) }]
    const reply = await world.anyone.post(new URL(url).pathname, { answers })
    assert.equal(reply.status, 201, JSON.stringify(reply.body))
    receipts.set(member_id, reply.body.receipt)
  }
  assert.equal((await by.post(`${path}/close`)).status, 200)
  const results = (await by.get(`${path}/results`)).body
  const shown = new Map<string, number | null>(
    results.teams.map((team: any) => [team.team_id, team.questions?.[0].n ?? null]),
  )
  return {
    everyone: (results.questions[0].n ?? null) as number | null,
    teams: teamIds.map((id) => shown.get(id) ?? null),
    asked: all.map(({ member_id }) => member_id),
    told,
    receipts,
  }
}

/** In anonymous mode the group would have to be hidden, so the author is told at once. */
async function isRefused(recipients: object, text: string): Promise<void> {
  const questions = [{ id: 'calm', type: 'scale', text, min: 1, max: 5 }]
  const { body } = await api.post('/api/pulses', { ...pulseDraft([], { recipients }), questions })
  const reply = await api.post(`/api/pulses/${body.id}/open`)
  assert.deepEqual([reply.status, reply.body.code], [422, 'exclusion_too_small'])
  assert.match(reply.body.detail, /^Fewer than 5 people are left out of a group .* at least 5 of its people$/)
}

const figures = ({ everyone, teams }: Awaited<ReturnType<typeof ask>>) => [everyone, ...teams]

const move = async (member: string, from: Team, to: Team): Promise<void> => {
  const left = await api.delete(`/api/teams/${from.id}/members/${member}`)
  assert.equal(left.status, 204, JSON.stringify(left.body))
  assert.ok((await api.post(`/api/teams/${to.id}/members/${member}`)).status === 200)
}

const hire = async (team: Team, count: number): Promise<string[]> => {
  const hired: string[] = []
  for (let at = 0; at < count; at++) {
    const { body, status } = await api.post('/api/members', {
      name: `Newcomer ${at}`,
      email: `newcomer${++people}@test.example`,
      team_ids: [team.id],
    })
    assert.equal(status, 201, JSON.stringify(body))
    hired.push(body.id)
  }
  return hired
}

for (const mode of ['confidential', 'anonymous', 'attributed'] as const) {
  suite(`the same question twice, ${mode}`, () => {
    test('leaving one person out takes their whole group out of the figures, until all are asked again', async () => {
      const [near, far] = [await team(8), await team(7)]
      const text = newText()
      const request = { mode, text }
      assert.deepEqual(figures(await ask([near, far], request)), [13, 7, 6])
      const recipients = { team_ids: [near.id, far.id], excluded_member_ids: [near.members[0]] }
      if (mode === 'anonymous') await isRefused(recipients, text)
      else
        assert.deepEqual(figures(await ask([near, far], { ...request, more: { recipients } })), [6, null, 6])
      // Another case, another mark, the same question.
      assert.deepEqual(
        figures(await ask([near, far], { mode, text: text.toUpperCase().replace('?', ' ?') })),
        [13, 7, 6],
      )
    })

    test('somebody who moves counts where they counted before', async () => {
      const [from, to] = [await team(7), await team(8)]
      const request = { mode, text: newText() }
      assert.deepEqual(figures(await ask([from, to], request)), [13, 6, 7])
      await move(from.members[0], from, to)
      assert.deepEqual(figures(await ask([from, to], request)), [13, 6, 7])
    })

    test('newcomers count as soon as there are five of them', async () => {
      const growing = await team(6)
      const request = { mode, text: newText() }
      assert.deepEqual(figures(await ask([growing], request)), [5, 5])
      const hired = await hire(growing, 4)
      const waiting = await ask([growing], request)
      assert.deepEqual(figures(waiting), [5, 5])
      assert.equal(waiting.asked.includes(hired[0]), mode !== 'anonymous')
      assert.deepEqual(
        [...waiting.told].toSorted(),
        mode === 'anonymous' ? [] : hired.toSorted(),
        'they read beforehand that they are not counted',
      )
      for (const [member, receipt] of waiting.receipts) {
        const { body } = await world.anyone.get(`/receipts/${receipt}/proof`)
        assert.equal(body.counted, !hired.includes(member), 'and afterwards that they were not')
      }
      hired.push(...(await hire(growing, 5)))
      const seated = await ask([growing], request)
      // All newcomers answer, who are a cell of their own: one of them is left out at random.
      const shown = mode === 'attributed' ? 14 : 13
      assert.deepEqual(figures(seated), [shown, shown])
      assert.ok(hired.every((member) => seated.asked.includes(member)))
    })

    test('somebody who is erased takes their group out for the season', async () => {
      const [near, far] = [await team(8), await team(7)]
      const request = { mode, text: newText() }
      assert.deepEqual(figures(await ask([near, far], request)), [13, 7, 6])
      assert.equal((await api.post(`/api/members/${near.members[3]}/erase`)).status, 200)
      assert.deepEqual(figures(await ask([near, far], request)), [6, null, 6])
      assert.deepEqual(figures(await ask([near, far], request)), [6, null, 6])
    })
  })
}

test('a question that another survey keeps sits out where the groups of both differ', async () => {
  const [near, far] = [await team(8), await team(7)]
  const [first, second] = [newText(), newText()]
  await ask([near, far], { text: first })
  const more = { recipients: { team_ids: [near.id, far.id], excluded_member_ids: [near.members[0]] } }
  await ask([near, far], { text: second, more })
  const both = {
    questions: [second, first].map((text, at) => ({ id: `q${at}`, type: 'scale', text, min: 1, max: 5 })),
  }
  const { body } = await api.post('/api/pulses', { ...pulseDraft([near.id, far.id]), ...both })
  const path = `/api/pulses/${body.id}`
  await api.post(`${path}/open`)
  const silent = new Set([near, far].map(({ members }) => members.at(-1)))
  for (const { member_id, url } of await links(api, path)) {
    if (silent.has(member_id)) continue
    const answers = [0, 1].map((at) => ({ question_id: `q${at}`, value: 3 }))
    assert.equal((await world.anyone.post(new URL(url).pathname, { answers })).status, 201)
  }
  await api.post(`${path}/close`)
  const { questions } = (await api.get(`${path}/results`)).body
  // The one who was left out is a newcomer to the second question; their seven colleagues are whole, for it alone.
  assert.deepEqual(
    questions.map((question: any) => question.n ?? null),
    [12, 6],
  )
})

test('a new season seats everybody again', async () => {
  const running = await startApp({ at: '2026-01-05T08:00:00Z' })
  const later = await newWorld({ running })
  const { userId } = await later.user({ role: 'admin' })
  const token = await later.token({ userId, scopes: scopeNames, expiresAt: new Date('2100-01-01') })
  const by = client(running.url, token)
  const before = { world, api }
  world = later
  try {
    const [from, to] = [await team(7), await team(8)]
    const request = { text: newText(), by }
    assert.deepEqual(figures(await ask([from, to], request)), [13, 6, 7])
    api = by
    await move(from.members[0], from, to)
    running.clock?.set(new Date('2026-02-05T08:00:00Z'))
    assert.deepEqual(figures(await ask([from, to], request)), [13, 6, 7])
    running.clock?.set(new Date('2026-03-16T08:00:00Z'))
    assert.deepEqual(figures(await ask([from, to], request)), [13, 5, 8])
  } finally {
    ;({ world, api } = before)
  }
})
