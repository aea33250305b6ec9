/**
 * The sixteen roster attacks through the API, each on one organisation, in one mode or the other. SONDE_LONG tries each on fifty, in both
 * modes.
 */
import assert from 'node:assert/strict'
import { before, suite, test } from 'node:test'
import { newWorld, type World } from '../support/world.ts'
import { type Attack, askAgain, type Result } from './asking-again.ts'
import { scripts } from './rosters.ts'
import { k } from './seasons.ts'

let world: World

before(async () => {
  world = await newWorld()
})

const isLong = process.env.SONDE_LONG !== undefined
const modes = ['confidential', 'anonymous'] as const
const ranges = { confidential: [1, 25], anonymous: [26, 50] } as const
const collections = isLong ? 8 : 4
const atOnce = 3

/** @returns what was found in organisations from..to */
async function resultsOf(
  from: number,
  to: number,
  attack: Omit<Attack, 'seed' | 'collections'>,
): Promise<Result[]> {
  const results: Result[] = []
  for (let seed = from; seed <= to; seed += atOnce) {
    const seeds = Array.from({ length: Math.min(atOnce, to - seed + 1) }, (_, more) => seed + more)
    results.push(
      ...(await Promise.all(seeds.map((one) => askAgain(world, { collections, ...attack, seed: one })))),
    )
  }
  return results
}

const broken = (results: readonly Result[]): number => results.filter(({ smallest }) => smallest < k).length

suite('asking again through the API resolves nobody', () => {
  for (const [at, [name, script]] of Object.entries(scripts).entries())
    for (const mode of isLong ? modes : [modes[at % modes.length]])
      test(`${name}, ${mode}`, async (t) => {
        const [from, to] = isLong ? ranges[mode] : [at + 1, at + 1]
        const results = await resultsOf(from, to, { script, mode })
        const figures = results.reduce((sum, one) => sum + one.figures, 0)
        const refused = results.reduce((sum, one) => sum + one.refused, 0)
        t.diagnostic(
          `${broken(results)} of ${results.length} broken; ${figures} figures, ${refused} surveys refused`,
        )
        assert.deepEqual([...new Set(results.flatMap(({ torn }) => torn))], [])
        assert.equal(broken(results), 0)
        assert.ok(figures > 0)
      })
})

test('the same attacks win where each survey asks in other words', async (t) => {
  const names = isLong ? Object.keys(scripts) : ['leave out one', 'move one']
  for (const name of names) {
    const attack = { script: scripts[name], mode: 'confidential', wording: 'other' } as const
    const results = await resultsOf(1, isLong ? 10 : 2, attack)
    t.diagnostic(`${name}: ${broken(results)} of ${results.length} broken`)
    assert.ok(broken(results) > 0, name)
  }
})
