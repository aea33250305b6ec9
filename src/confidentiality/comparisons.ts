/**
 * Figures that join two answers of one person, computed once for a collection when it is analysed and stored: a p of the same
 * people at two instances (cells/paired.ts), and how a driver correlates with the outcome in the whole organisation. Computed
 * again they would differ by a person erased in between. How p and correlation are computed is passed in: pure functions over
 * numbers in no order.
 *
 * The correlation is one number for everyone who answered both questions. It stays the same when two people exchange all their
 * answers, so the proof of cells covers it. Besides: at least 30 people, no banded figure, the people who answered only one of
 * the two are none or k, nobody was erased, and the number is rounded to twentieths.
 */
import { setImmediate } from 'node:timers/promises'
import type { Question } from '../../contract/questions.ts'
import type { CollectionRef } from '../collection-ref.ts'
import { exists, json, many, one, only, run, sql, textArray, type Tx } from '../db/db.ts'
import { bool, int4, jsonbOf, type RowOf, shape, shapeOf } from '../db/shape.ts'
import { collections, comparisons, recipients } from '../db/tables.ts'
import { enpsPoint, isAlike, isScored, measureOf } from '../questions/questions.ts'
import {
  everyone,
  pairedTests,
  type QuestionAtInstance,
  type QuestionCell,
  questionMeasure,
  type SignFlip,
} from '../cells/cells.ts'
import { numbersOf } from '../vault/vault.ts'
import { recipientRows } from '../roster-rows.ts'
import { basisOf } from './release.ts'
import { released } from './released.ts'

export type Comparisons = {
  /** p is two-sided and rounded up to a step; team_id '' is everyone. */
  paired: { team_id: string; question_id: string; p: number }[]
  impacts: { driver: string; question_id: string; correlation: number; n: number }[]
}

type ComparisonStatistics = {
  signFlip: SignFlip
  /** Rank correlation, null where there is none. */
  spearman(xs: readonly number[], ys: readonly number[]): number | null
}

const chainMax = 6
const pairsMin = 30
const correlationStep = 0.05
const pairsStep = 5

/** previousId: the collection of the instance before, if there was one. */
type Compared = { previousId: string | null; questions: readonly Question[] }

/** Does nothing where it was done before. */
export async function releaseComparisons(
  tx: Tx,
  ref: CollectionRef,
  { previousId, questions }: Compared,
  statistics: ComparisonStatistics,
): Promise<void> {
  const { organisationId, collectionId } = ref
  if (await rowOf(tx, ref)) return
  // What is left of answers whose time is over is a part of them.
  if ((await collectionOf(tx, ref)).answers_deleted_at !== null) return
  const compared = questions.filter(isCompared)
  const paired =
    previousId === null ? [] : await pairedOf(tx, ref, { previousId, questions: compared }, statistics)
  const impacts = await impactsOf(tx, ref, compared, statistics)
  await run(
    tx,
    sql`
      insert into comparisons (organisation_id, collection_id, previous_id, paired, impacts)
      values (${organisationId}, ${collectionId}, ${previousId}, ${json(paired)}, ${json(impacts)})
      on conflict (organisation_id, collection_id) do nothing`,
  )
}

/** @param previousId  the instance before by now: a p is returned only if it was computed with that one */
export async function comparisonsOf(
  tx: Tx,
  ref: CollectionRef,
  previousId: string | null,
): Promise<Comparisons> {
  const { previous_id = null, paired = [], impacts = [] } = (await rowOf(tx, ref)) ?? {}
  return { paired: previous_id === previousId ? paired : [], impacts }
}

const comparisonRow = shapeOf(comparisons, ['previous_id', 'paired', 'impacts'], {
  paired: jsonbOf<Comparisons['paired']>(),
  impacts: jsonbOf<Comparisons['impacts']>(),
})

const rowOf = (
  tx: Tx,
  { organisationId, collectionId }: CollectionRef,
): Promise<RowOf<typeof comparisonRow> | undefined> =>
  one(
    tx,
    comparisonRow,
    sql`
      select ${comparisonRow.columns}
      from comparisons
      where organisation_id = ${organisationId}
        and collection_id = ${collectionId}`,
  )

/** Questions that everybody is asked and answers on a scale. */
const isCompared = (question: Question): boolean => !question.show_if && isScored(question)

/** An eNPS is made of promoters and detractors. */
const scoreOf = (question: Question, value: number): number =>
  measureOf(question) === 'enps' ? enpsPoint(value) : value

const collectionRow = shapeOf(
  collections,
  ['id', 'mode', 'breakdown', 'imported_at', 'questions', 'sitting_out', 'answers_deleted_at'],
  {
    k: int4,
  },
)
type Collection = RowOf<typeof collectionRow>

const collectionOf = (tx: Tx, { organisationId, collectionId }: CollectionRef): Promise<Collection> =>
  only(
    tx,
    collectionRow,
    sql`
      select ${collectionRow.columns}, greatest(k_score, k_rate) as k
      from collections
      where organisation_id = ${organisationId}
        and id = ${collectionId}`,
  )

/** Whether two answers of one person may be joined. */
const isJoinable = ({ mode, breakdown, imported_at, sitting_out, answers_deleted_at }: Collection): boolean =>
  mode !== 'anonymous' &&
  answers_deleted_at === null &&
  breakdown === null &&
  imported_at === null &&
  Object.keys(sitting_out).length === 0

/** Oldest first: the instances joined to the previous one by a p, that one, and this one. @returns null where there are too many */
async function chainOf(tx: Tx, ref: CollectionRef, previousId: string): Promise<Collection[] | null> {
  const chain = [await collectionOf(tx, ref)]
  for (let id: string | null = previousId; id !== null;) {
    if (chain.length === chainMax) return null
    const at: CollectionRef = { organisationId: ref.organisationId, collectionId: id }
    chain.unshift(await collectionOf(tx, at))
    const before = await rowOf(tx, at)
    id = before && before.paired.length > 0 ? before.previous_id : null
  }
  return chain
}

/** Two instances of one check-in that are analysed at once would not see what the other stores: they take turns. */
const lockSeries = (tx: Tx, { organisationId, collectionId }: CollectionRef): Promise<number> =>
  run(
    tx,
    sql`
      select pg_advisory_xact_lock(hashtextextended(organisation_id || ' ' || series_id || ' compared', 0))
      from collections
      where organisation_id = ${organisationId}
        and id = ${collectionId}`,
  )

/**
 * Nothing of a series is compared until the transaction ends, or false: something is right now. Who begins to delete answers asks, since a
 * comparison with a part of them would be one with fewer people than it says.
 */
export async function holdComparisons(
  tx: Tx,
  { organisationId, collectionId }: CollectionRef,
): Promise<boolean> {
  const { is_held: isHeld } = await only(
    tx,
    shape({ is_held: bool }),
    sql`
      select pg_try_advisory_xact_lock(hashtextextended(organisation_id || ' ' || series_id || ' compared', 0)) as is_held
      from collections
      where organisation_id = ${organisationId}
        and id = ${collectionId}`,
  )
  return isHeld
}

/**
 * Whether a later instance is already joined to this one, or another one to the instance before: then the chain would branch,
 * which the proof does not cover. It happens where instances are not analysed in their order.
 */
const isJoinedToLater = (
  tx: Tx,
  { organisationId, collectionId }: CollectionRef,
  previousId: string,
): Promise<boolean> =>
  exists(
    tx,
    sql`
      select 1
      from comparisons
      where organisation_id = ${organisationId}
        and previous_id = any (${textArray([collectionId, previousId])})
        and paired <> '[]'
      limit 1`,
  )

async function pairedOf(
  tx: Tx,
  ref: CollectionRef,
  { previousId, questions }: { previousId: string; questions: readonly Question[] },
  { signFlip }: ComparisonStatistics,
): Promise<Comparisons['paired']> {
  if (questions.length === 0 || !isJoinable(await collectionOf(tx, ref))) return []
  await lockSeries(tx, ref)
  const chain = await chainOf(tx, ref, previousId)
  if (!chain?.every(isJoinable)) return []
  // Anyone who reads one of them by name would know from p what those people said in the other.
  if (!chain.every(({ mode }) => mode === chain[0].mode)) return []
  if (await isJoinedToLater(tx, ref, previousId)) return []
  const k = Math.max(...chain.map((collection) => collection.k))
  const instances = await Promise.all(
    chain.map(({ id }) =>
      loadInstance(tx, { organisationId: ref.organisationId, collectionId: id }, questions),
    ),
  )
  const [previous] = chain.slice(-2)
  const paired: Comparisons['paired'] = []
  for (const question of questions.filter((one) => isAskedAlike(one, previous))) {
    const tests = pairedTests(
      instances.map((instance) => instance(question)),
      k,
      signFlip,
    )
    paired.push(...tests.map(({ team_id, p }) => ({ team_id, question_id: question.id, p })))
    // With a thousand teams a question takes a quarter of a second: requests are served in between.
    await setImmediate()
  }
  return paired
}

const isAskedAlike = (question: Question, { questions }: Collection): boolean => {
  const before = questions.find(({ id }) => id === question.id)
  return before !== undefined && isCompared(before) && isAlike(before, question)
}

const recipientRow = shapeOf(recipients, ['member_id', 'team_id'])

/** @returns each of these questions as this instance asked it */
async function loadInstance(
  tx: Tx,
  ref: CollectionRef,
  questions: readonly Question[],
): Promise<(question: Question) => QuestionAtInstance> {
  const { teams } = await basisOf(tx, ref)
  const rows = Map.groupBy(await numbersOf(tx, ref, questions), ({ question_id }) => question_id)
  const roster = await many(
    tx,
    recipientRow,
    sql`
      select ${recipientRow.columns}
      from (${recipientRows(ref.organisationId, { collection: sql`${ref.collectionId}`, member: null })}) as r
      where is_counted`,
  )
  const asked = new Map(roster.map(({ member_id, team_id }) => [member_id, team_id]))
  const figures = Map.groupBy(
    await released<QuestionCell>(
      tx,
      ref,
      questions.map(({ id }) => questionMeasure(id)),
    ),
    ({ measure }) => measure,
  )
  return (question) => ({
    teams,
    shown: new Map((figures.get(questionMeasure(question.id)) ?? []).map(({ teamId, n }) => [teamId, n])),
    asked,
    answers: new Map(
      (rows.get(question.id) ?? []).flatMap(({ member_id, team_id, value }) =>
        member_id === null
          ? []
          : [[member_id, { home: team_id, value, score: scoreOf(question, value) }] as const],
      ),
    ),
  })
}

/** The outcome is eNPS, where a question asks for it. */
async function impactsOf(
  tx: Tx,
  ref: CollectionRef,
  questions: readonly Question[],
  { spearman }: ComparisonStatistics,
): Promise<Comparisons['impacts']> {
  const outcome = questions.find((question) => measureOf(question) === 'enps')
  const drivers = questions.flatMap((question) =>
    question.driver !== undefined && measureOf(question) !== 'enps'
      ? [{ question, driver: question.driver }]
      : [],
  )
  if (!outcome || drivers.length === 0) return []
  const { k } = await collectionOf(tx, ref)
  const asked = [outcome, ...drivers.map(({ question }) => question)]
  const figures = await released<QuestionCell>(
    tx,
    ref,
    asked.map(({ id }) => questionMeasure(id)),
  )
  const numbers = Map.groupBy(await numbersOf(tx, ref, asked), ({ question_id }) => question_id)
  const unbandedValuesOf = ({ id }: Question): ReadonlyMap<string, number> | null => {
    const figure = figures.find(
      ({ measure, teamId }) => measure === questionMeasure(id) && teamId === everyone,
    )
    const values = new Map((numbers.get(id) ?? []).map((row) => [row.id, row.value]))
    const isWhole = figure && figure.n === values.size && !figure.cells.some(({ banded }) => banded)
    return isWhole ? values : null
  }
  const outcomes = unbandedValuesOf(outcome)
  return drivers.flatMap(({ question, driver }) => {
    const values = unbandedValuesOf(question)
    if (!values || !outcomes) return []
    const pairs = [...values].flatMap(([id, value]): [number, number][] => {
      const other = outcomes.get(id)
      return other === undefined ? [] : [[value, other]]
    })
    const unpaired = [values.size - pairs.length, outcomes.size - pairs.length]
    if (pairs.length < pairsMin || unpaired.some((count) => count > 0 && count < k)) return []
    pairs.sort(([a, x], [b, y]) => a - b || x - y)
    const found = spearman(
      pairs.map(([value]) => value),
      pairs.map(([, value]) => value),
    )
    if (found === null) return []
    const correlation = Number((Math.round(found / correlationStep) * correlationStep).toFixed(2))
    const n = pairs.length - (pairs.length % pairsStep)
    return [{ driver, question_id: question.id, correlation, n }]
  })
}
