/**
 * A name for a theme: the phrase its answers have most in common.
 *
 * Phrases of two or three neighbouring words, counted once an answer, weighed by count x normalised PMI against
 * the words' own frequency in all answers; without such a phrase, the theme's best words. A name consists of words of the answers.
 */
import { isStopWord } from './english.ts'
import { stem } from './stem.ts'
import { folded } from './tokens.ts'

const answersMin = 3
const shareMin = 0.05 // of a theme's answers; a rarer phrase belongs to a person, not to the theme
const lengthMax = 4_000 // characters of an answer
const innerWords = new Set(['of', 'to', 'from', 'in', 'for', 'on', 'at', 'with']) // "lack of time", "return to office"

/**
 * Names in the order of the themes, no two alike. `rows`: indices into `texts`; `words`: the theme's, best first, as stems;
 * `surface` gives the commonest form of a stem.
 */
export function themeNames(
  themes: readonly { rows: readonly number[]; words: readonly string[] }[],
  texts: readonly string[],
  surface: (stem: string) => string,
): string[] {
  const runs = texts.map(runsOf)
  const frequency = countsOf(runs.map((own) => new Set(own.flat())))
  const taken = new Set<string>()
  return themes.map(({ rows, words }) => {
    const phrases = phrasesOf(
      rows.map((row) => runs[row]),
      words,
      frequency,
      texts.length,
    )
    const unused = phrases.find((phrase) => !taken.has(phrase))
    const label = unused ?? words.slice(0, 3).map(surface).join(', ')
    taken.add(label)
    return label
  })
}

/** Phrases that hold one of the theme's first words, best first. */
function phrasesOf(
  members: readonly string[][][],
  words: readonly string[],
  frequency: ReadonlyMap<string, number>,
  answers: number,
): string[] {
  const wanted = new Set(words.slice(0, 6))
  return [...countsOf(members.map(phrasesIn))]
    .filter(
      ([phrase, count]) =>
        count >= Math.max(answersMin, members.length * shareMin) &&
        phrase.split(' ').some((part) => wanted.has(stem(part))),
    )
    .map(([phrase, count]) => {
      const parts = phrase.split(' ')
      const alone = parts.reduce((product, part) => (product * (frequency.get(part) ?? 1)) / answers, 1)
      const together = count / answers
      const affinity = Math.log(together / alone) / ((parts.length - 1) * -Math.log(together * 0.999))
      return { phrase, score: count * affinity }
    })
    .filter(({ score }) => score > 0)
    .toSorted((a, b) => b.score - a.score || (a.phrase < b.phrase ? -1 : 1))
    .map(({ phrase }) => phrase)
}

/** Runs of words between marks, so that no phrase crosses a comma. */
function runsOf(text: string): string[][] {
  const runs = folded(text.slice(0, lengthMax)).split(/[^\p{L}\p{N}'\- ]+/u)
  return runs.map((run) => run.split(/[ -]+/).filter(Boolean))
}

function phrasesIn(runs: readonly string[][]): Set<string> {
  const phrases = new Set<string>()
  for (const run of runs) {
    for (let first = 0; first < run.length; first++) {
      for (let length = 2; length <= 3 && first + length <= run.length; length++) {
        const parts = run.slice(first, first + length)
        if (isPhrase(parts)) phrases.add(parts.join(' '))
      }
    }
  }
  return phrases
}

function isPhrase(parts: string[]): boolean {
  if (isStopWord(parts[0]) || isStopWord(parts[parts.length - 1])) return false
  if (parts.length === 3 && isStopWord(parts[1]) && !innerWords.has(parts[1])) return false
  return parts.every((part) => part.length > 1 && part.length < 30 && !/\d{3}/.test(part))
}

/** For each phrase or word the number of answers that hold it. */
function countsOf(answers: readonly ReadonlySet<string>[]): Map<string, number> {
  const counts = new Map<string, number>()
  for (const answer of answers) for (const each of answer) counts.set(each, (counts.get(each) ?? 0) + 1)
  return counts
}
