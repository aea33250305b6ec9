/**
 * Every number of answers that a small organisation can give, sorted by what each publishes: which numbers of answers of fewer than k
 * people does a reader know who has every figure, knows who was asked, and reads the source of the planner?
 *
 * A world is how many people of each team answered. Readers cannot tell worlds with the same output apart. A pair is one output and
 * one group of fewer than k people; it is determined if the group has the same number of answers in all worlds of that output.
 * Who of a team answered is open, so a part of a team of which some answered may hold different numbers.
 */
import type { Answer, Question } from '../../contract/questions.ts'
import {
  cellFor,
  followUpsIn,
  planParticipation,
  type Respondent,
  type TeamNode,
} from '../../src/cells/cells.ts'
import { questionOf } from '../../src/confidentiality/confidentiality.ts'
import { cellsInside, respondentsMeasure, shownIn } from '../../src/confidentiality/release.ts'
import { dividedBy } from '../../src/confidentiality/respondents.ts'
import { type Dice, diceOf } from './organisation.ts'

type SmallOrganisation = { teams: TeamNode[]; asked: number[] }

/** For each team how many answered, and how many of those answered a question that people may skip. */
type AnswersByTeam = { answered: readonly number[]; replied: readonly number[] }

/**
 * bytes: all that leaves. open: the teams in a cell of which it is known, on purpose, that all answered.
 */
type Output = { bytes: string; open: ReadonlySet<number> }

/** Three teams or more, of one person or more, side by side or one below another. */
function smallOrganisation(dice: Dice, teamsMax: number, peopleMax: number): SmallOrganisation {
  const teams = Array.from({ length: dice.whole(3, teamsMax) }, (_, at): TeamNode => {
    const above = at > 0 && dice.chance(0.5) ? dice.whole(0, at - 1) : null
    return { id: `t${at}`, parent: above === null ? null : `t${above}` }
  })
  return { teams, asked: teams.map(() => dice.whole(1, peopleMax)) }
}

/** Every list of whole numbers up to these. */
function* numbersUpTo(most: readonly number[]): Generator<number[]> {
  const numbers = most.map(() => 0)
  for (;;) {
    yield [...numbers]
    let at = 0
    while (at < most.length && numbers[at] === most[at]) numbers[at++] = 0
    if (at === most.length) return
    numbers[at]++
  }
}

/** How many people of each team are in a group: of fewer than k people, and of one at least. */
const groupsBelow = (asked: readonly number[], k: number): number[][] =>
  [...numbersUpTo(asked.map((people) => Math.min(people, k - 1)))].filter((group) => {
    const people = group.reduce((sum, count) => sum + count, 0)
    return people > 0 && people < k
  })

type Count = { worlds: number; outputs: number; pairs: number; determined: number; open: number }

const noCount: Count = { worlds: 0, outputs: 0, pairs: 0, determined: 0, open: 0 }

const added = (a: Count, b: Count): Count => ({
  worlds: a.worlds + b.worlds,
  outputs: a.outputs + b.outputs,
  pairs: a.pairs + b.pairs,
  determined: a.determined + b.determined,
  open: a.open + b.open,
})

/** What the attacker is after: how many of a group answered at all, or how many answered the second question. */
type Aim = { k: number; secret: keyof AnswersByTeam }

/**
 * @param worlds   numbers of answers of each team
 * @param publish  what may leave in such a world: several outputs where a lot is drawn
 * @returns determined: pairs that are determined although not all of their people are in open teams; open: those that are
 */
function countDetermined(
  { asked }: SmallOrganisation,
  worlds: Iterable<AnswersByTeam>,
  publish: (world: AnswersByTeam) => Iterable<Output>,
  { k, secret }: Aim,
): Count {
  const groups = groupsBelow(asked, k)
  const known = new Map<string, { least: Int8Array; most: Int8Array; open: ReadonlySet<number> }>()
  let count = 0
  for (const world of worlds) {
    count++
    const ranges = groups.map((group) => rangeIn(group, asked, world[secret]))
    for (const { bytes, open } of publish(world)) {
      const before = known.get(bytes)
      const { least, most } = before ?? {
        least: new Int8Array(groups.length).fill(k),
        most: new Int8Array(groups.length),
      }
      if (!before) known.set(bytes, { least, most, open })
      for (const [at, [from, to]] of ranges.entries()) {
        if (from < least[at]) least[at] = from
        if (to > most[at]) most[at] = to
      }
    }
  }
  const found = { ...noCount, worlds: count, outputs: known.size, pairs: known.size * groups.length }
  for (const { least, most, open } of known.values()) {
    for (const [at, group] of groups.entries()) {
      if (least[at] !== most[at]) continue
      if (group.every((people, team) => people === 0 || open.has(team))) found.open++
      else found.determined++
    }
  }
  return found
}

/** The fewest and the most answers that so many people of each team can have given. */
function rangeIn(
  group: readonly number[],
  asked: readonly number[],
  answered: readonly number[],
): [from: number, to: number] {
  let [from, to] = [0, 0]
  for (const [team, people] of group.entries()) {
    from += Math.max(0, people - asked[team] + answered[team])
    to += Math.min(people, answered[team])
  }
  return [from, to]
}

const required: Question = { id: 'asked', type: 'yes_no', text: 'Fair?', required: true }
const skippable: Question = { id: 'skipped', type: 'yes_no', text: 'And now?' }
const reply = (id: string): [string, Answer] => [id, { question_id: id, value: true }]

/** What the gate publishes of a small organisation: the rates of all groups, and how many answered each question. */
function gateOf({ teams, asked }: SmallOrganisation, k: number, canSkip: boolean) {
  const roster = teams.map(({ id }, at) => ({ team: id, value: null, count: asked[at] }))
  const basis = { teams, roster, k, isBrokenDown: false, countsAll: false }
  const questions = canSkip ? [required, skippable] : [required]
  return function* publish({ answered, replied }: AnswersByTeam): Generator<Output> {
    // Those who answered both questions come first, so a lot falls on one of them or on one of the others.
    const people = [0, 1].flatMap((round) =>
      teams.flatMap(({ id }, at) =>
        new Array<Respondent>(round === 0 ? replied[at] : answered[at] - replied[at]).fill({
          team: id,
          answers: new Map(round === 0 ? questions.map((one) => reply(one.id)) : [reply(required.id)]),
        }),
      ),
    )
    const lots = canSkip ? 1 << teams.length : 1
    for (let lot = 0; lot < lots; lot++) {
      let draws = 0
      const draw = <P>(all: readonly P[]): P => all[(lot >> draws++) & 1 ? all.length - 1 : 0]
      // Respondents are told apart by identity.
      const respondents = people.map((one) => ({ ...one }))
      yield outputOf(dividedBy(basis, respondents, questions, draw), questions, basis)
      if (lot + 1 === 1 << draws) return
    }
  }
}

function outputOf(
  divided: ReturnType<typeof dividedBy>,
  questions: readonly Question[],
  { teams, k }: { teams: readonly TeamNode[]; k: number },
): Output {
  if (!divided) return { bytes: 'nothing', open: new Set() }
  const { rates, scores, respondents } = divided
  const basis = {
    thresholds: { k_score: k, k_comment: k },
    teams,
    groups: null,
    followUps: followUpsIn(questions),
  }
  const shown = new Map<string, ReadonlySet<string>>([[respondentsMeasure, shownIn(scores)]])
  const sizes = questions.map((question) => {
    const measure = { ...questionOf(question, (text) => text), figures: () => 0 }
    const { cells, groups } = cellsInside(measure, respondents, basis, shown)
    const sizeOf = new Map(cells.map(({ cell, size }) => [cell, size]))
    return groups.map(({ team, cells: own, partial }) => [
      team,
      partial,
      own.reduce((n, cell) => n + (sizeOf.get(cell) ?? 0), 0),
    ])
  })
  const shownRates = rates.groups.map(({ team, partial, cells }) => [
    team,
    partial,
    ...(['recipients', 'responded', 'responded_max'] as const).map((part) =>
      cells.reduce((sum, cell) => sum + rates.cells[cell].figures[part], 0),
    ),
  ])
  const rateShown = shownIn(rates)
  const parentOf = new Map(teams.map(({ id, parent }) => [id, parent]))
  const cellOf = (team: string | null | undefined): string =>
    !team || rateShown.has(team) ? (team ?? '') : cellOf(parentOf.get(team))
  const nodes = [...new Set(teams.map(({ id }) => cellOf(id)))].toSorted()
  const isOpen = (node: string): boolean => {
    const figures = rates.cells[nodes.indexOf(node)]?.figures
    return figures !== undefined && figures.recipients === k && figures.responded === k
  }
  return {
    bytes: JSON.stringify([shownRates, sizes]),
    open: new Set(teams.flatMap(({ id }, at) => (isOpen(cellOf(id)) ? [at] : []))),
  }
}

/** Every number of answers, and with `canSkip` every number of them that go on to the second question. */
function* worldsIn({ asked }: SmallOrganisation, canSkip: boolean): Generator<AnswersByTeam> {
  for (const answered of numbersUpTo(asked)) {
    if (!canSkip) yield { answered, replied: answered }
    else for (const replied of numbersUpTo(answered)) yield { answered, replied }
  }
}

/**
 * Random organisations, all of their worlds.
 * plain: three to five teams of up to eight people, k = 5. skipping: three teams of up to five people, k = 3, because every number of
 * replies is tried with every number of answers.
 */
export function countOf(
  organisations: number,
  canSkip: boolean,
  secret: keyof AnswersByTeam = 'answered',
): Count {
  const dice = diceOf(1)
  const k = canSkip ? 3 : 5
  let total = noCount
  for (let at = 0; at < organisations; at++) {
    const organisation = canSkip ? smallOrganisation(dice, 3, 5) : smallOrganisation(dice, 5, 8)
    const publish = gateOf(organisation, k, canSkip)
    total = added(
      total,
      countDetermined(organisation, worldsIn(organisation, canSkip), publish, { k, secret }),
    )
  }
  return total
}

/**
 * Random worlds, and the same ones after two people of one cell of participation exchanged all they did, silence included.
 * @returns how many were compared, and for how many of them anything else may leave
 */
export function countExchanges(worlds: number): { compared: number; different: number } {
  const dice = diceOf(2)
  const found = { compared: 0, different: 0 }
  const k = 3
  while (found.compared < worlds) {
    const organisation = smallOrganisation(dice, 4, 6)
    const { teams, asked } = organisation
    const people = new Map(teams.map(({ id }, at) => [id, asked[at]]))
    const division = planParticipation(teams, people, k)
    if (!division) continue
    const [one, other] = [dice.whole(0, teams.length - 1), dice.whole(0, teams.length - 1)]
    if (one === other || cellFor(division, teams[one].id) !== cellFor(division, teams[other].id)) continue
    const answered = asked.map((most) => dice.whole(0, most))
    const replied = answered.map((most) => dice.whole(0, most))
    // One answered and did not go on to the second question, or did; the other was silent.
    const goesOn = dice.chance(0.5)
    const from = goesOn ? replied[one] : answered[one] - replied[one]
    if (from === 0 || answered[other] === asked[other]) continue
    const exchanged = {
      answered: answered.with(one, answered[one] - 1).with(other, answered[other] + 1),
      replied: goesOn ? replied.with(one, replied[one] - 1).with(other, replied[other] + 1) : replied,
    }
    const publish = gateOf(organisation, k, true)
    const outputs = (world: AnswersByTeam): string =>
      [...new Set([...publish(world)].map(({ bytes }) => bytes))].toSorted().join()
    found.compared++
    if (outputs({ answered, replied }) !== outputs(exchanged)) found.different++
  }
  return found
}
