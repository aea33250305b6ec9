/**
 * How texts become figures. A measure runs here, sees how one collection's texts were analysed, in no order, and returns numbers
 * that are summed up by cells. It never sees a text (analysing.ts), so code outside the gate cannot keep one; words leave only as
 * the names of themes.
 */
import { type FollowUp, type Sums } from '../cells/cells.ts'
import { type CollectionRef } from '../collection-ref.ts'
import { type Tx } from '../db/db.ts'
import { type ThemeOptions } from '../text/text.ts'
import { respondentsOf } from '../vault/vault.ts'
import { type AnalysedTexts, analysedTexts, directoryNames, textsOf } from './analysing.ts'
import { type Answers, type Measure, release } from './release.ts'

export type TextMeasure<V = unknown> = {
  readonly name: string
  /** Which threshold its cells obey. */
  readonly threshold: 'score' | 'comment'
  /** The questions whose comments tell something of it, all of them shown: see Measure. */
  readonly within: readonly string[]
  readonly follows: readonly FollowUp[]
  /** One value a respondent, in the same order; null for those who say nothing to this measure. */
  values(people: readonly AnalysedTexts[]): readonly (V | null)[]
  /** Sums over the people of one cell. */
  figures(values: readonly V[]): Sums
  /** What one answer adds to the sums of an open attributed collection (live.ts); a measure without it is not live. */
  alone?(value: V): Sums
}

/**
 * Runs measures over what was written to these questions, once the collection is closed, and stores their cells. Figures by
 * an attribute are of scores alone.
 */
export async function releaseTexts(
  tx: Tx,
  ref: CollectionRef,
  { questionIds, themes }: { questionIds: readonly string[]; themes: ThemeOptions },
  measures: readonly TextMeasure[],
): Promise<void> {
  const respondents = await respondentsOf(tx, ref)
  const wordsIn = (answers: Answers): [string, string][] =>
    questionIds.flatMap((id): [string, string][] => {
      const text = answers.get(id)?.text
      return text === undefined ? [] : [[id, text]]
    })
  const written = new Set(respondents.flatMap(({ answers }) => wordsIn(answers).map(([, text]) => text)))
  const names = await directoryNames(tx, ref.organisationId)
  const records = await analysedTexts(tx, written, { names, themes })
  await release(
    tx,
    ref,
    measures.map((measure): Measure => ({
      ...measure,
      values: (all) => measure.values(all.map((answers) => textsOf(wordsIn(answers), records))),
    })),
    { respondents, groups: null },
  )
}
