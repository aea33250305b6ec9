/**
 * What joins two answers of one person, made once for a collection when it is analysed and kept: a p of the same people at two
 * instances (cells/paired.ts), and how a driver goes with the outcome in the whole organisation. Made anew it would differ by whoever
 * was erased in between. How p and correlation are computed is handed in: pure functions over numbers in no order.
 *
 * The correlation is one number for everyone who answered both questions. Exchanging all that two people said leaves it as it
 * is, so the proof of cells covers it. Besides: at least 30 people, no banded figure, whoever answered only one of the two is
 * nobody or k people, nobody erased, and the number is told in twentieths.
 */
import { setImmediate } from 'node:timers/promises'
import { type Question } from '../../contract/questions.ts'
import { json, many, one, run, sql, textArray, type Tx } from '../db/db.ts'
import { enpsPoint, isAlike, isScored, measureOf } from '../questions/questions.ts'
import {
  everyone,
  pairedTests,
  type QuestionAtInstance,
  type QuestionCell,
  questionMeasure,
  type SignFlip,
} from '../cells/cells.ts'
import { frozenOf, released } from './release.ts'
import { type CollectionRef } from '../collection-ref.ts'
import { numbersOf } from '../vault/vault.ts'

export type Comparisons = {
  /** Two-sided, rounded up, of a group and a question; everyone is ''. */
  paired: { team_id: string; question_id: string; p: number }[]
  impacts: { driver: string; question_id: string; correlation: number; n: number }[]
}

export type ComparisonStatistics = {
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
  const compared = questions.filter(isCompared)
  const paired = previousId === null ? [] : await pairedOf(tx, ref, previousId, compared, statistics)
  const impacts = await impactsOf(tx, ref, compared, statistics)
  await run(
    tx,
    sql`
      insert into comparisons (organisation_id, collection_id, previous_id, paired, impacts)
      values (${organisationId}, ${collectionId}, ${previousId}, ${json(paired)}, ${json(impacts)})
      on conflict (organisation_id, collection_id) do nothing`,
  )
}

/** @param previousId  a p tells of that instance alone, and of no other that came to stand before this one since */
export async function comparisonsOf(
  tx: Tx,
  ref: CollectionRef,
  previousId: string | null,
): Promise<Comparisons> {
  const { previous_id = null, paired = [], impacts = [] } = (await rowOf(tx, ref)) ?? {}
  return { paired: previous_id === previousId ? paired : [], impacts }
}

const rowOf = (
  tx: Tx,
  { organisationId, collectionId }: CollectionRef,
): Promise<(Comparisons & { previous_id: string | null }) | undefined> =>
  one(
    tx,
    sql<Comparisons & { previous_id: string | null }>`
      select previous_id, paired, impacts
      from comparisons
      where organisation_id = ${organisationId}
        and collection_id = ${collectionId}`,
  )

/** Asked of everybody, and answered on a scale. */
const isCompared = (question: Question): boolean => !question.show_if && isScored(question)

/** Promoters and detractors are what an eNPS is made of. */
const scoreOf = (question: Question, value: number): number =>
  measureOf(question) === 'enps' ? enpsPoint(value) : value

type Collection = {
  id: string
  mode: string
  breakdown: unknown
  imported_at: string | null
  questions: Question[]
  k: number
}

const collectionOf = async (tx: Tx, { organisationId, collectionId }: CollectionRef): Promise<Collection> =>
  (await one(
    tx,
    sql<Collection>`
      select id, mode, breakdown, imported_at, questions, greatest(k_score, k_rate) as k
      from collections
      where organisation_id = ${organisationId}
        and id = ${collectionId}`,
  ))!

const knowsWho = ({ mode, breakdown, imported_at }: Collection): boolean =>
  mode !== 'anonymous' && breakdown === null && imported_at === null

/** Oldest first: this one, the one before, and those that are joined to that by what left of it. Too many: null. */
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

/** Two instances of one check-in that are analysed at once: each would not see what the other leaves. */
const inTurn = (tx: Tx, { organisationId, collectionId }: CollectionRef): Promise<unknown> =>
  one(
    tx,
    sql`
      select pg_advisory_xact_lock(hashtextextended(organisation_id || ' ' || series_id || ' compared', 0))
      from collections
      where organisation_id = ${organisationId}
        and id = ${collectionId}`,
  )

/**
 * Whether a later instance is joined to this one already, or another one to the instance before: then a chain would not be a
 * line, and of one that branches the proof says nothing. It comes about where instances are not analysed in their order.
 */
const isJoinedToLater = async (
  tx: Tx,
  { organisationId, collectionId }: CollectionRef,
  previousId: string,
): Promise<boolean> =>
  (await one(
    tx,
    sql`
      select 1
      from comparisons
      where organisation_id = ${organisationId}
        and previous_id = any (${textArray([collectionId, previousId])})
        and paired <> '[]'
      limit 1`,
  )) !== undefined

async function pairedOf(
  tx: Tx,
  ref: CollectionRef,
  previousId: string,
  questions: readonly Question[],
  { signFlip }: ComparisonStatistics,
): Promise<Comparisons['paired']> {
  if (questions.length === 0 || !knowsWho(await collectionOf(tx, ref))) return []
  await inTurn(tx, ref)
  const chain = await chainOf(tx, ref, previousId)
  if (!chain?.every(knowsWho)) return []
  if (await isJoinedToLater(tx, ref, previousId)) return []
  const k = Math.max(...chain.map((collection) => collection.k))
  const loaded = await Promise.all(
    chain.map(({ id }) => loadedOf(tx, { organisationId: ref.organisationId, collectionId: id }, questions)),
  )
  const found: Comparisons['paired'] = []
  for (const question of questions.filter((one) => isAskedAlike(one, chain.at(-2)!))) {
    const told = pairedTests(
      loaded.map((one) => one(question)),
      k,
      signFlip,
    )
    found.push(...told.map(({ team_id, p }) => ({ team_id, question_id: question.id, p })))
    // Of a thousand teams a question takes a quarter of a second: others are let in between.
    await setImmediate()
  }
  return found
}

const isAskedAlike = (question: Question, { questions }: Collection): boolean => {
  const before = questions.find(({ id }) => id === question.id)
  return before !== undefined && isCompared(before) && isAlike(before, question)
}

async function loadedOf(
  tx: Tx,
  ref: CollectionRef,
  questions: readonly Question[],
): Promise<(question: Question) => QuestionAtInstance> {
  const { teams } = await frozenOf(tx, ref)
  const rows = Map.groupBy(await numbersOf(tx, ref, questions), ({ question_id }) => question_id)
  const recipients = await many<{ member_id: string; team_id: string | null }>(
    tx,
    sql`
      select member_id, team_id
      from recipients
      where organisation_id = ${ref.organisationId}
        and collection_id = ${ref.collectionId}`,
  )
  const asked = new Map(recipients.map(({ member_id, team_id }) => [member_id, team_id]))
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

/** The outcome is eNPS, where it is asked. */
async function impactsOf(
  tx: Tx,
  ref: CollectionRef,
  questions: readonly Question[],
  { spearman }: ComparisonStatistics,
): Promise<Comparisons['impacts']> {
  const outcome = questions.find((question) => measureOf(question) === 'enps')
  const drivers = questions.filter(
    (question) => question.driver !== undefined && measureOf(question) !== 'enps',
  )
  if (!outcome || drivers.length === 0) return []
  const { k } = await collectionOf(tx, ref)
  const asked = [outcome, ...drivers]
  const shown = await released<QuestionCell>(
    tx,
    ref,
    asked.map(({ id }) => questionMeasure(id)),
  )
  const numbers = Map.groupBy(await numbersOf(tx, ref, asked), ({ question_id }) => question_id)
  const plainOf = ({ id }: Question): ReadonlyMap<string, number> | null => {
    const figure = shown.find(({ measure, teamId }) => measure === questionMeasure(id) && teamId === everyone)
    const said = new Map((numbers.get(id) ?? []).map((row) => [row.id, row.value]))
    const isWhole = figure && figure.n === said.size && !figure.cells.some(({ banded }) => banded)
    return isWhole ? said : null
  }
  const outcomes = plainOf(outcome)
  return drivers.flatMap((question) => {
    const said = plainOf(question)
    if (!said || !outcomes) return []
    const pairs = [...said].flatMap(([id, value]): [number, number][] =>
      outcomes.has(id) ? [[value, outcomes.get(id)!]] : [],
    )
    const alone = [said.size - pairs.length, outcomes.size - pairs.length]
    if (pairs.length < pairsMin || alone.some((count) => count > 0 && count < k)) return []
    pairs.sort(([a, x], [b, y]) => a - b || x - y)
    const found = spearman(
      pairs.map(([value]) => value),
      pairs.map(([, value]) => value),
    )
    if (found === null) return []
    const correlation = Number((Math.round(found / correlationStep) * correlationStep).toFixed(2))
    const n = pairs.length - (pairs.length % pairsStep)
    return [{ driver: question.driver!, question_id: question.id, correlation, n }]
  })
}
