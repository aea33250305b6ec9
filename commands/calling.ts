/** What the commands that call the service have in common: their options, lists page by page, bodies from a file, and asking first. */
import { readFile } from 'node:fs/promises'
import { createInterface } from 'node:readline/promises'
import { text } from 'node:stream/consumers'
import { type Command, InvalidArgumentError } from 'commander'
import { misused } from './exits.ts'
import { type Columns, printJson, printTable, tell } from './output.ts'
import type { InputOf, ReplyOf } from '../client/client.ts'
import { type Common, sessionOf } from './session.ts'

/** As addressOf finds it. */
export const urlWords =
  'of the service; by default that of SONDE_URL, then the one that you signed in to last; needed where there is neither'

/** @param usage  the name, and arguments such as `<id>` */
export const callCommand = (parent: Command, usage: string, description: string): Command =>
  parent
    .command(usage)
    .description(description)
    .option('--url <address>', urlWords)
    .option('--json', 'print the reply of the API unchanged', false)

export const wholeNumber = (value: string): number => {
  if (!/^\d{1,9}$/.test(value)) throw new InvalidArgumentError('It must be a whole number.')
  return Number(value)
}

export type Paging = Common & { limit?: number; cursor?: string; all: boolean }

export const listCommand = (parent: Command, usage: string, description: string): Command =>
  callCommand(parent, usage, description)
    .option('--limit <n>', 'how many to list at once', wholeNumber)
    .option('--cursor <cursor>', 'continue where another page ended')
    .option('--all', 'list every page', false)

/** The lists of the API that commands print, and the noun that names their items. */
type Lists = {
  listPulses: 'pulses'
  listCheckIns: 'check_ins'
  listInstances: 'check_in_instances'
  listHolidayCalendars: 'holiday_calendars'
  listTemplates: 'templates'
  listInsights: 'insights'
  listReplies: 'replies'
  listTeams: 'teams'
  listTeamMembers: 'members'
  listMembers: 'members'
  listWebhooks: 'webhooks'
  listWebhookDeliveries: 'deliveries'
}
type List = keyof Lists
type RowOf<Id extends List> = ReplyOf<Id> extends Record<Lists[Id], readonly (infer Row)[]> ? Row : never

/** Reads one page, or all of them, and prints it. */
export async function printList<const Id extends List>(
  { limit, cursor, all, json, ...common }: Paging,
  { operation, noun, ...input }: { operation: Id; noun: Lists[Id] } & InputOf<Id>,
  columns: Columns<RowOf<Id>>,
): Promise<void> {
  const { sonde } = await sessionOf(common)
  const read = async (at: string | undefined) => {
    const query = { ...input.query, limit, cursor: at }
    const page: unknown = await sonde.call<List>(operation, { ...input, query } as InputOf<List>)
    return page as Record<string, RowOf<Id>[]> & { next_cursor: string | null }
  }
  let page = await read(cursor)
  const rows = page[noun]
  while (all && page.next_cursor !== null) {
    page = await read(page.next_cursor)
    rows.push(...page[noun])
  }
  if (json) return printJson({ ...page, [noun]: rows })
  printTable(rows, columns)
  if (rows.length === 0) tell('No results.')
  if (page.next_cursor !== null)
    tell(`There are more: --all lists them, --cursor ${page.next_cursor} the next.`)
}

/** A JSON document of a file, or of standard input for `-`. @throws Ended  it cannot be read, or is not JSON */
export async function readJson<T>(file: string): Promise<T> {
  const read = file === '-' ? text(process.stdin) : readFile(file, 'utf8')
  const content = await read.catch(() => {
    throw misused(`${file} cannot be read.`)
  })
  try {
    return JSON.parse(content) as T
  } catch (error) {
    throw misused(`${file === '-' ? 'Standard input' : file} is not JSON: ${(error as Error).message}`)
  }
}

async function answerTo(question: string): Promise<string> {
  const asking = createInterface({ input: process.stdin, output: process.stderr })
  // Without an answer (Ctrl+D) the promise of the question never settles.
  const ended = new Promise<string>((resolve) => asking.once('close', () => resolve('')))
  try {
    return (await Promise.race([asking.question(question), ended])).trim()
  } finally {
    asking.close()
  }
}

const hasTerminal = (): boolean => process.stdin.isTTY && process.stderr.isTTY

/** @throws Ended  the person declines, or there is nobody to ask */
export async function confirm(question: string, { yes }: { yes: boolean }): Promise<void> {
  if (yes) return
  if (!hasTerminal()) throw misused(`${question} There is no terminal to confirm in: add --yes.`)
  if (!/^y(es)?$/i.test(await answerTo(`${question} [y/N] `)))
    throw misused('Cancelled. Nothing was changed.')
}

/**
 * Somebody who types the number of people has read it.
 * @throws Ended  the number is another, or there is nobody to ask
 */
export async function confirmPeople(
  people: number,
  { yes, people: expected }: { yes: boolean; people?: number },
): Promise<void> {
  if (expected !== undefined && expected !== people)
    throw misused(`This would ask ${people} people, not ${expected}. Nobody was asked.`)
  if (yes || expected !== undefined) return
  if (!hasTerminal()) throw misused(`This would ask ${people} people: add --people ${people}, or --yes.`)
  const typed = await answerTo(
    `Type the number of people to ask them (${people}), or press Enter to cancel: `,
  )
  if (typed !== String(people)) throw misused('Cancelled. Nobody was asked.')
}
