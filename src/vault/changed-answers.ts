/** Answers to an open attributed collection that its live sums do not hold yet, a batch at a time. */
import type { Sums } from '../cells/cells.ts'
import type { CollectionRef } from '../collection-ref.ts'
import { json, many, run, sql, textArray, type Tx } from '../db/db.ts'
import { bool, jsonbOf, type RowOf, shape, shapeOf, text } from '../db/shape.ts'
import { liveAnswers, responses } from '../db/tables.ts'

export const changedAtOnce = 1_000

/** measure → sums */
export type SumsByMeasure = Record<string, Sums>

const unfoldedRow = shape({
  id: responses.id,
  version: text,
  counts: bool,
  team_id: responses.team_id,
  answers: responses.answers,
})

const foldedRow = shapeOf(liveAnswers, ['response_id', 'team_id', 'figures'], {
  figures: jsonbOf<SumsByMeasure>(),
})

/** An answer, with the team and the figures that the sums hold of it so far. One that was withdrawn counts no more. */
export type ChangedAnswer = RowOf<typeof unfoldedRow> & {
  old_team_id: string | null
  old_figures: SumsByMeasure | null
}

/**
 * Those behind `after`, in the order of ids; at most `changedAtOnce`. The statement itself reads attributed mode alone, whatever the
 * caller believes.
 */
export async function changedAnswers(
  tx: Tx,
  { organisationId, collectionId }: CollectionRef,
  after: string,
): Promise<ChangedAnswer[]> {
  const unfolded = await many(
    tx,
    unfoldedRow,
    sql`
      select a.id, a.xmin::text as version, a.state = 'submitted' as counts, a.team_id, a.answers
      from responses a
      join collections c on c.organisation_id = a.organisation_id and c.id = a.collection_id
      where a.organisation_id = ${organisationId}
        and a.collection_id = ${collectionId}
        and a.unfolded
        and a.id > ${after}
        and c.mode = 'attributed'
        and c.state = 'open'
      order by a.id
      limit ${changedAtOnce}`,
  )
  const folded = await many(
    tx,
    foldedRow,
    sql`
      select ${foldedRow.columns}
      from live_answers
      where organisation_id = ${organisationId}
        and collection_id = ${collectionId}
        and response_id = any (${textArray(unfolded.map(({ id }) => id))})`,
  )
  const before = new Map(folded.map((row) => [row.response_id, row]))
  return unfolded.map((answer) => {
    const { team_id: oldTeamId = null, figures: oldFigures = null } = before.get(answer.id) ?? {}
    return { ...answer, old_team_id: oldTeamId, old_figures: oldFigures }
  })
}

/** Answers that were changed again meanwhile stay unfolded and are found next time. */
export const markFolded = (
  tx: Tx,
  { organisationId, collectionId }: CollectionRef,
  answers: readonly Pick<ChangedAnswer, 'id' | 'version'>[],
): Promise<number> =>
  run(
    tx,
    sql`
      update responses a
      set unfolded = false
      where a.organisation_id = ${organisationId}
        and a.collection_id = ${collectionId}
        and a.id = any (${textArray(answers.map(({ id }) => id))})
        and a.xmin::text = ${json(Object.fromEntries(answers.map(({ id, version }) => [id, version])))} ->> a.id`,
  )
