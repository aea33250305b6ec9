/**
 * Somebody who gets a survey after people have answered it: from its author, or because its author’s access ended. Respondents were promised who reads
 * the results: the author of that day and those who are named. The new author runs the survey, and tries every door to what it has told.
 */
import assert from 'node:assert/strict'
import { readFile } from 'node:fs/promises'
import { before, suite, test as attack } from 'node:test'
import { scopeNames } from '../../../contract/scopes.ts'
import { run, sql } from '../../../src/db/db.ts'
import { agentOf } from '../../support/agent.ts'
import { bodyOf, type Clockwork, startClockwork } from '../../support/clockwork.ts'
import { rowsOf } from '../../support/exporting.ts'
import { newPeopledWorld, type PeopledWorld } from '../../support/people.ts'
import { activated, instancesOf, weekly } from '../../support/recurring.ts'
import { type Asked, askedTwoTeams, publishedTo, replier } from '../../support/replying.ts'
import { analysed } from '../../support/story.ts'
import { type Client, client, eventually, links } from '../../support/world.ts'
import { closedResults, type House, newHouse, pulseOf, wonNone } from './acting.ts'

const questions = [
  { id: 'calm', type: 'scale', text: 'I could work calmly', min: 1, max: 5, driver: 'workload' },
]

type Owner = { readonly pulse_id: string } | { readonly check_in_instance_id: string }
type Survey = { readonly path: string; readonly about: Owner; readonly insights: string[] }

const lists = {
  insights: 'insights',
  'insights/scores': 'scores',
  'insights/drivers': 'drivers',
  'insights/participation': 'participation',
} as const

/** The doors through which somebody got something of the results of a closed survey. */
async function openDoors(reader: Client, survey: Survey): Promise<string[]> {
  const { path, about, insights } = survey
  const [[name, id]] = Object.entries(about)
  const open: string[] = []
  const note = (door: string, got: number | boolean): void => {
    if (Number(got) > 0) open.push(door)
  }
  const results = await reader.get(`${path}/results`)
  if (results.status !== 200) assert.equal(results.body.code, 'results_not_shared')
  note('results', results.status === 200)
  for (const [list, noun] of Object.entries(lists)) {
    const body = await bodyOf(reader.get(`/api/${list}?${name}=${id}&limit=100`))
    note(list, body[noun].length)
  }
  const { actions } = await bodyOf(reader.get('/api/actions?limit=100'))
  note('actions', actions.filter((action: any) => JSON.stringify(action).includes(id)).length)
  for (const insight of insights) {
    note('insight', (await reader.get(`/api/insights/${insight}`)).status === 200)
    note('method', (await reader.get(`/api/insights/${insight}/method`)).status === 200)
    note('pin', (await reader.put(`/api/insights/${insight}/pin`)).status < 300)
    const reply = { kind: 'answer', text: 'Thank you' }
    note('reply', (await reader.post(`/api/insights/${insight}/replies`, reply)).status === 201)
  }
  for (const dataset of ['results', 'figures', 'insights', 'actions', 'comments'] as const)
    note(`export of ${dataset}`, (await rowsOf(reader, dataset)).filter((row) => row[name] === id).length)
  note('replies', (await bodyOf(reader.get(`/api/replies?${name}=${id}`))).replies.length)
  return [...new Set(open)]
}

/** The doors of the feed and of tools. */
async function openAgentDoors(url: string, reader: Client, { about, insights }: Survey): Promise<string[]> {
  const [[, id]] = Object.entries(about)
  const open: string[] = []
  const { events } = await bodyOf(reader.get('/api/events?limit=100'))
  const told = events.filter(
    ({ type, data }: any) => type.startsWith('action.') && JSON.stringify(data).includes(id),
  )
  if (told.length > 0) open.push('feed')
  assert.ok(reader.token)
  const agent = await agentOf(url, reader.token)
  const tools = [
    ['summarise_results', { collection: id }],
    ['rank_drivers', { collection: id }],
    ['explain_finding', { insight_id: insights[0] }],
  ] as const
  for (const [tool, given] of tools) {
    const got = await agent.call(tool, given)
    if (!('refused' in got) && /"(value|figure|n|responded)":\s*\d|"shown":true/.test(JSON.stringify(got)))
      open.push(tool)
  }
  await agent.close()
  return open
}

suite('who gets a survey that has been answered', () => {
  let world: PeopledWorld
  let house: House
  let admin: Client
  let heir: Awaited<ReturnType<typeof replier>>
  let reader: Awaited<ReturnType<typeof replier>>
  /** With every scope. */
  const full = async (userId: string): Promise<Client> =>
    client(house.world.url, await house.world.token({ userId, scopes: scopeNames }))

  before(async () => {
    world = await newPeopledWorld()
    house = await newHouse({ running: world.running })
    admin = await world.person(house.world.adminEmail)
    heir = await replier(house, [])
    reader = await replier(house, [])
  })

  const asked = (more: object = {}): Promise<Asked> =>
    askedTwoTeams(house, {
      questions,
      confidentiality: {
        mode: 'confidential',
        results_audience: 'listed',
        results_readers: [reader.userId],
        ...more,
      },
    })

  async function closed(survey: Asked): Promise<Survey> {
    await closedResults(house.author, survey.pulse.path)
    const author = await full(house.userId)
    const { body } = await eventually(
      () => author.get(`/api/insights?pulse_id=${survey.pulse.id}`),
      (reply) => reply.body.insights.length > 0,
    )
    const insights: string[] = body.insights.map(({ id }: any) => id).slice(0, 3)
    await publishedTo(await replier(house, [], 'admin'), insights[0], 'We have read it')
    return { path: survey.pulse.path, about: { pulse_id: survey.pulse.id }, insights }
  }

  attack('from its author reads nothing of it', async () => {
    const survey = await closed(await asked())
    await bodyOf(house.author.post(`${survey.path}/transfer`, { user_id: heir.userId }))
    const api = await full(heir.userId)
    const open = [...(await openDoors(api, survey)), ...(await openAgentDoors(house.world.url, api, survey))]
    wonNone(open.length, 20, `doors: ${open.join(', ')}`)
    // They run it, and see how many answered. Whom the promise names still reads it: the author of that day, too.
    assert.equal((await bodyOf(api.get(survey.path))).author_user_id, heir.userId)
    const { detail } = (await api.get(`${survey.path}/results`)).body
    assert.match(detail, /stay with .*author when it opened/)
    for (const { userId } of [reader, house]) {
      const theirs = await full(userId)
      assert.ok((await openDoors(theirs, survey)).includes('export of figures'))
      assert.deepEqual(await openAgentDoors(house.world.url, theirs, survey), [
        'summarise_results',
        'rank_drivers',
        'explain_finding',
      ])
    }
  })

  attack('from its author reads nothing, where the author of that day is a member', async () => {
    const survey = await closed(await asked())
    const { userId } = house
    await bodyOf(house.author.post(`${survey.path}/transfer`, { user_id: heir.userId }))
    await bodyOf(admin.patch(`/api/people/${userId}`, { role: 'member' }))
    assert.ok((await openDoors(await full(userId), survey)).includes('results'), 'the promised author reads')
    await bodyOf(admin.patch(`/api/people/${userId}`, { role: 'analyst' }))
  })

  attack('while it is open reads no answer by name, and none once it has closed', async () => {
    const survey = await asked({ mode: 'attributed' })
    const { path } = survey.pulse
    await bodyOf(house.author.post(`${path}/transfer`, { user_id: heir.userId }))
    const api = await full(heir.userId)
    const names = async (): Promise<number> =>
      [await api.get(`${path}/responses`), await api.get(`${path}/results`)].filter(
        ({ status }) => status === 200,
      ).length
    const whileOpen = await names()
    await bodyOf(api.post(`${path}/close`))
    await eventually(
      async () => (await full(house.userId)).get(`${path}/results`),
      ({ body }) => body.results_status === 'available',
    )
    wonNone(whileOpen + (await names()), 4, 'readings')
  })

  attack(
    'before collections kept the author that they promised reads nothing either: the audit log knows who that was',
    async () => {
      const other = await house.world.user()
      const passed = await asked()
      await bodyOf(house.author.post(`${passed.pulse.path}/transfer`, { user_id: other.userId }))
      await bodyOf(other.post(`${passed.pulse.path}/transfer`, { user_id: heir.userId }))
      const kept = await asked()
      const draft = await bodyOf(house.author.post('/api/pulses', pulseOf(kept.teams)), 201)
      await bodyOf(house.author.post(`/api/pulses/${draft.id}/transfer`, { user_id: other.userId }))
      await bodyOf(other.post(`/api/pulses/${draft.id}/open`))
      const file = new URL('../../../migrations/0101_promised_author.sql', import.meta.url)
      const connection = await house.world.running.db.pool.connect()
      try {
        await connection.query('begin')
        await connection.query('alter table collections drop column promised_author_user_id')
        await connection.query(await readFile(file, 'utf8'))
        const { rows } = await connection.query(
          'select owner_id, promised_author_user_id as author from collections where organisation_id = $1 and owner_id = any ($2)',
          [house.world.organisationId, [passed.pulse.id, kept.pulse.id, draft.id]],
        )
        assert.deepEqual(Object.fromEntries(rows.map((row) => [row.owner_id, row.author])), {
          [passed.pulse.id]: house.userId,
          [kept.pulse.id]: house.userId,
          [draft.id]: other.userId,
        })
      } finally {
        await connection.query('rollback')
        connection.release()
      }
    },
  )

  attack('because its author’s access ended reads nothing of it', async () => {
    const open = await asked()
    const { path } = open.pulse
    await bodyOf(admin.patch('/api/organisation', { successor_user_id: heir.userId }))
    await bodyOf(admin.patch(`/api/people/${house.userId}`, { state: 'disabled' }))
    const api = await full(heir.userId)
    await eventually(
      () => api.get(path),
      ({ body }) => body.author_user_id === heir.userId,
    )
    await bodyOf(api.post(`${path}/close`))
    const analyst = await house.world.user({ role: 'analyst' })
    await eventually(
      () => analyst.get(`${path}/results`),
      ({ body }) => body.results_status === 'available',
    )
    const { insights } = await bodyOf(analyst.get(`/api/insights?pulse_id=${open.pulse.id}`))
    const survey = {
      path,
      about: { pulse_id: open.pulse.id },
      insights: insights.map(({ id }: any) => id).slice(0, 3),
    }
    const doors = [...(await openDoors(api, survey)), ...(await openAgentDoors(house.world.url, api, survey))]
    wonNone(doors.length, 20, `doors: ${doors.join(', ')}`)
    assert.ok((await openDoors(await full(reader.userId), survey)).includes('results'))
  })
})

suite('who gets a check-in that goes on', () => {
  let clockwork: Clockwork
  let time = Date.parse('2026-10-11T12:00:00Z')

  before(async () => {
    clockwork = await startClockwork({ alone: true })
  })

  async function handedOverAfterOne(isBad: boolean) {
    time += 1000 * 86_400_000
    const begun = new Date(time)
    const { world, author } = await clockwork.begin(begun.toISOString())
    await run(
      clockwork.running.db.tx,
      sql`update organisations set members_ask = 'anyone' where id = ${world.organisationId}`,
    )
    const { userId } = await world.user({ role: 'member' })
    const expiresAt = new Date('2200-01-01')
    const heir = client(world.url, await world.token({ userId, scopes: scopeNames, expiresAt }))
    const analyst = await world.user({ role: 'analyst' })
    const judge = client(
      world.url,
      await world.token({ userId: analyst.userId, scopes: scopeNames, expiresAt }),
    )
    const team = await world.team('Platform', 12)
    const listed = { mode: 'confidential', results_audience: 'listed', results_readers: [analyst.userId] }
    const { path } = await activated(author, {
      ...weekly([team.id], { questions, confidentiality: listed }),
      recurrence: { rrule: 'FREQ=WEEKLY', starts_on: begun.toISOString().slice(0, 10), time: '09:00' },
    })
    const closed = async (runs: Client, isLow: boolean): Promise<Survey> => {
      const instance = (await instancesOf(runs, path)).find(({ state }) => state === 'scheduled')
      const at = `/api/check-in-instances/${instance.id}`
      await bodyOf(runs.post(`${at}/open`))
      // The links are for whoever runs it: the analyst’s token does not list them.
      for (const [index, { url }] of (await links(runs, at)).slice(1).entries()) {
        const value = isLow ? 1 + (index % 2) : 5 - (index % 2)
        const answers = [{ question_id: 'calm', value }]
        await bodyOf(world.anyone.post(new URL(url).pathname, { answers }), 201)
      }
      await bodyOf(runs.post(`${at}/close`))
      await analysed(judge, `${at}/results`)
      const about = { check_in_instance_id: instance.id }
      const { insights } = await bodyOf(judge.get(`/api/insights?check_in_instance_id=${instance.id}`))
      await clockwork.turnTo((time += 7 * 86_400_000))
      return { path: at, about, insights: insights.map(({ id }: any) => id).slice(0, 3) }
    }
    const first = await closed(author, isBad)
    await bodyOf(author.post(`${path}/transfer`, { user_id: userId }))
    const checkInId = path.split('/').at(-1)
    return { heir, judge, first, closed, checkInId }
  }

  attack('reads none of the rounds before, and those that open from then on', async () => {
    const { heir, first, closed, judge } = await handedOverAfterOne(true)
    assert.ok((await openDoors(judge, first)).includes('actions'), 'there is an action to read')
    const doors = await openDoors(heir, first)
    wonNone(doors.length, 17, `doors: ${doors.join(', ')}`)
    const second = await closed(heir, true)
    const after = await openDoors(heir, first)
    wonNone(after.length, 17, `doors after their own round: ${after.join(', ')}`)
    const own = await openDoors(heir, second)
    for (const door of ['results', 'insights', 'actions', 'insights/scores'])
      assert.ok(own.includes(door), door)
  })

  attack('learns nothing of a round before from the next one', async () => {
    const seen = []
    for (const isBad of [true, false]) {
      const { heir, closed, checkInId } = await handedOverAfterOne(isBad)
      await closed(heir, true)
      const { actions } = await bodyOf(heir.get(`/api/actions?check_in_id=${checkInId}&limit=100`))
      const { insights } = await bodyOf(heir.get(`/api/insights?check_in_id=${checkInId}&limit=100`))
      const { trends } = await bodyOf(heir.get(`/api/insights/trends?check_in_id=${checkInId}`))
      seen.push({
        actions: actions.map(({ scope, times, version }: any) => [scope.team_name, times, version]),
        insights: insights.map(({ kind, statement }: any) => [kind, statement]).toSorted(),
        trends: trends.length,
      })
    }
    assert.ok(seen[0].actions.length > 0)
    assert.deepEqual(seen[0], seen[1])
  })
})
