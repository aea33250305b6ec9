/**
 * Messages with typed arguments and plurals: the formatter of React pages, pages made on the server, e-mails and chat messages.
 * Pure, and the same in browser and server; the build passes parsed messages, so the browser needs no parser.
 *
 * A string argument is written {name}; a number {count, number} or {count, plural, …}. A branch of a plural is never a single
 * word, which its type would take for an argument.
 * Source: Unicode Technical Standard 35, part 9 (MessageFormat 1).
 */
import { IntlMessageFormat } from 'intl-messageformat'

export type Texts = Readonly<Record<string, string>>

/** The same keys in another language. */
export type Translated<T extends Texts> = Readonly<Record<keyof T, string>>

/** As text, or as the build has parsed it. */
type Message = ConstructorParameters<typeof IntlMessageFormat>[0]

type Before<Text extends string, Mark extends string> = Text extends `${infer First}${Mark}${string}`
  ? First
  : Text

/** The text between a brace and the next: `count, plural, one ` of a plural, `name`, or `# answers` of a branch. */
type Inside<Text extends string> = Text extends `${string}{${infer After}`
  ? Before<Before<After, '}'>, '{'> | Inside<After>
  : never

type Name<Text extends string> = Text extends '' | `#${string}` | `${string} ${string}` ? never : Text

type Numeric<Text extends string> = Text extends `${infer Argument}, ${'number' | 'plural'}${string}`
  ? Name<Argument>
  : never

type Argument<Text extends string> = Text extends string ? Name<Before<Text, ','>> : never

/** The arguments of a message, by name. */
export type Arguments<Text extends string> = {
  [Key in Argument<Inside<Text>>]: Key extends Numeric<Inside<Text>> ? number : string
}

type Rest<Text extends string> = [Argument<Inside<Text>>] extends [never] ? [] : [Arguments<Text>]

export type Formatter<T extends Texts> = {
  /** say('row_count', { count: 3 }) */
  <Key extends keyof T & string>(key: Key, ...rest: Rest<T[Key]>): string
  /** The same in pieces, where values are markup or elements: say.parts('heading', { application: html`<bdi>…</bdi>` }) */
  parts<Key extends keyof T & string, Piece extends object>(
    key: Key,
    values: Readonly<Record<Argument<Inside<T[Key]>>, Piece | string | number>>,
  ): (Piece | string)[]
}

/** English alone does not say in which order a day is written. */
export const localeOf = (language: string): string => (language === 'en' ? 'en-GB' : language)

/** As its own speakers call it. */
export function nameOfLanguage(language: string): string {
  const name = new Intl.DisplayNames(language, { type: 'language' }).of(language) ?? language
  return name.charAt(0).toLocaleUpperCase(language) + name.slice(1)
}

export const directionOf = (locale: string): 'ltr' | 'rtl' =>
  new Intl.Locale(locale).getTextInfo().direction === 'rtl' ? 'rtl' : 'ltr'

/** Numbers keep all their digits: by default Intl rounds to three decimals. */
const exact = { maximumFractionDigits: 20 } as const

/** With the minus sign that readers know, and not the hyphen of English and German data; and none before a zero. */
export function withMinus(numbers: Intl.NumberFormat): Intl.NumberFormat {
  const write = numbers.format
  return Object.defineProperty(numbers, 'format', {
    value: (value: number): string =>
      write(value)
        .replace(/^-(?=[0.,]*$)/, '')
        .replace('-', '−'),
  })
}

/**
 * A number with its unit: “12 hours”, and “80%” or “80 %” as the reader's language writes it.
 * @param written  the number, as it is written
 */
export function withUnit(locale: string, written: string, unit: string | undefined): string {
  if (unit === undefined) return written
  if (unit !== '%') return `${written}\u00a0${unit}`
  return new Intl.NumberFormat(locale, { style: 'percent' })
    .formatToParts(0)
    .map(({ type, value }) => (type === 'integer' ? written : value))
    .join('')
}

/** What writes numbers, times and plurals inside of messages. */
export type Formatters = {
  getNumberFormat(locales?: string | string[], options?: object): Intl.NumberFormat
  getDateTimeFormat(locales?: string | string[], options?: Intl.DateTimeFormatOptions): Intl.DateTimeFormat
  getPluralRules(locales?: string | string[], options?: Intl.PluralRulesOptions): Intl.PluralRules
}

export const formatters: Formatters = {
  getNumberFormat: (locales, options) => withMinus(new Intl.NumberFormat(locales, { ...exact, ...options })),
  getDateTimeFormat: (locales, options) => new Intl.DateTimeFormat(locales, options),
  getPluralRules: (locales, options) => new Intl.PluralRules(locales, options),
}

/** Isolates a value of the other writing direction, so that it and the full stop after it stay in place (UAX #9, FSI and PDI). */
const isolated = (text: string): string => `\u2068${text}\u2069`

/** Most messages have no argument: they are what they say, and nothing parses them. */
const isPlain = (message: Message): message is string => typeof message === 'string' && !message.includes('{')

/**
 * A message is parsed when it is first used.
 * @param own  the server's (locales/made-once.ts): a page says little, and makes its formatters again
 */
export function formatterOf<T extends Texts>(
  locale: string,
  messages: Readonly<Record<string, Message>>,
  own = formatters,
): Formatter<T> {
  const parsed = new Map<string, IntlMessageFormat>()
  const isRightToLeft = directionOf(locale) === 'rtl'
  const messageOf = (key: string): IntlMessageFormat => {
    const message =
      parsed.get(key) ??
      new IntlMessageFormat(messages[key], locale, undefined, { formatters: own, ignoreTag: true })
    parsed.set(key, message)
    return message
  }
  return Object.assign(
    (key: string, values: Values = {}) => {
      const message = messages[key]
      if (isPlain(message)) return message
      return String(messageOf(key).format(isRightToLeft ? withIsolates(values) : values))
    },
    {
      parts: <Piece extends object>(key: string, values: Readonly<Record<string, Piece | string | number>>) =>
        messageOf(key)
          .formatToParts<Piece>(isRightToLeft ? withIsolates(values) : values)
          .map(({ value }) => value),
    },
  )
}

type Values = Readonly<Record<string, string | number>>

const withIsolates = <V>(values: Readonly<Record<string, V | string>>): Record<string, V | string> =>
  Object.fromEntries(
    Object.entries(values).map(([name, value]) => [
      name,
      typeof value === 'string' ? isolated(value) : value,
    ]),
  )

/**
 * A text with a count, for a script without a formatter: one form for each plural category, with `{count}` for the number. The
 * script chooses by Intl.PluralRules.
 * @param max  the largest count that the script meets
 */
export function pluralForms(
  locale: string,
  max: number,
  text: (count: number) => string,
): Record<string, string> {
  const rules = new Intl.PluralRules(locale)
  const numbers = formatters.getNumberFormat(locale)
  const forms: Record<string, string> = {}
  for (let count = 0; count <= max; count++)
    forms[rules.select(count)] ??= text(count).replace(numbers.format(count), '{count}')
  return forms
}
