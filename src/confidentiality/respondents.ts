/**
 * The plan of a collection's respondents: the one that every measure of it is planned inside.
 *
 * Measures are not independent. Whoever reads a team's comments can compute their sentiment himself; how many were put a
 * follow-up question is how many gave the answer that leads to it. Were each measure divided by itself, comments shown of a
 * team and a sentiment shown of its parent alone would leave, by subtraction, the few in between. So respondents are divided
 * once, and the cells of every measure are unions of those cells: whatever leaves would be the same if any two people of one
 * cell exchanged all that they said.
 *
 * Participation refines it: everybody knows how many belong to a team, so that a figure of n answers is a rate as well, and
 * cells of respondents obey the higher of both thresholds. The teams shown here are shown there, and more of them.
 */
import { many, sql, type Tx } from '../db/db.ts'
import { cellFinder, type Group, groupsOf, mergeGroups, planCells, type Respondent } from '../cells/cells.ts'
import { frozenOf, respondentsMeasure, store } from './release.ts'
import { type CollectionRef } from '../collection-ref.ts'

export const participationMeasure = 'participation'

/** The sums of participation in one cell of recipients. */
export type ParticipationCell = { recipients: number; responded: number }

/** Respondents as they stand from now on, each at the node of his cell (null is everyone): nothing below it is needed. */
export type Standing = { respondents: Respondent[]; groups: Group[] | null }

/**
 * Divides respondents and recipients, and stores both plans: before anything is released, and before answers of anonymous
 * mode lose their team.
 */
export async function divide(
  tx: Tx,
  ref: CollectionRef,
  respondents: readonly Respondent[],
): Promise<Standing> {
  const { thresholds, teams } = await frozenOf(tx, ref)
  const places = await placesOfRecipients(tx, ref)
  const homes = respondents.map((respondent) => respondent.team)
  const asked = places.flatMap(({ team, count }) => new Array<string | null>(count).fill(team))
  const k = Math.max(thresholds.k_score, thresholds.k_rate)
  const plan = planCells(teams, homes, k, { asked })
  const sizes = plan.nodes.map(() => 0)
  for (const cell of plan.cellOf) if (cell >= 0) sizes[cell]++
  await store(tx, ref, respondentsMeasure, {
    cells: sizes.map((size, cell) => ({ cell, size, figures: {} })),
    groups: plan.groups,
  })

  const kept = new Set(plan.groups.map((group) => group.team))
  // Of an import nobody knows who was asked and kept silent.
  if (!thresholds.imported) await storeRates(tx, ref, { teams, thresholds, asked, homes, kept })
  return {
    respondents: respondents.map((one, index) => ({ ...one, team: plan.nodes[plan.cellOf[index]] || null })),
    groups: groupsIn(places, respondents, plan.cellOf, cellFinder(teams, plan), k),
  }
}

type Rated = Pick<Awaited<ReturnType<typeof frozenOf>>, 'teams' | 'thresholds'> & {
  asked: readonly (string | null)[]
  homes: readonly (string | null)[]
  kept: ReadonlySet<string>
}

async function storeRates(
  tx: Tx,
  ref: CollectionRef,
  { teams, thresholds, asked, homes, kept }: Rated,
): Promise<void> {
  const rates = planCells(teams, asked, thresholds.k_rate, { required: kept })
  const cellOfHome = new Map(asked.map((home, index) => [home, rates.cellOf[index]]))
  const sums = rates.nodes.map((): ParticipationCell => ({ recipients: 0, responded: 0 }))
  for (const cell of rates.cellOf) if (cell >= 0) sums[cell].recipients++
  for (const home of homes) {
    const cell = cellOfHome.get(home) ?? -1
    if (cell >= 0) sums[cell].responded++
  }
  await store(tx, ref, participationMeasure, {
    cells: sums.map((figures, cell) => ({ cell, size: figures.recipients, figures })),
    groups: rates.groups,
  })
}

/** The finest groups of values that any measure is broken down by: across the cells of respondents they single nobody out. */
function groupsIn(
  places: readonly PlaceOfSome[],
  respondents: readonly Respondent[],
  cellOf: readonly number[],
  cellAt: (home: string | null) => number,
  k: number,
): Group[] | null {
  const values = respondents.map(({ value = null }) => value)
  const groups = groupsOf([...places, ...values.map((value) => ({ value, count: 0 }))], k)
  const asked = places.map(({ team, value }) => ({ cell: cellAt(team), value }))
  const answered = values.map((value, index) => ({ cell: cellOf[index], value }))
  return mergeGroups(groups, answered, asked, k)
}

type PlaceOfSome = { team: string | null; value: string | null; count: number }

/** Where everybody stood who was asked: how many in each team have each value of the attribute. */
const placesOfRecipients = (
  tx: Tx,
  { organisationId, collectionId }: CollectionRef,
): Promise<PlaceOfSome[]> =>
  many(
    tx,
    sql<PlaceOfSome>`
      select team_id as team, attribute_value as value, count(*) as count
      from recipients
      where organisation_id = ${organisationId}
        and collection_id = ${collectionId}
      group by team_id, attribute_value
      order by team_id, attribute_value`,
  )
