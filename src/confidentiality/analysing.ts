/**
 * What code outside the gate may know of a text: how it was analysed, and not one word that somebody wrote. Texts lose their
 * names and are analysed here; a record is all that is left of each.
 *
 * The analysis runs in one thread for the whole process, which the first one starts and which ends when it has been idle.
 */
import { setImmediate } from 'node:timers/promises'
import { keepAlive, many, sql, type Tx } from '../db/db.ts'
import { shapeOf } from '../db/shape.ts'
import { members } from '../db/tables.ts'
import {
  type AnalysedAnswer,
  analyseTexts,
  type Analysis,
  isRequest,
  redact,
  startAnalyst,
  type ThemeOptions,
} from '../text/text.ts'

/** `asks`: whether it asks for something. `themes`: the labels of the themes that it belongs to, which many texts share. */
export type AnalysedText = AnalysedAnswer & { readonly asks: boolean; readonly themes: readonly string[] }

/** What one person wrote, by question. */
export type AnalysedTexts = ReadonlyMap<string, AnalysedText>

const analyst = startAnalyst()

/** Up to this many texts are analysed in this thread: sending them to the other one and back would take longer. */
const hereMax = 40

/**
 * Texts are redacted and analysed in alphabetical order, which is no order of people.
 * @param written  distinct, as they were written
 * @param options.names  of the directory
 * @param options.themes  look for themes as well
 * @returns what was written → its record
 */
export async function analysedTexts(
  tx: Tx,
  written: ReadonlySet<string>,
  { names, themes }: { names: readonly string[]; themes?: ThemeOptions },
): Promise<ReadonlyMap<string, AnalysedText>> {
  const redacted = await redactedTexts(written, names)
  const texts = [...new Set(redacted.values())].toSorted()
  const isFew = texts.length <= hereMax && themes === undefined
  const analysis = isFew ? analyseTexts(texts) : await keepAlive(tx, analyst.analyse(texts, themes))
  const records = recordsOf(texts, analysis)
  return new Map([...redacted].map(([text, plain]) => [text, records.get(plain)!]))
}

/** @param written  by one person, by question; a text without a record is left out */
export const textsOf = (
  written: readonly (readonly [questionId: string, text: string])[],
  records: ReadonlyMap<string, AnalysedText>,
): AnalysedTexts =>
  new Map(
    written.flatMap(([id, text]) => {
      const record = records.get(text)
      return record === undefined ? [] : [[id, record] as const]
    }),
  )

/** @param texts  distinct and redacted, in the order of the analysis */
export function recordsOf(
  texts: readonly string[],
  { answers, themes }: Analysis,
): ReadonlyMap<string, AnalysedText> {
  const labels = texts.map((): string[] => [])
  for (const { label, members: ofTheme } of themes) for (const member of ofTheme) labels[member].push(label)
  return new Map(
    texts.map((text, index) => [text, { ...answers[index], asks: isRequest(text), themes: labels[index] }]),
  )
}

/** No slice takes much longer than this; a request that arrives meanwhile waits no longer. */
const sliceMs = 4

/** In slices, so that no request waits for all of it. */
export async function redactedTexts(
  texts: ReadonlySet<string>,
  names: readonly string[],
): Promise<Map<string, string>> {
  const redacted = new Map<string, string>()
  let began = performance.now()
  for (const text of texts) {
    redacted.set(text, redact(text, names))
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
