/**
 * What a period publishes: by the gate, and by methods of suppression that are usual elsewhere or lack one of the gate's rules.
 * Each is a list of figures with the people whom each is about, as an attacker knows them who knows the directory and who answered.
 *
 * The gate's figures come from its own functions, as closing and reading use them: the measure's values, cells, sums per cell,
 * the figure of a group.
 */
import { type QuestionFigure } from '../../contract/collections.ts'
import { type Answer, type Question } from '../../contract/questions.ts'
import {
  figureOf,
  groupsOf,
  type Plan,
  planCells,
  type QuestionCell,
  type Respondent,
} from '../../src/cells/cells.ts'
import { questionOf } from '../../src/confidentiality/confidentiality.ts'
import { cellsInside, respondentsMeasure } from '../../src/confidentiality/release.ts'
import {
  answerersOf,
  membersOf,
  type Organisation,
  peopleOf,
  type Period,
  recipientsOf,
  respondentsOf,
} from './organisation.ts'

export type PublishedFigure = { question: Question; team: string; people: number[]; figure: QuestionFigure }

/** @param all  all questions of the collection, in their order */
export type Method = (
  organisation: Organisation,
  period: Period,
  question: Question,
  all?: readonly Question[],
) => PublishedFigure[]

const unredacted = (text: string): string => text

const answersTo = (period: Period, question: Question, people: readonly number[]): Answer[] =>
  people.flatMap((person) => period.answers[person]?.get(question.id) ?? [])

/** Counts without any rule: what a query over raw answers returns. */
function exactFigure(period: Period, question: Question, people: readonly number[]): QuestionFigure {
  const answers = answersTo(period, question, people)
  const counts: Record<string, number> = {}
  let sum = 0
  for (const { value } of answers) {
    // Of a ranking the first place counts.
    const picks = Array.isArray(value) ? value.slice(0, question.type === 'ranking' ? 1 : undefined) : [value]
    for (const one of picks) counts[String(one)] = (counts[String(one)] ?? 0) + 1
    if (typeof value === 'number') sum += value
  }
  return figureOf(question, [{ n: answers.length, counts, sum, comments: [] } as QuestionCell])
}

type Cells = ReturnType<typeof cellsInside>

const homeOf = ({ homes }: Period, person: number): string | null => homes[person] ?? null

/** Everybody who answered anything, as the gate reads them. */
const respondentsIn = (period: Period, values: readonly (string | null)[] = []): Respondent[] =>
  period.answers.flatMap((answers, person) =>
    answers ? [{ answers, team: homeOf(period, person), value: values[person] ?? null }] : [],
  )

/** Respondents are divided once, and every measure inside that division, as `divide` and `release` do with stored rows. */
function gateCells({ k }: Organisation, period: Period, question: Question, all: readonly Question[]): Cells {
  const respondents = respondentsIn(period)
  const basis = { thresholds: { k_score: k, k_comment: k }, teams: period.teams }
  const shown = new Map<string, ReadonlySet<string>>([[respondentsMeasure, teamsOf(planOf(period, k))]])
  for (const one of all) {
    const measure = questionOf(one, unredacted)
    const cells = cellsInside(measure, respondents, basis, shown)
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

/** The groups whose rate is shown, each with everybody who was asked there. */
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

/** The product's own method. */
export const gate: Method = (organisation, period, question, all = [question]) => {
  const { cells, groups } = gateCells(organisation, period, question, all)
  const sums = new Map(cells.map(({ cell, figures }) => [cell, figures as QuestionCell]))
  const answerers = answerersOf(period, question.id)
  return groups.map(({ team, cells: own }) => ({
    question,
    team,
    people: peopleOf(period, team, answerers),
    figure: figureOf(
      question,
      own.flatMap((cell) => sums.get(cell) ?? []),
    ),
  }))
}

const everyTeam = (period: Period): string[] => ['', ...period.teams.map(({ id }) => id)]

type PeopleOf = typeof peopleOf

/** Exact figures of each team with at least k answerers, without any other rule. */
const thresholded =
  (of: PeopleOf): Method =>
  ({ k }, period, question) => {
    const answerers = answerersOf(period, question.id)
    return everyTeam(period).flatMap((team) => {
      const people = of(period, team, answerers)
      return people.length < k
        ? []
        : [{ question, team, people, figure: exactFigure(period, question, people) }]
    })
  }

/** The practice of the field: a person in two teams counts in both. */
export const plainThreshold = thresholded(membersOf)

/** Everybody counts in one team, but small remainders are not merged. */
export const withoutMerging = thresholded(peopleOf)

/** Cells of people who answered anything, shared by all questions. */
export const withSharedCells: Method = ({ k }, period, question) => {
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

/** The gate's teams, each with all of its members. */
export const withEveryMembership: Method = (organisation, period, question) => {
  const answerers = answerersOf(period, question.id)
  return gate(organisation, period, question).map(({ team }) => {
    const people = membersOf(period, team, answerers)
    return { question, team, people, figure: exactFigure(period, question, people) }
  })
}

/** The gate's teams and people, counted exactly. */
export const withoutBanding: Method = (organisation, period, question, all) =>
  gate(organisation, period, question, all).map(({ team, people }) => ({
    question,
    team,
    people,
    figure: exactFigure(period, question, people),
  }))

/** The people behind the gate's figures by team and by the values of an attribute. */
export function gateByAttribute(
  { k }: Organisation,
  period: Period,
  question: Question,
  values: readonly (string | null)[],
): { teams: number[][]; groups: number[][] } {
  const recipients = recipientsOf(period)
  const respondents = respondentsIn(period, values)
  const groups = groupsOf(
    recipients.map((person) => ({ value: values[person], count: 1 })),
    k,
  )
  const basis = { thresholds: { k_score: k, k_comment: k }, teams: period.teams, groups }
  const shown = new Map([[respondentsMeasure, teamsOf(planOf(period, k))]])
  const cells = cellsInside(questionOf(question, unredacted), respondents, basis, shown)
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
