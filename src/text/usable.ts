/**
 * Which answers hold something to analyse.
 *
 * `empty`: nothing, a mark, an emoji, or one of the many ways to say "nothing" ("n/a", "can't think of
 * any"). `unsupported_language`: fewer than 35 % of the words are known English words, addresses and names behind
 * an "@" aside. Below six words that share says little, so a short text needs another sign: a foreign script, foreign
 * small words, accents, or several words of which none is known.
 */
import { isCommonEnglish } from './english.ts'
import { sentimentLexicon } from './lexicon.ts'
import { shippedModel } from './model.ts'
import { wordsOf } from './tokens.ts'

export type Usability = 'usable' | 'empty' | 'unsupported_language'

const knownShareMin = 0.35
const shortTextWords = 6
const emptyAnswerWordsMax = 10
const wordsLookedAt = 400 // the beginning shows the language of a long text

const namelessWordsMin = 3 // "Jira, Confluence" is a list of names; "kuuntele minua enemmän" is not

const words = (list: string): ReadonlySet<string> => new Set(list.split(' '))

// An answer made only of these, holding a refusal, says nothing.
const emptyVocabulary = words(
  'n a na none no not nothing nope nil null nah idk dunno i we can cant cannot could couldnt t really sure think ' +
    'thought thinking of any anything anythin know idea ideas don dont do did didnt at this that the time moment ' +
    'point right now for to add say mind comes come springs in particular specific special else applicable answer ' +
    'comment comments opinion opinions as yet so far further more skip skipped unsure blank us me my from top head ' +
    "have ive i've got haven't havent it about is there theres there's all maybe just sorry unfortunately " +
    "can't don't couldn't didn't tbd ok yes currently today available available unknown",
)
const refusals = words('na none nope nil null nah idk dunno skip skipped unsure blank tbd unknown')
const refusedWords = words(
  'sure know think thought say idea ideas comment comments opinion opinions applicable answer specific particular more further add',
)
const negations = words(
  "no not nothing can't cant cannot don't dont couldn't couldnt didn't didnt haven't havent",
)

// Small words that English does not have; written folded, without accents.
const foreignWords = words(
  'der das und ist nicht keine kein sehr gut alles mit fur auch ich wir zu viel mehr bitte wird haben zum ' + // German
    'le les des une est pas tres bien rien tout avec pour nous trop sont dans mon jamais ne du de la et ' + // French
    'el los las una es muy todo nada con por para mucho trabajo bueno y en del mi mas menos nunca hay falta ' + // Spanish
    'il gli niente tutto molto bene con sono troppo lavoro di che ma piu vorrei ' + // Italian
    'os um uma nao muito bom tudo trabalho e meu ' + // Portuguese
    'het een niet geen heel goed veel te werk wij ik zou maar er zijn ' + // Dutch
    'och ar inte bra mycket det og ikke meget godt jest nie bardzo dobrze ve cok iyi degil', // sv, no, da, pl, tr
)
// "l'equipe", "dell'azienda": an article grown together with its noun.
const elided = /^(?:l|d|qu|j|dell|nell|sull|all)'\p{L}{2}/u
const addresses = /\bhttps?:\S+|[@#]\S+/g

export function usable(text: string): Usability {
  const found = wordsOf(text.length > 20_000 ? text.slice(0, 20_000) : text)
  const letters = found.filter((word) => /\p{L}/u.test(word))
  if (letters.length === 0 || isBinary(text)) return 'empty'
  if (letters.length === 1 && letters[0].length === 1 && letters[0] < '\u0250') return 'empty'
  if (saysNothing(found)) return 'empty'
  return isEnglish(languageSample(text, letters)) ? 'usable' : 'unsupported_language'
}

function saysNothing(found: string[]): boolean {
  if (found.length > emptyAnswerWordsMax || !found.every((word) => emptyVocabulary.has(word))) return false
  if (found.some((word) => refusals.has(word))) return true
  if (found.join('') === 'na') return true
  const refused = found.some((word) => negations.has(word))
  const doing = found.includes('do') && !found.includes('know') // "I can't do anything" does say something
  const bare =
    found.length <= 2 || (!doing && ['nothing', 'anything', 'any'].some((word) => found.includes(word)))
  return refused && (bare || found.some((word) => refusedWords.has(word)))
}

function isBinary(text: string): boolean {
  const start = text.slice(0, 2_000)
  // eslint-disable-next-line no-control-regex -- control characters are what is looked for
  const odd = start.match(/[\u0000-\u0008\u000b\u000c\u000e-\u001f\u007f-\u009f\ufffd]/g)?.length ?? 0
  return odd > start.length * 0.2
}

/** The first words, without addresses where anything else is left. */
function languageSample(text: string, letters: string[]): string[] {
  const bare = /[@#/]/.test(text) ? wordsOf(text.slice(0, 20_000).replace(addresses, ' ')) : []
  const sample = bare.filter((word) => /\p{L}/u.test(word))
  return (sample.length > 0 ? sample : letters).slice(0, wordsLookedAt)
}

function isEnglish(letters: string[]): boolean {
  const lexicon = sentimentLexicon()
  const { words: met } = shippedModel()
  let known = 0
  let foreign = 0
  for (const word of letters) {
    // A listed foreign word counts as that even if English has one spelled so ("die", "no" stay English).
    if (foreignWords.has(word) || elided.test(word)) foreign++
    else if (met.has(word) || lexicon.has(word) || isCommonEnglish(word)) known++
  }
  if (letters.length >= shortTextWords) return known / letters.length >= knownShareMin && known >= foreign
  if (known > 0 && known >= foreign) return true
  if (foreign > 0 || letters.length >= namelessWordsMin) return false
  return letters.every((word) => /^[\p{Script=Latin}\p{N}']+$/u.test(word))
}
