/**
 * What is known of the questions of past surveys: a file's own word on each key, and what the check-in asks or asked under the
 * same id. What neither says is read from the answers (forms.ts). Pure.
 */
import { Ajv } from 'ajv'
import addFormats from 'ajv-formats'
import { PastQuestions } from '../../contract/imports.ts'
import { limits } from '../../contract/limits.ts'
import { type AnyMembers, type Question } from '../../contract/questions.ts'

/** `text` is there or not; where `type` is absent, answers decide. */
export type Definition = AnyMembers & { id: string }

const validators = new Ajv({ allErrors: false, allowUnionTypes: true })
addFormats.default(validators)
const isPastQuestions = validators.compile<PastQuestions>(PastQuestions)

/** @returns the questions, or in words why they are none */
export function questionsIn(given: unknown): PastQuestions | string {
  if (isPastQuestions(given)) return given
  const [{ instancePath, message }] = isPastQuestions.errors!
  return `questions${instancePath} ${message ?? 'is not valid'}`
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

/** @param taken  ids that stand for another key */
export function free(id: string, taken: ReadonlySet<string>): string {
  for (let number = 1; ; number++) {
    const wanted = number === 1 ? id : `${id}_${number}`
    if (!taken.has(wanted)) return wanted
  }
}

/** The definition of each key, in the order of the keys. @param known  questions of the check-in, the latest last */
export function definitionsOf(
  keys: readonly string[],
  given: PastQuestions,
  known: readonly Question[],
): Map<string, Definition> {
  const byId = new Map(known.map((question) => [question.id, question]))
  const taken = new Set<string>()
  return new Map(
    keys.map((key) => {
      const own = Object.hasOwn(given, key) ? given[key] : undefined
      const { text: texts, ...members } = own === undefined || Array.isArray(own) ? { text: own } : own
      const wordings = texts === undefined ? [] : [texts].flat()
      const id = members.id ?? free(slug(key), taken)
      taken.add(id)
      const { required: _required, ...asked } = byId.get(id) ?? { text: undefined }
      const text = wordings.length > 0 ? plainest(wordings) : (asked.text ?? key)
      return [key, { ...asked, ...members, id, text }]
    }),
  )
}

/** The shortest wording, without marks of a form ("*") and without hints at how a scale ran, as ours runs otherwise. */
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
