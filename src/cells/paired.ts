/**
 * The same people twice: of a group that answered two instances of a check-in, how unusual it is that their answers moved as
 * they did. Twice the power of comparing two means, and the only figure that joins what somebody said to what he said before.
 * Made only where the mode lets the server know who is who (attributed, confidential), and once, when the later instance is
 * analysed: made again after somebody was erased, the two would differ by him.
 *
 * What leaves is one of ten steps of p for a group and a question: no difference, no number of pairs. The direction is that of
 * the two means, which everybody has; where the pairs go the other way nothing leaves.
 *
 * Why that is not enough by itself. Figures of both instances are known. Of ten who answered in May and the same ten and Bob
 * in June, a p says how the ten can have moved, so what is left of June's figures is Bob's (paired.test.ts does it). And what
 * tells that nobody joined tells of whoever was asked for the first time that he kept silent.
 *
 * The rule. People of one standing were in the same cell, or in none, at each of the instances that are chained by such
 * figures. A group's p leaves if, for all its people, then or now:
 *   1. each standing has nobody, or k people;
 *   2. wherever somebody was asked in one cell then (or in none) and in one now, somebody answered so;
 *   3. of each standing, at each instance, no value was given by all, or by all but one, and no difference between then and
 *      now is that of all, or of all but one;
 *   4. what is stored is what was released: nobody was erased in between.
 *
 * Proof. Let two people of one standing exchange all that they said in the chained instances. Every figure of a cell of every
 * instance stays, since they were in the same cells; and every p of the chain stays, since either both are among its pairs or
 * neither. By 1 each has k − 1 others to exchange with. By 2 nothing tells that somebody was silent. By 3 they do not all say
 * the same, so that an exchange does hide something. Instances before the chain are joined to it by no p, and obey the proof of
 * one instance. ∎ A chain is a line: no instance is joined to two later ones (confidentiality/comparisons.ts). A longer one divides people further; where a standing gets too small, nothing leaves and a new chain begins.
 *
 * Nothing leaves beside a breakdown (its cells are finer and forgotten), of follow-up questions, or of imported history. The
 * rest of the report then compares two groups as if they were strangers, which is weaker and known to all anyway.
 */
import { everyone, shownTree, type TeamNode } from './plan.ts'

/** One question at one instance. */
export type Asked = {
  teams: readonly TeamNode[]
  /** Groups that show the question, with how many answered, as released. */
  shown: ReadonlyMap<string, number>
  /** Everybody who was asked, by member, with his team. */
  asked: ReadonlyMap<string, string | null>
  /** value: as it was chosen; score: as it is compared. */
  answers: ReadonlyMap<string, { home: string | null; value: number; score: number }>
}

/** @returns a two-sided p of these differences, in the order of the numbers; null where there is none */
export type SignFlip = (differences: readonly number[]) => number | null

const steps = [0.001, 0.002, 0.005, 0.01, 0.02, 0.05, 0.1, 0.2, 0.5, 1] as const
const answeredBothMin = 0.6
const nowhere = '-'

/** Rounded up: a test says at most too little. */
export const stepOf = (p: number): number => steps.find((step) => p <= step) ?? 1

/**
 * @param chain  oldest first; the last two are compared, those before are joined to them by what was released already
 * @returns the groups whose p may leave
 */
export function pairedTests(
  chain: readonly Asked[],
  k: number,
  signFlip: SignFlip,
): { team_id: string; p: number }[] {
  const [then, now] = chain.slice(-2)
  const groups = chain.map(groupsOf)
  if (chain.some((one, at) => !isAsReleased(one, groups[at]))) return []
  const places = chain.map(placesOf)
  const touched = (at: readonly string[]): Set<string> =>
    new Set([...groups.at(-2)!(at.at(-2)!), ...groups.at(-1)!(at.at(-1)!)])
  const standings = byGroup(standingsOf(chain, places), ({ at }) => touched(at))
  const roster = byGroup(rosterOf(then, now, places), touched)
  return [...now.shown.keys()]
    .filter((team) => then.shown.has(team))
    .toSorted()
    .flatMap((team) => {
      const own = standings.get(team) ?? []
      if (!own.every((standing) => mayBeTold(standing, k))) return []
      const answered = new Set(own.map(({ at }) => JSON.stringify(at.slice(-2))))
      if (!(roster.get(team) ?? []).every((at) => answered.has(JSON.stringify(at)))) return []
      const inside = {
        before: (place: string) => groups.at(-2)!(place).includes(team),
        after: (place: string) => groups.at(-1)!(place).includes(team),
      }
      const p = testOf(own, inside, Math.max(then.shown.get(team)!, now.shown.get(team)!), signFlip)
      return p === null ? [] : [{ team_id: team, p: stepOf(p) }]
    })
}

type Places = (home: string | null) => string

/** The cell of a home is called by the lowest shown group around it. */
const placesOf = ({ teams, shown }: Asked): Places => {
  const { nodeOf } = shownTree(teams, new Set(shown.keys()))
  return (home) => nodeOf(home) ?? everyone
}

/** The shown groups that a cell is of: itself, those above it, everyone. */
function groupsOf({ teams, shown }: Asked): (place: string) => readonly string[] {
  const parents = new Map(teams.map(({ id, parent }) => [id, parent]))
  const known = new Map<string, string[]>([[nowhere, []]])
  return (place) => {
    const before = known.get(place)
    if (before) return before
    const above = [everyone]
    for (let at: string | null | undefined = place; at; at = parents.get(at))
      if (shown.has(at)) above.push(at)
    known.set(place, above)
    return above
  }
}

function byGroup<T>(all: readonly T[], groupsIn: (one: T) => Iterable<string>): Map<string, T[]> {
  const found = new Map<string, T[]>()
  for (const one of all) {
    for (const group of groupsIn(one)) {
      const own = found.get(group)
      if (own) own.push(one)
      else found.set(group, [one])
    }
  }
  return found
}

type Inside = { before: (place: string) => boolean; after: (place: string) => boolean }

/** People who were in the same cells all along, and what each said, by instance. */
type Standing = { at: string[]; values: number[][]; differences: number[]; scores: number[][] }

function standingsOf(chain: readonly Asked[], places: readonly Places[]): Standing[] {
  const people = new Set(chain.flatMap(({ answers }) => [...answers.keys()]))
  const standings = new Map<string, Standing>()
  for (const member of people) {
    const said = chain.map(({ answers }) => answers.get(member))
    const at = said.map((one, index) => (one ? places[index](one.home) : nowhere))
    const key = JSON.stringify(at)
    const standing = standings.get(key) ?? {
      at,
      values: at.map(() => []),
      differences: [],
      scores: at.map(() => []),
    }
    standings.set(key, standing)
    said.forEach((one, index) => {
      if (!one) return
      standing.values[index].push(one.value)
      standing.scores[index].push(one.score)
    })
    const [then, now] = said.slice(-2)
    if (then && now) standing.differences.push(now.score - then.score)
  }
  return [...standings.values()]
}

/** Where people were asked, then and now. */
function rosterOf(then: Asked, now: Asked, places: readonly Places[]): string[][] {
  const [thenPlace, nowPlace] = places.slice(-2)
  const found = new Map<string, string[]>()
  for (const member of new Set([...then.asked.keys(), ...now.asked.keys()])) {
    const at = [
      then.asked.has(member) ? thenPlace(then.asked.get(member)!) : nowhere,
      now.asked.has(member) ? nowPlace(now.asked.get(member)!) : nowhere,
    ]
    found.set(JSON.stringify(at), at)
  }
  return [...found.values()]
}

const mayBeTold = ({ values, differences }: Standing, k: number): boolean =>
  [...values, differences].every((said) => said.length === 0 || (said.length >= k && isDivided(said)))

/** Neither all nor all but one say the same. */
const isDivided = (said: readonly number[]): boolean =>
  Map.groupBy(said, (value) => value)
    .values()
    .every(({ length }) => length <= said.length - 2)

function testOf(
  own: readonly Standing[],
  { before, after }: Inside,
  size: number,
  signFlip: SignFlip,
): number | null {
  const differences = own
    .flatMap((standing) =>
      before(standing.at.at(-2)!) && after(standing.at.at(-1)!) ? standing.differences : [],
    )
    .toSorted((a, b) => a - b)
  if (differences.length < answeredBothMin * size) return null
  const meanOf = (values: readonly number[]): number =>
    values.reduce((sum, value) => sum + value, 0) / values.length
  const scores = (back: number, isInside: (place: string) => boolean): number[] =>
    own.flatMap(({ at, scores: said }) => (isInside(at.at(back)!) ? said.at(back)! : []))
  const seen = meanOf(scores(-1, after)) - meanOf(scores(-2, before))
  return Math.sign(seen) === Math.sign(meanOf(differences)) && seen !== 0 ? signFlip(differences) : null
}

/** Whether the answers that are here are those that figures were made of. */
function isAsReleased(one: Asked, groupsAt: (place: string) => readonly string[]): boolean {
  const counts = new Map<string, number>()
  const placeOf = placesOf(one)
  for (const { home } of one.answers.values())
    for (const group of groupsAt(placeOf(home))) counts.set(group, (counts.get(group) ?? 0) + 1)
  return [...one.shown].every(([team, size]) => counts.get(team) === size)
}
