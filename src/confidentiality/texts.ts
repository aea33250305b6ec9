/**
 * What code outside of the gate may do with words. It is handed texts without names, addresses and numbers, and gives numbers
 * back: a measure runs here, sees one collection's texts in no order, and what it returns is summed up by cells. Neither a
 * raw answer nor whose it is can be named out there, nor can words be returned but as the names of sums.
 */
import { setImmediate } from 'node:timers/promises'
import { many, sql, type Tx } from '../db/db.ts'
import { redact } from '../text/text.ts'
import { type FollowUp, type Sums } from '../cells/cells.ts'
import { type Answers, type Measure, release } from './release.ts'
import { type CollectionRef } from '../collection-ref.ts'
import { respondentsOf } from '../vault/vault.ts'

declare const redacted: unique symbol
/** Made here alone. */
export type RedactedText = string & { readonly [redacted]: true }

/** What one person wrote, by question. */
export type Texts = ReadonlyMap<string, RedactedText>

export type TextMeasure<V = unknown> = {
  readonly name: string
  /** Which threshold its cells obey. */
  readonly threshold: 'score' | 'comment'
  /** The questions whose comments tell of it, all of them shown: see Measure. */
  readonly within: readonly string[]
  readonly follows: readonly FollowUp[]
  /** One value a respondent, in the same order; null where he says nothing to this measure. */
  values(texts: readonly Texts[]): readonly (V | null)[]
  /** Sums over the people of one cell. */
  figures(values: readonly V[]): Sums
  /** What one answer adds to the sums of an open attributed collection (live.ts); a measure without it is not told live. */
  alone?(value: V): Sums
}

/**
 * Runs measures over what was written to these questions, once the collection is closed, and stores their cells. Figures by
 * an attribute are of scores alone.
 *
 * Redaction goes on in slices, so that a large collection keeps nobody waiting who asks for something else.
 * @param measuresOf  is handed every distinct text in the order of its words, which is no order of people, and may take its
 *   time over them elsewhere; the measures that it returns are pure
 * @returns what was measured
 */
export async function releaseTexts(
  tx: Tx,
  ref: CollectionRef,
  questionIds: readonly string[],
  measuresOf: (texts: readonly RedactedText[]) => Promise<readonly TextMeasure[]>,
): Promise<string[]> {
  const names = await directoryNames(tx, ref.organisationId)
  const respondents = await respondentsOf(tx, ref)
  const written = new Set(
    respondents.flatMap(({ answers }) => questionIds.flatMap((id) => answers.get(id)?.text ?? [])),
  )
  const redacted = await redactedTexts(written, names)
  const measures = await measuresOf([...new Set(redacted.values())].toSorted())
  const textsIn = (answers: Answers): Texts =>
    new Map(
      questionIds.flatMap((id) => {
        const text = answers.get(id)?.text
        return text === undefined ? [] : [[id, redacted.get(text)!]]
      }),
    )
  await release(
    tx,
    ref,
    measures.map((measure): Measure => ({
      ...measure,
      values: (all) => measure.values(all.map(textsIn)),
    })),
    { respondents, groups: null },
  )
  return measures.map(({ name }) => name)
}

/** No slice takes much longer than this: a request that comes meanwhile waits as long at most. */
const sliceMs = 4

/** In slices, so that nobody waits for all of it. */
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

/** Names are redacted wherever they stand in a text, whether their bearer was asked or not. */
export const directoryNames = async (tx: Tx, organisationId: string): Promise<string[]> =>
  (
    await many<{ name: string }>(
      tx,
      sql`select name from members where organisation_id = ${organisationId} and status <> 'erased'`,
    )
  ).map((row) => row.name)
