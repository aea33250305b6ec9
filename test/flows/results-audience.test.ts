/**
 * Who reads results, through every operation that shows any: the audience that the promise names, managers their own teams, and an
 * application the teams that it is registered for. What is not shared is in no list and behind no id.
 */
import assert from 'node:assert/strict'
import { before, suite, test } from 'node:test'
import { bodyOf } from '../support/clockwork.ts'
import { newPeopledWorld, type PeopledWorld } from '../support/people.ts'
import { activated, instancesOf, weekly } from '../support/recurring.ts'
import { type Client, client, eventually, links, pulseDraft, type Reply } from '../support/world.ts'

let world: PeopledWorld
let author: Client & { userId: string }
let program: Client
let ids: { root: string; left: string; right: string }
let people: Record<
  'bystander' | 'recipient' | 'manager' | 'listed' | 'analyst' | 'admin',
  Client & { userId: string }
>

const refused = (reply: Reply, status: number, code: string): void =>
  assert.deepEqual([reply.status, reply.body.code], [status, code], JSON.stringify(reply.body))

let serial = 0

/** Somebody in the directory and in these teams, signed in, through an application. */
async function person(teams: Record<string, 'member' | 'manager'>) {
  const email = `person-${++serial}-${world.organisationId.slice(-8)}@test.example`
  const adder = await world.user({ id: world.adminId })
  const member = await bodyOf(adder.post('/api/members', { name: `Person ${serial}`, email }), 201)
  for (const [team, role] of Object.entries(teams))
    await bodyOf(program.post(`/api/teams/${team}/members/${member.id}`, { role }))
  const { user } = await bodyOf((await world.person(email)).get('/api/me'))
  return { ...(await world.user({ id: user.id })), memberId: member.id as string }
}

/** Closed and analysed, all of its people have answered. */
async function answered(path: string): Promise<void> {
  for (const [index, { url }] of (await links(author, path)).entries()) {
    const answers = [
      { question_id: 'calm', value: 2 + (index % 3) },
      { question_id: 'why', text: `The tools are slow, and nobody knows who decides about number ${index}.` },
    ]
    await bodyOf(world.anyone.post(new URL(url).pathname, { answers }), 201)
  }
  await bodyOf(author.post(`${path}/close`))
  await eventually(
    () => author.get(`${path}/results`),
    ({ body }) => body.results_status === 'available',
  )
}

const pulses = new Map<string, Promise<{ id: string; path: string }>>()

/** A closed pulse with this audience, the same for all tests, which only read it. */
function pulseFor(audience: object): Promise<{ id: string; path: string }> {
  const key = JSON.stringify(audience)
  const made = pulses.get(key) ?? newPulseFor(audience)
  pulses.set(key, made)
  return made
}

async function newPulseFor(audience: object): Promise<{ id: string; path: string }> {
  const confidentiality = { mode: 'attributed', ...audience }
  const { id } = await bodyOf(author.post('/api/pulses', pulseDraft([ids.root], { confidentiality })), 201)
  const path = `/api/pulses/${id}`
  await bodyOf(author.post(`${path}/open`))
  await answered(path)
  return { id, path }
}

type Seen = { whole: boolean; teams: string[] }

const nothing: Seen = { whole: false, teams: [] }

/** What a reader sees of a closed pulse by each operation: whether figures of everyone, and of which teams. */
async function seenBy(
  reader: Client,
  { id, path }: { id: string; path: string },
): Promise<Record<string, Seen>> {
  const results = await reader.get(`${path}/results`)
  if (results.status === 403) refused(results, 403, 'results_not_shared')
  const shown = (entries: any[], teamOf: (entry: any) => string | null): Seen => {
    const teams = entries.map(teamOf)
    return {
      whole: teams.includes(null),
      teams: [...new Set(teams.filter((team) => team !== null))].toSorted(),
    }
  }
  const listOf = async (list: string, noun: string): Promise<Seen> => {
    const page = await bodyOf(reader.get(`${list}?pulse_id=${id}&limit=200`))
    return shown(page[noun], (one) => one.scope.team_id ?? null)
  }
  const { insights } = await bodyOf(reader.get(`/api/insights?pulse_id=${id}&limit=200`))
  const all = (await bodyOf(author.get(`/api/insights?pulse_id=${id}&limit=200`))).insights
  for (const { id: one } of all) {
    const isListed = insights.some((insight: any) => insight.id === one)
    assert.equal((await reader.get(`/api/insights/${one}`)).status, isListed ? 200 : 404)
    assert.equal((await reader.get(`/api/insights/${one}/method`)).status, isListed ? 200 : 404)
  }
  const byTeam: string[] = []
  for (const team of Object.values(ids)) {
    const { responses } = await bodyOf(reader.get(`/api/teams/${team}/responses`))
    if (responses.some((one: any) => one.collection.pulse_id === id)) byTeam.push(team)
  }
  return {
    results:
      results.status === 403
        ? nothing
        : {
            whole: results.body.questions.some((question: any) => question.suppressed !== true),
            teams: results.body.teams.map((team: any) => team.team_id).toSorted(),
          },
    scores: await listOf('/api/insights/scores', 'scores'),
    participation: await listOf('/api/insights/participation', 'participation'),
    insights: shown(insights, (insight) => insight.scope.team_id),
    responses: { whole: false, teams: byTeam.toSorted() },
  }
}

/** Each operation shows these teams at most, and the results exactly these. */
function assertSees(seen: Record<string, Seen>, { whole, teams }: Seen): void {
  assert.deepEqual(seen.results, { whole, teams: teams.toSorted() })
  for (const [operation, one] of Object.entries(seen)) {
    assert.ok(whole || !one.whole, `${operation} shows everyone`)
    for (const team of one.teams) assert.ok(teams.includes(team), `${operation} shows ${team}`)
  }
  for (const operation of ['scores', 'participation'])
    assert.deepEqual(seen[operation], { whole, teams: teams.toSorted() }, operation)
  assert.deepEqual(seen.responses.teams, teams.toSorted())
}

suite('results are shared with', () => {
  let all: Seen

  before(async () => {
    world = await newPeopledWorld()
    author = await world.user({ role: 'analyst' })
    program = await world.organisation()
    const root = await world.team('Root', 8)
    const left = await world.team('Left', 8, { parent: root.id })
    const right = await world.team('Right', 8, { parent: root.id })
    ids = { root: root.id, left: left.id, right: right.id }
    all = { whole: true, teams: Object.values(ids) }
    const outside = await world.team('Outside', 3)
    people = {
      bystander: await person({ [outside.id]: 'manager' }),
      recipient: await person({ [ids.right]: 'member' }),
      manager: await person({ [ids.left]: 'manager' }),
      listed: await person({}),
      analyst: await world.user({ role: 'analyst' }),
      admin: await world.user({ role: 'admin' }),
    }
  })

  test('everyone in the organisation, where nothing else is said', async () => {
    const pulse = await pulseFor({})
    for (const reader of Object.values(people)) assertSees(await seenBy(reader, pulse), all)
    assertSees(await seenBy(program, pulse), all)
  })

  test('recipients, beside the author, analysts, admins and programs', async () => {
    const pulse = await pulseFor({ results_audience: 'asked' })
    for (const name of ['recipient', 'manager', 'analyst', 'admin'] as const)
      assertSees(await seenBy(people[name], pulse), all)
    for (const name of ['bystander', 'listed'] as const)
      assertSees(await seenBy(people[name], pulse), nothing)
    assertSees(await seenBy(program, pulse), all)
  })

  test('managers: their own teams, the team above and everyone', async () => {
    const pulse = await pulseFor({ results_audience: 'managers' })
    assertSees(await seenBy(people.manager, pulse), { whole: true, teams: [ids.left, ids.root] })
    for (const name of ['recipient', 'bystander', 'listed'] as const)
      assertSees(await seenBy(people[name], pulse), nothing)
    for (const name of ['analyst', 'admin'] as const) assertSees(await seenBy(people[name], pulse), all)
  })

  test('the tree of teams, of which nobody sees a team above that is not shared with them', async () => {
    const pulse = await pulseFor({ results_audience: 'managers' })
    const treeFor = async (reader: Client): Promise<Record<string, string | null>> => {
      const { teams } = await bodyOf(reader.get(`${pulse.path}/results`))
      return Object.fromEntries(teams.map((team: any) => [team.team_id, team.parent_team_id]))
    }
    const { root, left, right } = ids
    assert.deepEqual(await treeFor(people.analyst), { [root]: null, [left]: root, [right]: root })
    assert.deepEqual(await treeFor(people.manager), { [root]: null, [left]: root })
    const draft = { name: 'Wall', scopes: ['pulses:read'], results_team_ids: [left] }
    const { id: applicationId } = await bodyOf(world.admin.post('/api/applications', draft), 201)
    const wall = client(world.url, await world.token({ scopes: ['pulses:read'], applicationId }))
    assert.deepEqual(await treeFor(wall), { [left]: null })
  })

  test('the people who are listed', async () => {
    const audience = { results_audience: 'listed', results_readers: [people.listed.userId] }
    const pulse = await pulseFor(audience)
    assertSees(await seenBy(people.listed, pulse), all)
    for (const name of ['recipient', 'manager', 'bystander'] as const)
      assertSees(await seenBy(people[name], pulse), nothing)
    const promise = await bodyOf(author.get(`${pulse.path}/confidentiality`))
    assert.equal(promise.results_audience, 'listed')
    assert.deepEqual(
      promise.results_readers.map((reader: any) => reader.user_id),
      [people.listed.userId],
    )
    assert.ok(
      promise.details.some((line: string) => line.startsWith(`Only ${promise.results_readers[0].name}`)),
    )
  })

  test('an application of some teams, which reads those and the ones under them alone', async () => {
    const draft = { name: 'Dashboard', scopes: ['pulses:read'], results_team_ids: [ids.left] }
    const application = await bodyOf(world.admin.post('/api/applications', draft), 201)
    const reader = client(
      world.url,
      await world.token({ scopes: ['pulses:read'], applicationId: application.id }),
    )
    const pulse = await pulseFor({})
    assertSees(await seenBy(reader, pulse), { whole: false, teams: [ids.left] })
    // From the next call on, not from the next token on.
    const path = `/api/applications/${application.id}`
    await bodyOf(world.admin.patch(path, { results_team_ids: [ids.root] }))
    assertSees(await seenBy(reader, pulse), { whole: false, teams: all.teams })
    const unknown = await world.admin.patch(path, { results_team_ids: [ids.root.replace(/....$/, '0000')] })
    refused(unknown, 422, 'unprocessable')
  })

  test('whoever manages a team now, and no longer whoever did', async () => {
    const pulse = await pulseFor({ results_audience: 'managers' })
    const former = await person({ [ids.right]: 'manager' })
    const seesRight = { whole: true, teams: [ids.right, ids.root] }
    assertSees(await seenBy(former, pulse), seesRight)
    await bodyOf(program.delete(`/api/teams/${ids.right}/members/${former.memberId}`), 204)
    assertSees(await seenBy(former, pulse), nothing)
  })

  test('managers of several teams’ check-ins, unless the author says otherwise; frozen at opening', async () => {
    const { path } = await activated(author, weekly([ids.left, ids.right]))
    const [instance] = await instancesOf(author, path)
    const at = `/api/check-in-instances/${instance.id}`
    await bodyOf(author.post(`${at}/open`))
    await bodyOf(
      author.patch(path, { confidentiality: { mode: 'attributed', results_audience: 'everyone' } }),
    )
    refused(await people.bystander.get(`${at}/results`), 403, 'results_not_shared')
    const seen = await bodyOf(people.manager.get(`${at}/results`))
    assert.deepEqual(
      seen.teams.map((team: any) => team.team_id),
      [ids.left],
    )
    assert.equal((await bodyOf(author.get(`${at}/confidentiality`))).results_audience, 'managers')
    const one = await bodyOf(author.post('/api/check-ins', weekly([ids.left])), 201)
    assert.equal(one.confidentiality.results_audience, 'everyone')
  })

  test('nobody but its author, while a survey is private: the promise says so', async () => {
    const { id } = await bodyOf(
      author.post('/api/pulses', pulseDraft([ids.root], { visibility: 'private' })),
      201,
    )
    const promise = await bodyOf(author.get(`/api/pulses/${id}/confidentiality`))
    assert.equal(promise.results_audience, 'author')
    assert.ok(promise.details.includes('Only the author can read the results for groups.'))
    refused(await people.admin.get(`/api/pulses/${id}/results`), 404, 'not_found')
  })

  test('readers who are named only where the audience is listed, and are active users', async () => {
    for (const [choice, code] of [
      [{ results_readers: [people.listed.userId] }, 'not_listed'],
      [{ results_audience: 'listed', results_readers: [world.adminId.replace(/....$/, '0000')] }, 'unknown'],
    ] as const) {
      const confidentiality = { mode: 'anonymous', ...choice }
      const reply = await author.post('/api/pulses', pulseDraft([ids.root], { confidentiality }))
      refused(reply, 422, 'unprocessable')
      assert.equal(reply.body.errors[0].code, code)
    }
  })
})

suite('members ask', () => {
  test('teams that they belong to or manage, and those under them, unless their organisation says otherwise', async () => {
    const member = await person({ [ids.left]: 'member' })
    const draftFor = async (recipients: object): Promise<string> => {
      const draft = pulseDraft([], { recipients, confidentiality: { mode: 'attributed' } })
      return `/api/pulses/${(await bodyOf(member.post('/api/pulses', draft), 201)).id}`
    }
    const [own, others] = [
      await draftFor({ team_ids: [ids.left] }),
      await draftFor({ team_ids: [ids.right] }),
    ]
    refused(await member.post(`${others}/open`), 403, 'recipients_out_of_reach')
    const soon = { opens_at: new Date(Date.now() + 3_600_000).toISOString() }
    refused(await member.post(`${others}/schedule`, soon), 403, 'recipients_out_of_reach')
    const alone = await draftFor({ member_ids: [people.listed.userId.replace('usr', 'mem')] }).catch(
      () => null,
    )
    assert.equal(alone, null, 'people are named by their member id')
    await bodyOf(member.post(`${own}/schedule`, soon))
    refused(
      await member.patch(own, { recipients: { team_ids: [ids.right] } }),
      403,
      'recipients_out_of_reach',
    )
    const { path } = await activated(author, weekly([ids.left]))
    await bodyOf(author.post(`${path}/transfer`, { user_id: member.userId }))
    refused(
      await member.post(`${path}/recipients`, { team_ids: [ids.right] }),
      403,
      'recipients_out_of_reach',
    )
    await bodyOf(program.post(`${path}/recipients`, { team_ids: [ids.right] }))
    const { path: paused } = await activated(member, weekly([ids.left]))
    await bodyOf(member.post(`${paused}/pause`))

    await bodyOf(world.admin.patch('/api/organisation', { members_ask: 'nobody' }))
    refused(await member.post(`${own}/open`), 403, 'recipients_out_of_reach')
    refused(await member.post(`${paused}/resume`), 403, 'recipients_out_of_reach')
    await bodyOf(world.admin.patch('/api/organisation', { members_ask: 'anyone' }))
    await bodyOf(member.post(`${paused}/resume`))
    await bodyOf(member.post(`${others}/open`))
  })
})
