/**
 * A paired comparison: for a group that answered two instances of a check-in, how unusual the change in the same people's
 * answers is. It has twice the power of comparing two means, and is the only figure that joins two answers of one person. It is
 * computed only in the modes where the server knows whose answers they are (attributed, confidential), and only once, when the
 * later instance is analysed: if it were computed again after somebody was erased, the two results would differ by that person.
 *
 * Released for a group and a question is p, rounded up to one of ten steps: no difference and no number of pairs. The direction
 * is that of the two means, which are known already; where the pairs point the other way, nothing is released.
 *
 * Rounding alone does not protect anybody. The figures of both instances are known. If ten people answered in May, and the same
 * ten and Bob in June, p narrows down how the ten can have changed, and the rest of June's figures is Bob's (paired.test.ts
 * computes it). And if it shows that nobody joined, it shows that a person asked for the first time did not answer.
 *
 * The rule. A cohort is the people who were in the same cell, or in none, at each of the instances that are chained by such
 * figures. A group's p leaves if, for all its people, then or now:
 *   1. each cohort has nobody, or k people;
 *   2. wherever people were asked in one cell (or in none) then and in one now, some of them answered in the same two places;
 *   3. in no cohort, at no instance, was a value given by all, or by all but one, and no difference between then and now is that
 *      of all, or of all but one;
 *   4. what is stored is what was released: nobody was erased in between.
 *
 * Proof. Let two people of one cohort exchange all their answers in the chained instances. Every figure of a cell of every
 * instance stays, since they were in the same cells; and every p of the chain stays, since either both are among its pairs or
 * neither. By 1 each has k − 1 others to exchange with. By 2 nothing tells that somebody was silent. By 3 their answers differ,
 * so that an exchange does hide something. Instances before the chain are joined to it by no p, and obey the proof of
 * one instance. ∎ A chain is a line: no instance is joined to two later ones (confidentiality/comparisons.ts). A longer one
 * divides people further; where a cohort gets too small, nothing leaves and a new chain begins.
 *
 * Nothing leaves beside a breakdown (its cells are finer and deleted), of follow-up questions, or of imported history. The
 * rest of the report then compares two groups as if they were strangers, which is weaker and uses figures that all can read.
 */
import { everyone, shownTree, type TeamNode } from './plan.ts'

/** One question at one instance. */
export type QuestionAtInstance = {
  teams: readonly TeamNode[]
  /** Groups that show the question, with how many answered, as released. */
  shown: ReadonlyMap<string, number>
  /** Everybody who was asked, by member, with their team. */
  asked: ReadonlyMap<string, string | null>
  /** value: as it was chosen; score: as it is compared. */
  answers: ReadonlyMap<string, { home: string | null; value: number; score: number }>
}

/** @returns a two-sided p of these differences, in the order of the numbers; null where there is none */
export type SignFlip = (differences: readonly number[]) => number | null

const steps = [0.001, 0.002, 0.005, 0.01, 0.02, 0.05, 0.1, 0.2, 0.5, 1] as const
const answeredBothMin = 0.6

/** The place of a person who was not in the instance. */
const nowhere = '-'

/** Rounded up: a test claims at most too little. */
export const stepOf = (p: number): number => steps.find((step) => p <= step) ?? 1

/**
 * @param chain  oldest first; the last two are compared, those before are joined to them by what was released already
 * @returns the groups whose p may leave
 */
export function pairedTests(
  chain: readonly QuestionAtInstance[],
  k: number,
  signFlip: SignFlip,
): { team_id: string; p: number }[] {
  const instances = chain.map(withPlaces)
  if (!instances.every(isAsReleased)) return []
  const [then, now] = lastTwo(instances)
  const groupsOf = ([before, after]: readonly string[]): Set<string> =>
    new Set([...then.groupsAt(before), ...now.groupsAt(after)])
  const cohorts = byGroup(cohortsOf(instances), ({ places }) => groupsOf(lastTwo(places)))
  const roster = byGroup(placesAsked(then, now), groupsOf)
  return [...now.shown.keys()]
    .filter((team) => then.shown.has(team))
    .toSorted()
    .flatMap((team) => {
      const inTeam = cohorts.get(team) ?? []
      if (!inTeam.every((cohort) => mayLeave(cohort, k))) return []
      const answered = new Set(inTeam.map(({ places }) => JSON.stringify(lastTwo(places))))
      if (!(roster.get(team) ?? []).every((places) => answered.has(JSON.stringify(places)))) return []
      const p = testOf(inTeam, [then, now], team, signFlip)
      return p === null ? [] : [{ team_id: team, p: stepOf(p) }]
    })
}

/** Of a chain there are two at least. */
const lastTwo = <T>(chain: readonly T[]): readonly T[] => chain.slice(-2)

/** A place is a cell, named by the lowest shown group around it, or nowhere. */
type Instance = QuestionAtInstance & {
  placeOf: (home: string | null) => string
  /** The shown groups that a cell is in: itself, those above it, everyone. */
  groupsAt: (place: string) => readonly string[]
}

function withPlaces(question: QuestionAtInstance): Instance {
  const { teams, shown } = question
  const { nodeOf } = shownTree(teams, new Set(shown.keys()))
  const parents = new Map(teams.map(({ id, parent }) => [id, parent]))
  const known = new Map<string, string[]>([[nowhere, []]])
  const groupsAt = (place: string): readonly string[] => {
    const before = known.get(place)
    if (before) return before
    const groups = [everyone]
    for (let at: string | null | undefined = place; at; at = parents.get(at))
      if (shown.has(at)) groups.push(at)
    known.set(place, groups)
    return groups
  }
  return { ...question, placeOf: (home) => nodeOf(home) ?? everyone, groupsAt }
}

function byGroup<T>(all: readonly T[], groupsOf: (one: T) => Iterable<string>): Map<string, T[]> {
  const found = new Map<string, T[]>()
  for (const one of all) {
    for (const group of groupsOf(one)) {
      const inGroup = found.get(group)
      if (inGroup) inGroup.push(one)
      else found.set(group, [one])
    }
  }
  return found
}

/** People who were in the same places all along; their values and scores by instance, their differences between the last two. */
type Cohort = { places: string[]; values: number[][]; scores: number[][]; differences: number[] }

function cohortsOf(instances: readonly Instance[]): Cohort[] {
  const people = new Set(instances.flatMap(({ answers }) => [...answers.keys()]))
  const cohorts = new Map<string, Cohort>()
  for (const member of people) {
    const answers = instances.map((instance) => instance.answers.get(member))
    const places = instances.map(({ placeOf }, at) => {
      const answer = answers[at]
      return answer ? placeOf(answer.home) : nowhere
    })
    const key = JSON.stringify(places)
    const cohort = cohorts.get(key) ?? {
      places,
      values: places.map(() => []),
      scores: places.map(() => []),
      differences: [],
    }
    cohorts.set(key, cohort)
    answers.forEach((answer, at) => {
      if (!answer) return
      cohort.values[at].push(answer.value)
      cohort.scores[at].push(answer.score)
    })
    const [before, after] = lastTwo(answers)
    if (before && after) cohort.differences.push(after.score - before.score)
  }
  return [...cohorts.values()]
}

/** Where people were asked, then and now: each combination once. */
function placesAsked(then: Instance, now: Instance): string[][] {
  const placeIn = ({ asked, placeOf }: Instance, member: string): string => {
    const home = asked.get(member)
    return home === undefined ? nowhere : placeOf(home)
  }
  const found = new Map<string, string[]>()
  for (const member of new Set([...then.asked.keys(), ...now.asked.keys()])) {
    const places = [placeIn(then, member), placeIn(now, member)]
    found.set(JSON.stringify(places), places)
  }
  return [...found.values()]
}

const mayLeave = ({ values, differences }: Cohort, k: number): boolean =>
  [...values, differences].every(
    (numbers) => numbers.length === 0 || (numbers.length >= k && isDivided(numbers)),
  )

/** Neither all nor all but one are the same. */
const isDivided = (numbers: readonly number[]): boolean =>
  Map.groupBy(numbers, (value) => value)
    .values()
    .every(({ length }) => length <= numbers.length - 2)

const meanOf = (values: readonly number[]): number =>
  values.reduce((sum, value) => sum + value, 0) / values.length

function testOf(
  cohorts: readonly Cohort[],
  [then, now]: readonly Instance[],
  team: string,
  signFlip: SignFlip,
): number | null {
  const inTeam = cohorts.map(({ places, scores, differences }) => {
    const [placeBefore, placeAfter] = lastTwo(places)
    const [before, after] = lastTwo(scores)
    const wasIn = then.groupsAt(placeBefore).includes(team)
    const isIn = now.groupsAt(placeAfter).includes(team)
    return {
      before: wasIn ? before : [],
      after: isIn ? after : [],
      differences: wasIn && isIn ? differences : [],
    }
  })
  const differences = inTeam.flatMap((cohort) => cohort.differences).toSorted((a, b) => a - b)
  const size = Math.max(then.shown.get(team) ?? 0, now.shown.get(team) ?? 0)
  if (differences.length < answeredBothMin * size) return null
  const [before, after] = [
    inTeam.flatMap((cohort) => cohort.before),
    inTeam.flatMap((cohort) => cohort.after),
  ]
  const change = meanOf(after) - meanOf(before)
  return Math.sign(change) === Math.sign(meanOf(differences)) && change !== 0 ? signFlip(differences) : null
}

/** Whether the answers that are stored are those that figures were made of. */
function isAsReleased({ shown, answers, placeOf, groupsAt }: Instance): boolean {
  const counts = new Map<string, number>()
  for (const { home } of answers.values())
    for (const group of groupsAt(placeOf(home))) counts.set(group, (counts.get(group) ?? 0) + 1)
  return [...shown].every(([team, size]) => counts.get(team) === size)
}
