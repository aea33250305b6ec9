/**
 * Every text that people read outside the workspace, by language. A language is a file of this folder, found by its name. A missing text is a
 * type error in that file; test/locales.test.ts checks the rest. Keys and arguments are typed by the English file.
 */
import { readdirSync } from 'node:fs'
import { createRequire } from 'node:module'
import type { Catalogue, English, Part } from './en.ts'
import { type Formatter, formatterOf, localeOf } from './format.ts'
import { formattersMadeOnce } from './made-once.ts'

/** A file is named by a primary tag of RFC 5646. */
const fileName = /^([a-z]{2,3})\.ts$/

const tags = readdirSync(import.meta.dirname).flatMap((file) => fileName.exec(file)?.[1] ?? [])

/** English first, the fallback of all others. */
export const languages: readonly string[] = ['en', ...tags.filter((tag) => tag !== 'en').toSorted()]

/** Loaded when somebody first reads it: most services speak two or three languages. */
export const catalogueOf = (language: string): Catalogue | undefined =>
  languages.includes(language)
    ? (createRequire(import.meta.url)(`./${language}.ts`) as { catalogue: Catalogue }).catalogue
    : undefined

const formatters = new Map<string, unknown>()

/** textsOf('answering', 'de')('send') */
export function textsOf<P extends Part>(part: P, language: string): Formatter<English[P]> {
  const name = `${part} ${language}`
  const formatter = formatters.get(name) ?? madeFormatter(part, language)
  formatters.set(name, formatter)
  return formatter as Formatter<English[P]>
}

function madeFormatter<P extends Part>(part: P, language: string): Formatter<English[P]> {
  const own = catalogueOf(language)?.[part]
  return formatterOf<English[P]>(
    localeOf(own ? language : 'en'),
    own ?? catalogueOf('en')?.[part] ?? {},
    formattersMadeOnce,
  )
}
