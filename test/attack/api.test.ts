/**
 * The attacker at the API: he has every scope, an organisation's token, the author's and a colleague's, reads everything in
 * every list and page, knows who counts where and who answered what, and solves all numbers that are attached to people.
 */
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { activated, instancesOf, weekly } from '../support/recurring.ts'
import { newWorld } from '../support/world.ts'
import { diceOf } from './organisation.ts'
import { idOf } from './readings.ts'
import { assertNoNames, assertNothingFollows, readAll, withoutIds } from './findings.ts'
import {
  answerAll,
  ask,
  close,
  isIn,
  join,
  leave,
  newHouse,
  openInstance,
  questions,
  withdraw,
} from './house.ts'

const houses = process.env.SONDE_LONG ? 60 : 6

test('everything that can be read in all modes is about k people or more, for insiders about k less their own', async (t) => {
  let told = 0
  for (let seed = 1; seed <= houses; seed++) {
    const house = await newHouse(diceOf(seed))
    const { dice } = house
    const all = house.teams.filter(({ parent }) => parent === null).map(({ id }) => id)
    for (const mode of ['anonymous', 'confidential', 'attributed'] as const) {
      const chosen = dice.chance(0.6) ? all : [dice.pick(house.teams).id]
      if (
        house.members.some(({ teams }) =>
          teams.some((team) => chosen.some((above) => isIn(house.teams, team, above))),
        )
      )
        await answerAll(house, await ask(house, mode, chosen), dice.pick([0.5, 0.8, 1]))
      // People move between one asking and the next.
      const member = dice.pick(house.members)
      if (member.teams.length > 1) await leave(house, member, member.teams[0])
      await join(house, dice.pick(house.members), dice.pick(house.teams).id)
    }
    // The same again, without one: other answers, and a difference of nothing.
    const again = await ask(house, 'anonymous', all, [dice.pick(house.members).id])
    const receipts = await answerAll(house, again, 0.9)
    const [first] = again.said.keys()
    if (receipts.length > 1 && first) await withdraw(house, again, receipts[0], first)
    assertNothingFollows(house, await readAll(house, [house.author]))
    for (const asked of house.asked) await close(house, asked)
    const readings = await readAll(house)
    told += assertNothingFollows(house, readings)
    assertNoNames(house, readings)
  }
  t.diagnostic(`${houses} organisations, ${told} quantities with figures`)
  assert.ok(told > 3 * houses, 'there was something to attack')
})

test('what was read once is read again, byte for byte, whatever happens to people afterwards', async () => {
  const house = await newHouse(diceOf(77), 16)
  const roots = house.teams.filter(({ parent }) => parent === null).map(({ id }) => id)
  const open: { url: string }[] = []
  for (const mode of ['anonymous', 'confidential']) {
    const asked = await ask(house, mode, roots)
    await answerAll(house, asked, 0.9)
    open.push(...(await house.author.get(`${asked.place}/links?limit=200`)).body.links)
    await close(house, asked)
  }
  const seen = async (): Promise<Map<string, string>> =>
    new Map((await readAll(house)).map((reading, index) => [`${index} ${reading.path}`, withoutIds(reading)]))
  const before = await seen()
  assert.deepEqual(await seen(), before)

  // Late answers are refused, in one way for all.
  const late = new Set<string>()
  for (const { url } of open) {
    const { status, body } = await house.world.anyone.post(new URL(url).pathname, {
      answers: [{ question_id: 'calm', value: 1 }],
    })
    late.add(`${status} ${body.code}`)
  }
  assert.deepEqual([...late], ['409 collection_closed'])
  assert.deepEqual(await seen(), before)

  // Somebody moves, one leaves and one is erased: released cells stand.
  await join(house, house.members[0], house.teams.at(-1)!.id)
  assert.equal((await house.program.delete(`/api/members/${house.members[1].id}`)).status, 204)
  const erased = await house.colleague.post(`/api/members/${house.members[2].id}/erase`)
  assert.ok([200, 202, 204].includes(erased.status), JSON.stringify(erased.body))
  assert.deepEqual(await seen(), before)

  // Nor does computing again tell that somebody is missing.
  for (const { place } of house.asked) {
    const { status, body } = await house.author.post('/api/insights/recompute', { pulse_id: idOf(place) })
    assert.deepEqual([status, body.added, body.superseded], [200, 0, 0], JSON.stringify(body))
  }
  assert.deepEqual(await seen(), before)
})

test('instances of a check-in between which people move: each by itself, and the old ones stand', async () => {
  const world = await newWorld({ at: '2026-10-10T00:00:00Z' })
  const house = await newHouse(diceOf(5), 18, world)
  const roots = house.teams.filter(({ parent }) => parent === null).map(({ id }) => id)
  const { id, path } = await activated(
    house.author,
    weekly(roots, { questions, confidentiality: { mode: 'anonymous' }, overlap: 'close_previous' }),
  )
  const seen: string[][] = []
  for (const [week, at] of ['2026-10-12', '2026-10-19', '2026-10-26'].entries()) {
    world.running.clock!.set(new Date(`${at}T09:00:00Z`))
    await world.running.app.due.settle()
    const instance = (await instancesOf(house.author, path)).find((one) => one.local_date === at)
    const asked = openInstance(house, `/api/check-in-instances/${instance.id}`, 'anonymous', roots)
    await answerAll(house, asked, 0.9)
    await close(house, asked)
    const readings = await readAll(house, [house.program, house.author])
    assertNothingFollows(house, readings)
    assertNoNames(house, readings)
    const about = (place: string): string =>
      readings
        .filter((reading) => reading.path.startsWith(place))
        .map(withoutIds)
        .join('\n')
    seen.push(house.asked.map(({ place }) => about(place)))
    // Old instances read as they did before people moved.
    assert.deepEqual(seen[week].slice(0, week), seen[week - 1] ?? [])
    for (let moved = 0; moved < 3; moved++) {
      const member = house.dice.pick(house.members)
      if (member.teams.length > 1) await leave(house, member, member.teams[0])
      await join(house, member, house.dice.pick(house.teams).id)
    }
  }
  assert.equal((await house.author.get(`/api/check-ins/${id}`)).status, 200)
})
