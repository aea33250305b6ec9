/**
 * A paired comparison: for a group that answered two instances of a check-in, how unusual the change in the same people's
 * answers is. It has twice the power of comparing two means, and is the only figure that joins two answers of one person. It is
 * computed only in the modes where the server knows whose answers they are (attributed, confidential), and only once, when the
 * later instance is analysed: if it were computed again after somebody was erased, the two results would differ by that person.
 *
 * Released for a group and a question is p, rounded up to one of thirteen steps: no difference and no number of pairs. The direction
 * is that of the two means, which are known already; where the pairs point the other way, nothing is released.
 *
 * Rounding alone does not protect anybody. The figures of both instances are known. If ten people answered in May, and the same
 * ten and Bob in June, p narrows down how the ten can have changed, and the rest of June's figures is Bob's (paired.test.ts
 * computes it). And if it shows that nobody joined, it shows that a person asked for the first time did not answer.
 *
 * The rule. A chain is a series of instances in which a p was released for each two that follow one another. A cohort is a set of
 * people who took the same path through it: in each of its instances they answered in the same cell, or none of them answered. The
 * p of a group for the earlier and the later instance is released only if all of this holds for the people who were in the
 * group at either of them:
 *   1. every cohort has at least k people;
 *   2. every path from a cell (or from none) in the earlier instance to a cell (or none) in the later one that a person on the rosters
 *      took was also taken by somebody who answered;
 *   3. in no cohort did all people, or all but one, choose the same value at an instance, or change by the same difference;
 *   4. the stored answers still add up to the released figures: nobody's were deleted in between.
 *
 * Proof. Let any two people of one cohort exchange all their answers in the chain. No released figure changes. The figures of cells do
 * not, because the two were in the same cell at every instance; the p's do not, because either both people are among the pairs of a
 * p or neither is. So the released figures cannot tell the two apart. By 1 everybody has at least k − 1 others to exchange with. By 2
 * a p does not reveal that a certain person did not answer. By 3 the answers within a cohort differ, so that an exchange conceals
 * something. Earlier instances share no p with the chain, so the proof for a single instance covers them. ∎ No instance has a
 * p with two later ones (confidentiality/comparisons.ts), so a chain never branches. The longer it is, the smaller its cohorts
 * are; as soon as one is too small, nothing is released and a new chain begins.
 *
 * Nothing leaves beside a breakdown (its cells are finer and deleted), of follow-up questions, or of imported history. The
 * rest of the report then compares two groups as if they were strangers, which is weaker and uses figures that all can read.
 */
import { cellFor, divisionBy, everyone, type TeamNode } from './division.ts'

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

const steps = [0.00001, 0.0001, 0.0005, 0.001, 0.002, 0.005, 0.01, 0.02, 0.05, 0.1, 0.2, 0.5, 1] as const
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
  const [earlier, later] = lastTwo(instances)
  const groupsOf = ([before, after]: readonly string[]): Set<string> =>
    new Set([...earlier.groupsAt(before), ...later.groupsAt(after)])
  const cohorts = byGroup(cohortsOf(instances), ({ places }) => groupsOf(lastTwo(places)))
  const roster = byGroup(placesAsked(earlier, later), groupsOf)
  return [...later.shown.keys()]
    .filter((team) => earlier.shown.has(team))
    .toSorted()
    .flatMap((team) => {
      const inTeam = cohorts.get(team) ?? []
      if (!inTeam.every((cohort) => mayLeave(cohort, k))) return []
      const answered = new Set(inTeam.map(({ places }) => JSON.stringify(lastTwo(places))))
      if (!(roster.get(team) ?? []).every((places) => answered.has(JSON.stringify(places)))) return []
      const p = testOf(inTeam, [earlier, later], team, signFlip)
      return p === null ? [] : [{ team_id: team, p: stepOf(p) }]
    })
}

/** A chain has at least two. */
const lastTwo = <T>(chain: readonly T[]): readonly T[] => chain.slice(-2)

/** A place is a cell, named by the lowest shown group around it, or nowhere. */
type Instance = QuestionAtInstance & {
  placeOf: (home: string | null) => string
  /** The shown groups that a cell is in: itself, those above it, everyone. */
  groupsAt: (place: string) => readonly string[]
}

function withPlaces(question: QuestionAtInstance): Instance {
  const { teams, shown } = question
  const division = divisionBy(teams, new Set(shown.keys()))
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
  return { ...question, placeOf: (home) => cellFor(division, home), groupsAt }
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

/** The places in which people were asked at the two instances: each pair once. */
function placesAsked(earlier: Instance, later: Instance): string[][] {
  const placeIn = ({ asked, placeOf }: Instance, member: string): string => {
    const home = asked.get(member)
    return home === undefined ? nowhere : placeOf(home)
  }
  const found = new Map<string, string[]>()
  for (const member of new Set([...earlier.asked.keys(), ...later.asked.keys()])) {
    const places = [placeIn(earlier, member), placeIn(later, member)]
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
  [earlier, later]: readonly Instance[],
  team: string,
  signFlip: SignFlip,
): number | null {
  const inTeam = cohorts.map(({ places, scores, differences }) => {
    const [placeBefore, placeAfter] = lastTwo(places)
    const [before, after] = lastTwo(scores)
    const wasIn = earlier.groupsAt(placeBefore).includes(team)
    const isIn = later.groupsAt(placeAfter).includes(team)
    return {
      before: wasIn ? before : [],
      after: isIn ? after : [],
      differences: wasIn && isIn ? differences : [],
    }
  })
  const differences = inTeam.flatMap((cohort) => cohort.differences).toSorted((a, b) => a - b)
  const size = Math.max(earlier.shown.get(team) ?? 0, later.shown.get(team) ?? 0)
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
