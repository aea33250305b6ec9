/**
 * In which order the palette shows what it has: whatever has a word that begins as somebody types stands above what has the letters
 * inside a word, over all groups. In equal places what exists stands before what can be begun.
 */
type Entry = { label?: string; description?: string; keywords?: string | string[] }
type Group<T extends Entry> = { group: string; actions: readonly T[] }

/** Of what begins with it, of what has it inside a word, and of what is found elsewhere than in its name. */
type Rank = 0 | 1 | 2

const wordsOf = (text: string): string[] => text.toLowerCase().split(/[^\p{L}\p{N}]+/u)

function rankOf({ label = '', description = '', keywords = '' }: Entry, query: string): Rank | null {
  const name = label.toLowerCase()
  const typed = query.split(/\s+/)
  const words = wordsOf(label)
  if (name.startsWith(query) || typed.every((one) => words.some((word) => word.startsWith(one)))) return 0
  if (name.includes(query)) return 1
  return `${description} ${[keywords].flat().join(' ')}`.toLowerCase().includes(query) ? 2 : null
}

/**
 * @param groups  in the order of equal places
 * @param isWhole  false while the service searches: what has the letters inside a word waits, so that nothing comes to stand above it
 */
export function ordered<T extends Entry>(
  typed: string,
  groups: readonly Group<T>[],
  isWhole: boolean,
): { group: string; actions: T[] }[] {
  const query = typed.trim().toLowerCase()
  if (query === '') return groups.map(({ group, actions }) => ({ group, actions: [...actions] }))
  return groups
    .map(({ group, actions }) => {
      const ranked = actions
        .flatMap((action) => {
          const rank = rankOf(action, query)
          const isFound = action.keywords !== undefined
          return rank === null || (!isWhole && rank > 0 && !isFound) ? [] : [{ action, rank }]
        })
        .toSorted((a, b) => a.rank - b.rank)
      return { group, actions: ranked.map(({ action }) => action), best: ranked[0]?.rank }
    })
    .filter((one): one is typeof one & { best: Rank } => one.best !== undefined)
    .toSorted((a, b) => a.best - b.best)
    .map(({ group, actions }) => ({ group, actions }))
}
