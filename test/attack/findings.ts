/** What the attacker concludes from all that they have read: whom it is about, and whether anything follows about fewer than k people. */
import assert from 'node:assert/strict'
import { type Fixture, peopleBehind, type Survey } from './fixture.ts'
import { everythingOf, type Fact, factsIn, idOf, type Reading } from './readings.ts'
import { derivableGroups } from './row-space.ts'

const k = 5
const kOf = (quantity: string): number => (quantity === 'why' || quantity === 'topics' ? 10 : k)

export async function readAll(
  { author, colleague, program, surveys, teams }: Fixture,
  clients = [program, author, colleague],
): Promise<Reading[]> {
  const readings: Reading[] = []
  for (const api of clients)
    readings.push(
      ...(await everythingOf(
        api,
        surveys.map(({ place }) => place),
        teams.map(({ id }) => id),
      )),
    )
  return readings
}

/** The people behind each figure that was read, by collection and quantity. */
function setsIn(fixture: Fixture, facts: readonly Fact[]): Map<string, number[][]> {
  const sets = new Map<string, number[][]>()
  const teams = new Map<string, Set<string>>()
  for (const { collection, quantity, team } of facts) {
    const key = `${collection} ${quantity}`
    teams.set(key, (teams.get(key) ?? new Set()).add(team))
  }
  const shown = ({ place }: Survey, quantity: string): string[] => [
    ...(teams.get(`${idOf(place)} ${quantity}`) ?? []),
  ]
  for (const fact of facts) {
    const key = `${fact.collection} ${fact.quantity}`
    const people = peopleBehind(fixture, fact, shown)
    assert.ok(fact.quantity !== '', `${fact.path} of ${fact.collection} is about nothing known`)
    sets.set(key, [...(sets.get(key) ?? []), people])
  }
  return sets
}

/** @param more  what was read elsewhere than in the replies of the API */
export function assertNothingFollows(
  fixture: Fixture,
  readings: readonly Reading[],
  more: readonly Fact[] = [],
): number {
  const sets = setsIn(fixture, [...factsIn(readings), ...more])
  const count = fixture.members.length
  for (const [key, own] of sets) {
    const [collection, quantity] = key.split(' ')
    const survey = fixture.surveys.find(({ place }) => idOf(place) === collection)
    assert.ok(survey, collection)
    // In the other modes the system may know who has answered.
    if (quantity === 'answered' && survey.mode !== 'anonymous') continue
    const least = kOf(quantity)
    if (quantity === 'answered') {
      // Everybody who answers at all answers the first question: its figures are rates too.
      const calm = teamsWith(readings, survey, 'calm').map((team) =>
        peopleBehind(fixture, { collection, team, quantity }),
      )
      assert.deepEqual(derivableGroups([...own, ...calm], count, least), [], `${key}: who answered`)
      continue
    }
    assert.deepEqual(derivableGroups(own, count, least), [], key)
    const insiders = new Set(
      fixture.members.flatMap(({ id }, person) =>
        survey.answers.has(id) && fixture.dice.chance(0.15) ? [person] : [],
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

/** The teams that have figures of this quantity. */
const teamsWith = (readings: readonly Reading[], { place }: Survey, quantity: string): string[] => [
  ...new Set(
    factsIn(readings)
      .filter((fact) => fact.collection === idOf(place) && fact.quantity === quantity)
      .map(({ team }) => team),
  ),
]

/** Refusals carry an id of their request, which is new each time. */
export const withoutIds = (reading: Reading): string =>
  JSON.stringify(reading, (name, value) => (name === 'request_id' ? '' : value))

/** Names and members' ids appear only in the roster and in the answers of attributed mode. */
export function assertNoNames(fixture: Fixture, readings: readonly Reading[]): void {
  for (const { path, status, body } of readings) {
    const [, , , id, part] = path.split(/[/?]/)
    const survey = fixture.surveys.find(({ place }) => idOf(place) === id)
    if (part === 'responses' && survey) {
      assert.ok(survey.mode === 'attributed' || [403, 409].includes(status), `${path}: ${status}`)
      if (survey.mode === 'attributed' && status === 200) continue
    }
    const signalsOf = /\/insights\/signals\?.*=(.+)$/.exec(path)?.[1]
    if (signalsOf && status === 200)
      assert.equal(fixture.surveys.find(({ place }) => idOf(place) === signalsOf)?.mode, 'attributed', path)
    const { recipients: _recipients, ...rest } = body
    const json = JSON.stringify(rest)
    assert.ok(!json.includes('Secretname'), path)
    for (const member of fixture.members) assert.ok(!json.includes(member.id), path)
  }
}
