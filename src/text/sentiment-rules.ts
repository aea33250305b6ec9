/**
 * The weights and words of the VADER rules, as the paper and its authors' documentation give them, and the few of our own for
 * comments on work.
 *
 * Source: Hutto and Gilbert 2014, ICWSM, section "Identifying generalizable heuristics": booster 0.293,
 * capitals 0.733, exclamation mark 0.292, negation -0.74, all measured by them with human raters.
 */
import { lazily, wordSections } from './word-lists.ts'

export const boosterStep = 0.293
export const capitalsStep = 0.733
export const negationFactor = -0.74
export const exclamationStep = 0.292
export const exclamationsMax = 4
export const questionStep = 0.18
export const questionsMost = 0.96
export const normalisation = 15

export const noTroubleRating = 1.2 // about that of "fine" (0.8) and "ok" (1.2) in the lexicon
export const excessRating = -1.2 // of "too" before a word without a rating, about that of "too many"

type RuleWords = {
  /** Degree words: +1 strengthens what follows, -1 weakens it. */
  boosters: ReadonlyMap<string, 1 | -1>
  negators: ReadonlySet<string>
  /**
   * Nouns of trouble that the lexicon does not rate: after the determiner "no" they say that all is well.
   * "No problem with the tools" scored -0.60 in the published code as ported to npm.
   */
  troubles: ReadonlySet<string>
  /** After these a "no" was an answer of its own: "No, it is slow". */
  pronouns: ReadonlySet<string>
}

export const ruleWords = lazily((): RuleWords => {
  const sections = ['boosters', 'dampeners', 'negators', 'troubles', 'pronouns'] as const
  const { boosters, dampeners, negators, troubles, pronouns } = wordSections('rule-words.txt', sections)
  return {
    boosters: new Map([
      ...boosters.map((word): [string, 1] => [word, 1]),
      ...dampeners.map((word): [string, -1] => [word, -1]),
    ]),
    negators: new Set(negators),
    troubles: new Set(troubles),
    pronouns: new Set(pronouns),
  }
})

/** Whether a lower-cased word turns what follows. "No" is apart: it has rules of its own. */
export function isNegator(word: string): boolean {
  const { negators } = ruleWords()
  return negators.has(word) || word.includes("n't") || negators.has(word.replaceAll("'", ''))
}
