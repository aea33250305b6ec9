/**
 * What is found out about a word or a clause by itself, kept: the words of a survey are the same few thousand, again and again, and a
 * clause is read by several rules, one after another. Bounded, because a hostile text must not fill the memory.
 */
const copiedByV8 = 12 // characters up to which V8 copies a part of a text

type Bounds = { most: number; longest: number; keyOf(text: string): string }

/** A long part of a text is not a string of its own in V8, but keeps the whole text alive: tens of thousands of them are copied. */
const words: Bounds = {
  most: 50_000,
  longest: 40,
  keyOf: (word) => (word.length > copiedByV8 ? Buffer.from(word, 'utf16le').toString('utf16le') : word),
}
const clauses: Bounds = { most: 100, longest: 2_000, keyOf: (clause) => clause }

/** The function that remembers what `find` said of a word, which must depend on the word alone. */
export const byWord = <T extends {} | null>(find: (word: string) => T): ((word: string) => T) =>
  remembered(find, words)

/** The same of the last clauses. */
export const byClause = <T extends {} | null>(find: (clause: string) => T): ((clause: string) => T) =>
  remembered(find, clauses)

function remembered<T extends {} | null>(
  find: (text: string) => T,
  { most, longest, keyOf }: Bounds,
): (text: string) => T {
  const known = new Map<string, T>()
  return (text) => {
    const before = known.get(text)
    if (before !== undefined) return before
    const found = find(text)
    if (text.length > longest) return found
    if (known.size >= most) known.clear()
    known.set(keyOf(text), found)
    return found
  }
}
