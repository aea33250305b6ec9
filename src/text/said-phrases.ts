/**
 * What people say of a driver in their own words: "laptops that crash" in complaints about tools, "fast replies" in praise of colleagues.
 *
 * A clause that names a driver complains or asks, or it praises. A word or phrase counts where at least three people whose comments may be
 * quoted write it in such clauses of one driver (themes-terms.ts); what fewer write leaves no trace. Words of the question are none of
 * theirs. With more than 5,000 clauses, phrases are found in a seeded sample and looked for in all. Texts must be redacted: phrases are published.
 */
import type { DriverId } from '../../contract/drivers.ts'
import type { AnalysedAnswer, AnalysedClause } from './analysed-answer.ts'
import { clausesOf } from './clauses.ts'
import { seedOf, shuffled } from './random.ts'
import { originsOf, type Sources } from './themes.ts'
import {
  echoesOf,
  joinsWith,
  phrasesIn,
  type ReadAnswer,
  termsIn,
  type Wanted,
  wantedOf,
} from './themes-terms.ts'
import { readerOf } from './themes-words.ts'

/** What a clause does with its subject: −1 complains or asks, 1 praises, 0 neither. */
export type Stance = -1 | 0 | 1

/** @param improving  whether the question asks what to improve: what is not praise of something asks for it */
export function stanceOf(
  { label, asks }: Pick<AnalysedClause, 'label' | 'asks'>,
  improving: boolean,
): Stance {
  if (asks || label === 'negative') return -1
  if (label === 'positive') return 1
  return improving ? -1 : 0
}

/** What a text says of a driver, as `driver|phrase`, and how. */
export type Said = ReadonlyMap<string, Stance>

/** `improving`: for each question whether it asks what to improve. `sources`: who wrote which text. */
export type SaidOptions = {
  seed: number
  sources: Sources
  questions: readonly string[]
  improving: readonly boolean[]
}

const sampleMax = 5_000
/** Phrases of a driver, most frequent first; a reader names one. */
const phrasesMax = 30
const clausesMax = 40 // of one text that are read
const countedAtOnce = 500 // texts

/** A clause that says something of a driver, by its place in its text. */
type Mention = { text: number; clause: number; driver: DriverId; stance: Stance; language: string }

/**
 * A few texts at a time, so that other work can run in between. Words are read twice where they are in the sample, and kept of no other text.
 * @param texts  distinct and redacted, with their analysis
 */
export function* saidPhrases(
  texts: readonly string[],
  answers: readonly AnalysedAnswer[],
  { seed, sources, questions, improving }: SaidOptions,
): Generator<void, Said[]> {
  const said: Said[] = texts.map(() => nothing)
  const { peopleOf, questionOf } = originsOf(texts.length, { sources })
  const languages = new Set(answers.flatMap(({ language, score }) => (score === null ? [] : [language])))
  for (const language of languages) {
    // Made again each time: to keep those of all texts would take more than the texts.
    const mentionsOf = (text: number): Mention[] =>
      answers[text].language === language
        ? mentionsIn(answers[text], text, improving[questionOf(text)] ?? false)
        : []
    const reader = readerOf(
      language,
      texts.filter((_, text) => answers[text].language === language),
    )
    const echoes = echoesOf(questions, language)
    const echoOf = (text: number): ReadonlySet<string> => echoes[questionOf(text)] ?? noWords
    let last: { text: number; clauses: readonly string[] } | undefined
    /** Null where the clauses of the text are not those of its analysis. */
    const clauseOf = ({ text, clause }: Mention): string | null => {
      if (last?.text !== text) last = { text, clauses: clausesOf(texts[text], language) }
      return last.clauses.length === answers[text].clauses.length ? last.clauses[clause] : null
    }
    const readMention = (mention: Mention): ReadAnswer[] => {
      const clause = clauseOf(mention)
      const { text } = mention
      return clause === null
        ? []
        : [{ runs: reader.wordsOf(clause), echo: echoOf(text), people: peopleOf(text) }]
    }
    yield
    const kinds = new Map<string, Wanted>()
    const counts: number[] = []
    for (const text of texts.keys()) {
      counts.push(mentionsOf(text).length)
      if (text % countedAtOnce === 0) yield
    }
    const sample = sampled(counts, seed).map(([text, place]) => mentionsOf(text)[place])
    for (const [kind, own] of Map.groupBy(sample, kindOf)) {
      const found = phrasesOf(own.flatMap(readMention), own[0])
      if (found.phrases.size > 0) kinds.set(kind, found)
      yield
    }
    for (const text of texts.keys()) {
      let read: { clause: number; runs: string[][] } | undefined
      for (const mention of mentionsOf(text)) {
        const wanted = kinds.get(kindOf(mention))
        const clause = wanted && clauseOf(mention)
        if (!wanted || clause === null || clause === undefined) continue
        // A clause may name several drivers.
        if (read?.clause !== mention.clause) read = { clause: mention.clause, runs: reader.formsOf(clause) }
        const words = { runs: read.runs, echo: echoOf(text) }
        const found = phrasesIn(words, wanted, reader.wordOf, joinsInClauses)
        said[text] = withPhrases(said[text], found, mention.stance)
        yield
      }
    }
  }
  return said
}

const noWords: ReadonlySet<string> = new Set()
const nothing: Said = new Map()

const kindOf = ({ driver, stance }: Mention): string => `${driver} ${stance}`

/** None where the words of each clause are not certain, in an answer of several languages. */
function mentionsIn({ language, clauses }: AnalysedAnswer, text: number, improving: boolean): Mention[] {
  const mentions: Mention[] = []
  if (clauses.some((clause) => clause.language !== language)) return mentions
  let read = 0
  for (const [at, clause] of clauses.entries()) {
    if (clause.drivers.length === 0) continue
    if (++read > clausesMax) break
    const stance = stanceOf(clause, improving)
    if (stance === 0) continue
    for (const driver of clause.drivers)
      mentions.push({ text, clause: at, driver, stance, language: language ?? 'en' })
  }
  return mentions
}

/** @param counts  of mentions in each text @returns mentions, each as its text and its place among those of the text */
function sampled(
  counts: readonly number[],
  seed: number,
): readonly (readonly [text: number, place: number])[] {
  const total = counts.reduce((sum, count) => sum + count, 0)
  const owners = new Int32Array(total)
  const places = new Int32Array(total)
  let at = 0
  for (const [text, count] of counts.entries())
    for (let place = 0; place < count; place++, at++) [owners[at], places[at]] = [text, place]
  const chosen =
    total <= sampleMax
      ? [...owners.keys()]
      : shuffled([...owners.keys()], seedOf(`${seed} said`)).slice(0, sampleMax)
  return chosen.map((one) => [owners[one], places[one]])
}

/** @param sample  clauses of one language, driver and stance */
function phrasesOf(
  sample: readonly ReadAnswer[],
  { driver, language }: Pick<Mention, 'driver' | 'language'>,
): Wanted {
  const found = termsIn(sample, language, joinsInClauses)
    .filter(({ forms, length }) => length < 3 || joinsInClauses(forms[0].split(' ')[1]))
    .toSorted((a, b) => b.people - a.people || b.length - a.length || (a.key < b.key ? -1 : 1))
    .slice(0, phrasesMax)
  const phrases = new Map(
    found.flatMap((term) => term.forms.map((form) => [form, `${driver}|${term.forms[0]}`] as const)),
  )
  return wantedOf(language, phrases)
}

function withPhrases(before: Said, found: readonly string[], stance: Stance): Said {
  if (found.length === 0) return before
  const own = new Map(before)
  // Anyone who praises something and complains about it too, complains.
  for (const key of found) own.set(key, Math.min(stance, own.get(key) ?? 1) as Stance)
  return own
}

/** "laptops that crash", "meetings are long"; three words that all mean something say more than one thing: "give fast replies". */
const joinsInClauses = (word: string): boolean => clauseWords.has(word) || joinsWith(word)
const clauseWords: ReadonlySet<string> = new Set([
  'that',
  'are',
  'is',
  'and',
  'without',
  'die',
  'sind',
  'ist',
  'und',
  'ohne',
])
