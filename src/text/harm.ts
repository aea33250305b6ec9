/**
 * Signs that somebody may be in danger: harassment, self-harm, unsafe work. Phrases in our own words, in English alone.
 *
 * Two uses. A quote or an action is left out at the slightest sign (`hasHarmSignal`): that costs a quote. An alert calls people
 * to act (`harmKindsOf`), so it wants a phrase that says it. Sayings in which the same words mean nothing of the kind are taken
 * out before either looks. Not a diagnosis and no filter of speech.
 */
import { wordsOf } from './tokens.ts'

export const harmKinds = ['harassment', 'self_harm', 'safety'] as const
export type HarmKind = (typeof harmKinds)[number]

const spoken: Record<HarmKind, string> = {
  harassment:
    'harass|harasses|harassed|harassing|harassment|molested|molesting|groped|groping|raped|rape|sexual comments|sexual remarks|' +
    'sexual advances|sexual jokes|sexual assault|sexually assaulted|sexually abused|inappropriate touching|touched me inappropriately|' +
    'touches me|physically attacked|assaulted|stalking me|stalks me|stalked|punched me|slapped me|hits me|hit me in the face|' +
    'pushed me against|threatened me|threatens me|threatened to hurt|been threatened|was threatened|death threat|death threats|' +
    'bullied|bullying|bullies me|bullies us|bullies people|racial slur|racial slurs|slurs|racist remarks|racist comments|racist jokes|' +
    'sexist remarks|sexist comments|sexist jokes|discriminated against|blackmail|blackmailed|blackmails|blackmailing|retaliated against|' +
    'retaliation|abused me|verbally abused|verbally abusive|abusive manager|abusive boss|abusive behaviour|abusive behavior',
  self_harm:
    'kill myself|killing myself|end my life|ending my life|take my own life|taking my own life|end it all|hurt myself|hurting myself|' +
    'harm myself|harming myself|cutting myself|self harm|self harming|suicide|suicidal|want to die|wanted to die|wish i was dead|' +
    'wish i were dead|no reason to live|not want to live|no will to live|better off dead|better off without me|not want to wake up|' +
    'not want to be alive|not want to be here anymore',
  safety:
    'unsafe|safety violation|safety violations|safety hazard|safety hazards|safety risk|dangerous conditions|dangerous machine|' +
    'dangerous machines|injured|injury|injuries|work accident|accident at work|accident on site|had an accident|serious accident|' +
    'near accident|brought a gun|has a gun|brought a weapon|has a weapon|brought a knife|fire exit is blocked|fire exits are blocked|' +
    'toxic fumes|no protective gear|no protective equipment|without protective equipment',
}

/** Enough to leave a quote out. */
const slight =
  'sexually|assault|stalking|touched me|hit me|pushed me|punched|slapped|violence|violent|threatened|threatens|weapon|gun|bully|racist|' +
  'accident|abuse|abused|abusive|dying|kill'

/** How people speak of work, and of nothing else. */
const sayings =
  'kill the process|kill a process|kill the job|kill the server|kill the feature|kill the project|kill the meeting|kill the vibe|' +
  'kill the mood|kill switch|kill time|kill two birds|kill me with|kill for a|kills me that|kills the mood|deadline will kill us|' +
  'make a killing|dying to know|dying to see|dying to try|dressed to kill|hit me up|hit me like|hit me that|hit me as|hit me when|' +
  'hit me with questions|hits me that|pushed me to|pushed me out of|pushed me forward|pushed me beyond|touched me deeply|touched me that|' +
  'really touched me|jump the gun|jumped the gun|jumping the gun|smoking gun|under the gun|top gun|nail gun|glue gun|spray gun|gun to my head|gun to our head|gun to your head|' +
  'secret weapon|weapon of choice|by accident|no accident|happy accident|violent agreement|bully pulpit|career suicide|suicide mission|' +
  'political suicide|commercial suicide|suicide by|suicide prevention|suicide awareness|self harm prevention|harassment training|harassment policy|anti harassment|' +
  'harassment prevention|bullying policy|anti bullying|no harassment|no bullying|never been bullied|never bullied|never harassed|never been harassed|not been harassed|retaliation policy|' +
  'no retaliation|without retaliation|fear no retaliation|unsafe code|unsafe rust|unsafe block|unsafe blocks|unsafe cast|unsafe function|' +
  'unsafe default|unsafe defaults|unsafe deploy|unsafe deployment|unsafe deployments|unsafe query|unsafe queries|unsafe type|unsafe types|unsafe method|unsafe migration|' +
  'unsafe to deploy|unsafe to merge|unsafe to release|unsafe to use in|thread unsafe|type unsafe|memory unsafe|insult to injury|injury time|' +
  'threatened species|threatens the deadline|threatens the release|threatens our deadline|want to die of boredom|want to die laughing|' +
  'abuse of the api|api abuse|abuse of notation|rate limit abuse|spam and abuse|abuse the api|end it all on|slurs the'

type Tree = Map<string, string[][]>

function treeOf(phrases: string): Tree {
  const byFirstWord: Tree = new Map()
  for (const phrase of phrases.split('|')) {
    const [first, ...rest] = phrase.split(' ')
    byFirstWord.set(first, [...(byFirstWord.get(first) ?? []), rest])
  }
  return byFirstWord
}

const kinds = harmKinds.map((kind) => [kind, treeOf(spoken[kind])] as const)
const slightSigns = treeOf(slight)
const idle = treeOf(sayings)

/** How many words from here on are one of these phrases, the longest of them; 0 for none. */
const phraseAt = (words: readonly string[], at: number, tree: Tree): number =>
  (tree.get(words[at]) ?? []).reduce(
    (longest, rest) =>
      rest.length + 1 > longest && rest.every((each, k) => words[at + 1 + k] === each)
        ? rest.length + 1
        : longest,
    0,
  )

/** Words outside of sayings; what stood in one is a gap that no phrase reaches across. */
function wordsSaid(text: string): string[] {
  const words = wordsOf(text).map((word) => (word.endsWith("n't") || word === 'dont' ? 'not' : word))
  const said: string[] = []
  for (let at = 0; at < words.length;) {
    const saying = phraseAt(words, at, idle)
    said.push(saying > 0 ? '' : words[at])
    at += Math.max(1, saying)
  }
  return said
}

const speaksOf = (words: readonly string[], tree: Tree): boolean =>
  words.some((_word, at) => phraseAt(words, at, tree) > 0)

/** What a text speaks of beyond doubt, in the order of the kinds. */
export function harmKindsOf(text: string): HarmKind[] {
  const words = wordsSaid(text)
  return kinds.filter(([, tree]) => speaksOf(words, tree)).map(([kind]) => kind)
}

/** Whether a text is better not repeated. */
export function hasHarmSignal(text: string): boolean {
  const words = wordsSaid(text)
  return speaksOf(words, slightSigns) || kinds.some(([, tree]) => speaksOf(words, tree))
}
