/**
 * What people say of a driver in their own words: "laptops that crash" in complaints about tools, "fast replies" in praise of colleagues.
 *
 * A clause that names a driver complains or asks, or it praises. A word or phrase counts where at least three people whose comments may be
 * quoted write it in such clauses of one driver (themes-terms.ts); what fewer write leaves no trace. Words of the question are none of
 * theirs. Of more than 5,000 clauses phrases are found in a seeded sample and looked for in all. Texts must be redacted: phrases are published.
 */
import { type DriverId } from '../../contract/drivers.ts'
import { type AnalysedAnswer, type AnalysedClause } from './analysed-answer.ts'
import { clausesOf } from './clauses.ts'
import { seedOf, shuffled } from './random.ts'
import { originsOf, type Sources } from './themes.ts'
import { echoesOf, formsOf, joinsWith, type ReadAnswer, termsIn } from './themes-terms.ts'
import { readerOf } from './themes-words.ts'

/** What a clause does with its subject: −1 complains or asks, 1 praises, 0 neither. */
export type Stance = -1 | 0 | 1

/** @param improving  whether the question asks what to improve: what is no praise of something asks for it */
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
/** Of a driver, most frequent first; a reader names one. */
const phrasesMax = 30
const clausesMax = 40 // of one text that are read

type Clause = ReadAnswer & { text: number; language: string; driver: DriverId; stance: Stance }

/**
 * One text at a time, so that other work can run in between.
 * @param texts  distinct and redacted, with their analysis
 */
export function* saidPhrases(
  texts: readonly string[],
  answers: readonly AnalysedAnswer[],
  { seed, sources, questions, improving }: SaidOptions,
): Generator<void, Said[]> {
  const said = texts.map(() => new Map<string, Stance>())
  const clauses: Clause[] = []
  const origins = originsOf(texts.length, { sources })
  const languages = new Set(answers.flatMap(({ language, score }) => (score === null ? [] : [language])))
  for (const language of languages) {
    const read = readerOf(
      language,
      texts.filter((_, text) => answers[text].language === language),
    )
    const echoes = echoesOf(questions, language)
    for (const [text, answer] of answers.entries()) {
      if (answer.language !== language || !answer.clauses.some(({ drivers }) => drivers.length > 0)) continue
      const { people, question } = origins[text]
      for (const { words, clause } of wordedClauses(texts[text], answer)) {
        const stance = stanceOf(clause, improving[question] ?? false)
        if (stance === 0) continue
        const runs = read(words)
        const echo = echoes[question] ?? noWords
        for (const driver of clause.drivers)
          clauses.push({ text, language, driver, stance, runs, echo, people })
      }
      yield
    }
  }
  const seeds = new Set(sampled(clauses, seed))
  const kinds = Map.groupBy(clauses, ({ language, driver, stance }) => `${language} ${driver} ${stance}`)
  for (const own of kinds.values()) {
    nameIn(
      said,
      own,
      own.filter((clause) => seeds.has(clause)),
    )
    yield
  }
  return said
}

const noWords: ReadonlySet<string> = new Set()

/** Clauses that name a driver, with their words; none where the words of each are not certain, in an answer of several languages. */
function wordedClauses(text: string, { language, clauses }: AnalysedAnswer) {
  const words = clausesOf(text, language ?? 'en')
  if (words.length !== clauses.length || clauses.some((clause) => clause.language !== language)) return []
  return clauses
    .map((clause, at) => ({ clause, words: words[at] }))
    .filter(({ clause }) => clause.drivers.length > 0)
    .slice(0, clausesMax)
}

const sampled = (clauses: readonly Clause[], seed: number): readonly Clause[] =>
  clauses.length <= sampleMax ? clauses : shuffled(clauses, seedOf(`${seed} said`)).slice(0, sampleMax)

/** Of clauses of one language, driver and stance: the phrases of the sample, in all of them. */
function nameIn(
  said: readonly Map<string, Stance>[],
  clauses: readonly Clause[],
  sample: readonly Clause[],
): void {
  const [{ language, driver, stance }] = clauses
  const found = termsIn(sample, language, joinsInClauses)
    .filter(({ forms, length }) => length < 3 || joinsInClauses(forms[0].split(' ')[1]))
    .toSorted((a, b) => b.people - a.people || b.length - a.length || (a.key < b.key ? -1 : 1))
    .slice(0, phrasesMax)
  const phraseOf = new Map(found.flatMap(({ forms }) => forms.map((form) => [form, forms[0]] as const)))
  for (const clause of clauses)
    for (const form of formsOf(clause, language, joinsInClauses).keys()) {
      const phrase = phraseOf.get(form)
      if (phrase === undefined) continue
      const key = `${driver}|${phrase}`
      const own = said[clause.text]
      // Whoever praises something and complains about it too, complains.
      own.set(key, Math.min(stance, own.get(key) ?? 1) as Stance)
    }
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
