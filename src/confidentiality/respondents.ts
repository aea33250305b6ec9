/**
 * Who is counted, and in which cells: what every measure of a collection is planned inside.
 *
 * Participation is divided first, from numbers asked alone, and decides whose answers are counted (cells/participation.ts). Scores are
 * divided inside it, and every measure inside scores. Measures are not independent: a reader of a team's comments can compute their
 * sentiment, and how many were asked a follow-up question is how many gave the answer that leads to it. Were each measure divided
 * by itself, comments shown for a team and a sentiment shown for its parent alone would leave, by subtraction, the few in between.
 *
 * k of both divisions is the higher of k_score and k_rate. Everybody knows how many belong to a team, so a figure of n answers is a
 * rate as well, and the rate of a cell says how many answers can be among the n of a score. A finer division for rates would have to
 * be proved beside the scores; this one needs no second proof.
 */
import type { Question } from '../../contract/questions.ts'
import {
  cellFor,
  countedOf,
  type Counts,
  everyone,
  numberedCells,
  type ParticipationCell,
  participationOf,
  planFigures,
  type Respondent,
  type RosterRow,
  type TeamNode,
  withoutLoneAnswers,
} from '../cells/cells.ts'
import type { CollectionRef } from '../collection-ref.ts'
import { many, sql, type Tx } from '../db/db.ts'
import { int8, shape } from '../db/shape.ts'
import { recipients } from '../db/tables.ts'
import { isText } from '../questions/questions.ts'
import { recipientRows } from '../roster-rows.ts'
import { basisOf, type RespondentDivision, respondentsMeasure, store } from './release.ts'

export const participationMeasure = 'participation'

/** How many answers are counted, and how many people may have answered at most. */
export type Responded = { responded: number; responded_max: number }

/** What the close needs: the answers that count, as they are stored, and where each of them counts. */
type CountedDivision<R> = RespondentDivision & Responded & { counted: R[] }

/** What a division is made from. */
export type DivisionBasis = {
  teams: readonly TeamNode[]
  roster: readonly RosterRow[]
  k: number
  isBrokenDown: boolean
  countsAll: boolean
}

/**
 * Divides respondents and recipients, and stores both plans: before anything is released, and before answers of anonymous
 * mode lose their team.
 * @returns respondents: each at the node of their cell (null is everyone), nothing finer is needed from now on; none where too few
 *   are counted for any figure
 */
export async function divide<R extends Respondent & { readonly lot: string }>(
  tx: Tx,
  ref: CollectionRef,
  respondents: readonly R[],
  questions: readonly Question[],
): Promise<CountedDivision<R>> {
  const { thresholds, teams, countsAll } = await basisOf(tx, ref)
  const roster = await findRoster(tx, ref)
  const k = Math.max(thresholds.k_score, thresholds.k_rate)
  const basis = { teams, roster, k, countsAll, isBrokenDown: thresholds.breakdown !== null }
  const divided = dividedBy(basis, respondents, questions, lowestLot)
  if (!divided) {
    const responded = countsAll ? respondents.length : 0
    return { counted: [...respondents], respondents: [], groups: null, responded, responded_max: responded }
  }
  const { rates, scores, ...rest } = divided
  await store(tx, ref, respondentsMeasure, scores)
  // Nobody knows who was asked by an imported survey and kept silent.
  if (!thresholds.imported) await store(tx, ref, participationMeasure, rates)
  return rest
}

const lowestLot = <R extends { readonly lot: string }>(all: readonly R[]): R =>
  all.reduce((lowest, one) => (one.lot < lowest.lot ? one : lowest))

const noCells = { cells: [], groups: [] }

/** The divisions of a collection, as they are stored. Pure, except for the lot. */
export function dividedBy<R extends Respondent>(
  { teams, roster, k, isBrokenDown, countsAll }: DivisionBasis,
  answered: readonly R[],
  questions: readonly Question[],
  leftOut: (all: readonly R[]) => R,
) {
  const participation = participationOf(teams, roster, k, isBrokenDown)
  if (!participation) return null
  const { counted, cells } = countedOf(participation, roster, answered, { k, countsAll, leftOut })
  const rates = storedRates(numberedCells(teams, participation.division, cells.keys()), cells)
  const responded = sumOf(cells, 'responded')
  const base = { counted, rates, responded, responded_max: sumOf(cells, 'responded_max') }
  const division = planFigures(teams, participation.division, peopleByTeam(counted), k)
  if (!division) return { ...base, scores: noCells, respondents: [], groups: null }
  const nodeOf = ({ team }: Respondent): string => cellFor(division, team)
  const sizes = peopleByTeam(counted.map((one) => ({ team: nodeOf(one) })))
  const numbered = numberedCells(teams, division, sizes.keys())
  const { groups } = participation
  const kept = countsAll ? counted : withoutLoneAnswers(counted, division, questions.map(skippable), groups)
  return {
    ...base,
    counted: kept,
    scores: {
      cells: numbered.nodes.map((node, cell) => ({ cell, size: sizes.get(node) ?? 0, figures: {} })),
      groups: numbered.groups,
    },
    respondents: kept.map((one) => ({ ...one, team: nodeOf(one) || null })),
    groups,
  }
}

/** Figures by the attribute are of scores that everybody is asked for. */
export const isBrokenDown = (question: Question): boolean => !isText(question) && !question.show_if

const skippable = (question: Question) => ({
  id: question.id,
  leading: question.show_if?.question_id,
  brokenDown: isBrokenDown(question),
})

function storedRates(
  { nodes, groups }: ReturnType<typeof numberedCells>,
  cells: ReadonlyMap<string, ParticipationCell>,
) {
  return {
    groups,
    cells: nodes.flatMap((node, cell) => {
      const figures = cells.get(node)
      return figures ? [{ cell, size: figures.recipients, figures }] : []
    }),
  }
}

const sumOf = (cells: ReadonlyMap<string, ParticipationCell>, part: 'responded' | 'responded_max'): number =>
  cells.values().reduce((sum, cell) => sum + cell[part], 0)

function peopleByTeam(people: readonly Pick<Respondent, 'team'>[]): Counts {
  const counts = new Map<string, number>()
  for (const { team } of people) counts.set(team ?? everyone, (counts.get(team ?? everyone) ?? 0) + 1)
  return counts
}

const rosterRow = shape({
  team: recipients.team_id,
  value: recipients.attribute_value,
  seat: recipients.seat_cell,
  count: int8,
})

/** How many people of each team, with each value of the attribute and in each cell of seats, were asked. */
const findRoster = (tx: Tx, { organisationId, collectionId }: CollectionRef): Promise<RosterRow[]> =>
  many(
    tx,
    rosterRow,
    sql`
      select team_id as team, attribute_value as value, seat_cell as seat, count(*) as count
      from (${recipientRows(organisationId, { collection: sql`${collectionId}`, member: null })}) as r
      where is_counted
      group by team_id, attribute_value, seat_cell
      order by team_id, attribute_value, seat_cell`,
  )
