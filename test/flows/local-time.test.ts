/** Check-ins in each recipient's own time zone: three zones without a common working day, a move, a new colleague, a change of clocks. */
import assert from 'node:assert/strict'
import { before, test } from 'node:test'
import { answerAt, type Clockwork, bodyOf, mailedBy, startClockwork } from '../support/clockwork.ts'
import { activated, instancesOf, timelineOf, weekly } from '../support/recurring.ts'
import { type Client, links, type World } from '../support/world.ts'

let clockwork: Clockwork

before(async () => {
  clockwork = await startClockwork({ alone: true })
})

const zones = ['Pacific/Auckland', 'Europe/Berlin', 'America/Los_Angeles'] as const

/** Five people in each of the zones, in one team. */
async function spread(world: World, author: Client) {
  const team = await world.team('Spread', zones.length * 5)
  for (const [place, member] of team.members.entries())
    await bodyOf(author.patch(`/api/members/${member}`, { time_zone: zones[Math.floor(place / 5)] }))
  return {
    ...team,
    in: (zone: (typeof zones)[number]) => team.members.slice(zones.indexOf(zone) * 5).slice(0, 5),
  }
}

const local = (teamIds: string[], recurrence: object = {}, more: object = {}) =>
  weekly(teamIds, {
    channels: ['email', 'link'],
    window: 'PT8H',
    recurrence: {
      rrule: 'FREQ=WEEKLY;BYDAY=MO',
      starts_on: '2026-10-12',
      time: '09:00',
      mode: 'recipient_local_time',
      ...recurrence,
    },
    ...more,
  })

test('everybody is invited at nine in their own time zone and gets the whole window', async () => {
  const { world, author } = await clockwork.begin('2026-10-10T00:00:00Z')
  const people = await spread(world, author)
  const { path } = await activated(author, local([people.id]))
  assert.equal((await author.get(path)).body.next_opens_at, '2026-10-11T20:00:00Z')

  // Where the day begins first, nobody lives: the clock has looked, and waits.
  await clockwork.turnTo('2026-10-11T19:00:00Z')
  assert.deepEqual(await timelineOf(author, path), ['2026-10-12 scheduled'])
  const mailedAt = async (at: string): Promise<number> =>
    (await mailedBy(clockwork.running, () => clockwork.turnTo(at))).length
  assert.equal(await mailedAt('2026-10-11T20:00:00Z'), 5)
  assert.deepEqual(await timelineOf(author, path), ['2026-10-12 open', '2026-10-19 scheduled'])
  const [{ id, closes_at: closesAt }] = await instancesOf(author, path)
  assert.equal(closesAt, '2026-10-13T00:00:00Z')

  const asked = new Map(
    (await links(author, `/api/check-in-instances/${id}`)).map((one) => [one.member_id, one.url]),
  )
  const answerOf = (zone: (typeof zones)[number], nth: number) =>
    answerAt(world, asked.get(people.in(zone)[nth])!)
  const refused = async (zone: (typeof zones)[number], nth: number, code: string) => {
    const reply = await answerOf(zone, nth)
    assert.deepEqual([reply.status, reply.body.code], [409, code], zone)
  }
  await bodyOf(answerOf('Pacific/Auckland', 0), 201)
  await refused('Europe/Berlin', 0, 'not_open_yet')

  assert.equal(await mailedAt('2026-10-12T06:59:59Z'), 0)
  assert.equal(await mailedAt('2026-10-12T07:00:00Z'), 5)
  await bodyOf(answerOf('Europe/Berlin', 0), 201)
  await refused('America/Los_Angeles', 0, 'not_open_yet')
  await refused('Pacific/Auckland', 1, 'collection_closed')

  assert.equal(await mailedAt('2026-10-12T16:00:00Z'), 5)
  await bodyOf(answerOf('America/Los_Angeles', 0), 201)
  await clockwork.turnTo('2026-10-12T23:59:59Z')
  await bodyOf(answerOf('America/Los_Angeles', 1), 201)
  assert.equal((await instancesOf(author, path))[0].state, 'open')
  await clockwork.turnTo('2026-10-13T00:00:00Z')
  const [closed] = await instancesOf(author, path)
  assert.deepEqual([closed.state, closed.response_summary.responded], ['closed', 4])
  await bodyOf(author.post(`${path}/end`))
})

test('nobody is watched answering by themselves: where a window holds fewer than k, nothing is told before the end', async () => {
  for (const [alone, told] of [
    [1, 0],
    [5, 5],
  ] as const) {
    const { world, author } = await clockwork.begin('2026-10-10T00:00:00Z')
    const team = await world.team('Spread', 12 + alone)
    for (const member of team.members.slice(12))
      await bodyOf(author.patch(`/api/members/${member}`, { time_zone: 'Pacific/Auckland' }))
    const confidentiality = { mode: 'anonymous' }
    const { path } = await activated(author, local([team.id], {}, { confidentiality }))
    const respondedIn = async (): Promise<number> => {
      const [{ response_summary: summary }] = await instancesOf(author, path)
      if (told === 0) {
        const { rounded, responded_max, response_rate } = summary
        assert.deepEqual([rounded, responded_max, response_rate], [true, 13, null])
      }
      return summary.responded
    }
    const answerAll = async (members: readonly string[]): Promise<void> => {
      const [{ id }] = await instancesOf(author, path)
      const asked = await links(author, `/api/check-in-instances/${id}`)
      for (const { member_id, url } of asked)
        if (members.includes(member_id)) assert.equal((await answerAt(world, url)).status, 201)
    }
    // In Auckland it is nine, in Berlin the evening before.
    await clockwork.turnTo('2026-10-11T20:00:00Z')
    await answerAll(team.members.slice(12))
    assert.ok((await respondedIn()) <= told)
    await clockwork.turnTo('2026-10-12T08:00:00Z')
    await answerAll(team.members.slice(0, 12))
    assert.ok((await respondedIn()) >= told)
    assert.equal((await respondedIn()) > 0, told > 0)
  }
})

test('people who move or join before their opening time are invited in their new time zone', async () => {
  const { world, author } = await clockwork.begin('2026-10-10T00:00:00Z')
  const team = await world.team('Movers', 5)
  const { path } = await activated(author, local([team.id]))
  assert.equal((await author.get(path)).body.next_opens_at, '2026-10-12T07:00:00Z')
  await bodyOf(author.patch(`/api/members/${team.members[0]}`, { time_zone: 'Pacific/Auckland' }))
  await clockwork.turnTo('2026-10-11T19:00:00Z')
  assert.equal((await author.get(path)).body.next_opens_at, '2026-10-11T20:00:00Z')
  // Back to the check-in's own zone, while somebody joins whose hour comes before it.
  await bodyOf(author.patch(`/api/members/${team.members[0]}`, { time_zone: null }))
  const newcomer = { name: 'New', email: 'new@test.example', time_zone: 'Asia/Tokyo', team_ids: [team.id] }
  await bodyOf(author.post('/api/members', newcomer), 201)
  await clockwork.turnTo('2026-10-11T20:00:00Z')
  assert.equal((await author.get(path)).body.next_opens_at, '2026-10-12T00:00:00Z')
  const mailed = await mailedBy(clockwork.running, async () => {
    for (let hour = 21; hour <= 24; hour++)
      await clockwork.turnTo(Date.parse('2026-10-11T00:00:00Z') + hour * 3_600_000)
  })
  assert.equal(mailed.length, 1)
  assert.deepEqual(await timelineOf(author, path), ['2026-10-12 open', '2026-10-19 scheduled'])
  await bodyOf(author.post(`${path}/end`))
})

test('in a week with a clock change everybody is invited at the same local hour', async () => {
  const { world, author } = await clockwork.begin('2026-10-20T00:00:00Z')
  const people = await spread(world, author)
  const daily = { rrule: 'FREQ=DAILY', starts_on: '2026-10-24' }
  const { path } = await activated(author, local([people.id], daily))
  const counts: [string, number][] = []
  for (
    let at = Date.parse('2026-10-23T18:00:00Z');
    at < Date.parse('2026-10-26T18:00:00Z');
    at += 3_600_000
  ) {
    const { length } = await mailedBy(clockwork.running, () => clockwork.turnTo(at))
    if (length > 0) counts.push([new Date(at).toISOString().slice(5, 16), length])
  }
  assert.deepEqual(counts, [
    ['10-23T20:00', 5],
    ['10-24T07:00', 5],
    ['10-24T16:00', 5],
    ['10-24T20:00', 5],
    // Clocks went back in Berlin on the 25th.
    ['10-25T08:00', 5],
    ['10-25T16:00', 5],
    ['10-25T20:00', 5],
    ['10-26T08:00', 5],
    ['10-26T16:00', 5],
  ])
  // One day's last window lies behind the next one's first: both are open, and nobody's is cut short.
  assert.deepEqual((await timelineOf(author, path)).slice(0, 4), [
    '2026-10-24 closed',
    '2026-10-25 closed',
    '2026-10-26 open',
    '2026-10-27 scheduled',
  ])
  await clockwork.turnTo('2026-10-26T20:00:00Z')
  assert.deepEqual((await timelineOf(author, path)).slice(2), [
    '2026-10-26 open',
    '2026-10-27 open',
    '2026-10-28 scheduled',
  ])
})

test('after a downtime recipients whose window still lasts are asked, and nobody whose window is over', async () => {
  const { world, author } = await clockwork.begin('2026-10-10T00:00:00Z')
  const people = await spread(world, author)
  const { path } = await activated(author, local([people.id]))
  // In Auckland it is over, in Berlin two in the afternoon, in Los Angeles five in the morning.
  const late = await mailedBy(clockwork.running, () => clockwork.turnTo('2026-10-12T12:00:00Z'))
  assert.equal(late.length, 5)
  assert.deepEqual(await timelineOf(author, path), ['2026-10-12 open', '2026-10-19 scheduled'])
  assert.equal((await mailedBy(clockwork.running, () => clockwork.turnTo('2026-10-12T16:00:00Z'))).length, 5)
  await bodyOf(author.post(`${path}/end`))
})

test('after a pause past the opening of some zones, recipients whose window still lasts are asked', async () => {
  const { world, author } = await clockwork.begin('2026-10-10T00:00:00Z')
  const people = await spread(world, author)
  const { path } = await activated(author, local([people.id]))
  await bodyOf(author.post(`${path}/pause`))
  await clockwork.turnTo('2026-10-12T12:00:00Z')
  assert.deepEqual(await timelineOf(author, path), ['2026-10-12 scheduled'])
  assert.equal((await author.get(path)).body.next_opens_at, '2026-10-11T20:00:00Z')
  await bodyOf(author.post(`${path}/resume`))
  assert.equal((await mailedBy(clockwork.running, clockwork.settle)).length, 5)
  await bodyOf(author.post(`${path}/end`))
})

test('the preview has the opening of each recipient’s zone, and can be narrowed to one', async () => {
  const { world, author } = await clockwork.begin('2026-10-10T00:00:00Z')
  const people = await spread(world, author)
  const { path } = await activated(author, local([people.id], { holidays: ['2026-10-19'] }))
  const { openings } = await bodyOf(author.get(`${path}/schedule?count=2&from=2026-10-12`))
  assert.deepEqual(
    openings.map((one: any) => [one.local_date, one.time_zone, one.opens_at, one.closes_at]),
    [
      ['2026-10-12', 'Pacific/Auckland', '2026-10-11T20:00:00Z', '2026-10-12T04:00:00Z'],
      ['2026-10-12', 'Europe/Berlin', '2026-10-12T07:00:00Z', '2026-10-12T15:00:00Z'],
      ['2026-10-12', 'America/Los_Angeles', '2026-10-12T16:00:00Z', '2026-10-13T00:00:00Z'],
      ['2026-10-26', 'Pacific/Auckland', '2026-10-25T20:00:00Z', '2026-10-26T04:00:00Z'],
      ['2026-10-26', 'Europe/Berlin', '2026-10-26T08:00:00Z', '2026-10-26T16:00:00Z'],
      ['2026-10-26', 'America/Los_Angeles', '2026-10-26T16:00:00Z', '2026-10-27T00:00:00Z'],
    ],
  )
  const berlin = await bodyOf(author.get(`${path}/schedule?count=2&from=2026-10-12&zone=europe/berlin`))
  assert.deepEqual(
    berlin.openings.map((one: any) => one.opens_at),
    ['2026-10-12T07:00:00Z', '2026-10-26T08:00:00Z'],
  )
  assert.deepEqual((await bodyOf(author.get(`${path}/schedule?zone=Asia/Tokyo`))).openings, [])
  const nowhere = await author.get(`${path}/schedule?zone=Europe/Nowhere`)
  assert.deepEqual([nowhere.status, nowhere.body.code], [400, 'invalid_request'])
})
