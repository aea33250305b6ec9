/**
 * The attacker at the API: they have every scope, an organisation's token, the author's and a colleague's, read everything in
 * every list and page, know who counts where and who answered what, and solve all numbers that are attached to people.
 */
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { activated, instancesOf, weekly } from '../support/recurring.ts'
import { newWorld } from '../support/world.ts'
import { diceOf } from './organisation.ts'
import { doorsOf } from './doors.ts'
import { idOf } from './readings.ts'
import { assertNoNames, assertNothingFollows, readAll, withoutIds } from './findings.ts'
import {
  answerAll,
  close,
  isIn,
  join,
  leave,
  newFixture,
  openInstance,
  openPulse,
  questions,
  withdraw,
} from './fixture.ts'

const organisations = process.env.SONDE_LONG ? 60 : 6

test('everything that can be read, in all modes, is about k people or more; for insiders about k less themselves', async (t) => {
  let [quantities, facts] = [0, 0]
  for (let seed = 1; seed <= organisations; seed++) {
    const fixture = await newFixture(diceOf(seed))
    const { dice } = fixture
    const clients = [fixture.author, fixture.colleague, fixture.program]
    const all = fixture.teams.filter(({ parent }) => parent === null).map(({ id }) => id)
    for (const mode of ['anonymous', 'confidential', 'attributed'] as const) {
      const chosen = dice.chance(0.6) ? all : [dice.pick(fixture.teams).id]
      if (
        fixture.members.some(({ teams }) =>
          teams.some((team) => chosen.some((above) => isIn(fixture.teams, team, above))),
        )
      )
        await answerAll(fixture, await openPulse(fixture, mode, chosen), dice.pick([0.5, 0.8, 1]))
      // People move between two surveys.
      const member = dice.pick(fixture.members)
      if (member.teams.length > 1) await leave(fixture, member, member.teams[0])
      await join(fixture, dice.pick(fixture.members), dice.pick(fixture.teams).id)
    }
    // The same survey again, without one member: their answers differ, so the difference reveals nothing.
    const again = await openPulse(fixture, 'anonymous', all, [dice.pick(fixture.members).id])
    const receipts = await answerAll(fixture, again, 0.9)
    const [first] = again.answers.keys()
    if (receipts.length > 1 && first) await withdraw(fixture, again, receipts[0], first)
    assertNothingFollows(fixture, await readAll(fixture, [fixture.author]))
    for (const survey of fixture.surveys) await close(fixture, survey)
    const readings = await readAll(fixture)
    quantities += assertNothingFollows(fixture, readings)
    assertNoNames(fixture, readings)
    // In every second organisation, each by one of the clients: they have read the same lists.
    if (seed % 2 > 0) continue
    const doors = await doorsOf(fixture, clients[(seed / 2) % clients.length])
    assertNothingFollows(fixture, readings, doors.facts)
    assertNoNames(fixture, doors.readings)
    facts += doors.facts.length
  }
  t.diagnostic(
    `${organisations} organisations, ${quantities} quantities with figures; ${facts} figures by other doors`,
  )
  assert.ok(facts > 10 * organisations, 'the other doors gave something')
  assert.ok(quantities > 3 * organisations, 'there was something to attack')
})

test('what was read once reads the same later, byte for byte, whatever happens to people', async () => {
  const fixture = await newFixture(diceOf(77), 16)
  const roots = fixture.teams.filter(({ parent }) => parent === null).map(({ id }) => id)
  const open: { url: string }[] = []
  for (const mode of ['anonymous', 'confidential']) {
    const survey = await openPulse(fixture, mode, roots)
    await answerAll(fixture, survey, 0.9)
    open.push(...(await fixture.author.get(`${survey.place}/links?limit=200`)).body.links)
    await close(fixture, survey)
  }
  const seen = async (): Promise<Map<string, string>> =>
    new Map(
      (await readAll(fixture)).map((reading, index) => [`${index} ${reading.path}`, withoutIds(reading)]),
    )
  const before = await seen()
  assert.deepEqual(await seen(), before)

  // Late answers are all refused in the same way.
  const late = new Set<string>()
  for (const { url } of open) {
    const { status, body } = await fixture.world.anyone.post(new URL(url).pathname, {
      answers: [{ question_id: 'calm', value: 1 }],
    })
    late.add(`${status} ${body.code}`)
  }
  assert.deepEqual([...late], ['409 collection_closed'])
  assert.deepEqual(await seen(), before)

  // One member moves, one leaves and one is erased: released cells stay.
  await join(fixture, fixture.members[0], fixture.teams.slice(-1)[0].id)
  assert.equal((await fixture.program.delete(`/api/members/${fixture.members[1].id}`)).status, 204)
  const erased = await fixture.colleague.post(`/api/members/${fixture.members[2].id}/erase`)
  assert.ok([200, 202, 204].includes(erased.status), JSON.stringify(erased.body))
  assert.deepEqual(await seen(), before)

  // Computing insights again does not tell that somebody is missing.
  for (const { place } of fixture.surveys) {
    const { status, body } = await fixture.author.post('/api/insights/recompute', { pulse_id: idOf(place) })
    assert.deepEqual([status, body.added, body.superseded], [200, 0, 0], JSON.stringify(body))
  }
  assert.deepEqual(await seen(), before)
})

test('instances of a check-in reveal nothing each by itself while people move, and old ones stay as they are', async () => {
  const world = await newWorld({ at: '2026-10-10T00:00:00Z' })
  const fixture = await newFixture(diceOf(5), 18, world)
  const roots = fixture.teams.filter(({ parent }) => parent === null).map(({ id }) => id)
  const { id, path } = await activated(
    fixture.author,
    weekly(roots, { questions, confidentiality: { mode: 'anonymous' }, overlap: 'close_previous' }),
  )
  const seen: string[][] = []
  let homes: Map<string, string | null> | undefined
  for (const [week, at] of ['2026-10-12', '2026-10-19', '2026-10-26'].entries()) {
    world.running.clock?.set(new Date(`${at}T09:00:00Z`))
    await world.running.app.due.settle()
    const instance = (await instancesOf(fixture.author, path)).find((one) => one.local_date === at)
    const survey = openInstance(fixture, `/api/check-in-instances/${instance.id}`, 'anonymous', roots)
    // Wherever they have moved, people count where they sat first.
    for (const [member, home] of homes ?? []) if (survey.homes.has(member)) survey.homes.set(member, home)
    homes ??= new Map(survey.homes)
    await answerAll(fixture, survey, 0.9)
    await close(fixture, survey)
    const readings = await readAll(fixture, [fixture.program, fixture.author])
    assertNothingFollows(fixture, readings)
    assertNoNames(fixture, readings)
    const about = (place: string): string =>
      readings
        .filter((reading) => reading.path.startsWith(place))
        .map(withoutIds)
        .join('\n')
    seen.push(fixture.surveys.map(({ place }) => about(place)))
    // Old instances read as they did before people moved.
    assert.deepEqual(seen[week].slice(0, week), seen[week - 1] ?? [])
    for (let moved = 0; moved < 3; moved++) {
      const member = fixture.dice.pick(fixture.members)
      if (member.teams.length > 1) await leave(fixture, member, member.teams[0])
      await join(fixture, member, fixture.dice.pick(fixture.teams).id)
    }
  }
  assert.equal((await fixture.author.get(`/api/check-ins/${id}`)).status, 200)
})
