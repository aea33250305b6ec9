/** Which pages somebody may have meant by an address at which there is nothing. */

type Place = { readonly to: string; readonly label: string }

/** Names in addresses of what has its list elsewhere. */
const listedAs: Readonly<Record<string, string>> = {
  pulses: 'surveys',
  'check-ins': 'surveys',
  members: 'directory',
  teams: 'directory',
  results: 'surveys',
}

const lettersMin = 3
const likenessMin = 0.4
const likelyMax = 3

function pairsOf(word: string): Set<string> {
  const letters = word.toLowerCase()
  return new Set(
    Array.from({ length: Math.max(letters.length - 1, 0) }, (_none, i) => letters.slice(i, i + 2)),
  )
}

/** From 0 to 1, by the pairs of letters that both have (Dice). */
function likeness(a: string, b: string): number {
  const [one, other] = [pairsOf(a), pairsOf(b)]
  const shared = [...one].filter((pair) => other.has(pair)).length
  return one.size + other.size === 0 ? 0 : (2 * shared) / (one.size + other.size)
}

const ids = /[a-z]{3}_[0-9a-z]{26}/g

/** Parts that many addresses have, or that say what is done there. */
const ofMany = new Set(['app', 'edit', 'new', 'live'])

const wordsOf = (address: string): string[] =>
  address
    .replaceAll(ids, '')
    .split(/[^\p{Letter}-]+/u)
    .filter((word) => word.length >= lettersMin && !ofMany.has(word))

/** The likeliest first. */
export function likelyPlaces<T extends Place>(address: string, places: readonly T[]): readonly T[] {
  const asked = wordsOf(address).map((word) => listedAs[word] ?? word)
  return places
    .map((place) => {
      const names = [...wordsOf(place.to), place.label]
      const like = Math.max(0, ...asked.flatMap((word) => names.map((name) => likeness(word, name))))
      return { place, like }
    })
    .filter(({ like }) => like >= likenessMin)
    .toSorted((a, b) => b.like - a.like)
    .slice(0, likelyMax)
    .map(({ place }) => place)
}
