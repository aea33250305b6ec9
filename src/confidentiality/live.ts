/**
 * Signals of an attributed collection while it is open: sums that each answer is added to once, so that the ten-thousandth
 * costs what the tenth did.
 *
 * Told to those alone whom the promise names as readers (the caller's to check): they read every answer by its name, so a
 * figure that changes with one answer tells them nothing new. Thresholds hold all the same. Of confidential and anonymous
 * collections nothing is ever folded: each later look would name the newcomer. At close, cells take the place of these sums.
 *
 * What an answer added is kept beside the sums: one that is changed or withdrawn is taken out and put in anew, and where somebody
 * is erased the sums are made anew. Answering marks its row and does no more; whoever folds holds a lock of the collection's own.
 */
import { type Question } from '../../contract/questions.ts'
import { json, many, one, run, sql, textArray, type Tx } from '../db/db.ts'
import { isScored, isText } from '../questions/questions.ts'
import { addFigures, everyone, questionMeasure, type Sums } from '../cells/cells.ts'
import { frozenOf, type Released } from './release.ts'
import { directoryNames, type RedactedText, redactedTexts, type TextMeasure, type Texts } from './texts.ts'
import { type CollectionRef } from '../collection-ref.ts'
import {
  type ChangedAnswer,
  changedAnswers,
  changedAtOnce,
  markFolded,
  type SumsByMeasure,
} from '../vault/vault.ts'

export type Live = {
  questions: readonly Question[]
  /** Those with `alone` are told; handed the distinct texts of what has changed. */
  measuresOf(texts: readonly RedactedText[]): Promise<readonly TextMeasure[]>
}

/** Everybody counts here once, whatever he answered. */
const answersMeasure = 'answers'

/** In a transaction. @returns how many answers were new, changed or gone */
export async function foldLive(tx: Tx, ref: CollectionRef, live: Live): Promise<number> {
  await one(
    tx,
    sql`select pg_advisory_xact_lock(hashtextextended(${`${ref.organisationId} ${ref.collectionId} live`}, 0))`,
  )
  // As answering does: closing, and erasing somebody, wait for it and come after it.
  await one(
    tx,
    sql`
      select 1
      from collections
      where organisation_id = ${ref.organisationId}
        and id = ${ref.collectionId}
      for share`,
  )
  const paths = await pathsOf(tx, ref)
  for (let folded = 0; ;) {
    const rows = await changedAnswers(tx, ref)
    if (rows.length === 0) return folded
    await fold(tx, ref, live, rows, paths)
    await markFolded(tx, ref, rows)
    folded += rows.length
    if (rows.length < changedAtOnce) return folded
  }
}

/** Team → all groups that it counts in: itself, the asked teams above, everyone. */
async function pathsOf(tx: Tx, ref: CollectionRef): Promise<(team: string | null) => string[]> {
  const { teams } = await frozenOf(tx, ref)
  const parents = new Map(teams.map(({ id, parent }) => [id, parent]))
  return (team) => {
    const path: string[] = []
    for (let at = team; at !== null && parents.has(at); at = parents.get(at) ?? null) path.push(at)
    return [...path, everyone]
  }
}

async function fold(
  tx: Tx,
  ref: CollectionRef,
  live: Live,
  rows: readonly ChangedAnswer[],
  paths: (team: string | null) => string[],
): Promise<void> {
  const figures = await figuresOf(tx, ref, live, rows)
  const deltas = new Map<string, { team: string; measure: string; size: number; sums: Sums[] }>()
  const add = (team: string | null, own: SumsByMeasure, sign: 1 | -1): void => {
    for (const group of paths(team)) {
      for (const [measure, sums] of Object.entries(own)) {
        const key = `${group} ${measure}`
        const delta = deltas.get(key) ?? { team: group, measure, size: 0, sums: [] }
        delta.size += sign
        delta.sums.push(sign === 1 ? sums : negated(sums))
        deltas.set(key, delta)
      }
    }
  }
  rows.forEach((row, index) => {
    if (row.old_figures) add(row.old_team_id, row.old_figures, -1)
    if (row.counts) add(row.team_id, figures[index], 1)
  })
  await addToSums(tx, ref, [...deltas.values()])
  await keepAnswers(
    tx,
    ref,
    rows.map((row, index) => ({ ...row, figures: figures[index] })),
  )
}

/** What each answer adds: measure by measure, nothing banded, for each stands for itself. */
async function figuresOf(
  tx: Tx,
  { organisationId }: CollectionRef,
  { questions, measuresOf }: Live,
  rows: readonly ChangedAnswer[],
): Promise<SumsByMeasure[]> {
  const textIds = new Set(questions.filter(isText).map(({ id }) => id))
  const scoredIds = new Set(questions.filter(isScored).map(({ id }) => id))
  const written = rows.some(({ answers }) => answers?.some(({ question_id: id }) => textIds.has(id)))
  const names = written ? await namesOf(tx, organisationId) : []
  const wordsOf = ({ answers }: ChangedAnswer): [string, string][] =>
    (answers ?? []).flatMap(({ question_id: id, text }) =>
      textIds.has(id) && text !== undefined ? [[id, text]] : [],
    )
  const plain = await redactedTexts(
    new Set(rows.flatMap((row) => wordsOf(row).map(([, text]) => text))),
    names,
  )
  const texts = rows.map((row): Texts => new Map(wordsOf(row).map(([id, text]) => [id, plain.get(text)!])))
  const measures = await measuresOf([...new Set(texts.flatMap((one) => [...one.values()]))])
  const figures = rows.map(({ answers }): SumsByMeasure => {
    const own: SumsByMeasure = { [answersMeasure]: {} }
    for (const { question_id: id, value } of answers ?? []) {
      if (scoredIds.has(id) && typeof value === 'number')
        own[questionMeasure(id)] = { n: 1, counts: { [value]: 1 }, sum: value, comments: [] }
    }
    return own
  })
  for (const { name, values, alone } of measures) {
    if (!alone) continue
    values(texts).forEach((value, index) => {
      if (value !== null) figures[index][name] = alone(value)
    })
  }
  return figures
}

const negated = (sums: Sums): Sums =>
  typeof sums === 'number'
    ? -sums
    : Array.isArray(sums)
      ? sums.map(negated)
      : Object.fromEntries(Object.entries(sums).map(([name, one]) => [name, negated(one as Sums)]))

type Delta = { team: string; measure: string; size: number; sums: Sums[] }

async function addToSums(
  tx: Tx,
  { organisationId, collectionId }: CollectionRef,
  deltas: readonly Delta[],
): Promise<void> {
  const before = await many<{ team_id: string; measure: string; size: number; sums: Sums }>(
    tx,
    sql`
      select s.team_id, s.measure, s.size, s.sums
      from unnest(${textArray(deltas.map(({ team }) => team))}, ${textArray(deltas.map(({ measure }) => measure))})
        as wanted (team_id, measure)
      join live_sums s
        on s.organisation_id = ${organisationId}
       and s.collection_id = ${collectionId}
       and s.team_id = wanted.team_id
       and s.measure = wanted.measure`,
  )
  const known = new Map(before.map((row) => [`${row.team_id} ${row.measure}`, row]))
  const rows = deltas.map(({ team, measure, size, sums }) => {
    const old = known.get(`${team} ${measure}`)
    return {
      team,
      measure,
      size: (old?.size ?? 0) + size,
      sums: addFigures([...(old ? [old.sums] : []), ...sums]),
    }
  })
  await run(
    tx,
    sql`
      insert into live_sums (organisation_id, collection_id, team_id, measure, size, sums)
      select ${organisationId}, ${collectionId}, team, measure, size, sums
      from jsonb_to_recordset(${json(rows)}) as told (team text, measure text, size integer, sums jsonb)
      on conflict (organisation_id, collection_id, team_id, measure) do update
      set size = excluded.size,
          sums = excluded.sums`,
  )
}

async function keepAnswers(
  tx: Tx,
  { organisationId, collectionId }: CollectionRef,
  rows: readonly (ChangedAnswer & { figures: SumsByMeasure })[],
): Promise<void> {
  const gone = rows.filter(({ counts }) => !counts)
  if (gone.length > 0)
    await run(
      tx,
      sql`
        delete from live_answers
        where organisation_id = ${organisationId}
          and collection_id = ${collectionId}
          and response_id = any (${textArray(gone.map(({ id }) => id))})`,
    )
  const kept = rows
    .filter(({ counts }) => counts)
    .map(({ id, team_id, figures }) => ({ id, team_id, figures }))
  await run(
    tx,
    sql`
      insert into live_answers (organisation_id, collection_id, response_id, team_id, figures)
      select ${organisationId}, ${collectionId}, id, team_id, figures
      from jsonb_to_recordset(${json(kept)}) as kept (id text, team_id text, figures jsonb)
      on conflict (organisation_id, collection_id, response_id) do update
      set team_id = excluded.team_id,
          figures = excluded.figures`,
  )
}

/** A list of names is made ready for search once; the same list again costs nothing (src/text/roster.ts). */
const known = new Map<string, { mark: string; names: string[] }>()
const knownMax = 20

async function namesOf(tx: Tx, organisationId: string): Promise<string[]> {
  const row = await one<{ mark: string }>(
    tx,
    sql`
      select count(*) || ' ' || coalesce(max(updated_at)::text, '') as mark
      from members
      where organisation_id = ${organisationId}`,
  )
  const before = known.get(organisationId)
  if (before && before.mark === row!.mark) return before.names
  const names = await directoryNames(tx, organisationId)
  if (known.size >= knownMax) known.clear()
  known.set(organisationId, { mark: row!.mark, names })
  return names
}

/** What has been folded, of groups and measures that their thresholds let through; and how many answered. */
export async function liveFigures(
  tx: Tx,
  ref: CollectionRef,
): Promise<{ answers: number; figures: Released<unknown>[] }> {
  const { k_score, k_comment } = (await frozenOf(tx, ref)).thresholds
  const rows = await many<{ team_id: string; measure: string; size: number; sums: unknown }>(
    tx,
    sql`
      select team_id, measure, size, sums
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
