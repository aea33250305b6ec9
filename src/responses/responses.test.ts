/** What a team answered over time, and who may read it. */
import assert from 'node:assert/strict'
import { before, test } from 'node:test'
import { type Client, links, newWorld, pulseDraft, type World } from '../../test/support/world.ts'

let world: World
let author: Client & { userId: string }
let colleague: Client & { userId: string }
let program: Client

before(async () => {
  world = await newWorld()
  author = await world.user()
  colleague = await world.user()
  program = await world.organisation()
})

type Team = { id: string; members: string[] }

async function asked(
  teams: Team[],
  answering: string[],
  more: Record<string, unknown> = {},
): Promise<string> {
  const draft = pulseDraft(
    teams.map(({ id }) => id),
    { confidentiality: { mode: 'confidential' }, ...more },
  )
  const { body } = await author.post('/api/pulses', draft)
  const path = `/api/pulses/${body.id}`
  assert.equal((await author.post(`${path}/open`)).status, 200)
  for (const { url, member_id: memberId } of await links(author, path)) {
    if (!answering.includes(memberId)) continue
    const answers = [
      { question_id: 'calm', value: 4 },
      { question_id: 'why', text: 'Too many meetings.' },
    ]
    assert.equal((await world.anyone.post(new URL(url).pathname, { answers })).status, 201)
  }
  assert.equal((await author.post(`${path}/close`)).status, 200)
  return body.id
}

const read = async (api: Client, team: Team, query = ''): Promise<any> => {
  const { status, body } = await api.get(`/api/teams/${team.id}/responses${query}`)
  assert.equal(status, 200, JSON.stringify(body))
  return body
}

test('a team’s figures equal those of the results, newest first, page by page', async () => {
  const team = await world.team('Readers', 12)
  const other = await world.team('Others', 12)
  // One person of each team does not answer.
  const everyone = [...team.members.slice(1), ...other.members.slice(1)]
  const ids: string[] = []
  for (let round = 0; round < 3; round++) ids.push(await asked([team, other], everyone))
  await asked([other], other.members)
  const { responses } = await read(program, team)
  assert.deepEqual(
    responses.map((one: any) => one.collection.pulse_id),
    ids.toReversed(),
  )
  for (const { collection, questions } of responses) {
    const { body: pulse } = await author.get(`/api/pulses/${collection.pulse_id}`)
    assert.deepEqual(collection, {
      pulse_id: pulse.id,
      check_in_id: null,
      check_in_instance_id: null,
      title: pulse.title,
      closed_at: pulse.closed_at,
    })
    const { body: results } = await author.get(`/api/pulses/${pulse.id}/results`)
    const shown = results.teams.find((one: any) => one.team_id === team.id)
    assert.deepEqual(questions, shown.questions)
    assert.equal(questions[0].n, 11)
  }
  const paged: any[] = []
  for (let cursor: string | null = ''; cursor !== null;) {
    const page = await read(program, team, `?limit=2${cursor && `&cursor=${encodeURIComponent(cursor)}`}`)
    paged.push(...page.responses)
    cursor = page.next_cursor
  }
  assert.deepEqual(paged, responses)
  const { next_cursor: foreign } = await read(program, team, '?limit=1')
  const stolen = await program.get(
    `/api/teams/${other.id}/responses?limit=1&cursor=${encodeURIComponent(foreign)}`,
  )
  assert.deepEqual([stolen.status, stolen.body.code], [400, 'invalid_cursor'])
})

test('a team with four answers and a team with none get the same bytes', async () => {
  const big = await world.team('Big', 12)
  const few = await world.team('Few', 6)
  const none = await world.team('None', 6)
  await asked([big, few, none], [...big.members, ...few.members.slice(0, 4)])
  const bytes = async (team: Team): Promise<string> => JSON.stringify(await read(program, team))
  assert.equal(await bytes(few), await bytes(none))
  assert.deepEqual((await read(program, few)).responses[0].suppressed, true)
})

test('nine comments and no comment get the same bytes', async () => {
  const nine = await world.team('Nine', 12)
  const zero = await world.team('Zero', 12)
  const draft = { confidentiality: { mode: 'confidential' }, recipients: { team_ids: [nine.id, zero.id] } }
  const { body: pulse } = await author.post('/api/pulses', pulseDraft([], draft))
  await author.post(`/api/pulses/${pulse.id}/open`)
  let said = 0
  for (const { url, member_id: memberId } of await links(author, `/api/pulses/${pulse.id}`)) {
    const speaks = nine.members.includes(memberId) && said++ < 9
    const answers = [
      { question_id: 'calm', value: 4 },
      ...(speaks ? [{ question_id: 'why', text: 'Too many meetings.' }] : []),
    ]
    await world.anyone.post(new URL(url).pathname, { answers })
  }
  await author.post(`/api/pulses/${pulse.id}/close`)
  const wordsOf = async (team: Team): Promise<string> =>
    JSON.stringify((await read(program, team)).responses[0].questions[1])
  assert.equal(await wordsOf(nine), await wordsOf(zero))
  const { body: results } = await author.get(`/api/pulses/${pulse.id}/results`)
  for (const team of results.teams)
    assert.deepEqual(Object.keys(team.questions[1]).toSorted(), ['id', 'suppressed', 'text', 'type'])
})

test('private collections are listed for their author, deleted and open ones for nobody', async () => {
  const team = await world.team('Private', 6)
  const id = await asked([team], team.members, { visibility: 'private' })
  assert.equal((await read(author, team)).responses.length, 1)
  for (const api of [colleague, program]) assert.deepEqual((await read(api, team)).responses, [])
  await author.delete(`/api/pulses/${id}`)
  assert.deepEqual((await read(author, team)).responses, [])
  const { body: open } = await author.post('/api/pulses', pulseDraft([team.id]))
  await author.post(`/api/pulses/${open.id}/open`)
  assert.deepEqual((await read(author, team)).responses, [])
})

test('check-ins are listed too, private ones for their author', async () => {
  for (const visibility of ['public', 'private']) {
    const team = await world.team(`Weekly ${visibility}`, 6)
    const { body: checkIn } = await author.post('/api/check-ins', {
      ...pulseDraft([team.id], { topic: undefined, visibility }),
      time_zone: 'Europe/Berlin',
      recurrence: { rrule: 'FREQ=WEEKLY;BYDAY=MO', starts_on: '2090-01-02' },
    })
    assert.equal((await author.post(`/api/check-ins/${checkIn.id}/activate`)).status, 200)
    const [instance] = (await author.get(`/api/check-ins/${checkIn.id}/instances`)).body.check_in_instances
    const path = `/api/check-in-instances/${instance.id}`
    assert.equal((await author.post(`${path}/open`)).status, 200)
    assert.equal((await author.post(`${path}/close`)).status, 200)
    const [own] = (await read(author, team)).responses
    assert.deepEqual(
      [own.collection.check_in_id, own.collection.check_in_instance_id, own.suppressed],
      [checkIn.id, instance.id, true],
    )
    assert.equal((await read(colleague, team)).responses.length, visibility === 'public' ? 1 : 0)
  }
})

test('an unknown team, and a team of another organisation, are not found', async () => {
  const elsewhere = await newWorld()
  const foreign = await elsewhere.team('Foreign', 1)
  const unknown = 'tem_01h455vb4pex5vsknk084sn02q'
  const [one, two] = await Promise.all(
    [foreign.id, unknown].map(async (id) => (await program.get(`/api/teams/${id}/responses`)).body),
  )
  assert.equal(one.code, 'not_found')
  assert.deepEqual({ ...one, request_id: '' }, { ...two, request_id: '' })
})
