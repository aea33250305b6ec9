/**
 * What a period gives out: by the gate, and by ways of hiding that are usual elsewhere or lack one of the gate's rules. Each
 * is a list of figures, and the people whom each is about, as somebody knows them who knows the directory and who answered.
 *
 * The gate's figures are made by its own functions, as closing and reading make them: the measure's values, cells, sums a
 * cell, the figure of a group.
 */
import { type QuestionFigure } from '../../contract/collections.ts'
import { type Answer, type Question } from '../../contract/questions.ts'
import { figureOf, groupsOf, type Plan, planCells, type QuestionCell } from '../../src/cells/cells.ts'
import { questionOf } from '../../src/confidentiality/confidentiality.ts'
import { cellsInside, respondentsMeasure } from '../../src/confidentiality/release.ts'
import {
  answerersOf,
  membersOf,
  type Organisation,
  peopleOf,
  type Period,
  questions,
  recipientsOf,
  respondentsOf,
} from './organisation.ts'

export type Told = { question: Question; team: string; people: number[]; figure: QuestionFigure }

/** @param asked  all questions of the collection, in their order */
export type Way = (
  organisation: Organisation,
  period: Period,
  question: Question,
  asked?: readonly Question[],
) => Told[]

const asTheyAre = (text: string): string => text

const answersTo = (period: Period, question: Question, people: readonly number[]): Answer[] =>
  people.map((person) => period.answers[person]!.get(question.id)!)

/** Counts without any rule: what a query over raw answers gives. */
function exactFigure(period: Period, question: Question, people: readonly number[]): QuestionFigure {
  const answers = answersTo(period, question, people)
  const counts: Record<string, number> = {}
  let sum = 0
  for (const { value } of answers) {
    // Of a ranking it is the first that counts.
    const picks = Array.isArray(value) ? value.slice(0, question.type === 'ranking' ? 1 : undefined) : [value]
    for (const one of picks) counts[String(one)] = (counts[String(one)] ?? 0) + 1
    if (typeof value === 'number') sum += value
  }
  return figureOf(question, [{ n: answers.length, counts, sum, comments: [] } as QuestionCell])
}

type Cells = ReturnType<typeof cellsInside>

const homeOf = ({ homes }: Period, person: number): string | null => homes[person] ?? null

/** Respondents are divided once, and every measure inside of it: as `divide` and `release` do with stored rows. */
function gateCells(
  { k }: Organisation,
  period: Period,
  question: Question,
  asked: readonly Question[],
): Cells {
  const respondents = respondentsOf(period).map((person) => ({
    answers: period.answers[person]!,
    team: homeOf(period, person),
  }))
  const frozen = { thresholds: { k_score: k, k_comment: k }, teams: period.teams }
  const shown = new Map<string, ReadonlySet<string>>([[respondentsMeasure, teamsOf(planOf(period, k))]])
  for (const one of asked) {
    const measure = questionOf(one, asTheyAre)
    const cells = cellsInside(measure, respondents, frozen, shown)
    if (one === question) return cells
    shown.set(measure.name, teamsOf(cells))
  }
  throw new Error(`${question.id} was not asked`)
}

const teamsOf = ({ groups }: Pick<Plan, 'groups'>): Set<string> => new Set(groups.map(({ team }) => team))

function planOf(period: Period, k: number): Plan {
  const homes = (people: readonly number[]) => people.map((person) => homeOf(period, person))
  return planCells(period.teams, homes(respondentsOf(period)), k, { asked: homes(recipientsOf(period)) })
}

/** Whose rate is shown, each with all who were asked there. */
export function gateRates({ k }: Organisation, period: Period): number[][] {
  const recipients = recipientsOf(period)
  const rates = planCells(
    period.teams,
    recipients.map((person) => homeOf(period, person)),
    k,
    { required: teamsOf(planOf(period, k)) },
  )
  return rates.groups.map(({ team }) => peopleOf(period, team, recipients))
}

/** The product's. */
export const gate: Way = (organisation, period, question, asked = [question]) => {
  const { cells, groups } = gateCells(organisation, period, question, asked)
  const sums = new Map(cells.map(({ cell, figures }) => [cell, figures as QuestionCell]))
  const answerers = answerersOf(period, question.id)
  return groups.map(({ team, cells: own }) => ({
    question,
    team,
    people: peopleOf(period, team, answerers),
    figure: figureOf(
      question,
      own.map((cell) => sums.get(cell)!),
    ),
  }))
}

const everyTeam = (period: Period): string[] => ['', ...period.teams.map(({ id }) => id)]

type PeopleOf = typeof peopleOf

/** Each team of at least k answerers, exactly, and nothing else is looked at. */
const thresholded =
  (of: PeopleOf): Way =>
  ({ k }, period, question) => {
    const answerers = answerersOf(period, question.id)
    return everyTeam(period).flatMap((team) => {
      const people = of(period, team, answerers)
      return people.length < k
        ? []
        : [{ question, team, people, figure: exactFigure(period, question, people) }]
    })
  }

/** The practice of this field: somebody in two teams counts in both. */
export const plainThreshold = thresholded(membersOf)

/** Everybody counts in one team, yet nothing is merged with what would be left over. */
export const withoutMerging = thresholded(peopleOf)

/** Cells of people who answered anything, and every question read from them. */
export const withSharedCells: Way = ({ k }, period, question) => {
  const respondents = respondentsOf(period)
  const plan = planCells(
    period.teams,
    respondents.map((person) => period.homes[person] ?? null),
    k,
  )
  const answerers = answerersOf(period, question.id)
  return plan.groups.flatMap(({ team }) => {
    const people = peopleOf(period, team, answerers)
    return people.length === 0
      ? []
      : [{ question, team, people, figure: exactFigure(period, question, people) }]
  })
}

/** The gate's teams, each with everybody who is a member of it. */
export const withEveryMembership: Way = (organisation, period, question) => {
  const answerers = answerersOf(period, question.id)
  return gate(organisation, period, question).map(({ team }) => {
    const people = membersOf(period, team, answerers)
    return { question, team, people, figure: exactFigure(period, question, people) }
  })
}

/** The gate's teams and people, counted as they are. */
export const withoutBanding: Way = (organisation, period, question, asked) =>
  gate(organisation, period, question, asked).map(({ team, people }) => ({
    question,
    team,
    people,
    figure: exactFigure(period, question, people),
  }))

export const everyFigure = (way: Way, organisation: Organisation, period: Period): Told[] =>
  questions.flatMap((question) => way(organisation, period, question))

/** The gate's figures by team and by the values of an attribute, together: whom each is about. */
export function gateByAttribute(
  { k }: Organisation,
  period: Period,
  question: Question,
  values: readonly (string | null)[],
): { teams: number[][]; groups: number[][] } {
  const asked = recipientsOf(period)
  const respondents = respondentsOf(period).map((person) => ({
    answers: period.answers[person]!,
    team: homeOf(period, person),
    value: values[person],
  }))
  const groups = groupsOf(
    asked.map((person) => ({ value: values[person], count: 1 })),
    k,
  )
  const frozen = { thresholds: { k_score: k, k_comment: k }, teams: period.teams, groups }
  const shown = new Map([[respondentsMeasure, teamsOf(planOf(period, k))]])
  const cells = cellsInside(questionOf(question, asTheyAre), respondents, frozen, shown)
  const answerers = answerersOf(period, question.id)
  const named = new Set((cells.breakdown ?? []).flatMap((group) => group.values))
  return {
    teams: cells.groups.map(({ team }) => peopleOf(period, team, answerers)),
    groups: (cells.breakdown ?? []).map((group) =>
      answerers.filter((person) => {
        const value = values[person]
        return value !== null && named.has(value) ? group.values.includes(value) : group.others
      }),
    ),
  }
}
