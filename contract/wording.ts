/**
 * The texts of a survey and their translations. Pure, and without schemas: the service checks translations by it, and the editor lists
 * what they lack.
 */
import { unitOf } from './form-items.ts'
import { limits } from './limits.ts'
import type { FormQuestion } from './questions.ts'
import type { QuestionTranslation, Translation, Translations } from './translations.ts'

export type SurveyText = {
  title: string
  description?: string | null
  questions: readonly FormQuestion[]
}

export type Lines = Readonly<Record<string, string>> | undefined

/** What the record has by this name, and no member that every object has. */
export const ownOf = <V>(record: Readonly<Record<string, V>> | undefined, name: string): V | undefined =>
  record && Object.hasOwn(record, name) ? record[name] : undefined

/** The part of a translation whose texts the item has. */
export function fittingTranslation(item: FormQuestion, own: QuestionTranslation): QuestionTranslation {
  const labels = 'labels' in item ? item.labels : undefined
  const options = keptLines('options' in item ? item.options : [], own.options)
  const rows = keptLines('rows' in item ? item.rows : [], own.rows)
  return {
    ...(own.text !== undefined && { text: own.text }),
    ...(own.help !== undefined && 'help' in item && item.help && { help: own.help }),
    ...(own.labels !== undefined && own.labels.length === labels?.length && { labels: own.labels }),
    ...(own.unit !== undefined && unitOf(item) !== undefined && { unit: own.unit }),
    ...(options && { options }),
    ...(rows && { rows }),
  }
}

function keptLines(lines: readonly { id: string }[], texts: Lines): Record<string, string> | undefined {
  if (!texts) return undefined
  const ids = new Set(lines.map(({ id }) => id))
  const entries = Object.entries(texts).filter(([id]) => ids.has(id))
  return entries.length > 0 ? Object.fromEntries(entries) : undefined
}

/** The translations without texts that the survey does not have any more. */
export const currentTranslations = (written: SurveyText, translations: Translations): Translations =>
  Object.fromEntries(
    Object.entries(translations).map(([language, translation]) => [language, current(written, translation)]),
  )

function current({ description, questions }: SurveyText, translation: Translation): Translation {
  const byId = new Map(questions.map((item) => [item.id, item]))
  const own = Object.entries(translation.questions ?? {}).flatMap(([id, one]) => {
    const item = byId.get(id)
    return item ? [[id, fittingTranslation(item, one)] as const] : []
  })
  return {
    ...(translation.title !== undefined && { title: translation.title }),
    ...(translation.description !== undefined && description && { description: translation.description }),
    ...(translation.questions !== undefined && { questions: Object.fromEntries(own) }),
  }
}

/** One text of a survey: a JSON pointer to it, its place in a translation, and what stands there. */
export type Text = {
  pointer: string
  path: readonly (string | number)[]
  text: string
  translated: string | undefined
}

export function textsOf({ title, description, questions }: SurveyText, translation: Translation): Text[] {
  return [
    { pointer: '/title', path: ['title'], text: title, translated: translation.title },
    ...(description
      ? [
          {
            pointer: '/description',
            path: ['description'],
            text: description,
            translated: translation.description,
          },
        ]
      : []),
    ...questions.flatMap((item, at) =>
      textsOfItem(item, ownOf(translation.questions, item.id) ?? {}, `/questions/${at}`),
    ),
  ]
}

function textsOfItem(item: FormQuestion, own: QuestionTranslation, place: string): Text[] {
  const { text, help, labels, unit, options, rows } = fittingTranslation(item, own)
  const written = unitOf(item)
  const lines = (member: 'options' | 'rows', all: readonly { id: string; text: string }[], texts: Lines) =>
    all.map((line, at) => ({
      pointer: `${place}/${member}/${at}/text`,
      path: ['questions', item.id, member, line.id],
      text: line.text,
      translated: ownOf(texts, line.id),
    }))
  return [
    { pointer: `${place}/text`, path: ['questions', item.id, 'text'], text: item.text, translated: text },
    ...('help' in item && item.help
      ? [
          {
            pointer: `${place}/help`,
            path: ['questions', item.id, 'help'],
            text: item.help,
            translated: help,
          },
        ]
      : []),
    ...('labels' in item && item.labels
      ? item.labels.map((label, at) => ({
          pointer: `${place}/labels/${at}`,
          path: ['questions', item.id, 'labels', at],
          text: label,
          translated: labels?.[at] ?? undefined,
        }))
      : []),
    // “€” and “%” are the same in every language; where one writes them otherwise, its translation may.
    ...(written !== undefined && (unit !== undefined || hasLetters(written))
      ? [
          {
            pointer: `${place}/unit`,
            path: ['questions', item.id, 'unit'],
            text: written,
            translated: unit,
          },
        ]
      : []),
    ...('options' in item ? lines('options', item.options, options) : []),
    ...('rows' in item ? lines('rows', item.rows, rows) : []),
  ]
}

const labelLengthMax = 100

/** How long it may be where it stands, and so its translation. */
export const lengthMaxOf = ({ path }: Pick<Text, 'path'>): number => {
  if (path[0] === 'title') return limits.nameLengthMax
  if (path[2] === 'unit') return limits.unitLengthMax
  return path[2] === 'labels' ? labelLengthMax : limits.textLengthMax
}

/** How many labels the question of this text has, where the text is one of its labels. */
export function labelCountOf(
  questions: readonly FormQuestion[],
  { path }: Pick<Text, 'path'>,
): number | undefined {
  const item = questions.find(({ id }) => id === path[1])
  return item && 'labels' in item ? item.labels?.length : undefined
}

const hasLetters = (text: string): boolean => /\p{L}/u.test(text)

/** What each translation lacks, as JSON pointers to the texts of the survey, by language; those that lack nothing are listed too. */
export const missingTranslations = (
  written: SurveyText,
  translations: Translations,
): { language: string; missing: string[] }[] =>
  Object.entries(translations)
    .toSorted(([one], [other]) => (one < other ? -1 : 1))
    .map(([language, translation]) => ({
      language,
      missing: textsOf(written, translation)
        .filter(({ translated }) => translated === undefined)
        .map(({ pointer }) => pointer),
    }))

/**
 * The translation with another text at this place; an empty one is none.
 * @param labelCount  of the question, where the text is one of its labels
 */
export function withText(translation: Translation, { path }: Text, value: string, labelCount = 0) {
  const [first, id, member, place] = path.map(String)
  const text = value.trim() === '' ? undefined : value
  if (first !== 'questions') return without({ ...translation, [first]: text })
  const question = ownOf(translation.questions, id) ?? {}
  const changed =
    member === 'labels'
      ? { labels: labelsWith(question.labels, Number(place), text, labelCount) }
      : place === undefined
        ? { [member]: text }
        : { [member]: without({ ...linesOf(question, member), [place]: text }) }
  return {
    ...translation,
    questions: { ...translation.questions, [id]: without({ ...question, ...changed }) },
  }
}

function labelsWith(
  labels: QuestionTranslation['labels'],
  place: number,
  text: string | undefined,
  count: number,
): QuestionTranslation['labels'] {
  const changed = Array.from({ length: count }, (_none, at) => (at === place ? text : labels?.[at]) ?? null)
  return changed.every((label) => label === null) ? undefined : changed
}

const linesOf = (question: QuestionTranslation, member: string): Lines =>
  member === 'rows' ? question.rows : question.options

const without = <T extends object>(members: T): T =>
  Object.fromEntries(Object.entries(members).filter(([, value]) => value !== undefined)) as T
