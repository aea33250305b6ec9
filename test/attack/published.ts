/**
 * What a period publishes: by the gate, and by methods of suppression that are usual elsewhere or lack one of the gate's rules.
 * Each is a list of figures with the people whom each is about, as an attacker knows them who knows the directory and who answered.
 *
 * The gate's figures come from its own functions, as closing and reading use them: the measure's values, cells, sums per cell,
 * the figure of a group.
 */
import type { QuestionFigure } from '../../contract/collections.ts'
import type { Answer, Question } from '../../contract/questions.ts'
import {
  aggregate,
  everyone,
  figureOf,
  followUpsIn,
  type QuestionCell,
  type Respondent,
} from '../../src/cells/cells.ts'
import { questionOf } from '../../src/confidentiality/confidentiality.ts'
import { cellsInside, respondentsMeasure, shownIn } from '../../src/confidentiality/release.ts'
import { dividedBy } from '../../src/confidentiality/respondents.ts'
import {
  answerersOf,
  membersOf,
  type Organisation,
  peopleOf,
  type Period,
  recipientsOf,
} from './organisation.ts'

/**
 * people: whose answers the figure is made of. teams: whose people it is about; more than one for a team without its small teams.
 */
export type PublishedFigure = {
  question: Question
  team: string
  teams: string[]
  people: number[]
  figure: QuestionFigure
}

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
    // For a ranking, the first place counts.
    const picks = Array.isArray(value) ? value.slice(0, question.type === 'ranking' ? 1 : undefined) : [value]
    for (const one of picks) counts[String(one)] = (counts[String(one)] ?? 0) + 1
    if (typeof value === 'number') sum += value
  }
  return figureOf(question, [{ n: answers.length, counts, sum, comments: [] } as QuestionCell])
}

const homeOf = ({ homes }: Period, person: number): string | null => homes[person] ?? null

/** A respondent as the gate reads them, and which person that is. */
type Person = Respondent & { person: number }

/** Everybody who answered anything, as the gate reads them. */
const respondentsIn = (period: Period, values: readonly (string | null)[] = []): Person[] =>
  period.answers.flatMap((answers, person) =>
    answers ? [{ person, answers, team: homeOf(period, person), value: values[person] ?? null }] : [],
  )

/** Who is left out at random; the attacker knows it, which makes the attack easier. */
const firstOfAll = <P>([first]: readonly P[]): P => first

function dividedIn(
  { k }: Organisation,
  period: Period,
  all: readonly Question[],
  values: readonly (string | null)[] = [],
) {
  const roster = recipientsOf(period).map((person) => ({
    team: homeOf(period, person),
    value: values[person] ?? null,
    count: 1,
  }))
  const basis = { teams: period.teams, roster, k, isBrokenDown: values.length > 0, countsAll: false }
  return dividedBy(basis, respondentsIn(period, values), all, firstOfAll)
}

type Divided = NonNullable<ReturnType<typeof dividedIn>>

/** People are divided once, and every measure inside that division, as `divide` and `release` do with stored rows. */
function gateCells(
  { k }: Organisation,
  period: Period,
  question: Question,
  all: readonly Question[],
  divided: Divided,
) {
  const { respondents, groups, scores } = divided
  const basis = {
    thresholds: { k_score: k, k_comment: k },
    teams: period.teams,
    groups,
    followUps: followUpsIn(all),
  }
  const shown = new Map<string, ReadonlySet<string>>([[respondentsMeasure, shownIn(scores)]])
  for (const one of all) {
    const measure = questionOf(one, unredacted)
    const cells = cellsInside(
      {
        ...measure,
        // The cells hold people instead of sums, so that the attacker knows whom each is about.
        values: (answers) => answers.map((own, at) => own.get(one.id) && respondents[at].person).map(orNull),
        figures: (people) => people,
      },
      respondents,
      basis,
      shown,
    )
    if (one === question) return cells
    shown.set(measure.name, shownIn(cells))
  }
  throw new Error(`${question.id} was not asked`)
}

const orNull = (person: number | undefined): number | null => person ?? null

type Groups = { team: string; cells: number[]; partial: boolean }[]

/** The shown teams that a group is the sum of. */
const partsOf = (groups: Groups, { team, cells, partial }: Groups[number]): string[] =>
  partial
    ? groups
        .filter(
          (one) => !one.partial && one.team !== everyone && one.cells.every((cell) => cells.includes(cell)),
        )
        .map((one) => one.team)
    : [team]

/** The groups whose rate is shown, each with everybody who was asked there. */
export function gateRates(organisation: Organisation, period: Period): number[][] {
  const recipients = recipientsOf(period)
  const { groups = [] } = dividedIn(organisation, period, [])?.rates ?? {}
  return groups.map((group) =>
    recipients.filter((person) =>
      partsOf(groups, group).some((team) => peopleOf(period, team, [person]).length > 0),
    ),
  )
}

/** The product's own method. */
export const gate: Method = (organisation, period, question, all = [question]) => {
  const divided = dividedIn(organisation, period, all)
  if (!divided) return []
  const { cells, groups } = gateCells(organisation, period, question, all, divided)
  const peopleIn = new Map(cells.map(({ cell, figures }) => [cell, figures as number[]]))
  return groups.map((group) => {
    const inCells = group.cells.map((cell) => peopleIn.get(cell) ?? [])
    return {
      question,
      team: group.team,
      teams: partsOf(groups, group),
      people: inCells.flat(),
      figure: figureOf(
        question,
        inCells.map((people) => aggregate(question, answersTo(period, question, people), unredacted)),
      ),
    }
  })
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
        : [{ question, team, teams: [team], people, figure: exactFigure(period, question, people) }]
    })
  }

/** The practice of the field: a person in two teams counts in both. */
export const plainThreshold = thresholded(membersOf)

/** Everybody counts in one team, but small remainders are not merged. */
export const withoutMerging = thresholded(peopleOf)

/** Cells of people who answered anything, shared by all questions. */
export const withSharedCells: Method = (organisation, period, question) => {
  const divided = dividedIn(organisation, period, [])
  const answerers = new Set(answerersOf(period, question.id))
  return (divided?.scores.groups ?? []).flatMap(({ team, partial }) => {
    const counted = divided?.respondents.map(({ person }) => person) ?? []
    const people = peopleOf(period, team, counted).filter((person) => answerers.has(person))
    return people.length === 0 || partial
      ? []
      : [{ question, team, teams: [team], people, figure: exactFigure(period, question, people) }]
  })
}

/** The gate's teams, each with all of its members. */
export const withEveryMembership: Method = (organisation, period, question) => {
  const answerers = answerersOf(period, question.id)
  return gate(organisation, period, question).map(({ team, teams }) => {
    const people = membersOf(period, team, answerers)
    return { question, team, teams, people, figure: exactFigure(period, question, people) }
  })
}

/** The gate's teams and people, counted exactly. */
export const withoutBanding: Method = (organisation, period, question, all) =>
  gate(organisation, period, question, all).map((one) => ({
    ...one,
    figure: exactFigure(period, question, one.people),
  }))

/** The people behind the gate's figures by team and by the values of an attribute. */
export function gateByAttribute(
  organisation: Organisation,
  period: Period,
  question: Question,
  values: readonly (string | null)[],
): { teams: number[][]; groups: number[][] } {
  const divided = dividedIn(organisation, period, [question], values)
  if (!divided) return { teams: [], groups: [] }
  const { cells, groups, breakdown = [] } = gateCells(organisation, period, question, [question], divided)
  const peopleIn = new Map(cells.map(({ cell, figures }) => [cell, figures as number[]]))
  const people = (of: { cells: number[] }): number[] => of.cells.flatMap((cell) => peopleIn.get(cell) ?? [])
  return { teams: groups.map(people), groups: breakdown.map(people) }
}
