/**
 * How texts become figures. A measure runs here, sees how one collection's texts were analysed, in no order, and returns numbers
 * that are summed up by cells. It never sees a text (analysing.ts), so code outside the gate cannot keep one; words leave only as
 * the rules of themes (released-themes.ts), each used by several people.
 */
import type { Answer, Question } from '../../contract/questions.ts'
import {
  divisionBy,
  fewHidden,
  followUpsIn,
  leadingTo,
  questionMeasure,
  type Respondent,
  type Sums,
  withoutUncounted,
} from '../cells/cells.ts'
import type { CollectionRef } from '../collection-ref.ts'
import type { Tx } from '../db/db.ts'
import { eachInTurn, mapInTurn } from '../in-turns.ts'
import { asksToImprove } from '../questions/questions.ts'
import { respondentsOf } from '../vault/vault.ts'
import { type AnalysedTexts, analysedThemes, directoryNames, textsOf, type WrittenText } from './analysing.ts'
import { storeThemes } from './released-themes.ts'
import { type Answers, basisOf, findShownGroups, type Measure, release } from './release.ts'

export type TextMeasure<V = unknown> = {
  readonly name: string
  /** Which threshold its cells obey. */
  readonly threshold: 'score' | 'comment'
  /** The measures of those questions, since their comments, all of them shown, tell something of it: see Measure. */
  readonly within: readonly string[]
  /** Whose comments it is made from. */
  readonly questions: readonly string[]
  /** One value a respondent, in the same order; null for those who say nothing to this measure. */
  values(people: readonly AnalysedTexts[]): readonly (V | null)[]
  /** Where it is true of nobody's value, nobody says anything to this measure. */
  isNamed?(value: V): boolean
  /** Sums over the people of one cell. */
  figures(values: readonly V[]): Sums
  /** What each group tells, where that is less than the sum of its cells: see Measure. */
  told?: Measure['told']
  /** What one answer adds to the sums of an open attributed collection (live.ts); a measure without it is not live. */
  alone?(value: V): Sums
}

/**
 * Runs measures over what was written to these questions, once the collection is closed, and stores their cells. Figures by
 * an attribute are of scores alone.
 * @param form  `asked`: all questions of the collection; `questions`: those whose comments are read
 * @returns by what the texts were read: versionWith
 */
export async function releaseTexts(
  tx: Tx,
  ref: CollectionRef,
  { asked, questions, seed }: { asked: readonly Question[]; questions: readonly Question[]; seed: number },
  measures: readonly TextMeasure[],
): Promise<string> {
  const respondents = await respondentsOf(tx, ref)
  const unread = await unreadAnswers(tx, ref, respondents, { asked, questions })
  const textIn = (answers: Answers, id: string): { text: string; isShown: boolean } | null => {
    const answer = answers.get(id)
    if (answer?.text === undefined || unread.has(answer)) return null
    return { text: answer.text, isShown: answer.do_not_quote !== true }
  }
  const wordsIn = (answers: Answers): [string, string][] =>
    questions.flatMap(({ id }): [string, string][] => {
      const own = textIn(answers, id)
      return own ? [[id, own.text]] : []
    })
  const written: WrittenText[] = []
  await eachInTurn(respondents, ({ answers }, person) => {
    for (const [question, { id }] of questions.entries()) {
      const own = textIn(answers, id)
      if (own) written.push({ ...own, person, question })
    }
  })
  const names = await directoryNames(tx, ref.organisationId)
  const { records, themes, readBy } = await analysedThemes(tx, written, {
    names,
    questions,
    look: { seed, improving: questions.map(asksToImprove) },
  })
  await storeThemes(tx, ref, themes)
  // Most measures read the same answers: what somebody wrote is looked up once for all of them.
  const known = new Map<Answers, AnalysedTexts>()
  const textsIn = (answers: Answers): AnalysedTexts => {
    const texts = known.get(answers) ?? textsOf(wordsIn(answers), records)
    known.set(answers, texts)
    return texts
  }
  await release(
    tx,
    ref,
    measures.map((measure): Measure => ({
      ...measure,
      values: (all) => measure.values(all.map(textsIn)),
    })),
    { respondents, groups: null, asked },
  )
  return readBy
}

type Form = { asked: readonly Question[]; questions: readonly Question[] }

/** The answers that nothing is measured of, since too few people of their cell keep theirs from being shown (cells/hidden-comments.ts). */
async function unreadAnswers(
  tx: Tx,
  ref: CollectionRef,
  respondents: readonly Respondent[],
  { asked, questions }: Form,
): Promise<ReadonlySet<Answer>> {
  const { teams, thresholds } = await basisOf(tx, ref)
  const shown = await findShownGroups(tx, ref)
  const followUps = followUpsIn(asked)
  const unread = await mapInTurn(questions, ({ id: questionId }) => {
    const counted = withoutUncounted(respondents, teams, shown, leadingTo([questionId], followUps))
    const division = divisionBy(teams, shown.get(questionMeasure(questionId)) ?? new Set())
    return fewHidden(counted, division, { questionId, least: thresholds.k_score })
  })
  return new Set(unread.flat())
}
