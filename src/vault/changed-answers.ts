/** Answers to an open attributed collection that its live sums do not hold yet, some at a time. */
import { type Answer } from '../../contract/questions.ts'
import { many, run, sql, textArray, type Tx } from '../db/db.ts'
import { type Sums } from '../cells/cells.ts'
import { type CollectionRef } from '../collection-ref.ts'

export const changedAtOnce = 1_000

export type ChangedAnswer = {
  id: string
  version: string
  counts: boolean
  team_id: string | null
  answers: Answer[] | null
  old_team_id: string | null
  old_figures: SumsByMeasure | null
}

/** measure → sums */
export type SumsByMeasure = Record<string, Sums>

/** Rows of one mode alone: whatever the caller believes. One that was withdrawn has a version too, and adds nothing. */
export const changedAnswers = (
  tx: Tx,
  { organisationId, collectionId }: CollectionRef,
): Promise<ChangedAnswer[]> =>
  many<ChangedAnswer>(
    tx,
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

/** But for those that were changed meanwhile: they are found again. */
export const markFolded = (
  tx: Tx,
  { organisationId, collectionId }: CollectionRef,
  rows: readonly ChangedAnswer[],
): Promise<number> =>
  run(
    tx,
    sql`
      update responses a
      set unfolded = false
      from unnest(${textArray(rows.map(({ id }) => id))}, ${textArray(rows.map(({ version }) => version))}) as folded (id, version)
      where a.organisation_id = ${organisationId}
        and a.collection_id = ${collectionId}
        and a.id = folded.id
        and a.xmin::text = folded.version`,
  )
