/**
 * What reports say, in the languages that they speak. A finding names its statement by a key with arguments, and is written in the
 * language of its reader. Arguments hold every number of the sentence and the counts behind it, so that each share can be counted
 * again.
 */
import { type Arguments, type Formatter, formatterOf, localeOf } from '../format.ts'
import { formattersMadeOnce } from '../made-once.ts'
import { statements as de } from './de.ts'
import { type Statements, statements as en } from './en.ts'

export const statementTables = { en, de } as const
export type StatementLanguage = keyof typeof statementTables

/** Words in each language: the title of an action. */
export type Words = Readonly<Record<StatementLanguage, string>>

/** An argument may be a message of its own, or several, which are sentences. */
export type Argument = string | number | Words | Message | readonly Message[]

export type Message = {
  readonly key: keyof Statements
  readonly args: Readonly<Record<string, Argument>>
}

type Given<Text extends string> = {
  readonly [Name in keyof Arguments<Text>]: Arguments<Text>[Name] extends number ? number : Argument
}

/** Typed by the statement; members beyond its arguments are counts behind a share. */
export const message = <Key extends keyof Statements>(
  key: Key,
  args: Given<Statements[Key]> & Readonly<Record<string, Argument>>,
): Message => ({ key, args })

const formatters = new Map<StatementLanguage, Formatter<Statements>>()

function statementsIn(language: StatementLanguage): Formatter<Statements> {
  const known =
    formatters.get(language) ??
    formatterOf<Statements>(localeOf(language), statementTables[language], formattersMadeOnce)
  formatters.set(language, known)
  return known
}

const isList = (argument: Argument): argument is readonly Message[] => Array.isArray(argument)
const isMessage = (argument: object): argument is Message => 'key' in argument

export function render({ key, args }: Message, language: StatementLanguage): string {
  const written = (argument: Argument): string | number => {
    if (typeof argument !== 'object') return argument
    if (isList(argument)) return argument.map((one) => render(one, language)).join(' ')
    return isMessage(argument) ? render(argument, language) : argument[language]
  }
  const values = Object.fromEntries(Object.entries(args).map(([name, value]) => [name, written(value)]))
  // The key is not known here, so its arguments are not either; message() has checked them.
  const say = statementsIn(language) as (key: string, values: Record<string, string | number>) => string
  return say(key, values)
}

/** The statements that have a form without figures: it is beside them. */
const isShort = (key: string): key is keyof Statements => Object.hasOwn(en, key)

/** In plain words, without the figures and the group; null where the statement has no such form. */
export function headlineOf({ key, args }: Message, language: StatementLanguage): string | null {
  const { text } = args
  if (typeof text === 'object' && (key === 'sentences' || key === 'of_team')) {
    const first = isList(text) ? text[0] : text
    return isMessage(first) ? headlineOf(first, language) : null
  }
  const short = `short_${key}`
  return isShort(short) ? render({ key: short, args }, language) : null
}
