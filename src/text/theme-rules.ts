/**
 * The rule of a theme: a text is about it if it contains one of these words or phrases. A reader can repeat it with a search.
 *
 * The same function decides who is counted, what a title and a quote are taken from, what `sonde themes` lists, and what the
 * benchmark recounts.
 */
import { isUnspaced, plain, runsOf } from './themes-words.ts'

/**
 * `any_of`: words and phrases in lower case, as people wrote them. `language`: how words are told apart; in languages
 * without spaces an entry is found anywhere in a text.
 */
export type ThemeRule = { any_of: string[]; language: string }

/** Whether a text contains one of the rule's words or phrases, as whole words, in any case. */
export const matchesRule = (rule: ThemeRule, text: string): boolean => entriesIn(rule, text).length > 0

/** The entries that the text contains, each once. */
export function entriesIn(rule: ThemeRule, text: string): string[] {
  const entries = new Set<string>()
  finderOf([rule])(text, (_rule, entry) => entries.add(entry))
  return [...entries]
}

/** Of several rules those that a text matches, by their places; the text is read once for all of them. */
export function matcherOf(rules: readonly ThemeRule[]): (text: string) => ReadonlySet<number> {
  const find = finderOf(rules)
  return (text) => {
    const matched = new Set<number>()
    find(text, (rule) => matched.add(rule))
    return matched
  }
}

type Found = (rule: number, entry: string) => void

/**
 * Looks for the entries of several rules in a text after the other, so that each text is split once.
 * @returns a function that names every entry found, as often as it stands there, by the place of its rule
 */
export function finderOf(rules: readonly ThemeRule[]): (text: string, found: Found) => void {
  const byFirst = new Map<string, { rule: number; entry: string; words: string[] }[]>()
  const anywhere: { rule: number; entry: string }[] = []
  for (const [rule, { any_of: entries, language }] of rules.entries()) {
    for (const entry of entries) {
      const words = entry.split(' ')
      if (isUnspaced(language)) anywhere.push({ rule, entry })
      else byFirst.set(words[0], [...(byFirst.get(words[0]) ?? []), { rule, entry, words }])
    }
  }
  return (text, found) => {
    const read = plain(text)
    for (const { rule, entry } of anywhere) if (read.includes(entry)) found(rule, entry)
    if (byFirst.size === 0) return
    for (const run of runsOf(read, 'en')) {
      for (const [start, first] of run.entries()) {
        for (const { rule, entry, words } of byFirst.get(first) ?? [])
          if (words.every((word, i) => run[start + i] === word)) found(rule, entry)
      }
    }
  }
}
