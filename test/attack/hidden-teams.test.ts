/**
 * What is hidden reveals nothing: the attacker sorts every number of answers that a small organisation can give by what leaves the gate,
 * and looks for groups of fewer than k people whose number of answers is the same wherever the same leaves.
 *
 * bench/hidden-teams.ts tries 300 organisations and prints the figures.
 */
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { countExchanges, countOf } from './participation-worlds.ts'

const count = 12

for (const [name, canSkip, secret] of [
  ['answered', false, 'answered'],
  ['answered, where a question may be skipped', true, 'answered'],
  ['answered a question that may be skipped', true, 'replied'],
] as const)
  test(`no figure, and no hidden team, tells how many of fewer than k people ${name}`, (t) => {
    const { worlds, outputs, pairs, determined, open } = countOf(count, canSkip, secret)
    t.diagnostic(
      `${worlds} worlds, ${outputs} outputs, ${pairs} pairs: ${determined} determined, ${open} in cells of exactly k that all answered`,
    )
    assert.ok(outputs > count * 10)
    assert.equal(determined, 0)
  })

test('whatever two people of one cell exchange, silence included, the same outputs are possible', () => {
  assert.deepEqual(countExchanges(400), { compared: 400, different: 0 })
})
