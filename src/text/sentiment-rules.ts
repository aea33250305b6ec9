/**
 * The words and weights of the VADER rules, as the paper and its authors' documentation give them, and
 * the few of our own for comments on work.
 *
 * Source: Hutto and Gilbert 2014, ICWSM, section "Identifying generalizable heuristics": booster 0.293,
 * capitals 0.733, exclamation mark 0.292, negation -0.74, all measured by them with human raters.
 */

import { complaints } from './words-of-work.ts'

export const boosterStep = 0.293
export const capitalsStep = 0.733
export const negationFactor = -0.74
export const exclamationStep = 0.292
export const exclamationsMax = 4
export const questionStep = 0.18
export const questionsMost = 0.96
export const normalisation = 15

const list = (words: string): string[] => words.split(' ')

/** Degree words: +1 strengthens what follows, -1 weakens it. */
export const boosters: ReadonlyMap<string, 1 | -1> = new Map([
  ...list(
    'absolutely amazingly awfully completely considerable considerably decidedly deeply effing enormous enormously ' +
      'entirely especially exceptional exceptionally extreme extremely fabulously flipping frickin fricking friggin ' +
      'frigging fully fuckin fucking greatly hella highly hugely incredible incredibly intensely major majorly more ' +
      'most particularly purely quite really remarkably so substantially thoroughly total totally tremendous ' +
      'tremendously uber unbelievably unusually utter utterly very',
  ).map((word): [string, 1] => [word, 1]),
  ...list(
    'almost barely hardly kinda kindof kind-of less little marginal marginally occasional occasionally partly scarce ' +
      'scarcely slight slightly somewhat sorta sortof sort-of',
  ).map((word): [string, -1] => [word, -1]),
])

const negators: ReadonlySet<string> = new Set(
  list(
    'aint arent cannot cant couldnt darent didnt doesnt dont hadnt hasnt havent isnt mightnt mustnt neednt neither ' +
      'never none nope nor not nothing nowhere oughtnt rarely seldom shant shouldnt uhuh wasnt werent without wont wouldnt',
  ),
)

/** Whether a lower-cased word turns what follows. "No" is apart: it has rules of its own. */
export function isNegator(word: string): boolean {
  return negators.has(word) || word.includes("n't") || negators.has(word.replaceAll("'", ''))
}

/** Two or three words with a rating of their own, which replaces that of the last word. */
export const idioms: ReadonlyMap<string, number> = new Map([
  ['the shit', 3],
  ['the bomb', 3],
  ['bad ass', 1.5],
  ['bus stop', 0],
  ['yeah right', -2],
  ['kiss of death', -1.5],
  ['to die for', 3],
  ['beating heart', 3.1],
  // Ours: how people write of work.
  ['pull request', 0],
  ['help desk', 0],
  ['share drive', 0],
  ['play store', 0],
  ['kill switch', 0],
  ['dead line', 0],
  ...complaints,
])

/**
 * Nouns of trouble that the lexicon does not rate: after the determiner "no" they say that all is well.
 * "No problem with the tools" scored -0.60 in the published code as ported to npm.
 */
export const troubles: ReadonlySet<string> = new Set(
  list(
    'issue issues complaint complaints problem problems concern concerns trouble troubles worry worries objection ' +
      'objections blocker blockers drama surprise surprises hassle hassles bother regrets qualms obstacles delays ' +
      'downtime conflict conflicts difficulty difficulties',
  ),
)
/** After these a "no" was an answer of its own: "No, it is slow". */
export const pronouns: ReadonlySet<string> = new Set(
  list(
    "i i'm i've it it's its we we're we've you they they're he she this that there there's my our the not and",
  ),
)

export const noTroubleRating = 1.2 // about that of "fine" (0.8) and "ok" (1.2) in the lexicon
export const excessRating = -1.2 // of "too" before a word without a rating, about that of "too many"
