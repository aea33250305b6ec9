/**
 * Texts of the pages in the reader's language: a chunk for each noun and language (`locales/<language>/<noun>.ts`), which the
 * build has parsed, so that a browser loads no other language, no text of the server and no parser (tools/build-web.ts).
 */
import { use } from 'react'
import { type English } from '../locales/en.ts'
import { type Formatter, formatterOf, localeOf, type Texts } from '../locales/format.ts'

/** By noun; each is typed by its English texts. */
type Parts = {
  account: typeof import('../locales/en/account.ts').texts
  alerts: typeof import('../locales/en/alerts.ts').texts
  applications: typeof import('../locales/en/applications.ts').texts
  audit: typeof import('../locales/en/audit.ts').texts
  connections: typeof import('../locales/en/connections.ts').texts
  events: typeof import('../locales/en/events.ts').texts
  home: typeof import('../locales/en/home.ts').texts
  'identity-providers': typeof import('../locales/en/identity-providers.ts').texts
  organisation: typeof import('../locales/en/organisation.ts').texts
  people: typeof import('../locales/en/people.ts').texts
  problems: typeof import('../locales/en/problems.ts').texts
  shell: typeof import('../locales/en/shell.ts').texts
  ui: typeof import('../locales/en/ui.ts').texts
  /** What applications may do: the page that asks for it reads the same. */
  scopes: English['scopes']
}
export type Part = keyof Parts
export type Say<P extends Part> = Formatter<Parts[P]>

const files = import.meta.glob<{ texts: Texts }>('../locales/*/*.ts')
const catalogues = import.meta.glob<{ catalogue: { scopes: Texts } }>([
  '../locales/??.ts',
  '../locales/???.ts',
])

/** All that respondents can be addressed in; pages come in fewer. */
export const languages: readonly string[] = Object.keys(catalogues).map((file) =>
  file.slice('../locales/'.length, -'.ts'.length),
)

const languageOf = (tag: string): string => tag.split('-', 1)[0]

/** A browser may add what is no part of a language tag: `en-US@posix`. */
const tags = navigator.languages.map((tag) => tag.replace(/[^\w-].*/, ''))

/** The first that the reader prefers and the pages have. */
const preferred = tags.find((tag) => `../locales/${languageOf(tag)}/shell.ts` in files) ?? 'en'

export const language = languageOf(preferred)

/** How the reader writes dates and numbers: that of the texts, in their country. */
export const locale = preferred === language ? localeOf(language) : preferred

async function fetchTexts(part: Part): Promise<Texts> {
  if (part === 'scopes') return (await catalogues[`../locales/${language}.ts`]()).catalogue.scopes
  return (await files[`../locales/${language}/${part}.ts`]()).texts
}

const loading = new Map<Part, Promise<unknown>>()
const ready = new Map<Part, unknown>()

async function load(part: Part): Promise<void> {
  try {
    ready.set(part, formatterOf(locale, await fetchTexts(part)))
  } catch (error) {
    // Tried anew the next time.
    loading.delete(part)
    throw error
  }
}

function start(part: Part): Promise<unknown> {
  const promise = loading.get(part) ?? load(part)
  loading.set(part, promise)
  return promise
}

/** Asked again, they are there already. */
export const loadMessages = (...parts: readonly Part[]): Promise<unknown> => Promise.all(parts.map(start))

/** Of a part that is there: what the start of the pages, or the route, has loaded. */
export function messagesOf<P extends Part>(part: P): Say<P> {
  const say = ready.get(part)
  if (!say) throw new Error(`The texts of ${part} are not loaded`)
  return say as Say<P>
}

/** const say = useMessages('people'); say('invite') */
export function useMessages<P extends Part>(part: P): Say<P> {
  if (!ready.has(part)) use(start(part))
  return messagesOf(part)
}
