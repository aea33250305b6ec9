/**
 * Formatters of Intl, each made once: making one takes ten times as long as a use of it, of times a hundred. The server writes thousands of messages in
 * ten languages, and there are only as many formatters as languages, options of messages and time zones.
 */
import { type Formatters, formatters } from './format.ts'

type Locales = string | string[] | undefined

function madeOnce<Options, Made>(
  make: (locales: Locales, options?: Options) => Made,
): (locales?: Locales, options?: Options) => Made {
  const known = new Map<string, Made>()
  return (locales, options) => {
    const key = JSON.stringify([locales, options])
    const before = known.get(key)
    if (before !== undefined) return before
    const made = make(locales, options)
    known.set(key, made)
    return made
  }
}

export const numberFormat = madeOnce<Intl.NumberFormatOptions, Intl.NumberFormat>(
  (locales, options) => new Intl.NumberFormat(locales, options),
)
export const dateTimeFormat = madeOnce(formatters.getDateTimeFormat)
export const listFormat = madeOnce<Intl.ListFormatOptions, Intl.ListFormat>(
  (locales, options) => new Intl.ListFormat(locales, options),
)

/** Those inside of messages. */
export const formattersMadeOnce: Formatters = {
  getNumberFormat: madeOnce(formatters.getNumberFormat),
  getDateTimeFormat: dateTimeFormat,
  getPluralRules: madeOnce(formatters.getPluralRules),
}
