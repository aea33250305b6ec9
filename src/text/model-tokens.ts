/**
 * Tokens of the sentiment model: words, runs of "!" and "?", emoticons; a word shortly after a negation is another word.
 *
 * "not a good plan" is `not a_NEG good_NEG plan_NEG`: three tokens are marked, none beyond the end of a sentence (marking as in
 * Das and Chen 2007 and Pang, Lee and Vaithyanathan 2002). Training and scoring share this file: after a change, train again.
 * Linear in the length of the text.
 */
import { folded } from './tokens.ts'
import { byWord } from './word-cache.ts'

const reach = 3
const runLengthMax = 3
export const negatedMark = '_NEG'

const token = /[a-z][a-z']*|[!?]+|[:;=8][-'o^]?[)(\][dp/\\|*]+|<3|[.;]/g
const outside = /[^\u0020-\u007e]/

const negators: ReadonlySet<string> = new Set(
  (
    'not no never none nobody nothing nowhere neither nor cannot cant without hardly barely scarcely rarely seldom aint isnt ' +
    'arent wasnt werent dont doesnt didnt wont wouldnt couldnt shouldnt hasnt havent hadnt lack lacks lacking'
  ).split(' '),
)

const isNegator = (word: string): boolean =>
  negators.has(word) || (word.includes("'") && (word.endsWith("n't") || negators.has(word.replace("'", ''))))

export function modelTokens(text: string): string[] {
  const tokens: string[] = []
  let left = 0
  for (const match of (outside.test(text) ? folded(text) : text.toLowerCase()).match(token) ?? []) {
    if (match === '.' || match === ';') left = 0
    else if (match[0] === '!' || match[0] === '?') {
      left = 0
      tokens.push(match.slice(0, runLengthMax))
    } else {
      const { word, negated, negates } = readWord(match)
      tokens.push(left > 0 && !negates ? negated : word)
      left = negates ? reach : Math.max(0, left - 1)
    }
  }
  return tokens
}

const readWord = byWord((match) => {
  const word = withoutTrailingQuotes(match)
  return { word, negated: word + negatedMark, negates: isNegator(word) }
})

/** A loop, because the pattern for it is quadratic in a run of quotes. */
function withoutTrailingQuotes(word: string): string {
  let end = word.length
  while (word[end - 1] === "'") end--
  return end === word.length ? word : word.slice(0, end)
}
