/**
 * Texts of the pages in the reader's language. The build hands over the `pages` of one language in parsed form, so that a
 * browser loads no other language, no text of the server and no parser (tools/build-web.ts).
 */
import { use } from 'react'
import { type English } from '../locales/en.ts'
import { type Formatter, formatterOf, type Texts } from '../locales/format.ts'

type Pages = English['pages']
type Module = { catalogue: { pages?: Texts } }

const files = import.meta.glob<Module>(['../locales/??.ts', '../locales/???.ts'])

const tagOf = (file: string): string => file.slice('../locales/'.length, -'.ts'.length)

/** All that respondents can be addressed in; pages may come in fewer. */
export const languages: readonly string[] = Object.keys(files).map(tagOf)

const preferred = navigator.languages.map((tag) => tag.split('-', 1)[0])

async function load(): Promise<Formatter<Pages>> {
  for (const language of [...preferred, 'en']) {
    const pages = (await files[`../locales/${language}.ts`]?.())?.catalogue.pages
    if (pages) return formatterOf<Pages>(language, pages)
  }
  throw new Error('locales/en.ts has no texts of pages')
}

let loading: Promise<Formatter<Pages>> | undefined

/** For a route's loader: asked again, it is there already. */
export const loadMessages = (): Promise<Formatter<Pages>> => (loading ??= load())

/** const say = useMessages(); say('organisation_language') */
export const useMessages = (): Formatter<Pages> => use(loadMessages())
