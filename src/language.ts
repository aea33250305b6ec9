/**
 * Languages: which there are (locales/), which one a reader gets, and how numbers, times and lists are written in it.
 * Source: RFC 5646 (tags), RFC 9110 §12.5.4 (Accept-Language).
 */
import { parseAccept } from 'hono/utils/accept'
import { languages } from '../locales/catalogue.ts'
import { localeOf } from '../locales/format.ts'
import { dateTimeFormat, listFormat, numberFormat } from '../locales/made-once.ts'

/** A primary tag with a file in locales/. */
export type Language = string

/** Our language for a tag such as de-AT or pt_BR, or null. */
export function languageOf(tag: string | null | undefined): Language | null {
  const primary = tag?.split(/[-_]/, 1)[0].toLowerCase()
  return languages.find((language) => language === primary) ?? null
}

/** The language that an Accept-Language header prefers among ours, or null. */
export function acceptedLanguage(header: string | undefined): Language | null {
  if (!header) return null
  const preferences = parseAccept(header)
    .filter(({ q }) => q > 0)
    .toSorted((a, b) => b.q - a.q)
  for (const { type } of preferences) {
    const language = languageOf(type)
    if (language) return language
  }
  return null
}

/** The first tag with a language of ours; otherwise English. */
export const firstLanguage = (...tags: (string | null | undefined)[]): Language =>
  tags.map(languageOf).find((language) => language !== null) ?? 'en'

/** These have no short names of most zones, only “GMT+1”, but name the place: ドイツ時間. web/respond/respond.js does the same. */
const zonesByPlace = new Set<Language>(['ar', 'hi', 'ja'])

const zoneNameIn = (language: Language, timeZone: string) =>
  zonesByPlace.has(language) && timeZone !== 'UTC' ? 'shortGeneric' : 'short'

/** An instant with spaces that no line ends at after a number: day and month, hour and zone. web/respond/respond.js does the same. */
export const unbroken = (time: string): string => time.replace(/(\d\.?) (?=\p{L})/gu, '$1\u00a0')

/** What is between a sentence and the next: nothing after a full stop as wide as a character, which brings its own room. */
export const gapAfter = (sentence: string): '' | ' ' => (/[。！？]$/u.test(sentence) ? '' : ' ')

/** A sentence after a colon: German alone begins it with a capital letter there. */
export const afterColon = (sentence: string, language: Language): string =>
  language === 'de' ? sentence : sentence.replace(/^\p{Lu}/u, (first) => first.toLocaleLowerCase(language))

/** Sentences one after the other, without those that are missing. */
export const joinSentences = (...sentences: readonly (string | null | undefined)[]): string =>
  sentences
    .filter((sentence) => typeof sentence === 'string' && sentence !== '')
    .reduce<string>((text, next) => (text === '' ? `${next}` : `${text}${gapAfter(text)}${next}`), '')

export const inWords = {
  number: (language: Language, value: number): string =>
    numberFormat(localeOf(language), { maximumFractionDigits: 20 }).format(value),
  /** A share from 0 to 1, to the percent, or with digits after it where they differ from 0. */
  percent: (language: Language, share: number, digits = 0): string =>
    numberFormat(localeOf(language), { style: 'percent', maximumFractionDigits: digits }).format(share),
  /**
   * So many days as years, months or weeks, where these say it evenly: 2 years, 6 months, 4 weeks. A year is 365 days, a month 30: from four months on, the
   * calendar's are never shorter. @param days  a whole number
   */
  period: (language: Language, days: number): string => {
    const [count, unit] =
      days > 0 && days % 365 === 0
        ? [days / 365, 'year']
        : days >= 120 && days % 30 === 0
          ? [days / 30, 'month']
          : days > 0 && days % 7 === 0
            ? [days / 7, 'week']
            : [days, 'day']
    return numberFormat(localeOf(language), { style: 'unit', unit, unitDisplay: 'long' }).format(count)
  },
  /** The same with its days, where that is not the unit: a year may have 366 of them. */
  exactPeriod: (language: Language, days: number): string => {
    const rounded = inWords.period(language, days)
    const exact = numberFormat(localeOf(language), {
      style: 'unit',
      unit: 'day',
      unitDisplay: 'long',
    }).format(days)
    return rounded === exact ? exact : `${rounded} (${exact})`
  },
  /** Joined by “and” (conjunction) or “or” (disjunction). */
  list: (language: Language, items: readonly string[], type: 'conjunction' | 'disjunction'): string =>
    listFormat(localeOf(language), { type }).format(items),
  /** The name of the language of a locale, without its country. */
  language: (language: Language, locale: string): string => {
    const [tag] = locale.split('-')
    return new Intl.DisplayNames(localeOf(language), { type: 'language' }).of(tag) ?? tag
  },
  /** An instant in a time zone, with the zone named. */
  instant: (language: Language, instant: string, timeZone: string): string =>
    dateTimeFormat(localeOf(language), {
      weekday: 'long',
      day: 'numeric',
      month: 'long',
      hour: 'numeric',
      minute: '2-digit',
      timeZone,
      timeZoneName: zoneNameIn(language, timeZone),
    }).format(new Date(instant)),
  /** The same in a few characters. */
  shortInstant: (language: Language, instant: string, timeZone: string): string =>
    dateTimeFormat(localeOf(language), {
      weekday: 'short',
      day: 'numeric',
      month: 'short',
      hour: 'numeric',
      minute: '2-digit',
      timeZone,
      timeZoneName: zoneNameIn(language, timeZone),
    }).format(new Date(instant)),
  /** In the fewest characters that still name the day and the zone. */
  compactInstant: (language: Language, instant: string, timeZone: string): string =>
    dateTimeFormat(localeOf(language), {
      day: 'numeric',
      month: 'short',
      hour: 'numeric',
      minute: '2-digit',
      timeZone,
      timeZoneName: zoneNameIn(language, timeZone),
    }).format(new Date(instant)),
  /** The time of day alone, with the zone named. */
  clock: (language: Language, instant: string, timeZone: string): string =>
    dateTimeFormat(localeOf(language), {
      hour: 'numeric',
      minute: '2-digit',
      timeZone,
      timeZoneName: zoneNameIn(language, timeZone),
    }).format(new Date(instant)),
  /** An instant of any year, in a time zone. */
  moment: (language: Language, instant: string, timeZone: string): string =>
    dateTimeFormat(localeOf(language), {
      day: 'numeric',
      month: 'long',
      year: 'numeric',
      hour: 'numeric',
      minute: '2-digit',
      timeZone,
      timeZoneName: zoneNameIn(language, timeZone),
    }).format(new Date(instant)),
  /** A calendar day, YYYY-MM-DD. */
  day: (language: Language, day: string): string =>
    dateTimeFormat(localeOf(language), { dateStyle: 'long', timeZone: 'UTC' }).format(
      new Date(`${day}T00:00:00Z`),
    ),
}
