/**
 * Breakdowns by attributes, imported surveys, windows, trends, insights, actions, alerts and rates, over a season in which an attacker moves,
 * relabels, leaves out, adds and erases people: nothing that can be read changes when two people of one cell exchange all they do.
 * SONDE_LONG plays it with 24 organisations.
 */
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { startClockwork } from '../support/clockwork.ts'
import type { Pair, Story } from './exchanged-people.ts'
import { differences, neverAnswers, play } from './exchanging.ts'
import { diceOf } from './organisation.ts'
import { k } from './seasons.ts'

const isLong = process.env.SONDE_LONG !== undefined
const seeds = isLong ? Array.from({ length: 24 }, (_, at) => at + 1) : [4]
const pairsOf = isLong ? 3 : 1
const atOnce = 2

/** Somebody who never answers, and somebody of another cell who does. */
function acrossCells(cells: readonly number[][]): Pair {
  for (const [at, cell] of cells.entries())
    for (const one of cell.filter(neverAnswers))
      for (const other of cells[(at + 1) % cells.length]) if (!neverAnswers(other)) return [one, other]
  throw new Error('the story has one cell, or nobody who is silent')
}

test('nothing that can be read tells two people of a cell apart', async (t) => {
  const clockwork = await startClockwork({ alone: true })
  const told: string[] = []
  let [surveys, exchanges, noticed, banded, alerts] = [0, 0, 0, 0, 0]
  for (let from = 0; from < seeds.length; from += atOnce) {
    const stories = seeds.slice(from, from + atOnce).map((seed): Story => ({
      seed,
      mode: seed % 2 === 1 ? 'confidential' : 'anonymous',
      rounds: isLong ? 4 : 3,
    }))
    const asTheyAre = await play(
      clockwork,
      stories.map((story) => ({ story, exchanged: null })),
    )
    const exchanged = stories.flatMap((story, at) => {
      const { cells, erased, byTeam, byValue, isBanded, readings } = asTheyAre[at]
      assert.ok(Math.min(...cells.map(({ length }) => length)) >= k, `cells of ${JSON.stringify(cells)}`)
      surveys += byTeam + byValue
      alerts += readings.get('/api/alerts')!.split('"harm"').length - 1
      if (isBanded) banded++
      const dice = diceOf(story.seed + 1000)
      const alive = cells.map((cell) => cell.filter((person) => !erased.includes(person)))
      const several = alive.filter(({ length }) => length > 1)
      if (isBanded) return []
      const pairs = Array.from({ length: pairsOf }, (): Pair => {
        const cell = dice.pick(several)
        const one = dice.pick(cell)
        return [one, dice.pick(cell.filter((other) => other !== one))]
      })
      const across = acrossCells(several)
      const before = asTheyAre[at]
      return [
        ...pairs.map((pair) => ({ story, exchanged: pair, before, isAcross: false })),
        { story, exchanged: across, before, isAcross: true },
      ]
    })
    const endings = exchanged.length > 0 ? await play(clockwork, exchanged) : []
    for (const [at, ending] of endings.entries()) {
      const { story, exchanged: pair, before, isAcross } = exchanged[at]
      const paths = differences(before, ending)
      if (isAcross) {
        if (paths.length > 0) noticed++
        continue
      }
      exchanges++
      if (paths.length > 0)
        told.push(`${story.mode} ${story.seed}, ${pair.join(' and ')}: ${paths.join(' ')}`)
    }
  }
  t.diagnostic(
    `${exchanges} exchanges within cells and ${noticed} noticed across cells, ${surveys} surveys with figures by team or value; ${alerts} alerts of harm; ${banded} organisations drew lots`,
  )
  assert.ok(surveys > 0 && exchanges > 0 && alerts > 0, 'there was something to attack')
  assert.ok(noticed > 0, 'people of two cells are told apart')
  assert.deepEqual(told, [])
})
