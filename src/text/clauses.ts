/**
 * Splits an answer into sentences and clauses, so that "good pay, but no time" is two statements.
 *
 * A clause ends at a sentence's end and before but, however, although, though and whereas (data/contrasts.txt has those of other
 * languages), unless one side would be shorter than two words ("it is fine though") or the word does not contrast ("nothing
 * but"). Linear in the length of the text: the lookbehinds keep a run of marks from being scanned again from each of them.
 */
import { isAscii } from './tokens.ts'
import { byWord } from './word-cache.ts'
import { allSections, lazily } from './word-lists.ts'

const abbreviations = new Set([
  'e.g',
  'i.e',
  'etc',
  'vs',
  'mr',
  'mrs',
  'ms',
  'dr',
  'prof',
  'approx',
  'st',
  'no',
  'eg',
  'ie',
  'a.m',
  'p.m',
  'fig',
  'incl',
  'resp',
])
/** `sign`: in every sentence of ASCII that holds one of the words, whatever marks are in between. */
type Contrasts = { words: ReadonlySet<string>; sign: RegExp }

const contrastsByLanguage = lazily(
  (): ReadonlyMap<string, Contrasts> =>
    new Map(
      [...allSections('contrasts.txt')].map(([language, words]) => {
        const spelt = words.map((word) => [...word].join(String.raw`[^a-z\s]*`))
        return [language, { words: new Set(words), sign: new RegExp(spelt.join('|'), 'i') }]
      }),
    ),
)
const noContrasts: Contrasts = { words: new Set(), sign: /(?!)/ }
const notContrastAfter = new Set(['nothing', 'all', 'anything', 'none', 'no one', 'everything', 'as'])
/** They open the weaker clause, so the comma after it ends it. */
const conceding = new Set(
  'although though tho whereas obwohl obgleich quoique aunque embora sebbene'.split(' '),
)
const clauseWordsMin = 2

/** Sentences in order, trimmed, none empty. Line ends, bullets and semicolons end a sentence as well. */
export function sentencesOf(text: string): string[] {
  const sentences: string[] = []
  for (const line of text.split(/[\r\n\u2028\u2029;\u2022]+/)) {
    let start = 0
    for (const end of line.matchAll(
      /(?<![.!?\u2026])[.!?\u2026]+["')\]\u201d\u2019]*\s+|[\u3002\uff01\uff1f]/g,
    )) {
      const stop = end.index + end[0].length
      if (end[0].startsWith('.') && isAbbreviation(line, start, end.index, stop)) continue
      sentences.push(line.slice(start, stop))
      start = stop
    }
    sentences.push(line.slice(start))
  }
  return sentences.map((sentence) => sentence.replace(/^[-*\s]+(?=\S)/, '').trim()).filter(Boolean)
}

/** "e.g. " and "etc. " do not end a sentence, unless a capital follows the latter; "2. " begins a list. */
function isAbbreviation(line: string, start: number, dot: number, next: number): boolean {
  const from = Math.max(start, dot - 8)
  const last = /[\p{L}\d.]+$/u.exec(line.slice(from, dot))?.[0].toLowerCase() ?? ''
  if (last === 'etc' || last === 'no') return /^[\p{Ll}\d]/u.test(line.slice(next, next + 2))
  return (
    abbreviations.has(last) ||
    (dot - start < 6 && /^\d{1,2}$/.test(last) && line.slice(start, dot).trim() === last)
  )
}

/** Clauses of all sentences in order, each with at least one word or mark. @param language  of the text, a tag */
export function clausesOf(text: string, language = 'en'): string[] {
  const contrasts = contrastsByLanguage().get(language) ?? noContrasts
  return sentencesOf(text).flatMap((sentence) => clausesOfSentence(sentence, contrasts))
}

function clausesOfSentence(sentence: string, { words: contrasts, sign }: Contrasts): string[] {
  if (isAscii(sentence) && !sign.test(sentence)) return [withoutEnd(sentence)].filter(Boolean)
  const words: readonly string[] = sentence.match(/\S+/g) ?? []
  const cuts: number[] = [] // indices in words of the first word of each further clause
  let first = 0 // of this clause
  let concession = false // "Although it is late, we shipped": the comma ends the clause
  words.forEach((word, i) => {
    const bare = bareWord(word)
    const before = words[i - 1] ?? ''
    let cut = i
    if (contrasts.has(bare) && !notContrastAfter.has(bareWord(before))) {
      if (bareWord(before) === 'even') cut = i - 1
      if (cut <= first) concession = conceding.has(bare)
    } else if (concession && before.endsWith(',')) {
      concession = false
    } else return
    if (cut - first < clauseWordsMin || words.length - cut < clauseWordsMin) return
    cuts.push(cut)
    first = cut
  })
  if (words.length === 0) return []
  const places = placesOf(words.slice(0, first + 1), sentence)
  const clauses = [0, ...cuts].map((cut, i) => sentence.slice(places[cut], places[cuts[i]]))
  return clauses.map(withoutEnd).filter(Boolean)
}

const withoutEnd = (clause: string): string =>
  clause
    .trim()
    .replace(/(?<![,\u2013\u2014-])[,\u2013\u2014-]+$/, '')
    .trim()

/** Where each word begins: nothing but space is between them. */
function placesOf(words: readonly string[], sentence: string): number[] {
  let end = 0
  return words.map((word) => {
    const place = sentence.indexOf(word, end)
    end = place + word.length
    return place
  })
}

const bareWord = byWord((word): string =>
  word.length > 20 ? '' : word.toLowerCase().replace(/[^\p{L}]/gu, ''),
)
