/**
 * What code outside the gate may do with words. It receives texts without names, addresses and numbers, and returns numbers:
 * a measure runs here, sees one collection's texts in no order, and what it returns is summed up by cells. Outside, neither a
 * raw answer nor its author can be named, and words cannot be returned except as the names of sums.
 */
import { setImmediate } from 'node:timers/promises'
import { type FollowUp, type Sums } from '../cells/cells.ts'
import { type CollectionRef } from '../collection-ref.ts'
import { many, sql, type Tx } from '../db/db.ts'
import { shapeOf } from '../db/shape.ts'
import { members } from '../db/tables.ts'
import { redact } from '../text/text.ts'
import { respondentsOf } from '../vault/vault.ts'
import { type Answers, type Measure, release } from './release.ts'

declare const redactedMark: unique symbol
/** Made by redactedTexts alone. */
export type RedactedText = string & { readonly [redactedMark]: true }

/** What one person wrote, by question. */
export type Texts = ReadonlyMap<string, RedactedText>

export type TextMeasure<V = unknown> = {
  readonly name: string
  /** Which threshold its cells obey. */
  readonly threshold: 'score' | 'comment'
  /** The questions whose comments tell something of it, all of them shown: see Measure. */
  readonly within: readonly string[]
  readonly follows: readonly FollowUp[]
  /** One value a respondent, in the same order; null for those who say nothing to this measure. */
  values(texts: readonly Texts[]): readonly (V | null)[]
  /** Sums over the people of one cell. */
  figures(values: readonly V[]): Sums
  /** What one answer adds to the sums of an open attributed collection (live.ts); a measure without it is not live. */
  alone?(value: V): Sums
}

/**
 * Runs measures over what was written to these questions, once the collection is closed, and stores their cells. Figures by
 * an attribute are of scores alone.
 *
 * Redaction runs in slices, so that a large collection delays no request.
 * @param measuresOf  receives every distinct text in alphabetical order, which is no order of people, and may analyse them
 *   elsewhere; the measures that it returns are pure
 * @returns the names of the measures
 */
export async function releaseTexts(
  tx: Tx,
  ref: CollectionRef,
  questionIds: readonly string[],
  measuresOf: (texts: readonly RedactedText[]) => Promise<readonly TextMeasure[]>,
): Promise<string[]> {
  const names = await directoryNames(tx, ref.organisationId)
  const respondents = await respondentsOf(tx, ref)
  const wordsIn = (answers: Answers): [string, string][] =>
    questionIds.flatMap((id): [string, string][] => {
      const text = answers.get(id)?.text
      return text === undefined ? [] : [[id, text]]
    })
  const written = new Set(respondents.flatMap(({ answers }) => wordsIn(answers).map(([, text]) => text)))
  const redacted = await redactedTexts(written, names)
  const measures = await measuresOf([...new Set(redacted.values())].toSorted())
  await release(
    tx,
    ref,
    measures.map((measure): Measure => ({
      ...measure,
      values: (all) => measure.values(all.map((answers) => textsOf(wordsIn(answers), redacted))),
    })),
    { respondents, groups: null },
  )
  return measures.map(({ name }) => name)
}

/** The redacted form of what one person wrote; a text without one is left out. */
export const textsOf = (
  written: readonly (readonly [questionId: string, text: string])[],
  redacted: ReadonlyMap<string, RedactedText>,
): Texts =>
  new Map(
    written.flatMap(([id, text]) => {
      const plain = redacted.get(text)
      return plain === undefined ? [] : [[id, plain] as const]
    }),
  )

/** No slice takes much longer than this; a request that arrives meanwhile waits no longer. */
const sliceMs = 4

/** In slices, so that no request waits for all of it. */
export async function redactedTexts(
  texts: ReadonlySet<string>,
  names: readonly string[],
): Promise<Map<string, RedactedText>> {
  const redacted = new Map<string, RedactedText>()
  let began = performance.now()
  for (const text of texts) {
    redacted.set(text, redact(text, names) as RedactedText)
    if (performance.now() - began < sliceMs) continue
    await setImmediate()
    began = performance.now()
  }
  return redacted
}

const nameRow = shapeOf(members, ['name'])

/** Names are redacted wherever they stand in a text, whether the person was asked or not. */
export async function directoryNames(tx: Tx, organisationId: string): Promise<string[]> {
  const rows = await many(
    tx,
    nameRow,
    sql`select name from members where organisation_id = ${organisationId} and status <> 'erased'`,
  )
  return rows.map(({ name }) => name)
}
