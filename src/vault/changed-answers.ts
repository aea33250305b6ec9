/** Answers to an open attributed collection that its live sums do not hold yet, a batch at a time. */
import { type Sums } from '../cells/cells.ts'
import { type CollectionRef } from '../collection-ref.ts'
import { many, run, sql, textArray, type Tx } from '../db/db.ts'
import { bool, jsonbOf, nullable, type RowOf, shape, text } from '../db/shape.ts'
import { liveAnswers, responses } from '../db/tables.ts'

export const changedAtOnce = 1_000

/** measure → sums */
export type SumsByMeasure = Record<string, Sums>

const changedRow = shape({
  id: responses.id,
  version: text,
  counts: bool,
  team_id: responses.team_id,
  answers: responses.answers,
  old_team_id: liveAnswers.team_id,
  old_figures: nullable(jsonbOf<SumsByMeasure>()),
})
/** An answer, with the team and the figures that the sums hold of it so far. One that was withdrawn counts no more. */
export type ChangedAnswer = RowOf<typeof changedRow>

/** The statement itself reads attributed mode alone, whatever the caller believes. */
export const changedAnswers = (
  tx: Tx,
  { organisationId, collectionId }: CollectionRef,
): Promise<ChangedAnswer[]> =>
  many(
    tx,
    changedRow,
    sql`
      select a.id, a.xmin::text as version, a.state = 'submitted' as counts, a.team_id, a.answers,
             l.team_id as old_team_id, l.figures as old_figures
      from responses a
      join collections c on c.organisation_id = a.organisation_id and c.id = a.collection_id
      left join live_answers l
        on l.organisation_id = a.organisation_id
       and l.collection_id = a.collection_id
       and l.response_id = a.id
      where a.organisation_id = ${organisationId}
        and a.collection_id = ${collectionId}
        and a.unfolded
        and c.mode = 'attributed'
        and c.state = 'open'
      limit ${changedAtOnce}`,
  )

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
      from unnest(${textArray(answers.map(({ id }) => id))}, ${textArray(answers.map(({ version }) => version))}) as folded (id, version)
      where a.organisation_id = ${organisationId}
        and a.collection_id = ${collectionId}
        and a.id = folded.id
        and a.xmin::text = folded.version`,
  )
