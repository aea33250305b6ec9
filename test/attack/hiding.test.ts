/**
 * Being hidden reveals nothing: teams in which nobody, one or four people answered give the same bytes in the same time, and while an
 * anonymous collection is open everything that can be read moves in steps of k_rate only.
 */
import assert from 'node:assert/strict'
import { before, test } from 'node:test'
import { follow } from '../support/follow.ts'
import { type Client, eventually, links, newWorld, pulseDraft, type World } from '../support/world.ts'
import { stepsOf } from '../support/steps.ts'

let world: World
let author: Client
let program: Client

before(async () => {
  world = await newWorld()
  author = await world.user()
  program = await world.organisation()
})

/** The value, which must be there. */
function found<T>(value: T | undefined): T {
  assert.ok(value !== undefined)
  return value
}

const questions = [
  { id: 'calm', type: 'scale', text: 'I could work calmly', min: 1, max: 5, required: true },
  { id: 'fair', type: 'yes_no', text: 'Was it fair?' },
  { id: 'why', type: 'text', text: 'What got in the way?' },
]

async function openPulse(
  teams: string[],
  more: object = {},
): Promise<{ id: string; place: string; urls: Map<string, string> }> {
  const { body, status } = await author.post('/api/pulses', pulseDraft(teams, { questions, ...more }))
  assert.equal(status, 201, JSON.stringify(body))
  const place = `/api/pulses/${body.id}`
  assert.equal((await author.post(`${place}/open`)).status, 200)
  return {
    id: body.id,
    place,
    urls: new Map((await links(author, place)).map((one) => [one.member_id, new URL(one.url).pathname])),
  }
}

const fullAnswers = (index: number) => [
  { question_id: 'calm', value: 1 + (index % 5) },
  { question_id: 'fair', value: index % 2 === 0 },
  { question_id: 'why', text: 'Too many meetings.' },
]

async function answer(path: string, answers: object[]): Promise<void> {
  const reply = await world.anyone.post(path, { answers })
  assert.equal(reply.status, 201, JSON.stringify(reply.body))
}

async function close(place: string): Promise<void> {
  assert.equal((await author.post(`${place}/close`)).status, 200)
  await eventually(
    () => author.get(place),
    ({ body }) => ['available', 'insufficient'].includes(body.results_status),
  )
}

/** Without ids, names and times: what is left must not differ. */
const withoutIds = (value: unknown): string =>
  JSON.stringify(value)
    .replaceAll(/\b[a-z]{3}_[0-9a-z]{26}\b/g, 'id')
    .replaceAll(/\d{4}-\d\d-\d\dT[\d:.]+Z/g, 'time')
    .replaceAll(/[0-9a-f]{64}/g, 'hash')
    .replaceAll(/Team (?:nobody|one|four)/g, 'team')

test('no, one and four answers of four people look the same in every reply', async () => {
  const big = await world.team('Big', 9)
  const answering = { nobody: 0, one: 1, four: 4 }
  const teams = new Map<string, { id: string; members: string[] }>()
  for (const name of Object.keys(answering)) teams.set(name, await world.team(`Team ${name}`, 4))

  const { place, urls } = await openPulse([big.id, ...[...teams.values()].map(({ id }) => id)])
  for (const [index, member] of big.members.entries())
    await answer(found(urls.get(member)), fullAnswers(index))
  for (const [name, { members }] of teams)
    for (const member of members.slice(0, answering[name as keyof typeof answering]))
      await answer(found(urls.get(member)), fullAnswers(1))
  await close(place)

  const { body: results } = await author.get(`${place}/results`)
  const looks = new Set<string>()
  for (const { id } of teams.values()) {
    const seen: unknown[] = [results.teams.find((team: any) => team.team_id === id)]
    for (const api of [author, program])
      for (const path of [`/api/insights?team_id=${id}`, `/api/teams/${id}/responses`])
        seen.push((await api.get(path)).body)
    looks.add(withoutIds(seen))
  }
  assert.equal(looks.size, 1, [...looks].join('\n'))
  assert.ok(withoutIds(results).includes('distribution'), 'others are shown')
})

test('a question that nobody answered looks like one that four did', async () => {
  const team = await world.team('Skipping', 9)
  const bodies: string[] = []
  for (const skipping of [8, 4]) {
    const pulse = await openPulse([team.id])
    for (const [index, path] of [...pulse.urls.values()].slice(0, 8).entries())
      await answer(path, index < skipping ? fullAnswers(index).slice(0, 1) : fullAnswers(index))
    await close(pulse.place)
    const seen = [
      (await author.get(`${pulse.place}/results`)).body,
      (await author.get(`/api/insights?pulse_id=${pulse.id}`)).body,
    ]
    bodies.push(withoutIds(seen))
  }
  assert.equal(bodies[0], bodies[1])
  assert.ok(bodies[0].includes('"n":8'))
})

const median = (values: number[]): number => values.toSorted((a, b) => a - b)[Math.floor(values.length / 2)]

test('the time of reading does not tell no answers from four', async (t) => {
  const places: string[] = []
  for (const count of [0, 4]) {
    const team = await world.team(`Timed ${count}`, 8)
    const pulse = await openPulse([team.id])
    for (const path of [...pulse.urls.values()].slice(0, count)) await answer(path, fullAnswers(1))
    await close(pulse.place)
    places.push(`${pulse.place}/results`)
  }
  // On a busy machine the median of sixty may be off a few times; a true difference is there every time.
  for (let attempt = 1; ; attempt++) {
    const times: number[][] = [[], []]
    for (let read = 0; read < 60; read++) {
      for (const at of read % 2 ? [0, 1] : [1, 0]) {
        const begun = performance.now()
        assert.equal((await author.get(places[at])).status, 200)
        times[at].push(performance.now() - begun)
      }
    }
    const [nobody, four] = times.map(median)
    t.diagnostic(`nobody ${nobody.toFixed(2)} ms, four ${four.toFixed(2)} ms`)
    if (Math.abs(nobody - four) < 0.25 * Math.max(nobody, four)) return
    assert.ok(attempt < 10, `nobody ${nobody} ms, four ${four} ms`)
  }
})

test('while an anonymous pulse is open, everything that can be read of it moves in steps of k_rate only', async () => {
  const team = await world.team('Stepping', 12)
  const pulse = await openPulse([team.id], { closes_at: '2100-01-01T00:00:00Z' })
  const stream = await follow(`${world.url}${pulse.place}/live`, author.token)
  const seen = async (): Promise<string> => {
    const readings: unknown[] = []
    for (const api of [author, program])
      for (const path of [
        pulse.place,
        `${pulse.place}/results`,
        `${pulse.place}/deliveries`,
        `${pulse.place}/confidentiality`,
        `/api/pulses?state=open`,
        `/api/insights?pulse_id=${pulse.id}`,
        `/api/teams/${team.id}/responses`,
        `/api/teams/${team.id}/members`,
        `/api/members?limit=200`,
      ]) {
        const { body, headers } = await api.get(path)
        readings.push(body, headers.get('etag'), headers.get('last-modified'))
      }
    return JSON.stringify(readings)
  }
  const { told } = await stepsOf(world.running, pulse.id)
  const looks = [await seen()]
  for (const [index, path] of [...pulse.urls.values()].entries()) {
    const saved = await world.anyone.patch(path, {
      answers: fullAnswers(index).slice(0, 1),
      attempt: 'a-secret-of-this-device',
    })
    assert.equal(saved.status, 200, JSON.stringify(saved.body))
    assert.equal(await seen(), looks.at(-1), 'a saved answer is not visible')
    await answer(path, fullAnswers(index))
    const now = await seen()
    if (told(index + 1) !== told(index)) {
      assert.notEqual(now, looks.at(-1))
      looks.push(now)
    } else assert.equal(now, looks.at(-1), `answer ${index + 1} is visible`)
  }
  assert.equal(looks.length, 1 + told(pulse.urls.size) / 5)
  await stream.until(({ data }) => data.response_summary?.responded === told(pulse.urls.size))
  stream.stop()
  const counts = stream.events.flatMap(({ data }) => data.response_summary?.responded ?? [])
  assert.ok(
    counts.every((count: number) => count % 5 === 0),
    counts.join(' '),
  )
})
