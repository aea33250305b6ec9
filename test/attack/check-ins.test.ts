/**
 * Instances of a check-in taken together, without the seats that hold them together (src/seats/). Each is safe by itself. To an attacker
 * who believes that nobody changes an answer, people who join or leave a team are the difference of two figures, and no division of
 * one instance prevents it. Measured here, with the cost of two other ways to prevent it; seats.test.ts has the same with seats.
 *
 * This attacker knows who answered each time, which in anonymous mode nobody does; where everybody answers, the directory
 * alone tells them.
 */
import assert from 'node:assert/strict'
import { test } from 'node:test'
import {
  type CheckIn,
  exposedBy,
  randomCheckIn,
  shownTeamsIn,
  type ShownTeams,
  withMemory,
  withPairs,
} from './check-ins.ts'

type Defence = (checkIn: CheckIn, instances: readonly ShownTeams[]) => readonly ShownTeams[]

const figuresIn = (instances: readonly ShownTeams[]): number =>
  instances.reduce((sum, one) => sum + one.size, 0)

function measure(rate: number, defence: Defence, count: number) {
  const sums = { checkIns: 0, exposed: 0, people: 0, left: 0, figures: 0 }
  for (let seed = 1; seed <= count; seed++) {
    const checkIn = randomCheckIn(seed, rate)
    const published = checkIn.instances.map((instance) => shownTeamsIn(checkIn, instance))
    const left = defence(checkIn, published)
    const exposed = exposedBy(checkIn, left)
    if (exposed.size > 0) sums.checkIns++
    sums.exposed += exposed.size
    sums.people += checkIn.people
    sums.left += figuresIn(left)
    sums.figures += figuresIn(published)
  }
  return sums
}

test('one instance by itself resolves nobody', () => {
  for (let seed = 1; seed <= 200; seed++) {
    const checkIn = randomCheckIn(seed, 0.8)
    for (const instance of checkIn.instances)
      assert.equal(exposedBy(checkIn, [shownTeamsIn(checkIn, instance)]).size, 0)
  }
})

test('six instances with moves resolve few people, even for an attacker who believes that nobody changes their mind', (t) => {
  const asItIs: Defence = (_checkIn, instances) => instances
  const count = process.env.SONDE_LONG ? 1000 : 60
  for (const [rate, name, defence, most] of [
    [1, 'no defence', asItIs, 1],
    [1, 'hide a team that changed by 1 … k−1 since it was shown', withPairs, 0.01],
    [1, 'hide what resolves fewer than k with all ever shown', withMemory, 0],
    [0.7, 'no defence', asItIs, 0.1],
  ] as const) {
    const found = measure(rate, defence, count)
    const share = found.exposed / found.people
    t.diagnostic(
      `${100 * rate} % answer · ${name}: ${found.checkIns} of ${count} check-ins, ${(100 * share).toFixed(1)} % of people; ` +
        `${((100 * found.left) / found.figures).toFixed(0)} % of figures stay`,
    )
    assert.ok(share <= most, `${name}: ${share}`)
    // Otherwise the attacker would prove nothing.
    if (most === 1) assert.ok(found.checkIns > count / 2)
  }
})
