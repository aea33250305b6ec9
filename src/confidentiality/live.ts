/**
 * Signals of an attributed collection while it is open: sums that each answer is added to once, so that the ten-thousandth
 * answer costs what the tenth did.
 *
 * Only the readers whom the promise names see them (the caller checks): they read every answer by name, so a figure that changes
 * with one answer tells them nothing new. Thresholds hold all the same. Confidential and anonymous collections are never folded:
 * each later look would name the newcomer. At close, cells replace these sums.
 *
 * What each answer added is stored beside the sums: an answer that is changed or withdrawn is subtracted and added again, and where
 * somebody is erased the sums are made again. Answering only marks its row; folding holds a lock of the collection's own.
 */
import type { Question } from '../../contract/questions.ts'
import { addFigures, everyone, questionMeasure, type Sums } from '../cells/cells.ts'
import type { CollectionRef } from '../collection-ref.ts'
import { json, many, only, run, sql, textArray, type Tx } from '../db/db.ts'
import { shape, shapeOf, text } from '../db/shape.ts'
import { liveSums } from '../db/tables.ts'
import { isScored, isText } from '../questions/questions.ts'
import {
  type ChangedAnswer,
  changedAnswers,
  changedAtOnce,
  markFolded,
  type SumsByMeasure,
} from '../vault/vault.ts'
import { basisOf } from './release.ts'
import type { Released } from './released.ts'
import { analysedTexts, directoryNames, textsOf } from './analysing.ts'
import type { TextMeasure } from './texts.ts'

export type Live = {
  questions: readonly Question[]
  /** Those with `alone` are summed. */
  measures: readonly TextMeasure[]
}

/** Counts everybody who answered once, whatever they answered. */
const answersMeasure = 'answers'

/** In a transaction. @returns how many answers were new, changed or withdrawn */
export async function foldLive(tx: Tx, ref: CollectionRef, live: Live): Promise<number> {
  await run(
    tx,
    sql`select pg_advisory_xact_lock(hashtextextended(${`${ref.organisationId} ${ref.collectionId} live`}, 0))`,
  )
  // The same lock as answering takes: closing, and erasing somebody, wait for it.
  await run(
    tx,
    sql`
      select 1
      from collections
      where organisation_id = ${ref.organisationId}
        and id = ${ref.collectionId}
      for share`,
  )
  const groupsOf = await groupFinderOf(tx, ref)
  const hasTexts = live.questions.some(isText)
  const names = hasTexts ? await namesOf(tx, ref.organisationId) : []
  const sums = runningSums(tx, ref)
  const begun: Batch[] = []
  let after: string | null = ''
  /** Texts of the next answers are read and wait for the thread while it analyses those before, so that it never waits. */
  const beginNext = async (): Promise<void> => {
    if (after === null) return
    const answers = await changedAnswers(tx, ref, after)
    after = answers.length < changedAtOnce ? null : answers[answers.length - 1].id
    if (answers.length === 0) return
    const figures = figuresOf(tx, live, answers, names)
    // Awaited later; what fails before that is told instead.
    figures.catch(() => {})
    begun.push({ answers, figures })
  }
  const write = async (changes: readonly Change[], deltas: readonly Delta[]): Promise<void> => {
    await sums.add(deltas)
    await storeFigures(tx, ref, changes)
    await markFolded(tx, ref, changes)
  }
  await beginNext()
  let folded = 0
  /** The write of the batch before: the database writes while this process counts. */
  let written = Promise.resolve()
  try {
    for (let batch = begun.shift(); batch; batch = begun.shift()) {
      while (begun.length < batchesAhead && after !== null) await beginNext()
      const found = await batch.figures
      const changes = batch.answers.map((answer, index) => ({ ...answer, figures: found[index] }))
      const deltas = deltasOf(changes, groupsOf)
      folded += changes.length
      await written
      written = write(changes, deltas)
      written.catch(() => {})
    }
    await written
  } finally {
    // No statement outlives the transaction, whatever failed.
    await written.catch(() => {})
  }
  await sums.store()
  return folded
}

/** One that the thread reads, and one that is ready for it. */
const batchesAhead = 2

type Batch = { answers: readonly ChangedAnswer[]; figures: Promise<SumsByMeasure[]> }

type GroupsOf = (team: string | null) => string[]

/** Team → all groups that it counts in: itself, the asked teams above, everyone. */
async function groupFinderOf(tx: Tx, ref: CollectionRef): Promise<GroupsOf> {
  const { teams } = await basisOf(tx, ref)
  const parents = new Map(teams.map(({ id, parent }) => [id, parent]))
  return (team) => {
    const groups: string[] = []
    for (let at = team; at !== null && parents.has(at); at = parents.get(at) ?? null) groups.push(at)
    return [...groups, everyone]
  }
}

/** A changed answer, with what it adds to the sums now. */
type Change = ChangedAnswer & { figures: SumsByMeasure }

type Delta = { team: string; measure: string; size: number; sums: Sums[] }

/** What the changes add to each group's sums, and subtract from them. */
function deltasOf(changes: readonly Change[], groupsOf: GroupsOf): Delta[] {
  const deltas = new Map<string, Delta>()
  const add = (team: string | null, figures: SumsByMeasure, sign: 1 | -1): void => {
    for (const group of groupsOf(team)) {
      for (const [measure, sums] of Object.entries(figures)) {
        const key = `${group} ${measure}`
        const delta = deltas.get(key) ?? { team: group, measure, size: 0, sums: [] }
        delta.size += sign
        delta.sums.push(sign === 1 ? sums : negated(sums))
        deltas.set(key, delta)
      }
    }
  }
  for (const { old_figures, old_team_id, counts, team_id, figures } of changes) {
    if (old_figures) add(old_team_id, old_figures, -1)
    if (counts) add(team_id, figures, 1)
  }
  return [...deltas.values()]
}

/** What each answer adds, measure by measure. Nothing is banded, since each answer stands for itself. */
async function figuresOf(
  tx: Tx,
  { questions, measures }: Live,
  answers: readonly ChangedAnswer[],
  names: readonly string[],
): Promise<SumsByMeasure[]> {
  const asked = questions.filter(isText)
  const places = new Map(asked.map(({ id }, place) => [id, place]))
  const scoredIds = new Set(questions.filter(isScored).map(({ id }) => id))
  const written = answers.map(({ answers: replies }) =>
    (replies ?? []).flatMap(({ question_id: id, text: content }): [string, string][] =>
      places.has(id) && content !== undefined ? [[id, content]] : [],
    ),
  )
  const replies = written.flatMap((texts) => texts.map(([id, text]) => ({ text, question: places.get(id)! })))
  const records = await analysedTexts(tx, replies, { names, questions: asked })
  const texts = written.map((one) => textsOf(one, records))
  const figures = answers.map(({ answers: replies }): SumsByMeasure => {
    const sums: SumsByMeasure = { [answersMeasure]: {} }
    for (const { question_id: id, value } of replies ?? []) {
      if (scoredIds.has(id) && typeof value === 'number')
        sums[questionMeasure(id)] = { n: 1, counts: { [value]: 1 }, sum: value, comments: [] }
    }
    return sums
  })
  for (const { name, values, alone } of measures) {
    if (!alone) continue
    values(texts).forEach((value, index) => {
      if (value !== null) figures[index][name] = alone(value)
    })
  }
  return figures
}

function negated(sums: Sums): Sums {
  if (typeof sums === 'number') return -sums
  if (Array.isArray(sums)) return sums.map(negated)
  const members = Object.entries(sums).map(([name, member]): [string, Sums | boolean] => [
    name,
    typeof member === 'boolean' ? member : negated(member),
  ])
  return Object.fromEntries(members)
}

const sumsRow = shapeOf(liveSums, ['team_id', 'measure', 'size', 'sums'])

type Running = { team: string; measure: string; size: number; sums: unknown }

/** The stored sums of a collection and what is added to them, written once: ten batches of answers change the same few rows. */
function runningSums(tx: Tx, { organisationId, collectionId }: CollectionRef) {
  const found = new Set<string>()
  const running = new Map<string, Running>()
  const changed = new Set<Running>()
  const find = async (teams: readonly string[]): Promise<void> => {
    const stored = await many(
      tx,
      sumsRow,
      sql`
        select ${sumsRow.columns}
        from live_sums
        where organisation_id = ${organisationId}
          and collection_id = ${collectionId}
          and team_id = any (${textArray(teams)})`,
    )
    for (const { team_id: team, measure, size, sums } of stored)
      running.set(`${team} ${measure}`, { team, measure, size, sums })
    for (const team of teams) found.add(team)
  }
  return {
    async add(deltas: readonly Delta[]): Promise<void> {
      const others = new Set(deltas.map(({ team }) => team)).difference(found)
      if (others.size > 0) await find([...others])
      for (const { team, measure, size, sums } of deltas) {
        const key = `${team} ${measure}`
        const one = running.get(key) ?? { team, measure, size: 0, sums: undefined }
        one.sums = addFigures([...(one.sums === undefined ? [] : [one.sums]), ...sums])
        one.size += size
        running.set(key, one)
        changed.add(one)
      }
    },
    async store(): Promise<void> {
      if (changed.size === 0) return
      await run(
        tx,
        sql`
          insert into live_sums (organisation_id, collection_id, team_id, measure, size, sums)
          select ${organisationId}, ${collectionId}, team, measure, size, sums
          from jsonb_to_recordset(${json([...changed])}) as delta (team text, measure text, size integer, sums jsonb)
          on conflict (organisation_id, collection_id, team_id, measure) do update
          set size = excluded.size,
              sums = excluded.sums`,
      )
    },
  }
}

async function storeFigures(
  tx: Tx,
  { organisationId, collectionId }: CollectionRef,
  changes: readonly Change[],
): Promise<void> {
  const withdrawn = changes.filter(({ counts }) => !counts)
  if (withdrawn.length > 0)
    await run(
      tx,
      sql`
        delete from live_answers
        where organisation_id = ${organisationId}
          and collection_id = ${collectionId}
          and response_id = any (${textArray(withdrawn.map(({ id }) => id))})`,
    )
  const counted = changes
    .filter(({ counts }) => counts)
    .map(({ id, team_id, figures }) => ({ id, team_id, figures }))
  await run(
    tx,
    sql`
      insert into live_answers (organisation_id, collection_id, response_id, team_id, figures)
      select ${organisationId}, ${collectionId}, id, team_id, figures
      from jsonb_to_recordset(${json(counted)}) as counted (id text, team_id text, figures jsonb)
      on conflict (organisation_id, collection_id, response_id) do update
      set team_id = excluded.team_id,
          figures = excluded.figures`,
  )
}

/** A list of names is prepared for search once; searching the same list again costs nothing (src/text/roster.ts). */
const namesByOrganisation = new Map<string, { mark: string; names: string[] }>()
const organisationsMax = 20

const markRow = shape({ mark: text })

async function namesOf(tx: Tx, organisationId: string): Promise<string[]> {
  const { mark } = await only(
    tx,
    markRow,
    sql`
      select count(*) || ' ' || coalesce(max(updated_at)::text, '') as mark
      from members
      where organisation_id = ${organisationId}`,
  )
  const before = namesByOrganisation.get(organisationId)
  if (before?.mark === mark) return before.names
  const names = await directoryNames(tx, organisationId)
  if (namesByOrganisation.size >= organisationsMax) namesByOrganisation.clear()
  namesByOrganisation.set(organisationId, { mark, names })
  return names
}

/** What has been folded, for the groups and measures above their thresholds; and how many answered. */
export async function liveFigures(
  tx: Tx,
  ref: CollectionRef,
): Promise<{ answers: number; figures: Released<unknown>[] }> {
  const { k_score, k_comment } = (await basisOf(tx, ref)).thresholds
  const rows = await many(
    tx,
    sumsRow,
    sql`
      select ${sumsRow.columns}
      from live_sums
      where organisation_id = ${ref.organisationId}
        and collection_id = ${ref.collectionId}
        and size >= case
          when measure = ${answersMeasure} or starts_with(measure, ${questionMeasure('')}) then ${k_score}::integer
          else ${k_comment}::integer
        end
      order by team_id, measure`,
  )
  const figures = rows.map(({ team_id, measure, size, sums }) => ({
    measure,
    teamId: team_id,
    n: size,
    cells: [sums],
  }))
  const all = figures.find(({ teamId, measure }) => teamId === everyone && measure === answersMeasure)
  return { answers: all?.n ?? 0, figures }
}
