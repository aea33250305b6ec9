/**
 * An attacker who believes that nobody changes their mind: they take all instances of a check-in for sums over the same answers
 * and solve them together. What they find is a belief and not an answer; but where nobody did change their mind, it is true.
 *
 * Cells of one instance cannot prevent this: if one person joins a team of ten and the ten repeat their answers, the two
 * figures differ by that person's answer, whatever else is hidden. Two ways to prevent it are measured here.
 */
import type { Answer } from '../../contract/questions.ts'
import { everyone, type TeamNode } from '../../src/cells/cells.ts'
import { dividedBy } from '../../src/confidentiality/respondents.ts'
import { type Dice, diceOf } from './organisation.ts'
import { derivableGroups } from './row-space.ts'

/** One instance: the team of each person, and who answered. */
export type Instance = { homes: string[]; answered: boolean[] }
export type CheckIn = { people: number; k: number; teams: TeamNode[]; instances: Instance[] }

/** Teams of 6 to 12 below one or two departments, of which one in twenty moves from one instance to the next. */
export function randomCheckIn(seed: number, rate: number): CheckIn {
  const dice = diceOf(seed)
  const departments = ['a', 'b'].slice(0, dice.whole(1, 2)).map((id): TeamNode => ({ id, parent: null }))
  const teams = Array.from({ length: dice.whole(2, 5) }, (_, index): TeamNode => ({
    id: `t${index}`,
    parent: dice.pick(departments).id,
  }))
  const homes = teams.flatMap(({ id }) => new Array<string>(dice.whole(6, 12)).fill(id))
  const instances = Array.from({ length: 6 }, (_, index) => {
    if (index > 0) move(dice, homes, teams)
    return { homes: [...homes], answered: homes.map(() => dice.chance(rate)) }
  })
  return { people: homes.length, k: 5, teams: [...departments, ...teams], instances }
}

function move(dice: Dice, homes: string[], teams: readonly TeamNode[]): void {
  for (const person of homes.keys()) if (dice.chance(0.05)) homes[person] = dice.pick(teams).id
}

/** The people of each shown team. */
export type ShownTeams = Map<string, number[]>

const noAnswers: ReadonlyMap<string, Answer> = new Map()

/** @param countsAll  exact ends, which make the attack easier: the attacker knows everybody who is counted */
export function shownTeamsIn(
  { k, teams }: CheckIn,
  { homes, answered }: Instance,
  countsAll = true,
): ShownTeams {
  const people = homes.flatMap((team, person) =>
    answered[person] ? [{ person, team, answers: noAnswers }] : [],
  )
  const roster = homes.map((team) => ({ team, value: null, count: 1 }))
  const basis = { teams, roster, k, isBrokenDown: false, countsAll }
  const divided = dividedBy(basis, people, [], ([first]) => first)
  const nodes = divided?.scores.groups ?? []
  const placed = divided?.respondents ?? []
  const cellNodes = [...new Set(placed.map(({ team }) => team ?? everyone))].toSorted((a, b) =>
    a < b ? -1 : 1,
  )
  return new Map(
    nodes
      .filter(({ partial }) => !partial)
      .map(({ team, cells }) => {
        const inside = new Set(cells.map((cell) => cellNodes[cell]))
        return [
          team,
          placed.flatMap(({ team: node, person }) => (inside.has(node ?? everyone) ? [person] : [])),
        ]
      }),
  )
}

export const exposedBy = ({ people, k }: CheckIn, instances: readonly ShownTeams[]): Set<number> =>
  new Set(
    derivableGroups(
      instances.flatMap((one) => [...one.values()]),
      people,
      k,
    )
      .filter(({ length }) => length === 1)
      .flat(),
  )

/** Hides a team whose people differ from those of its last figure by 1 … k−1. */
export function withPairs({ k }: CheckIn, instances: readonly ShownTeams[]): ShownTeams[] {
  const last = new Map<string, number[]>()
  return instances.map((one) => {
    const left = [...one].filter(([team, people]) => {
      const before = new Set(last.get(team) ?? people)
      const both = people.filter((person) => before.has(person)).length
      const changed = before.size + people.length - 2 * both
      return changed === 0 || changed >= k
    })
    for (const [team, people] of left) last.set(team, people)
    return new Map(left)
  })
}

/** Hides a team whose figure would, together with everything ever shown, resolve fewer than k people. */
export function withMemory({ people, k }: CheckIn, instances: readonly ShownTeams[]): ShownTeams[] {
  const published: number[][] = []
  return instances.map((one) => {
    const left = [...one].filter(([, group]) => {
      if (derivableGroups([...published, group], people, k).length > 0) return false
      published.push(group)
      return true
    })
    return new Map(left)
  })
}
