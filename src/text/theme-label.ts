/**
 * A title for a theme, from the answers that its rule matches: the commonest phrase, if hardly any of all answers match without it, else
 * the words of the rule that four of five have one of. So a reader of "12% mention slow builds" finds about as many who do. A title
 * consists of words that people wrote.
 */
import { stem } from './stem.ts'
import type { Subject } from './themes-subjects.ts'
import type { Term } from './themes-terms.ts'

const phraseShareMin = 0.5
const withoutPhraseMax = 0.03 // of all answers: the stated share is off by no more
const wordShareMin = 0.8
const wordsMax = 3
const sameWord = 5 // letters: "mentoring" says no more than "mentorship"

/** Titles in the order of the subjects, no two alike. `terms`: words and phrases of all answers. */
export function titlesOf(subjects: readonly Subject[], terms: readonly Term[], answers: number): string[] {
  const phrases = terms.filter(({ length }) => length > 1)
  const taken = new Set<string>()
  return subjects.map((subject) => {
    const options = [...sharedPhrases(subject, phrases, answers), wordsIn(subject)]
    const title =
      options.find((option) => !taken.has(option)) ?? `${options[options.length - 1]} (${taken.size + 1})`
    taken.add(title)
    return title
  })
}

function sharedPhrases({ rows }: Subject, phrases: readonly Term[], answers: number): string[] {
  const least = Math.max(phraseShareMin * rows.length, rows.length - withoutPhraseMax * answers)
  const inside = new Set(rows)
  return phrases
    .map(({ rows: own, forms }) => ({
      form: forms[0],
      both: own.reduce((sum, row) => sum + (inside.has(row) ? 1 : 0), 0),
    }))
    .filter(({ both }) => both >= least)
    .toSorted((a, b) => b.both - a.both || (a.form < b.form ? -1 : 1))
    .map(({ form }) => form)
}

/** One after the other the word that adds most answers. */
function wordsIn({ terms, rows }: Subject): string {
  const covered = new Set<number>()
  const forms = terms.flatMap(({ forms: own, rowsOfForms }) =>
    own.map((form, at) => ({ form, rows: rowsOfForms[at] })),
  )
  const words = new Map(Map.groupBy(forms, ({ form }) => stem(form).slice(0, sameWord)))
  const chosen: string[] = []
  while (words.size > 0 && chosen.length < wordsMax && covered.size < wordShareMin * rows.length) {
    const added = [...words].map(([key, own]) => ({
      key,
      own,
      more: new Set(own.flatMap((one) => one.rows.filter((row) => !covered.has(row)))),
    }))
    const best = added.reduce((most, one) => (one.more.size > most.more.size ? one : most))
    if (best.more.size === 0) break
    chosen.push(best.own.reduce((most, one) => (one.rows.length > most.rows.length ? one : most)).form)
    for (const row of best.more) covered.add(row)
    words.delete(best.key)
  }
  return chosen.join(', ')
}
