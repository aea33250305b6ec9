/**
 * The language of a reader: which languages there are (locales/), which one a reader gets, and how figures, times and lists are written
 * in it.
 * Source: RFC 5646 (tags), RFC 9110 §12.5.4 (Accept-Language).
 */
import { parseAccept } from 'hono/utils/accept'
import { languages, localeOf } from '../locales/catalogue.ts'

/** A primary tag with a file in locales/. */
export type Language = string

/** The language of a tag such as de-AT or pt_BR, or null where locales/ has no such language. */
export function languageOf(tag: string | null | undefined): Language | null {
  const primary = tag?.split(/[-_]/, 1)[0].toLowerCase()
  return languages.find((language) => language === primary) ?? null
}

/** The language of ours that an Accept-Language header prefers, or null. */
export function acceptedLanguage(header: string | undefined): Language | null {
  if (!header) return null
  const wanted = parseAccept(header)
    .filter(({ q }) => q > 0)
    .toSorted((a, b) => b.q - a.q)
  for (const { type } of wanted) {
    const language = languageOf(type)
    if (language) return language
  }
  return null
}

/** The first of these tags that is a language of ours, or English. */
export const firstLanguage = (...tags: (string | null | undefined)[]): Language =>
  tags.map(languageOf).find((language) => language !== null) ?? 'en'

export const inWords = {
  number: (language: Language, value: number): string =>
    new Intl.NumberFormat(localeOf(language), { maximumFractionDigits: 20 }).format(value),
  /** `a, b and c`, or `a, b or c`. */
  list: (language: Language, items: readonly string[], type: 'conjunction' | 'disjunction'): string =>
    new Intl.ListFormat(localeOf(language), { type }).format(items),
  /** An instant on the clock of a zone, with the zone named. */
  instant: (language: Language, instant: string, timeZone: string): string =>
    new Intl.DateTimeFormat(localeOf(language), {
      weekday: 'long',
      day: 'numeric',
      month: 'long',
      hour: 'numeric',
      minute: '2-digit',
      timeZone,
      timeZoneName: 'short',
    }).format(new Date(instant)),
  /** @param day  YYYY-MM-DD */
  day: (language: Language, day: string): string =>
    new Intl.DateTimeFormat(localeOf(language), { dateStyle: 'long', timeZone: 'UTC' }).format(
      new Date(`${day}T00:00:00Z`),
    ),
}
