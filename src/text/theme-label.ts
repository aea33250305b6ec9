/**
 * A title for a theme, from the answers that its rule matches: the commonest phrase that half of them share, else the words of the
 * rule. A title consists of words that people wrote.
 */
import { type Subject } from './themes-subjects.ts'
import { type Term } from './themes-terms.ts'

const shareMin = 0.5
const wordsMax = 3
const wordShareMin = 0.1 // a word that fewer of the answers have is no title for them

/** Titles in the order of the subjects, no two alike. `terms`: words and phrases of all answers. */
export function titlesOf(subjects: readonly Subject[], terms: readonly Term[]): string[] {
  const phrases = terms.filter(({ length }) => length > 1)
  const taken = new Set<string>()
  return subjects.map((subject) => {
    const options = [...sharedPhrases(subject, phrases), wordsIn(subject)]
    const title =
      options.find((option) => !taken.has(option)) ?? `${options[options.length - 1]} (${taken.size + 1})`
    taken.add(title)
    return title
  })
}

function sharedPhrases({ rows }: Subject, phrases: readonly Term[]): string[] {
  const inside = new Set(rows)
  return phrases
    .map(({ rows: own, forms }) => ({
      form: forms[0],
      both: own.reduce((sum, row) => sum + (inside.has(row) ? 1 : 0), 0),
    }))
    .filter(({ both }) => both >= shareMin * rows.length)
    .toSorted((a, b) => b.both - a.both || (a.form < b.form ? -1 : 1))
    .map(({ form }) => form)
}

/** Each word adds answers that those before it have not. */
function wordsIn({ terms, rows }: Subject): string {
  const covered = new Set<number>()
  const words: string[] = []
  for (const { forms, rows: own } of terms) {
    const more = own.filter((row) => !covered.has(row))
    for (const row of more) covered.add(row)
    if (words.length === 0 || more.length >= wordShareMin * rows.length) words.push(forms[0])
    if (words.length === wordsMax) break
  }
  return words.join(', ')
}
