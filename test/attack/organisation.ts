/**
 * Random organisations for the attacker: 3 to 60 people in a random tree of teams, members of one or several, who are surveyed
 * a few times while they move. The same seed makes the same organisation on any machine.
 *
 * Whom a period asks and where they count is worked out here from the words of the specification and not with the product's
 * statements: the attacker knows the directory, and would notice if the product did something else.
 */
import type { Answer, Question } from '../../contract/questions.ts'
import type { TeamNode } from '../../src/cells/cells.ts'
import { mulberry32, type Random } from '../../src/text/text.ts'

/** One survey. All arrays are by person. */
export type Period = {
  /** The asked teams, those below the chosen ones included. */
  teams: TeamNode[]
  /** The asked teams that the person is a member of, in the order of joining. */
  memberships: string[][]
  /** The team that the person counts in; null when asked by name only; undefined when not asked. */
  homes: (string | null | undefined)[]
  /** Null for a person who answered nothing at all. */
  answers: (Map<string, Answer> | null)[]
}

export type Organisation = { seed: number; people: number; k: number; periods: Period[] }

export const questions: Question[] = [
  { id: 'calm', type: 'scale', text: 'I could work calmly', min: 1, max: 5, required: true },
  { id: 'fair', type: 'yes_no', text: 'Was it fair?' },
  { id: 'hours', type: 'number', text: 'How many hours?', min: 0, max: 10 },
  {
    id: 'with',
    type: 'multi_choice',
    text: 'What did you work with?',
    options: ['maps', 'mail', 'phone'].map((id) => ({ id, text: id })),
  },
]

export type Dice = {
  whole(from: number, to: number): number
  chance(share: number): boolean
  pick<T>(items: readonly T[]): T
}

export function diceOf(seed: number): Dice {
  const random: Random = mulberry32(seed)
  const whole = (from: number, to: number): number => from + Math.floor(random() * (to - from + 1))
  return {
    whole,
    chance: (share) => random() < share,
    pick: (items) => items[whole(0, items.length - 1)],
  }
}

const teamName = (index: number): string => `t${String(index).padStart(2, '0')}`

function randomTree(dice: Dice): TeamNode[] {
  return Array.from({ length: dice.whole(1, 12) }, (_, index) => ({
    id: teamName(index),
    parent: index === 0 || dice.chance(0.35) ? null : teamName(dice.whole(0, index - 1)),
  }))
}

/** Most people are in one team, some in two or three, in the order of joining. */
function randomMemberships(dice: Dice, teams: readonly TeamNode[]): string[] {
  const count = dice.chance(0.65) ? 1 : dice.chance(0.7) ? 2 : dice.chance(0.5) ? 3 : 0
  return [...new Set(Array.from({ length: count }, () => dice.pick(teams).id))]
}

function isBelow(teams: readonly TeamNode[], team: string, above: ReadonlySet<string>): boolean {
  for (let at: string | null = team; at !== null;) {
    if (above.has(at)) return true
    const here: string = at
    at = teams.find(({ id }) => id === here)?.parent ?? null
  }
  return false
}

/** Answers near the team's mood, so that whole cells agree often enough. */
function randomAnswers(dice: Dice, mood: number): Map<string, Answer> {
  const near = (middle: number, from: number, to: number): number =>
    Math.min(to, Math.max(from, dice.chance(0.7) ? middle : middle + dice.whole(-2, 2)))
  const answers: Answer[] = [{ question_id: 'calm', value: near(mood, 1, 5) }]
  if (dice.chance(0.8)) answers.push({ question_id: 'fair', value: dice.chance(mood > 3 ? 0.95 : 0.3) })
  if (dice.chance(0.85)) answers.push({ question_id: 'hours', value: near(mood * 2, 0, 10) })
  if (dice.chance(0.9)) {
    const value = ['maps', 'mail', 'phone'].filter(() => dice.chance(mood > 2 ? 0.6 : 0.1))
    answers.push({ question_id: 'with', value })
  }
  return new Map(answers.map((answer) => [answer.question_id, answer]))
}

function randomPeriod(
  dice: Dice,
  tree: readonly TeamNode[],
  memberships: readonly (readonly string[])[],
): Period {
  const chosen = new Set(
    dice.chance(0.7) ? tree.map(({ id }) => id) : [dice.pick(tree).id, dice.pick(tree).id],
  )
  const teams = tree.filter(({ id }) => isBelow(tree, id, chosen))
  const asked = new Set(teams.map(({ id }) => id))
  const named = dice.chance(0.3)
  const inAsked = memberships.map((own) => own.filter((team) => asked.has(team)))
  const rate = dice.pick([0.4, 0.6, 0.8, 0.95, 1])
  const moods = new Map(tree.map(({ id }) => [id, dice.whole(1, 5)]))
  const homes = inAsked.map((own) => own[0] ?? (named ? null : undefined))
  return {
    teams,
    memberships: inAsked,
    homes,
    answers: homes.map((home) =>
      home !== undefined && dice.chance(rate) ? randomAnswers(dice, moods.get(home ?? '') ?? 3) : null,
    ),
  }
}

export function randomOrganisation(seed: number): Organisation {
  const dice = diceOf(seed)
  const people = dice.whole(3, 60)
  const tree = randomTree(dice)
  const memberships = Array.from({ length: people }, () => randomMemberships(dice, tree))
  const periods = Array.from({ length: dice.whole(1, 3) }, (_, index) => {
    // Between two periods some join, leave or move.
    if (index > 0) {
      for (const [person] of memberships.entries())
        if (dice.chance(0.08)) memberships[person] = randomMemberships(dice, tree)
    }
    return randomPeriod(dice, tree, memberships)
  })
  return { seed, people, k: dice.pick([5, 5, 5, 6, 8]), periods }
}

/** Everybody who counts in a team or below it: the people whom a figure of that team is about. */
export function peopleOf(period: Period, team: string, among: readonly number[]): number[] {
  const above = new Set([team])
  return among.filter((person) => {
    const home = period.homes[person]
    return team === '' || (typeof home === 'string' && isBelow(period.teams, home, above))
  })
}

/** The same by membership: a person in two teams counts in both, as in other products of this field. */
export function membersOf(period: Period, team: string, among: readonly number[]): number[] {
  const above = new Set([team])
  return among.filter(
    (person) => team === '' || period.memberships[person].some((own) => isBelow(period.teams, own, above)),
  )
}

export const recipientsOf = ({ homes }: Period): number[] =>
  homes.flatMap((home, person) => (home === undefined ? [] : [person]))

export const respondentsOf = ({ answers }: Period): number[] =>
  answers.flatMap((own, person) => (own ? [person] : []))

export const answerersOf = ({ answers }: Period, questionId: string): number[] =>
  answers.flatMap((own, person) => (own?.has(questionId) ? [person] : []))
