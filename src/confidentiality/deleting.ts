/**
 * Deleting what the gate holds of a collection, when the time of its answers is over or when it is purged. Comments go as a whole: first
 * every group stops showing them, in one statement, and then their cells go in small parts. So nobody ever sees figures of a part of the
 * answers, and no two readings differ by fewer people than a whole survey. Scores and other figures stay until the survey goes, all of them.
 */
import { questionMeasure } from '../cells/cells.ts'
import type { Question } from '../../contract/questions.ts'
import type { CollectionRef } from '../collection-ref.ts'
import { only, run, sql, textArray, type Tx } from '../db/db.ts'
import { int8, nullable, shape, text } from '../db/shape.ts'
import { isText } from '../questions/questions.ts'
import { answerParts, type Batch, destroyKeys, proofParts } from '../vault/vault.ts'
import { deleteThemes } from './released-themes.ts'

/** Deletes some rows of one table. @param after  where the last batch ended; null: begin */
export type DeleteSome = (tx: Tx, ref: CollectionRef, after: string | null, limit: number) => Promise<Batch>

/** Its cells are named by words of answers, so they go when the answers go. */
export const phrasesMeasure = 'phrases'

/** What holds words of answers. */
const wordMeasures = (questions: readonly Question[]): string[] => [
  ...questions.filter(isText).map(({ id }) => questionMeasure(id)),
  phrasesMeasure,
]

/** From now on no group shows a comment or a phrase, and no theme the words of its rule. */
export async function hideComments(
  tx: Tx,
  ref: CollectionRef,
  questions: readonly Question[],
): Promise<void> {
  for (const table of ['released_groups', 'packed_groups'] as const)
    await run(
      tx,
      sql`
        delete from ${sql.table(table)}
        where organisation_id = ${ref.organisationId}
          and collection_id = ${ref.collectionId}
          and measure = any (${textArray(wordMeasures(questions))})`,
    )
  await deleteThemes(tx, ref)
}

const batchRow = shape({ count: int8, last: nullable(text) })

/** @param measures  null: all of them */
const someFigures = (
  tx: Tx,
  { organisationId, collectionId }: CollectionRef,
  table: 'cells' | 'packed_cells' | 'released_groups' | 'packed_groups' | 'released_breakdowns',
  { measures, after, limit }: { measures: string[] | null; after: string | null; limit: number },
): Promise<Batch> =>
  only(
    tx,
    batchRow,
    sql`
      with deleted as (
        delete from ${sql.table(table)}
        where organisation_id = ${organisationId}
          and ctid = any (array(
          select ctid
          from ${sql.table(table)}
          where organisation_id = ${organisationId}
            and collection_id = ${collectionId}
            and measure >= ${after ?? ''}
            ${measures === null ? sql`` : sql`and measure = any (${textArray(measures)})`}
          order by measure
          limit ${limit}
        ))
        returning measure
      )
      select count(*) as count, max(measure) as last
      from deleted`,
  )

/** Cells hold comments, so a batch has fewer of them. */
const cellsOfBatch = 4

const cellsParts = (measures: string[] | null): readonly DeleteSome[] =>
  (['cells', 'packed_cells'] as const).map(
    (table): DeleteSome =>
      (tx, ref, after, limit) =>
        someFigures(tx, ref, table, { measures, after, limit: Math.ceil(limit / cellsOfBatch) }),
  )

/** Answers and the comments in cells. */
export const answersOver = (questions: readonly Question[]): readonly DeleteSome[] => [
  ...answerParts,
  ...cellsParts(wordMeasures(questions)),
]

/** All that the gate holds of a collection. */
export const figureParts: readonly DeleteSome[] = [
  ...answerParts,
  ...(['released_groups', 'packed_groups', 'released_breakdowns'] as const).map(
    (table): DeleteSome =>
      (tx, ref, after, limit) =>
        someFigures(tx, ref, table, { measures: null, after, limit }),
  ),
  ...cellsParts(null),
  ...proofParts,
]

/** What is left when the parts have gone: a row or two of each. */
export async function forgetCollection(tx: Tx, ref: CollectionRef): Promise<void> {
  await destroyKeys(tx, ref)
  for (const table of ['comparisons', 'released_themes', 'alerts'] as const)
    await run(
      tx,
      sql`
        delete from ${sql.table(table)}
        where organisation_id = ${ref.organisationId}
          and collection_id = ${ref.collectionId}`,
    )
}
