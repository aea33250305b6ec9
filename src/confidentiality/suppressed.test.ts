/** Hidden and empty groups give the same bytes everywhere; and names go to the readers whom the promise names. */
import assert from 'node:assert/strict'
import { before, test } from 'node:test'
import { type Client, eventually, links, newWorld, pulseDraft, type World } from '../../test/support/world.ts'

let world: World
let author: Client & { userId: string }
let program: Client

before(async () => {
  world = await newWorld()
  author = await world.user()
  program = await world.organisation()
})

type Closed = { path: string; id: string }

async function closedPulse(
  teams: string[],
  answering: ReadonlySet<string>,
  more: Record<string, unknown> = {},
): Promise<Closed> {
  const { body } = await author.post('/api/pulses', pulseDraft(teams, more))
  const path = `/api/pulses/${body.id}`
  assert.equal((await author.post(`${path}/open`)).status, 200)
  for (const { url, member_id: memberId } of await links(author, path)) {
    if (!answering.has(memberId)) continue
    const answers = [
      { question_id: 'calm', value: 2 },
      { question_id: 'why', text: 'Too many meetings.' },
    ]
    assert.equal((await world.anyone.post(new URL(url).pathname, { answers })).status, 201)
  }
  assert.equal((await author.post(`${path}/close`)).status, 200)
  return { path, id: body.id }
}

/**
 * Everything that an application may read of a pulse, without its ids and times. Participation is left out: how many of a team
 * answered is shown from k_rate people asked on.
 */
async function seenOf({ path, id }: Closed): Promise<string> {
  await eventually(
    () => author.get(`${path}/results`),
    (reply) => reply.body.results_status !== 'analysing',
  )
  const replies = []
  for (const address of [
    path,
    `${path}/results`,
    `${path}/confidentiality`,
    `${path}/deliveries`,
    `/api/insights?pulse_id=${id}`,
  ])
    for (const api of [author, program]) {
      const { status, body, headers } = await api.get(address)
      if (body.insights) body.insights = body.insights.filter((one: any) => one.kind !== 'participation')
      replies.push([status, body, headers.get('content-type')])
    }
  const item = (await program.get('/api/pulses?limit=200')).body.pulses.find((one: any) => one.id === id)
  return JSON.stringify([replies, item])
    .replaceAll(id, 'ID')
    .replaceAll(/\d{4}-\d\d-\d\dT[\d:.]+Z/g, 'AT')
    .replaceAll(/[0-9a-f]{64}/g, 'HASH')
    .replaceAll(/ins_[0-9a-z]{26}/g, 'INSIGHT')
}

test('nothing distinguishes a team with four answers from one with none', async () => {
  const rest = await world.team('Rest', 12)
  const [one, other] = [await world.team('One', 6), await world.team('Other', 6)]
  const teams = [rest.id, one.id, other.id]
  const looks = new Set<string>()
  for (const few of [one, other]) {
    const answering = new Set([...rest.members, ...few.members.slice(0, 4)])
    looks.add(
      await seenOf(await closedPulse(teams, answering, { confidentiality: { mode: 'confidential' } })),
    )
  }
  assert.equal(looks.size, 1, [...looks].join('\n'))
})

test('nine comments look the same as none', async () => {
  const team = await world.team('Quiet', 13)
  const looks = new Set<string>()
  for (const speaking of [0, 9]) {
    const { body } = await author.post('/api/pulses', pulseDraft([team.id]))
    const path = `/api/pulses/${body.id}`
    await author.post(`${path}/open`)
    for (const [at, { url }] of (await links(author, path)).slice(0, 12).entries())
      await world.anyone.post(new URL(url).pathname, {
        answers: [
          { question_id: 'calm', value: 1 + (at % 5) },
          ...(at < speaking ? [{ question_id: 'why', text: 'Nothing to add here' }] : []),
        ],
      })
    await author.post(`${path}/close`)
    const { body: results } = await author.get(`${path}/results`)
    looks.add(JSON.stringify([results.questions, results.teams]))
  }
  assert.equal(looks.size, 1)
})

test('names are for the readers whom the promise lists, whatever their role', async () => {
  const team = await world.team('Named roles', 6)
  const roles = ['admin', 'analyst', 'member'] as const
  const listed = await Promise.all(roles.map((role) => world.user({ role })))
  const unlisted = await Promise.all(roles.map((role) => world.user({ role })))
  const audience = listed.map(({ userId }) => userId)
  const pulse = await closedPulse([team.id], new Set(team.members), {
    confidentiality: { mode: 'attributed', audience },
  })
  for (const api of [author, ...listed]) {
    const { status, body } = await api.get(`${pulse.path}/responses`)
    assert.deepEqual([status, body.responses.length], [200, 6])
  }
  for (const api of unlisted) {
    const { status, body } = await api.get(`${pulse.path}/responses`)
    assert.deepEqual([status, body.code], [403, 'not_in_audience'])
  }
  assert.equal((await program.get(`${pulse.path}/responses`)).body.code, 'user_identity_required')
  // Apart from the list of names, no reply names anybody, to whatever reader.
  for (const api of [author, ...listed, ...unlisted, program])
    for (const address of [`${pulse.path}/results`, `/api/teams/${team.id}/responses`]) {
      const text = JSON.stringify((await api.get(address)).body)
      assert.ok(!text.includes('Person Named roles'))
      for (const member of team.members) assert.ok(!text.includes(member))
    }
})
