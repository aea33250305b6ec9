/**
 * What a rule may be made of: words and phrases that enough people use, each with the answers that contain it.
 *
 * A form that fewer than three people use leaves no trace, because the words of a rule are published. The words of a question weigh
 * nothing in the answers to it: whoever repeats them says nothing of their own.
 */
import { limits } from '../../contract/limits.ts'
import { isUnspaced } from '../../contract/theme-rules.ts'
import { readerOf, type Word } from './themes-words.ts'

/** An answer as runs of words. `echo`: terms of the question that it replies to. `people`: who wrote it and may be counted. */
export type ReadAnswer = { runs: Word[][]; echo: ReadonlySet<string>; people: readonly number[] }

/**
 * `forms`: as people write it, the commonest first, each by at least three of them. `rows`: answers with one of them, rising, without
 * those that only repeat their question. `rowsOfForms`: the same for each form. `length`: its number of words.
 */
export type Term = {
  key: string
  forms: string[]
  rowsOfForms: number[][]
  rows: number[]
  people: number
  length: number
}

const phraseMax = 3
const innerWords = new Set(['of', 'to', 'from', 'in', 'for', 'on', 'at', 'with']) // "lack of time", "return to office"
const innerForeign = /^(?:de|du|des|d'|da|do|di|del|della|von|für|zu|van|la|le|les|los|las|en|der|den|im)$/u

/** Examples in brackets are choices: anyone who names one has chosen it, and does not repeat the question. */
const examples =
  /\(\s*(?:e\.?\s?g\.?|for example|such as|z\.\s?b\.?|zum beispiel|p\.\s?ex\.?|par exemple|p\.\s?ej\.?|por ejemplo|por exemplo|ad esempio)[^()]*\)/giu

const severalMin = 3

/**
 * For each question the terms of its own words, and of words that several questions use, such as the name of the product that all of
 * them are about.
 */
export function echoesOf(questions: readonly string[], language: string): ReadonlySet<string>[] {
  const reader = readerOf(language, questions)
  const own = questions.map((text) => {
    const words = reader.wordsOf(text.replace(examples, ' ')).flat()
    return new Set(words.flatMap(({ term, weight }) => (weight === 'small' ? [] : [term])))
  })
  const uses = new Map<string, number>()
  for (const terms of own) for (const term of terms) uses.set(term, (uses.get(term) ?? 0) + 1)
  const everywhere = [...uses].flatMap(([term, count]) => (count >= severalMin ? [term] : []))
  return own.map((terms) => new Set([...terms, ...everywhere]))
}

/** The terms of an answer that name a subject, in order. */
export const subjectsOf = ({ runs, echo }: ReadAnswer): string[] =>
  runs.flatMap((run) =>
    run.flatMap(({ term, weight }) => (weight === 'subject' && !echo.has(term) ? [term] : [])),
  )

/** Whether a small word may stand inside of a phrase. */
type Joins = (word: string) => boolean

export const joinsWith: Joins = (word) => innerWords.has(word) || innerForeign.test(word)

export function termsIn(answers: readonly ReadAnswer[], language: string, joins = joinsWith): Term[] {
  const byKey = new Map<string, Map<string, number[]>>()
  answers.forEach((answer, row) => {
    for (const [form, key] of formsOf(answer, language, joins)) {
      const forms = byKey.get(key) ?? new Map<string, number[]>()
      byKey.set(key, forms)
      const rows = forms.get(form)
      if (rows) rows.push(row)
      else forms.set(form, [row])
    }
  })
  return [...byKey].flatMap(([key, forms]) => {
    const used = [...forms]
      .filter(([, rows]) => isUsed(rows, answers))
      .toSorted(([a, rowsOfA], [b, rowsOfB]) => rowsOfB.length - rowsOfA.length || (a < b ? -1 : 1))
    if (used.length === 0) return []
    const rows = [...new Set(used.flatMap(([, own]) => own))].toSorted((a, b) => a - b)
    const people = new Set(rows.flatMap((row) => answers[row].people)).size
    return [
      {
        key,
        forms: used.map(([form]) => form),
        rowsOfForms: used.map(([, own]) => own),
        rows,
        people,
        length: key.split(' ').length,
      },
    ]
  })
}

function isUsed(rows: readonly number[], answers: readonly ReadAnswer[]): boolean {
  const people = new Set<number>()
  for (const row of rows) {
    for (const person of answers[row].people) people.add(person)
    if (people.size >= limits.themePeopleMin) return true
  }
  return false
}

/** What is between two words of a phrase. */
const glueOf = (language: string): string => (isUnspaced(language) ? '' : ' ')

/** Words and phrases of an answer: what is written → what joins its inflections. */
function formsOf(
  { runs, echo }: Pick<ReadAnswer, 'runs' | 'echo'>,
  language: string,
  joins: Joins,
): Map<string, string> {
  const glue = glueOf(language)
  const forms = new Map<string, string>()
  for (const run of runs) {
    for (let first = 0; first < run.length; first++) {
      for (let length = 1; length <= phraseMax && first + length <= run.length; length++) {
        const words = run.slice(first, first + length)
        if (!isTerm(words, echo, joins)) continue
        forms.set(words.map(({ form }) => form).join(glue), words.map(({ term }) => term).join(' '))
      }
    }
  }
  return forms
}

/** Phrases of one language that are looked for: what is written → what is told of it. `starts`: their first words, in languages with spaces. */
export type Wanted = {
  language: string
  phrases: ReadonlyMap<string, string>
  starts: ReadonlySet<string> | undefined
}

export function wantedOf(language: string, phrases: ReadonlyMap<string, string>): Wanted {
  const starts = isUnspaced(language)
    ? undefined
    : new Set([...phrases.keys()].map((form) => form.split(' ')[0]))
  return { language, phrases, starts }
}

/** What is told of the phrases that a text has: those that `formsOf` would find in it, without making all others. */
export function phrasesIn(
  { runs, echo }: { runs: readonly (readonly string[])[]; echo: ReadonlySet<string> },
  { language, phrases, starts }: Wanted,
  wordOf: (form: string) => Word,
  joins: Joins,
): string[] {
  const glue = glueOf(language)
  const found: string[] = []
  for (const run of runs)
    for (let first = 0; first < run.length; first++) {
      if (starts && !starts.has(run[first])) continue
      let form = ''
      for (let length = 1; length <= phraseMax && first + length <= run.length; length++) {
        form += length === 1 ? run[first] : glue + run[first + length - 1]
        const wanted = phrases.get(form)
        if (wanted !== undefined && isTerm(run.slice(first, first + length).map(wordOf), echo, joins))
          found.push(wanted)
      }
    }
  return found
}

function isTerm(words: readonly Word[], echo: ReadonlySet<string>, joins: Joins): boolean {
  const [first, last] = [words[0], words[words.length - 1]]
  if (first.weight === 'small' || last.weight === 'small') return false
  if (!words.some(({ term, weight }) => weight === 'subject' && !echo.has(term))) return false
  const inner = words.length === 3 && words[1].weight === 'small' ? words[1].form : null
  return inner === null || joins(inner)
}
