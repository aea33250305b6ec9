/**
 * What is on slips of paper with codes, in every language: anyone who holds one seldom reads the language of whoever prints it. The workspace
 * gets this part of each language and nothing else of them, parsed (tools/build-web.ts).
 */
import { catalogueOf, languages } from './catalogue.ts'
import type { English } from './en.ts'
import type { Translated } from './format.ts'

export type SlipTexts = English['slip']

export const slips: Readonly<Record<string, Translated<SlipTexts>>> = Object.fromEntries(
  languages.flatMap((language) => {
    const own = catalogueOf(language)
    return own ? [[language, own.slip]] : []
  }),
)
