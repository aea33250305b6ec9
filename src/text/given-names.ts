/**
 * Given names from many languages, so that people are taken out of a text also where no roster knows them: those whom
 * answers praise or blame often work elsewhere.
 */
import { lazily, wordSections } from './word-lists.ts'

/** Folded name → whether it counts only inside a sentence, because it is also a word. */
export const givenNames = lazily((): ReadonlyMap<string, boolean> => {
  const { names, doubtful } = wordSections('given-names.txt', ['names', 'doubtful'])
  const folded = (name: string): string => name.normalize('NFKD').replaceAll(/\p{M}/gu, '')
  return new Map([
    ...names.map((name): [string, boolean] => [folded(name), false]),
    ...doubtful.map((name): [string, boolean] => [folded(name), true]),
  ])
})
