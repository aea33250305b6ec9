/**
 * A reader who knows the published algorithm and the directory, and sees which teams are shown and which are hidden. They go through every
 * way in which so many people could have answered, and keep those in which the same would be shown: if all of them agree about a group of
 * fewer than five, the choice has told how many of that group answered.
 */
import assert from 'node:assert/strict'
import { test as attack } from 'node:test'
import {
  answerByMail,
  answersOf,
  ask,
  closedResults,
  figureOf,
  newHouse,
  peopleOf,
  type Person,
  pulseOf,
} from './acting.ts'
import { bodyOf } from '../../support/clockwork.ts'

/** How many of each answered. Sales has 2 people of its own and teams of 3 and 2 below it. */
type World = { sales: number; tech: number; legal: number }
const asked = { sales: 7, tech: 7, legal: 3 }

/** Everybody knows the total, which is published. */
const truth: World = { sales: 4, tech: 5, legal: 3 }
const total = truth.sales + truth.tech + truth.legal

/** Every way in which so many could have answered, by team. */
function worlds(): World[] {
  const found: World[] = []
  for (let sales = 0; sales <= asked.sales; sales++)
    for (let legal = 0; legal <= asked.legal; legal++) {
      const tech = total - sales - legal
      if (tech >= 0 && tech <= asked.tech) found.push({ sales, tech, legal })
    }
  return found
}

attack('which teams are shown does not reveal how many of a small team answered', async () => {
  const house = await newHouse()
  const company = await house.team('Company')
  const sales = await house.team('Sales', company)
  const salesTeams = [await house.team('Sales-A', sales), await house.team('Sales-B', sales)]
  const [tech, legal] = [await house.team('Tech', company), await house.team('Legal', company)]
  const people: Record<keyof World, Person[]> = {
    sales: [
      ...(await peopleOf(house, sales, 2)),
      ...(await peopleOf(house, salesTeams[0], 3)),
      ...(await peopleOf(house, salesTeams[1], 2)),
    ],
    tech: await peopleOf(house, tech, asked.tech),
    legal: await peopleOf(house, legal, asked.legal),
  }

  /** What a reader sees of this world, except for what was answered: groups, their sizes and their rates. */
  const lookOf = async (world: World): Promise<string> => {
    const pulse = await ask(house.author, pulseOf([company]))
    const answering = [
      ...people.sales.slice(0, world.sales),
      ...people.tech.slice(0, world.tech),
      ...people.legal.slice(0, world.legal),
    ]
    await answerByMail(house, pulse, new Map(answering.map((one, at) => [one, answersOf(1 + (at % 5))])))
    const results = await closedResults(house.author, pulse.path)
    const { participation } = await bodyOf(
      house.program.get(`/api/insights/participation?pulse_id=${pulse.id}`),
    )
    return JSON.stringify({
      everyone: figureOf(results, 'calm').n,
      teams: results.teams.map((team: any) => [
        team.team_id,
        figureOf({ questions: [], ...team }, 'calm')?.n,
      ]),
      rates: participation.map((entry: any) => [
        entry.scope.team_id,
        ...(JSON.stringify(entry).match(/"(?:recipients|responded|responded_max|response_rate)":[^,}]+/g) ??
          []),
      ]),
    })
  }

  const seen = await lookOf(truth)
  const possible: World[] = [truth]
  for (const world of worlds()) {
    if (world.legal === truth.legal) continue
    if ((await lookOf(world)) === seen) possible.push(world)
  }
  const counts = new Set(possible.map((world) => world.legal))
  assert.ok(
    counts.size > 1,
    `the attack won 1 of 1: ${truth.legal} of ${asked.legal} answered in the hidden team, since no other of ${worlds().length} worlds is shown like ${seen}`,
  )
})
