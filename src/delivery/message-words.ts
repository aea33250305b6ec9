/** The words of the messages, by language. */
import { type Language } from '../language.ts'
import { ar } from './words/ar.ts'
import { de } from './words/de.ts'
import { en } from './words/en.ts'
import { es } from './words/es.ts'
import { fr } from './words/fr.ts'
import { hi } from './words/hi.ts'
import { ja } from './words/ja.ts'
import { pt } from './words/pt.ts'
import { type MessageWords } from './words/words.ts'

export const messageWords: Record<Language, MessageWords> = { en, de, fr, es, pt, ar, ja, hi }
