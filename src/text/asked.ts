/**
 * What a question tells of its answers: the language of short ones, the driver that they are about where they name no other, and
 * words that are no evidence in an answer, because the question put them there.
 */
import { type DriverId, driverIds } from '../../contract/drivers.ts'
import { drivers } from './driver-taxonomy.ts'
import { driversOfAnswer } from './drivers.ts'
import { languageOf } from './languages/language-of.ts'
import { canonical } from './phrases.ts'
import { wordsOf } from './tokens.ts'

/** `driver`: the one that it declares. */
export type AskedQuestion = { readonly text: string; readonly driver?: DriverId }

/** `language`: a tag, null where the wording does not tell it. `words`: stems of the wording. */
export type Asked = { language: string | null; about?: DriverId; words: ReadonlySet<string> }

export function askedBy({ text, driver }: AskedQuestion): Asked {
  const { language, isCertain } = languageOf(text)
  const words = new Set(wordsOf(text).map(canonical))
  const about = driver ?? aboutOf(text, words)
  return { language: isCertain ? language : null, ...(about && { about }), words }
}

const openWords = ['anything', 'else', 'other']

/**
 * The driver that a wording names alone, by a word of its name: "How useful are the meetings?", and not "What gets in the way of your work?",
 * which a phrase gives a driver and whose answers are about anything. Nor "Anything else about the meetings?", which asks for whatever comes to
 * mind.
 */
function aboutOf(text: string, words: ReadonlySet<string>): DriverId | undefined {
  if (openWords.some((word) => words.has(canonical(word)))) return undefined
  const [first, ...others] = driversOfAnswer(text)
  if (!first || others.length > 0) return undefined
  const { name } = drivers()[driverIds.indexOf(first)]
  return wordsOf(name).some((word) => words.has(canonical(word))) ? first : undefined
}
