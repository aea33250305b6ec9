/**
 * The plan of a collection's respondents: the one that every measure of it is planned inside.
 *
 * Measures are not independent. A reader of a team's comments can compute their sentiment; how many were asked a follow-up
 * question is how many gave the answer that leads to it. Were each measure divided by itself, comments shown for a team and a
 * sentiment shown for its parent alone would leave, by subtraction, the few in between. So respondents are divided once, and
 * the cells of every measure are unions of those cells: whatever leaves would be the same if any two people of one cell
 * exchanged all their answers.
 *
 * Participation refines it: everybody knows how many belong to a team, so that a figure of n answers is a rate as well, and
 * cells of respondents obey the higher of both thresholds. The teams shown here are shown there, and more of them.
 */
import {
  cellFinder,
  type Group,
  groupsOf,
  mergeGroups,
  type Place,
  type Plan,
  planCells,
  type Respondent,
} from '../cells/cells.ts'
import { type CollectionRef } from '../collection-ref.ts'
import { many, sql, type Tx } from '../db/db.ts'
import { int8, type RowOf, shape } from '../db/shape.ts'
import { recipients } from '../db/tables.ts'
import { basisOf, type RespondentDivision, respondentsMeasure, store } from './release.ts'

export const participationMeasure = 'participation'

/** The sums of participation in one cell of recipients. */
export type ParticipationCell = { recipients: number; responded: number }

/**
 * Divides respondents and recipients, and stores both plans: before anything is released, and before answers of anonymous
 * mode lose their team.
 * @returns each respondent at the node of their cell (null is everyone): nothing finer is needed from now on
 */
export async function divide(
  tx: Tx,
  ref: CollectionRef,
  respondents: readonly Respondent[],
): Promise<RespondentDivision> {
  const { thresholds, teams } = await basisOf(tx, ref)
  const roster = await findRoster(tx, ref)
  const homes = respondents.map((respondent) => respondent.team)
  const asked = roster.flatMap(({ team, count }) => new Array<string | null>(count).fill(team))
  const k = Math.max(thresholds.k_score, thresholds.k_rate)
  const plan = planCells(teams, homes, k, { asked })
  const sizes = plan.nodes.map(() => 0)
  for (const cell of plan.cellOf) if (cell >= 0) sizes[cell]++
  await store(tx, ref, respondentsMeasure, {
    cells: sizes.map((size, cell) => ({ cell, size, figures: {} })),
    groups: plan.groups,
  })

  const required = new Set(plan.groups.map((group) => group.team))
  // Of an import nobody knows who was asked and kept silent.
  if (!thresholds.imported) {
    const rates = planCells(teams, asked, thresholds.k_rate, { required })
    await store(tx, ref, participationMeasure, {
      cells: participationIn(rates, asked, homes),
      groups: rates.groups,
    })
  }
  const places = respondents.map(({ value = null }, index) => ({ cell: plan.cellOf[index], value }))
  return {
    respondents: respondents.map((one, index) => ({ ...one, team: plan.nodes[plan.cellOf[index]] || null })),
    groups: groupsIn(roster, places, cellFinder(teams, plan), k),
  }
}

/** How many were asked, and how many of them answered, in each cell of the plan of recipients. */
function participationIn(
  { nodes, cellOf }: Plan,
  asked: readonly (string | null)[],
  answered: readonly (string | null)[],
) {
  const cellOfHome = new Map(asked.map((home, index) => [home, cellOf[index]]))
  const sums = nodes.map((): ParticipationCell => ({ recipients: 0, responded: 0 }))
  for (const cell of cellOf) if (cell >= 0) sums[cell].recipients++
  for (const home of answered) {
    const cell = cellOfHome.get(home) ?? -1
    if (cell >= 0) sums[cell].responded++
  }
  return sums.map((figures, cell) => ({ cell, size: figures.recipients, figures }))
}

/** The finest groups of values that any measure is broken down by: across the cells of respondents they single nobody out. */
function groupsIn(
  roster: readonly RosterRow[],
  respondents: readonly Place[],
  cellAt: (home: string | null) => number,
  k: number,
): Group[] | null {
  const values = [...roster, ...respondents.map(({ value }) => ({ value, count: 0 }))]
  const asked = roster.map(({ team, value }) => ({ cell: cellAt(team), value }))
  return mergeGroups(groupsOf(values, k), respondents, asked, k)
}

const rosterRow = shape({ team: recipients.team_id, value: recipients.attribute_value, count: int8 })
type RosterRow = RowOf<typeof rosterRow>

/** How many people of each team, with each value of the attribute, were asked. */
const findRoster = (tx: Tx, { organisationId, collectionId }: CollectionRef): Promise<RosterRow[]> =>
  many(
    tx,
    rosterRow,
    sql`
      select team_id as team, attribute_value as value, count(*) as count
      from recipients
      where organisation_id = ${organisationId}
        and collection_id = ${collectionId}
        and is_counted
      group by team_id, attribute_value
      order by team_id, attribute_value`,
  )
