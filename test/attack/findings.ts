/** What the attacker makes of all that he has read: whom it is about, and whether anything follows about fewer than k people. */
import assert from 'node:assert/strict'
import { type Asked, type House, peopleBehind } from './house.ts'
import { everythingOf, factsIn, idOf, type Reading } from './readings.ts'
import { derivableGroups } from './row-space.ts'

const k = 5
const kOf = (quantity: string): number => (quantity === 'why' || quantity === 'topics' ? 10 : k)

export async function readAll(
  { author, colleague, program, asked, teams }: House,
  clients = [program, author, colleague],
): Promise<Reading[]> {
  const readings: Reading[] = []
  for (const api of clients)
    readings.push(
      ...(await everythingOf(
        api,
        asked.map(({ place }) => place),
        teams.map(({ id }) => id),
      )),
    )
  return readings
}

/** Everybody’s people behind what was read, by collection and quantity. */
function setsIn(house: House, readings: readonly Reading[]): Map<string, number[][]> {
  const sets = new Map<string, number[][]>()
  for (const fact of factsIn(readings)) {
    const key = `${fact.collection} ${fact.quantity}`
    const people = peopleBehind(house, fact)
    assert.ok(fact.quantity !== '', `${fact.path} of ${fact.collection} is about nothing known`)
    sets.set(key, [...(sets.get(key) ?? []), people])
  }
  return sets
}

export function assertNothingFollows(house: House, readings: readonly Reading[]): number {
  const sets = setsIn(house, readings)
  const count = house.members.length
  for (const [key, own] of sets) {
    const [collection, quantity] = key.split(' ')
    const asked = house.asked.find(({ place }) => idOf(place) === collection)!
    // In the other modes who has answered is no secret of the system's.
    if (quantity === 'answered' && asked.mode !== 'anonymous') continue
    const least = kOf(quantity)
    if (quantity === 'answered') {
      // Whoever answers at all answers the first question: its figures are rates too.
      const calm = teamsTold(readings, asked, 'calm').map((team) =>
        peopleBehind(house, { collection, team, quantity }),
      )
      assert.deepEqual(derivableGroups([...own, ...calm], count, least), [], `${key}: who answered`)
      continue
    }
    assert.deepEqual(derivableGroups(own, count, least), [], key)
    const insiders = new Set(
      house.members.flatMap(({ id }, person) =>
        asked.said.has(id) && house.dice.chance(0.15) ? [person] : [],
      ),
    )
    if (insiders.size < least)
      assert.deepEqual(
        derivableGroups(own, count, least - insiders.size, insiders),
        [],
        `${key}, with insiders`,
      )
  }
  return sets.size
}

const teamsTold = (readings: readonly Reading[], { place }: Asked, quantity: string): string[] => [
  ...new Set(
    factsIn(readings)
      .filter((fact) => fact.collection === idOf(place) && fact.quantity === quantity)
      .map(({ team }) => team),
  ),
]

/** Refusals carry an id of their request, new each time. */
export const withoutIds = (reading: Reading): string =>
  JSON.stringify(reading, (name, value) => (name === 'request_id' ? '' : value))

/** Names, and who they belong to, are in nothing but the roster and the answers of attributed mode. */
export function assertNoNames(house: House, readings: readonly Reading[]): void {
  for (const { path, status, body } of readings) {
    const [, , , id, part] = path.split(/[/?]/)
    const asked = house.asked.find(({ place }) => idOf(place) === id)
    if (part === 'responses' && asked) {
      assert.ok(asked.mode === 'attributed' || [403, 409].includes(status), `${path}: ${status}`)
      if (asked.mode === 'attributed' && status === 200) continue
    }
    const signalsOf = /\/insights\/signals\?.*=(.+)$/.exec(path)?.[1]
    if (signalsOf && status === 200)
      assert.equal(house.asked.find(({ place }) => idOf(place) === signalsOf)?.mode, 'attributed', path)
    const { recipients: _recipients, ...rest } = body
    const told = JSON.stringify(rest)
    assert.ok(!told.includes('Secretname'), path)
    for (const member of house.members) assert.ok(!told.includes(member.id), path)
  }
}
