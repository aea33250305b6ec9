/**
 * The sixteen roster attacks through the API, each on one organisation, in one mode or the other. SONDE_LONG tries each on fifty, in both
 * modes, and for a season and a half: twelve surveys, a week or a month apart.
 */
import assert from 'node:assert/strict'
import { before, suite, test } from 'node:test'
import { type Clockwork, startClockwork } from '../support/clockwork.ts'
import { newWorld, type World } from '../support/world.ts'
import { type Attack, askAgain, askOverTime, type Result } from './asking-again.ts'
import { type Script, scripts, turnOver } from './rosters.ts'
import { k } from './seasons.ts'

let world: World
let clockwork: Clockwork

before(async () => {
  world = await newWorld()
  clockwork = await startClockwork({ alone: true })
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

const broken = (results: readonly Pick<Result, 'smallest'>[]): number =>
  results.filter(({ smallest }) => smallest < k).length

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

/** People leave and join between surveys. Over the end of a season, this wins where nothing is quiet after it. */
const newSeason: Script = (company) => (collection) => {
  if (collection > 0) turnOver(company, 0.05)
  return company.roster()
}

const overTime: Record<string, Script> = isLong
  ? { ...scripts, 'new season': newSeason }
  : { 'new season': newSeason }
/** The waves of a campaign, and the days between two of them. */
const waves = isLong ? 12 : 5
let from = new Date('2026-02-01T08:00:00Z')

suite('nor does asking again over the end of a season', () => {
  for (const days of isLong ? [7, 30] : [30, 15])
    for (const [name, script] of Object.entries(overTime))
      for (const mode of isLong ? modes : ['confidential' as const])
        test(`${name}, every ${days} days, ${mode}`, async (t) => {
          const [first, last] = isLong ? ranges[mode] : [days, days]
          const results: Result[] = []
          for (let seed = first; seed <= last; seed += atOnce) {
            const seeds = Array.from({ length: Math.min(atOnce, last - seed + 1) }, (_, more) => seed + more)
            const attacks = seeds.map((one) => ({ seed: one, script, mode, collections: waves }))
            results.push(...(await askOverTime(clockwork, attacks, { from, days })))
            from = new Date(from.getTime() + 400 * 86_400_000)
          }
          const figures = results.reduce((sum, one) => sum + one.figures, 0)
          const refused = results.reduce((sum, one) => sum + one.refused, 0)
          const apart = broken(results.map(({ together }) => ({ smallest: together })))
          t.diagnostic(
            `${broken(results)} of ${results.length} broken, ${apart} over all seasons; ${figures} figures, ${refused} surveys refused`,
          )
          assert.deepEqual([...new Set(results.flatMap(({ torn }) => torn))], [])
          assert.equal(broken(results), 0)
          assert.ok(figures > 0)
          // Where more than the quiet time lies between two surveys, the campaign crossed the end of a season.
          assert.ok(results.every(({ spans }) => (days > 28 ? spans > 1 : spans === 1)))
        })
})

test('nor does asking the same in a translation of other words', async (t) => {
  const names = isLong ? Object.keys(scripts) : ['leave out one']
  for (const name of names) {
    const attack = { script: scripts[name], mode: 'confidential', wording: 'translated' } as const
    const results = await resultsOf(1, isLong ? 10 : 1, attack)
    t.diagnostic(`${name}: ${broken(results)} of ${results.length} broken`)
    assert.deepEqual([...new Set(results.flatMap(({ torn }) => torn))], [])
    assert.equal(broken(results), 0, name)
    assert.ok(results.every(({ figures }) => figures > 0))
  }
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
