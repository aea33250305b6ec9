/**
 * Whether the words of a topic go together: normalised pointwise mutual information, -1 to 1.
 *
 * Counted as gensim's c_npmi counts it, so that figures compare with published ones: a window of ten words
 * slides over every text that holds a word in question (a shorter text is one window), and a word leaving
 * at the left edge is forgotten even if the window holds it again. Source: Bouma 2009; Roeder, Both
 * and Hinneburg 2015, "Exploring the space of topic coherence measures".
 */

const windowWords = 10
const epsilon = 1e-12

/** In how many windows words, and pairs of words, occur. `together` is square, by the words' order. */
export type WindowCounts = {
  order: ReadonlyMap<string, number>
  windows: number
  alone: Float64Array
  together: Float64Array
}

export function countWindows(
  documents: readonly (readonly string[])[],
  words: Iterable<string>,
  window: number = windowWords,
): WindowCounts {
  const order = new Map<string, number>()
  for (const word of words) if (!order.has(word)) order.set(word, order.size)
  const counts = {
    order,
    windows: 0,
    alone: new Float64Array(order.size),
    together: new Float64Array(order.size ** 2),
  }
  for (const document of documents) {
    const places = document.map((word) => order.get(word) ?? -1)
    if (places.some((place) => place >= 0)) countDocument(places, window, counts)
  }
  return counts
}

function countDocument(places: number[], window: number, counts: WindowCounts): void {
  const inside = new Set(places.slice(0, window).filter((place) => place >= 0))
  countWindow(inside, counts)
  for (let last = window; last < places.length; last++) {
    inside.delete(places[last - window])
    if (places[last] >= 0) inside.add(places[last])
    countWindow(inside, counts)
  }
}

function countWindow(inside: Set<number>, counts: WindowCounts): void {
  counts.windows++
  for (const i of inside) {
    counts.alone[i]++
    for (const j of inside) counts.together[i * counts.alone.length + j]++
  }
}

/** NPMI of two words; -1 when one was never counted. */
export function npmi(counts: WindowCounts, a: string, b: string): number {
  const i = counts.order.get(a)
  const j = counts.order.get(b)
  if (i === undefined || j === undefined || counts.alone[i] === 0 || counts.alone[j] === 0) return -1
  const both = counts.together[i * counts.alone.length + j] / counts.windows + epsilon
  if (both >= 1) return 1
  return (
    Math.log(both / ((counts.alone[i] / counts.windows) * (counts.alone[j] / counts.windows))) /
    -Math.log(both)
  )
}

/** Mean NPMI over all pairs of different words; null for fewer than two words. */
export function coherenceOf(words: readonly string[], counts: WindowCounts): number | null {
  if (words.length < 2) return null
  let sum = 0
  for (let i = 1; i < words.length; i++) for (let j = 0; j < i; j++) sum += npmi(counts, words[i], words[j])
  return sum / ((words.length * (words.length - 1)) / 2)
}

/**
 * The words that describe a topic: from its best candidates it takes, one after the other, the one with the best
 * mean of its own weight (as a share of the highest) and of its mean NPMI with those taken before.
 */
export function coherentWords(
  candidates: readonly { word: string; weight: number }[],
  counts: WindowCounts,
  count: number,
): string[] {
  const highest = Math.max(...candidates.map((candidate) => candidate.weight))
  const chosen: string[] = []
  const affinity = candidates.map(() => 0) // sum of NPMI with the words chosen
  while (chosen.length < Math.min(count, candidates.length)) {
    let best = ''
    let bestScore = -Infinity
    for (const [i, { word, weight }] of candidates.entries()) {
      if (chosen.includes(word)) continue
      const score = 0.5 * (weight / highest) + (chosen.length > 0 ? (0.5 * affinity[i]) / chosen.length : 0)
      if (score > bestScore) [best, bestScore] = [word, score]
    }
    chosen.push(best)
    for (const [i, { word }] of candidates.entries()) affinity[i] += npmi(counts, word, best)
  }
  return chosen
}
