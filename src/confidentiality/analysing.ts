/**
 * What code outside the gate may know of a text: how it was analysed, and not one word that somebody wrote. Texts lose their
 * names and are analysed here; a record is all that is left of each.
 *
 * The analysis runs in one thread for the whole process, which the first one starts and which ends when it has been idle. With a
 * model of the operator's each database has its own analyst, since only its texts are read by that model.
 */
import type { Logger } from 'pino'
import { messageOf } from '../caught.ts'
import { ConfigError } from '../config.ts'
import { type Db, dbOf, keepAlive, many, sql, type Tx } from '../db/db.ts'
import { shapeOf } from '../db/shape.ts'
import { members } from '../db/tables.ts'
import { eachInTurn, sortedInTurn, stepsInTurn } from '../in-turns.ts'
import {
  type AnalysedAnswer,
  analyseTexts,
  type Analysis,
  type Analyst,
  type AskedQuestion,
  isRequestIn,
  type ModelState,
  redact,
  type Said,
  saidPhrases,
  type Sources,
  startAnalyst,
  type TextContexts,
  textVersion,
  type Theme,
  versionWith,
} from '../text/text.ts'

/**
 * `asks`: whether it asks for something. `themes`: the titles of the themes whose rules it matches; many texts share them. `said`: phrases about
 * drivers that several people write.
 */
export type AnalysedText = AnalysedAnswer & {
  readonly asks: boolean
  readonly themes: readonly string[]
  readonly said: Said
}

/** What one person wrote, by question. */
export type AnalysedTexts = ReadonlyMap<string, AnalysedText>

const analyst = startAnalyst()
const analysts = new WeakMap<Db, Analyst>()

/**
 * From now on, texts of closed collections in this database are read with a model of the operator's, which is loaded when it is
 * first needed, or by `load`. If it fails they are read as without it, and a warning says why.
 * @param folder  of the model; null: there is none
 */
export function readTextsWith(folder: string | null, db: Db, log: Logger): Analyst {
  if (folder === null) {
    analysts.delete(db)
    return analyst
  }
  const own = startAnalyst({
    model: { folder },
    onFault: (fault) =>
      log.warn({ fault }, 'the model of texts did not score a survey, which is read without it'),
  })
  analysts.set(db, own)
  return own
}

/**
 * The same, loaded at once: a model that the operator names is part of what they promise their readers, so nothing starts without it.
 * @throws ConfigError
 */
export async function loadTextModel(folder: string | null, db: Db, log: Logger): Promise<void> {
  const own = readTextsWith(folder, db, log)
  try {
    const model = await own.load()
    if (model) log.info({ model }, 'texts are read with a model of the operator')
  } catch (error) {
    await own.stop()
    throw new ConfigError([
      `SONDE_TEXT_MODEL: the model in ${folder} cannot be loaded: ${messageOf(error)}. Without the setting, texts are read by the built-in analysis`,
    ])
  }
}

/** The model that texts of this database are read with, as far as it has been loaded. */
export const textModelOf = (tx: Tx): ModelState | null => analystOf(tx).model()

const analystOf = (tx: Tx): Analyst => analysts.get(dbOf(tx)) ?? analyst

/** By what texts are read now, if nothing fails: see versionWith. */
export const readingOf = (tx: Tx): string => versionWith(textVersion, analystOf(tx).model())

/** Up to this many texts are analysed in this thread: sending them to the other one and back would take longer. */
const hereMax = 40

/** A text, and the place of its question among the questions. */
type Reply = { readonly text: string; readonly question: number }

/** `names`: of the directory. */
type Around = { names: readonly string[]; questions: readonly AskedQuestion[] }

/**
 * Texts are redacted and analysed in alphabetical order, which is not an order of people. Those of open collections come here: they are
 * read in small parts, so a model of the operator's that fails in between would leave sums of two readers. It has no part in them.
 * @param written  as they were written
 * @returns what was written → its record
 */
export async function analysedTexts(
  tx: Tx,
  written: readonly Reply[],
  { names, questions }: Around,
): Promise<ReadonlyMap<string, AnalysedText>> {
  if (written.length > hereMax) analyst.begin()
  const { plain, texts } = await plainTexts(written, names)
  const contexts = await stepsInTurn(contextsOf(written, { plain, texts }, questions))
  const analysis =
    texts.length <= hereMax
      ? analyseTexts(texts, undefined, contexts)
      : await keepAlive(tx, analyst.analyse(texts, undefined, contexts))
  return stepsInTurn(recordsBy(plain, texts, analysis))
}

/** A text of somebody. `isShown`: whether it may be quoted; only then do its words count as theirs. */
export type WrittenText = { text: string; person: number; question: number; isShown: boolean }

/** `improving`: for each question whether it asks what to improve. */
type Look = { seed: number; improving: readonly boolean[] }

/**
 * The same, with the themes among the texts and what people say of drivers, and with a model of the operator's where there is one.
 * @returns also by what the texts were read
 */
export async function analysedThemes(
  tx: Tx,
  written: readonly WrittenText[],
  { names, questions, look: { seed, improving } }: Around & { look: Look },
): Promise<{ records: ReadonlyMap<string, AnalysedText>; themes: readonly Theme[]; readBy: string }> {
  analystOf(tx).begin()
  const { plain, texts } = await plainTexts(written, names)
  const sources = await stepsInTurn(sourcesOf(written, (text) => plain.get(text)!, texts))
  const asked = questions.map(({ text }) => text)
  const contexts = await stepsInTurn(contextsOf(written, { plain, texts }, questions))
  const analysis = await keepAlive(
    tx,
    analystOf(tx).analyse(texts, { seed, questions: asked, sources }, contexts),
  )
  const said = await stepsInTurn(
    saidPhrases(texts, analysis.answers, { seed, questions: asked, improving, sources }),
  )
  return {
    records: await stepsInTurn(recordsBy(plain, texts, analysis, said)),
    themes: analysis.themes,
    readBy: versionWith(textVersion, analysis.model),
  }
}

async function plainTexts(written: readonly Reply[], names: readonly string[]): Promise<PlainTexts> {
  const distinct = new Set<string>()
  await eachInTurn(written, ({ text }) => void distinct.add(text))
  const plain = await redactedTexts(distinct, names)
  const texts = new Set<string>()
  await eachInTurn(plain.values(), (text) => void texts.add(text))
  return { plain, texts: await sortedInTurn([...texts], (one, other) => (one < other ? -1 : 1)) }
}

/** `plain`: what was written → the same without names. `texts`: the latter, distinct. */
type PlainTexts = { plain: ReadonlyMap<string, string>; texts: readonly string[] }

/** The question of each text; nothing for a text that answers several, since it has one record. In steps, as what follows. */
export function* contextsOf(
  written: readonly Reply[],
  { plain, texts }: PlainTexts,
  questions: readonly AskedQuestion[],
): Generator<void, TextContexts> {
  const contexts = questions.map(({ text, driver }) => ({ question: { text, ...(driver && { driver }) } }))
  const asked = new Map<string, number>()
  const several = -1
  for (const { text, question } of written) {
    const own = plain.get(text)!
    asked.set(own, (asked.get(own) ?? question) === question ? question : several)
    yield
  }
  const own: TextContexts[number][] = []
  for (const text of texts) {
    own.push(contexts[asked.get(text) ?? several])
    yield
  }
  return own
}

function* recordsBy(
  plain: ReadonlyMap<string, string>,
  ...[texts, analysis, said]: Parameters<typeof recordsOf>
): Generator<void, ReadonlyMap<string, AnalysedText>> {
  const records = yield* recordsOf(texts, analysis, said)
  const own = new Map<string, AnalysedText>()
  for (const [written, text] of plain) {
    own.set(written, records.get(text)!)
    yield
  }
  return own
}

/** Who wrote which of the texts, in reply to which question. @param plainOf  a text without names */
export function* sourcesOf(
  written: readonly WrittenText[],
  plainOf: (text: string) => string,
  texts: readonly string[],
): Generator<void, Sources> {
  const places = new Map<string, number>()
  for (const [place, text] of texts.entries()) {
    places.set(text, place)
    yield
  }
  const [text, person, question] = [1, 2, 3].map(() => new Int32Array(written.length))
  for (const [at, one] of written.entries()) {
    text[at] = places.get(plainOf(one.text))!
    person[at] = one.isShown ? one.person : -1
    question[at] = one.question
    yield
  }
  return { text, person, question }
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
export function* recordsOf(
  texts: readonly string[],
  { answers, themes }: Pick<Analysis, 'answers' | 'themes'>,
  said: readonly Said[] = [],
): Generator<void, ReadonlyMap<string, AnalysedText>> {
  const titles = yield* titlesBy(texts.length, themes)
  const records = new Map<string, AnalysedText>()
  for (const [index, text] of texts.entries()) {
    records.set(text, {
      ...answers[index],
      asks: isRequestIn(answers[index].language, text),
      themes: titles[index],
      said: said[index] ?? nothing,
    })
    yield
  }
  return records
}

/** The titles of the themes that each text is about: texts about the same ones share their list. */
function* titlesBy(texts: number, themes: readonly Theme[]): Generator<void, (readonly string[])[]> {
  const titles = new Array<readonly string[]>(texts).fill([])
  for (const { title, members } of themes) {
    const longer = new Map<readonly string[], readonly string[]>()
    for (const member of members) {
      const before = titles[member]
      const known = longer.get(before) ?? [...before, title]
      longer.set(before, known)
      titles[member] = known
    }
    yield
  }
  return titles
}

const nothing: Said = new Map()

export async function redactedTexts(
  texts: ReadonlySet<string>,
  names: readonly string[],
): Promise<Map<string, string>> {
  const redacted = new Map<string, string>()
  await eachInTurn(texts, (text) => void redacted.set(text, redact(text, names)))
  return redacted
}

const nameRow = shapeOf(members, ['name'])

/**
 * Names are redacted wherever they are in a text, whether the person was asked or not: of members and users, and those that members had
 * (directory/former-names.ts).
 */
export async function directoryNames(tx: Tx, organisationId: string): Promise<string[]> {
  const rows = await many(
    tx,
    nameRow,
    sql`
      select name from members where organisation_id = ${organisationId} and status <> 'erased'
      union
      select name from former_names where organisation_id = ${organisationId}
      union
      select name from users where organisation_id = ${organisationId} and email <> id || '@erased.invalid'`,
  )
  return rows.map(({ name }) => name)
}
