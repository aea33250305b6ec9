/** Breakdowns by an attribute of members: declared before opening, promised, frozen, and shown where nobody can be singled out. */
import assert from 'node:assert/strict'
import { before, test } from 'node:test'
import { type Clockwork, bodyOf, startClockwork } from '../support/clockwork.ts'
import { activated, timelineOf, weekly } from '../support/recurring.ts'
import { type Client, eventually, links, pulseDraft, type World } from '../support/world.ts'

let clockwork: Clockwork

before(async () => {
  clockwork = await startClockwork({ alone: true })
})

const breakdown = { attribute: 'location' }

/** A team whose members have these values in turn; null: none. */
async function located(world: World, author: Client, name: string, values: (string | null)[]) {
  const team = await world.team(name, values.length)
  for (const [index, location] of values.entries())
    if (location !== null)
      await bodyOf(author.patch(`/api/members/${team.members[index]}`, { attributes: { location } }))
  return team
}

const times = <T>(count: number, value: T): T[] => new Array<T>(count).fill(value)

const questions = [
  { id: 'calm', type: 'scale', text: 'I could work calmly', min: 1, max: 5 },
  { id: 'safe', type: 'yes_no', text: 'Did you feel safe?' },
  { id: 'why', type: 'text', text: 'What got in the way?' },
]

async function opened(author: Client, teams: string[], more: Record<string, unknown> = {}) {
  const { id } = await bodyOf(
    author.post('/api/pulses', pulseDraft(teams, { questions, breakdown, ...more })),
    201,
  )
  const path = `/api/pulses/${id}`
  await bodyOf(author.post(`${path}/open`))
  return path
}

async function closed(author: Client, path: string): Promise<any> {
  await bodyOf(author.post(`${path}/close`))
  const { body } = await eventually(
    () => author.get(`${path}/results`),
    (reply) => reply.body.results_status !== 'analysing',
  )
  return body
}

const countOf = (figure: any): number[] => figure.distribution.map((one: any) => one.count)

test('scores are shown by value, comments are not, and both partitions add up to the same', async () => {
  for (const mode of ['anonymous', 'confidential']) {
    const { world, author } = await clockwork.begin('2026-03-02T08:00:00Z')
    const values = [...times(8, 'Berlin'), ...times(8, 'Porto')]
    const one = await located(world, author, 'One', [...values, 'Lima', null])
    const two = await located(world, author, 'Two', values)
    const path = await opened(author, [one.id, two.id], { confidentiality: { mode } })
    const promise = await bodyOf(author.get(`${path}/confidentiality`))
    assert.deepEqual(promise.breakdown, breakdown)
    assert.ok(promise.details.includes('Results are also shown by location, for groups of at least 5.'))
    const before = await bodyOf(author.get(`${path}/results`))
    assert.deepEqual(before.breakdown, { attribute: 'location', groups: [] })

    for (const [index, { url }] of (await links(author, path)).entries()) {
      const answers = [
        { question_id: 'calm', value: 1 + (index % 5) },
        { question_id: 'why', text: `Number words of ${'abcdefghijklmnopqrstuvwxyzäöüß012345'[index]}` },
        ...(index % 6 === 0 ? [{ question_id: 'safe', value: index % 4 === 0 }] : []),
      ]
      await bodyOf(world.anyone.post(new URL(url).pathname, { answers }), 201)
    }
    const results = await closed(author, path)
    const { groups } = results.breakdown
    assert.deepEqual(
      groups.map(({ values: named, others }: any) => [named, others]),
      [
        [['Porto'], false],
        [['Berlin'], true],
      ],
      'who has a rare value, or none, counts with others and is not named',
    )
    // Everybody answered: of each team and value one answer is left out at random.
    assert.deepEqual(
      groups.map((group: any) => group.questions.map((figure: any) => [figure.id, figure.n ?? null])),
      [
        [
          ['calm', 14],
          ['safe', null],
        ],
        [
          ['calm', 16],
          ['safe', null],
        ],
      ],
    )
    const [calm] = results.questions
    const sums = groups
      .map((group: any) => countOf(group.questions[0]))
      .reduce((all: number[], counts: number[]) => all.map((count, index) => count + counts[index]))
    assert.deepEqual(sums, countOf(calm))
    assert.deepEqual(
      results.teams
        .map((team: any) => countOf(team.questions[0]))
        .reduce((all: number[], counts: number[]) => all.map((count, index) => count + counts[index])),
      countOf(calm),
    )
    assert.ok(!JSON.stringify(results).includes('Lima'))
    assert.equal(results.questions[2].n, 30)
  }
})

test('a breakdown that shows nothing reveals no reason', async () => {
  const { world, author } = await clockwork.begin('2026-03-09T08:00:00Z')
  const team = await located(world, author, 'One', [...times(6, 'Berlin'), ...times(6, 'Porto')])
  const looks = new Set<string>()
  for (const answering of [[], team.members.slice(0, 8), team.members.slice(0, 6)]) {
    const path = await opened(author, [team.id])
    for (const { member_id: memberId, url } of await links(author, path))
      if (answering.includes(memberId))
        await bodyOf(
          world.anyone.post(new URL(url).pathname, { answers: [{ question_id: 'calm', value: 3 }] }),
          201,
        )
    looks.add(JSON.stringify((await closed(author, path)).breakdown))
  }
  assert.deepEqual([...looks], [JSON.stringify({ attribute: 'location', groups: [] })])
})

test('a breakdown that could show nothing is refused before opening, with the reason', async () => {
  const { world, author } = await clockwork.begin('2026-03-16T08:00:00Z')
  const mixed = await located(world, author, 'Mixed', [...times(9, 'Berlin'), 'Porto'])
  const other = await located(world, author, 'Other', [...times(9, 'Porto'), 'Berlin'])
  const cases: [teams: string[], more: Record<string, unknown>, detail: RegExp][] = [
    [[mixed.id], {}, /Fewer than two values of location/],
    [
      [mixed.id, other.id],
      {},
      /single people out: some teams have fewer than 5 people of a value.*instead of by team/,
    ],
    [[mixed.id, other.id], { breakdown: { attribute: 'level' } }, /Fewer than two values of level/],
    [[mixed.id, other.id], { questions: questions.slice(2) }, /no question here has any/],
  ]
  for (const [teams, more, detail] of cases) {
    const { id } = await bodyOf(
      author.post('/api/pulses', pulseDraft(teams, { questions, breakdown, ...more })),
      201,
    )
    for (const [move, body] of [
      ['open', undefined],
      ['schedule', { opens_at: '2026-03-17T08:00:00Z' }],
    ] as const) {
      const refused = await author.post(`/api/pulses/${id}/${move}`, body)
      assert.equal(refused.status, 422, move)
      assert.deepEqual(
        refused.body.errors.map((error: any) => [error.pointer, error.code]),
        [['/breakdown', 'breakdown_impossible']],
      )
      assert.match(refused.body.detail, detail)
    }
    assert.equal((await bodyOf(author.get(`/api/pulses/${id}`))).state, 'draft')
    await bodyOf(author.patch(`/api/pulses/${id}`, { breakdown: null }))
    assert.equal((await bodyOf(author.post(`/api/pulses/${id}/open`))).breakdown, null)
  }
})

test('the clock cancels a pulse whose breakdown could show nothing, with the reason', async () => {
  const { world, author } = await clockwork.begin('2026-03-23T07:00:00Z')
  const team = await located(world, author, 'One', [...times(5, 'Berlin'), ...times(5, 'Porto')])
  const draft = pulseDraft([team.id], { breakdown, opens_at: '2026-03-23T09:00:00Z' })
  const { id } = await bodyOf(author.post('/api/pulses', draft), 201)
  await bodyOf(author.post(`/api/pulses/${id}/schedule`))
  const checkIn = weekly([team.id], {
    breakdown,
    recurrence: { rrule: 'FREQ=WEEKLY;BYDAY=MO', starts_on: '2026-03-23', time: '10:00' },
    time_zone: 'UTC',
  })
  const { path } = await activated(author, checkIn)
  assert.deepEqual((await bodyOf(author.get(path))).breakdown, breakdown)
  await bodyOf(author.patch(`/api/members/${team.members[0]}`, { attributes: { location: 'Porto' } }))
  await clockwork.turnTo('2026-03-23T11:00:00Z')
  const { state, reason } = await bodyOf(author.get(`/api/pulses/${id}`))
  assert.equal(state, 'cancelled')
  assert.match(reason, /^Fewer than two values of location/)
  const [skipped] = await timelineOf(author, path)
  assert.match(skipped, /2026-03-23 skipped Fewer than two values of location/)
})

test('the values are those at the time of opening', async () => {
  const { world, author } = await clockwork.begin('2026-03-30T08:00:00Z')
  const team = await located(world, author, 'One', [...times(6, 'Berlin'), ...times(6, 'Porto')])
  const path = await opened(author, [team.id], { confidentiality: { mode: 'confidential' } })
  for (const member of team.members)
    await bodyOf(author.patch(`/api/members/${member}`, { attributes: { location: 'Porto' } }))
  for (const [index, { url }] of (await links(author, path)).entries())
    await bodyOf(
      world.anyone.post(new URL(url).pathname, {
        answers: [{ question_id: 'calm', value: 1 + (index % 5) }],
      }),
      201,
    )
  const { groups } = (await closed(author, path)).breakdown
  assert.deepEqual(
    groups.map((group: any) => [group.values, group.questions[0].n]),
    [
      // All six of each value answered, so one answer of each is left out.
      [['Berlin'], 5],
      [['Porto'], 5],
    ],
  )
})
