/**
 * What is known of the questions of past surveys: the file's definition of each key, and the check-in's question with the same id.
 * What neither says is inferred from the answers (mappings.ts). Pure.
 */
import { Ajv, type ValidateFunction } from 'ajv'
import addFormats from 'ajv-formats'
import { PastQuestions } from '../../contract/imports.ts'
import { limits } from '../../contract/limits.ts'
import type { AnyMembers, Question } from '../../contract/questions.ts'
import type { QuestionTranslation, Translations } from '../../contract/translations.ts'

/** What a question says in other languages. */
export type InLanguages = Readonly<Record<string, QuestionTranslation>>

/** Without a `type`, answers decide. */
export type Definition = AnyMembers & { id: string; text: string; translations: InLanguages }

/** What is known of a check-in: its questions, the latest last, and its translations. */
export type Known = { questions: readonly Question[]; translations: Translations }

/** Compiled when first used: most processes never read a past survey. */
let validator: ValidateFunction<PastQuestions> | undefined

function compiled(): ValidateFunction<PastQuestions> {
  const ajv = new Ajv({ allErrors: false, allowUnionTypes: true })
  addFormats.default(ajv)
  return ajv.compile<PastQuestions>(PastQuestions)
}

/** @returns the questions, or what is wrong with them */
export function questionsIn(value: unknown): PastQuestions | string {
  const isPastQuestions = (validator ??= compiled())
  if (isPastQuestions(value)) return value
  const error = isPastQuestions.errors?.[0]
  return `questions${error?.instancePath ?? ''} ${error?.message ?? 'is not valid'}`
}

export function slug(words: string): string {
  const plain = words
    .normalize('NFKD')
    .toLowerCase()
    .replaceAll(/[^a-z0-9_-]+/g, '_')
    .replaceAll(/^[_-]+|[_-]+$/g, '')
    .slice(0, 40)
  return plain || 'other'
}

/** @param taken  ids of other keys */
export function freeId(id: string, taken: ReadonlySet<string>): string {
  for (let number = 1; ; number++) {
    const candidate = number === 1 ? id : `${id}_${number}`
    if (!taken.has(candidate)) return candidate
  }
}

/** The definition of each key, in the order of the keys. A translation in the file is before that of the check-in. */
export function definitionsOf(
  keys: readonly string[],
  questions: PastQuestions,
  known: Known,
): Map<string, Definition> {
  const byId = new Map(known.questions.map((question) => [question.id, question]))
  const taken = new Set<string>()
  return new Map(
    keys.map((key) => {
      const own = Object.hasOwn(questions, key) ? questions[key] : undefined
      const {
        text: texts,
        translations = {},
        ...members
      } = own === undefined || Array.isArray(own) ? { text: own } : own
      const wordings = texts === undefined ? [] : [texts].flat()
      const id = members.id ?? freeId(slug(key), taken)
      taken.add(id)
      const { required: _required, ...asked } = byId.get(id) ?? { text: undefined }
      const text = wordings.length > 0 ? plainest(wordings) : (asked.text ?? key)
      const ours = inLanguages(known.translations, id)
      return [key, { ...asked, ...members, id, text, translations: { ...ours, ...translations } }]
    }),
  )
}

/** What a question says in each language that a survey translates it to. */
export const inLanguages = (translations: Translations, id: string): InLanguages =>
  Object.fromEntries(
    Object.entries(translations).flatMap(([language, { questions }]) => {
      const own = questions?.[id]
      return own === undefined ? [] : [[language, own]]
    }),
  )

/** The shortest wording, without a form's mark ("*") and without an explanation of its scale, as ours may run differently. */
function plainest(wordings: readonly string[]): string {
  const plain = wordings.map(
    (words) =>
      words
        .replace(/,? *(?:where +)?\d+ *(?:-|–|is|=)[^?]*$/i, '')
        .replace(/[\s*]+$/, '')
        .trim() || words,
  )
  return plain.toSorted((a, b) => a.length - b.length)[0].slice(0, limits.textLengthMax)
}
