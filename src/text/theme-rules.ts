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

/** The entries that the text contains. */
export function entriesIn(rule: ThemeRule, text: string): string[] {
  const [found] = entriesOfRules([rule])(text)
  return found
}

/** Several rules at once, a text after the other: the text is split once. @returns for each rule the entries found */
export function entriesOfRules(rules: readonly ThemeRule[]): (text: string) => string[][] {
  const byFirst = new Map<string, { at: number; entry: string; words: string[] }[]>()
  rules.forEach(({ any_of: entries, language }, at) => {
    if (isUnspaced(language)) return
    for (const entry of entries) {
      const words = entry.split(' ')
      byFirst.set(words[0], [...(byFirst.get(words[0]) ?? []), { at, entry, words }])
    }
  })
  return (text) => {
    const read = plain(text)
    const found = rules.map(({ any_of: entries, language }) =>
      isUnspaced(language) ? new Set(entries.filter((entry) => read.includes(entry))) : new Set<string>(),
    )
    if (byFirst.size > 0)
      for (const run of runsOf(read, 'en'))
        run.forEach((word, start) => {
          for (const { at, entry, words } of byFirst.get(word) ?? [])
            if (words.every((each, i) => run[start + i] === each)) found[at].add(entry)
        })
    return found.map((entries) => [...entries])
  }
}
