/**
 * Instances of a check-in taken together. Each is safe by itself and for whoever knows that people change their minds. For
 * whoever believes that nobody does, people who join or leave a team are the difference of two figures: no division of one
 * instance prevents it, and the gate does not claim to. Measured here, with what two ways of preventing it would cost.
 *
 * The attacker of these figures knows who answered each time, which in anonymous mode nobody does; where everybody
 * answers, the directory alone tells him.
 */
import assert from 'node:assert/strict'
import { test } from 'node:test'
import {
  type CheckIn,
  exposedBy,
  randomCheckIn,
  shownIn,
  type ShownTeams,
  withMemory,
  withPairs,
} from './check-ins.ts'

type Defence = (checkIn: CheckIn, shown: readonly ShownTeams[]) => readonly ShownTeams[]

const figuresIn = (shown: readonly ShownTeams[]): number => shown.reduce((sum, one) => sum + one.size, 0)

function measure(rate: number, defence: Defence, count: number) {
  const sums = { checkIns: 0, exposed: 0, people: 0, kept: 0, figures: 0 }
  for (let seed = 1; seed <= count; seed++) {
    const checkIn = randomCheckIn(seed, rate)
    const shown = checkIn.instances.map((instance) => shownIn(checkIn, instance))
    const kept = defence(checkIn, shown)
    const exposed = exposedBy(checkIn, kept)
    if (exposed.size > 0) sums.checkIns++
    sums.exposed += exposed.size
    sums.people += checkIn.people
    sums.kept += figuresIn(kept)
    sums.figures += figuresIn(shown)
  }
  return sums
}

test('each instance by itself resolves nobody', () => {
  for (let seed = 1; seed <= 200; seed++) {
    const checkIn = randomCheckIn(seed, 0.8)
    for (const instance of checkIn.instances)
      assert.equal(exposedBy(checkIn, [shownIn(checkIn, instance)]).size, 0)
  }
})

test('six instances with moves, for whoever believes that nobody changes his mind', (t) => {
  const asItIs: Defence = (_checkIn, shown) => shown
  const count = process.env.SONDE_LONG ? 1000 : 60
  for (const [rate, name, defence, most] of [
    [1, 'nothing done about it', asItIs, 1],
    [1, 'hide a team that changed by 1 … k−1 since it was shown', withPairs, 0.01],
    [1, 'hide what resolves fewer than k with all ever shown', withMemory, 0],
    [0.7, 'nothing done about it', asItIs, 0.1],
  ] as const) {
    const found = measure(rate, defence, count)
    const share = found.exposed / found.people
    t.diagnostic(
      `${100 * rate} % answer · ${name}: ${found.checkIns} of ${count} check-ins, ${(100 * share).toFixed(1)} % of people; ` +
        `${((100 * found.kept) / found.figures).toFixed(0)} % of figures stay`,
    )
    assert.ok(share <= most, `${name}: ${share}`)
    // Else the attacker is none.
    if (most === 1) assert.ok(found.checkIns > count / 2)
  }
})
