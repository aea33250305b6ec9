/** The words of the pages, by language, and how one is said: with its values, which go through Intl. */
import { fill, inWords, type Language } from '../language.ts'
import { ar } from './words/ar.ts'
import { de } from './words/de.ts'
import { en } from './words/en.ts'
import { es } from './words/es.ts'
import { fr } from './words/fr.ts'
import { hi } from './words/hi.ts'
import { ja } from './words/ja.ts'
import { pt } from './words/pt.ts'
import { type Words } from './words/words.ts'

export const words: Record<Language, Words> = { en, de, fr, es, pt, ar, ja, hi }

/** Says a word of one language. Numbers are written as that language writes them. */
export type Say = (word: keyof Words, values?: Readonly<Record<string, string | number>>) => string

export const sayIn =
  (language: Language): Say =>
  (word, values = {}) =>
    fill(
      words[language][word],
      Object.fromEntries(
        Object.entries(values).map(([name, value]) => [
          name,
          typeof value === 'number' ? inWords.number(language, value) : value,
        ]),
      ),
    )
