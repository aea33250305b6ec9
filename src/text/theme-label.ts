/**
 * A name for a theme: the phrase its answers have most in common.
 *
 * Phrases of two or three neighbouring words, counted once an answer, weighed by count x normalised PMI against
 * the words' own frequency in all answers; else the theme's best words. Always words of the answers, never more.
 */
import { stopWords } from './english.ts'
import { stem } from './stem.ts'
import { folded } from './tokens.ts'

const answersMin = 3
const wordsMax = 400
const inside = new Set(['of', 'to', 'from', 'in', 'for', 'on', 'at', 'with']) // "lack of time", "return to office"

/** `words` are the theme's, best first, as stems; `shown` gives the common form of a stem. */
export function themeLabel(
  members: readonly string[],
  all: readonly string[],
  words: readonly string[],
  shown: (stem: string) => string,
): string {
  const phrases = phraseCounts(members)
  const frequency = wordFrequency(all)
  const wanted = new Set(words.slice(0, 6))
  let label = words.slice(0, 3).map(shown).join(', ')
  let best = 0
  for (const [phrase, count] of phrases) {
    if (count < Math.max(answersMin, members.length * 0.08)) continue
    const parts = phrase.split(' ')
    if (!parts.some((part) => wanted.has(stem(part)))) continue
    const alone = parts.reduce((product, part) => (product * (frequency.get(part) ?? 1)) / all.length, 1)
    const together = count / all.length
    const affinity = Math.log(together / alone) / ((parts.length - 1) * -Math.log(together * 0.999))
    const score = count * affinity
    if (score > best) [label, best] = [phrase, score]
  }
  return label
}

/** Runs of words between marks, so that no phrase crosses a comma. */
function runsOf(text: string): string[][] {
  const runs = folded(text)
    .slice(0, wordsMax * 10)
    .split(/[^\p{L}\p{N}'\- ]+/u)
  return runs.map((run) => run.split(/[ -]+/).filter(Boolean))
}

function phraseCounts(texts: readonly string[]): Map<string, number> {
  const counts = new Map<string, number>()
  for (const text of texts) {
    const phrases = new Set<string>()
    for (const run of runsOf(text)) {
      for (let first = 0; first < run.length; first++) {
        for (let length = 2; length <= 3 && first + length <= run.length; length++) {
          const parts = run.slice(first, first + length)
          if (isPhrase(parts)) phrases.add(parts.join(' '))
        }
      }
    }
    for (const phrase of phrases) counts.set(phrase, (counts.get(phrase) ?? 0) + 1)
  }
  return counts
}

function isPhrase(parts: string[]): boolean {
  if (stopWords.has(parts[0]) || stopWords.has(parts[parts.length - 1])) return false
  if (parts.length === 3 && stopWords.has(parts[1]) && !inside.has(parts[1])) return false
  return parts.every((part) => part.length > 1 && part.length < 30 && !/\d{3}/.test(part))
}

function wordFrequency(texts: readonly string[]): Map<string, number> {
  const counts = new Map<string, number>()
  for (const text of texts) {
    for (const word of new Set(runsOf(text).flat())) counts.set(word, (counts.get(word) ?? 0) + 1)
  }
  return counts
}
