/**
 * The rule of a theme: a text is about it if it contains one of these words or phrases. A reader can repeat it with a search.
 *
 * The same function decides who is counted, what a title and a quote are taken from, what `sonde-server themes` lists, what the benchmark recounts,
 * and which comments a page shows for a theme. A text is read as it stands, in lower case; hyphens count as spaces, a possessive "'s" is cut, and no
 * phrase crosses a comma. Words are runs of letters; Intl.Segmenter splits languages without spaces, so that Japanese has words too.
 */

const lengthMax = 20_000 // characters of a text that are read
// eslint-disable-next-line no-control-regex -- all of ASCII
const ascii = /^[\u0000-\u007f]*$/
const invisible = /[\u00ad\u200b-\u200f\u202a-\u202e\u2060-\u2064\u2066-\u2069\ufeff]/g
const english = /[\p{L}\p{N}\p{M}]+(?:'[\p{L}\p{N}\p{M}]+)*/gu
const marks = /[^\p{L}\p{N}\p{M}' \t-]+/u
// Longer runs of combining marks are no language, and ordering them is not linear.
const heapsOfMarks = /(\p{M}{8})\p{M}+/gu

const unspaced: ReadonlySet<string> = new Set(['ja', 'zh', 'th', 'lo', 'km', 'my'])

/** Whether words of the language stand without spaces between them. */
export const isUnspaced = (language: string): boolean => unspaced.has(languageBase(language))

export const languageBase = (language: string): string => language.split('-', 1)[0].toLowerCase()

/** As rules compare texts: in lower case, one kind of apostrophe and of each letter, nothing invisible. */
export function plain(text: string): string {
  const start = text.slice(0, lengthMax)
  if (ascii.test(start)) return start.replaceAll('`', "'").toLowerCase()
  return start
    .replace(invisible, '')
    .replace(heapsOfMarks, '$1')
    .normalize('NFKC')
    .replace(/[\u2018\u2019\u02bc\u00b4`]/g, "'")
    .toLowerCase()
}

/** Words of plain text between two marks, so that no phrase crosses a comma. */
export function runsOf(text: string, language: string): string[][] {
  const runs = text.replace(/[\u2010\u2011]/g, '-').split(marks)
  return runs.map((run) => formsIn(run, language)).filter((run) => run.length > 0)
}

const segmenters = new Map<string, Intl.Segmenter>()

function segmenterOf(language: string): Intl.Segmenter {
  const known = segmenters.get(language)
  if (known) return known
  const made = new Intl.Segmenter(language, { granularity: 'word' })
  segmenters.set(language, made)
  return made
}

function formsIn(run: string, language: string): string[] {
  if (!isUnspaced(language)) return (run.match(english) ?? []).map(withoutPossessive)
  return [...segmenterOf(languageBase(language)).segment(run)].flatMap(({ segment, isWordLike }) =>
    isWordLike ? [segment] : [],
  )
}

const withoutPossessive = (form: string): string =>
  form.length > 3 && form.endsWith("'s") ? form.slice(0, -2) : form

/**
 * `any_of`: words and phrases in lower case, as people wrote them. `language`: how words are told apart; in languages
 * without spaces an entry is found anywhere in a text.
 */
export type ThemeRule = { readonly any_of: readonly string[]; readonly language: string }

/** Whether a text contains one of the rule's words or phrases, as whole words, in any case. */
export const matchesRule = (rule: ThemeRule, text: string): boolean => entriesIn(rule, text).length > 0

/** The entries that the text contains, each once. */
export function entriesIn(rule: ThemeRule, text: string): string[] {
  const entries = new Set<string>()
  finderOf([rule])(text, (_rule, entry) => entries.add(entry))
  return [...entries]
}

/** Which of several rules a text matches, by their places; the text is read once for all of them. */
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
 * @returns a function that names every entry found, as often as it is there, by the place of its rule
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
