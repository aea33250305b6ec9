/**
 * Signs that somebody may be in danger: harassment, violence, self-harm, unsafe work.
 *
 * Such an answer is never a quote and never leads to an action on a dashboard. Phrases in our own words;
 * wide rather than narrow, since a false sign costs only a quote. Not a diagnosis and no filter of speech.
 */
import { wordsOf } from './tokens.ts'

const phrases = (
  'harass|harassed|harassing|harassment|molested|groped|groping|sexually|rape|raped|assault|assaulted|stalking|stalked|' +
  'touched me|inappropriate touching|sexual comments|sexual advances|hit me|hits me|pushed me|punched|slapped|violence|violent|threatened|' +
  'threatens|death threat|weapon|gun|suicide|suicidal|kill myself|end my life|end it all|hurt myself|harm myself|self harm|' +
  'want to die|no reason to live|not want to live|no will to live|better off dead|bullied|bullying|bully|racial slur|racial slurs|slurs|racist|' +
  'sexist remarks|discriminated against|blackmail|blackmailed|retaliated|retaliation|unsafe|safety violation|safety hazard|' +
  'dangerous conditions|injured|injury|accident|abuse|abused|abusive'
).split('|')

const byFirstWord = new Map<string, string[][]>()
for (const phrase of phrases) {
  const [first, ...rest] = phrase.split(' ')
  byFirstWord.set(first, [...(byFirstWord.get(first) ?? []), rest])
}

export function hasHarmSignal(text: string): boolean {
  const words = wordsOf(text).map((word) => (word.endsWith("n't") ? 'not' : word))
  return words.some((word, i) =>
    byFirstWord.get(word)?.some((rest) => rest.every((each, k) => words[i + 1 + k] === each)),
  )
}
