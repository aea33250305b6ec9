/**
 * Somebody who believes that nobody changes his mind: he takes all instances of a check-in for sums over the same answers,
 * and solves them together. What he finds is his belief and not what was said; yet where he is right, he is right.
 *
 * Cells of one instance cannot prevent this: if one person joins a team of ten and the ten say the same again, the two
 * figures differ by his answer, whatever else is hidden. Two ways of preventing it are measured here, for whoever decides.
 */
import { planCells, type TeamNode } from '../../src/cells/cells.ts'
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

export function shownIn({ k, teams }: CheckIn, { homes, answered }: Instance): ShownTeams {
  const people = homes.flatMap((_, person) => (answered[person] ? [person] : []))
  const plan = planCells(
    teams,
    people.map((person) => homes[person]),
    k,
  )
  return new Map(
    plan.groups.map(({ team, cells }) => [
      team,
      people.filter((_, index) => cells.includes(plan.cellOf[index])),
    ]),
  )
}

export const exposedBy = ({ people, k }: CheckIn, shown: readonly ShownTeams[]): Set<number> =>
  new Set(
    derivableGroups(
      shown.flatMap((one) => [...one.values()]),
      people,
      k,
    )
      .filter(({ length }) => length === 1)
      .flat(),
  )

/** Hides a team whose people differ from those of its last figure by 1 … k−1. */
export function withPairs({ k }: CheckIn, shown: readonly ShownTeams[]): ShownTeams[] {
  const last = new Map<string, number[]>()
  return shown.map((one) => {
    const kept = [...one].filter(([team, people]) => {
      const before = new Set(last.get(team) ?? people)
      const both = people.filter((person) => before.has(person)).length
      const changed = before.size + people.length - 2 * both
      return changed === 0 || changed >= k
    })
    for (const [team, people] of kept) last.set(team, people)
    return new Map(kept)
  })
}

/** Hides a team whose figure would, together with everything ever shown, resolve fewer than k people. */
export function withMemory({ people, k }: CheckIn, shown: readonly ShownTeams[]): ShownTeams[] {
  const told: number[][] = []
  return shown.map((one) => {
    const kept = [...one].filter(([, group]) => {
      if (derivableGroups([...told, group], people, k).length > 0) return false
      told.push(group)
      return true
    })
    return new Map(kept)
  })
}
