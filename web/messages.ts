/**
 * Texts of the pages in the reader's language: a chunk for each noun and language (`<noun>-texts.ts`), which the build has
 * parsed, so that a browser loads no other language, no text of the server and no parser (tools/build-web.ts).
 */
import { use } from 'react'
import { type Formatter, formatterOf, localeOf, type Texts } from '../locales/format.ts'
import type { PageLanguage, PageTexts } from './page-texts.ts'
import { chosenLanguage } from './reader.ts'
import { uiTexts } from './ui/ui-texts.ts'

/** What says the texts of a noun: Say<typeof peopleTexts> */
export type Say<Of extends PageTexts> = Of extends PageTexts<infer English> ? Formatter<English> : never

const languageOf = (tag: string): string => tag.split('-', 1)[0]

/** Every noun has the same languages. */
const isOfPages = (tag: string): tag is PageLanguage => Object.hasOwn(uiTexts, tag)

/** A browser may add what is no part of a language tag: `en-US@posix`. */
const tags = navigator.languages.map((tag) => tag.replace(/[^\w-].*/, ''))

/** The first that the reader prefers and the pages have: of what they chose in their account, as their browser has it with a country. */
const preferred =
  tags.find((tag) =>
    chosenLanguage === null ? isOfPages(languageOf(tag)) : languageOf(tag) === chosenLanguage,
  ) ??
  chosenLanguage ??
  'en'

const first = languageOf(preferred)

export const language: PageLanguage = isOfPages(first) ? first : 'en'

/** How the reader writes dates and numbers: that of the texts, in their country. */
export const locale = preferred === language ? localeOf(language) : preferred

const loading = new Map<PageTexts, Promise<void>>()
const ready = new Map<PageTexts, unknown>()

async function load(texts: PageTexts): Promise<void> {
  try {
    ready.set(texts, formatterOf(locale, (await texts[language]()).texts))
  } catch (error) {
    // Tried again the next time.
    loading.delete(texts)
    throw error
  }
}

function start(texts: PageTexts): Promise<void> {
  const started = loading.get(texts)
  if (started) return started
  const promise = load(texts)
  loading.set(texts, promise)
  promise.then(
    // As React marks what `use` has waited for: with it, texts that are there are read at once, and nothing is suspended.
    () => void Object.assign(promise, { status: 'fulfilled', value: undefined }),
    // Anyone who asked for them hears of it.
    () => {},
  )
  return promise
}

/** Asked again, they are there already. */
export const loadMessages = (...all: readonly PageTexts[]): Promise<unknown> => Promise.all(all.map(start))

/** Messages of texts that are loaded: what the start of the pages, or the route, has loaded. */
export function messagesOf<English extends Texts>(texts: PageTexts<English>): Formatter<English> {
  const say = ready.get(texts)
  if (!say) throw new Error('These texts are not loaded: the route of the page names them (lazyPage)')
  return say as Formatter<English>
}

/**
 * const say = useMessages(peopleTexts); say('invite')
 *
 * `use` is called every time: when React goes on with a component that waited, it expects a hook after `use` that it has not seen
 * yet only if `use` is called again. Without it, it throws, and renders the whole page again (error 520).
 */
export function useMessages<English extends Texts>(texts: PageTexts<English>): Formatter<English> {
  use(start(texts))
  return messagesOf(texts)
}
