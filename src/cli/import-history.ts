/** `sonde-server import-history FILE`: past surveys as closed instances of a check-in, as POST /api/imports/responses takes them. */
import { readFile } from 'node:fs/promises'
import { messageOf } from '../caught.ts'
import { isOneOf } from '../../contract/fields.ts'
import { type Mode, modes } from '../../contract/confidentiality.ts'
import type { PastImport, PastQuestions } from '../../contract/imports.ts'
import { operator } from '../audit/audit.ts'
import { type Db, exists, sql } from '../db/db.ts'
import {
  findUserByEmail,
  type ImportHooks,
  importPastSurveys,
  type PastOptions,
  questionsIn,
} from '../past-surveys/past-surveys.ts'
import { Problem } from '../problem.ts'
import { uploadOf } from './import.ts'

export type HistoryCommand = {
  organisation: string
  author: string
  checkIn?: string
  title?: string
  language?: string
  mode?: string
  questions?: string
  unknownRespondents: string
  missingTeams: string
  dryRun: boolean
}

const invalid = (detail: string): Problem => new Problem('invalid_request', { detail })

function oneOf<T extends string>(option: string, value: string, values: readonly T[]): T {
  if (!isOneOf(values, value)) throw invalid(`--${option} must be one of ${values.join(', ')}`)
  return value
}

/**
 * Bytes of the file, `-` for standard input; `.ndjson` and `.jsonl` are JSON by line, all else is CSV.
 * @throws Problem
 */
export async function importHistoryFile(
  db: Db,
  file: string,
  { hooks, now, ...command }: HistoryCommand & { hooks: ImportHooks; now: Date },
): Promise<PastImport> {
  const { organisation, author: email, checkIn, title, mode, dryRun } = command
  const options: PastOptions = {
    dry_run: dryRun,
    check_in_id: checkIn,
    title,
    language: command.language,
    mode: mode === undefined ? undefined : oneOf<Mode>('mode', mode, modes),
    unknown_respondents: oneOf('unknown-respondents', command.unknownRespondents, [
      'pseudonyms',
      'refuse',
    ] as const),
    missing_teams: oneOf('missing-teams', command.missingTeams, ['refuse', 'create', 'none'] as const),
  }
  if ((checkIn === undefined) === (title === undefined)) throw invalid('Give one of --check-in and --title')
  if (!(await exists(db.tx, sql`select 1 from organisations where id = ${organisation}`)))
    throw new Problem('not_found', { detail: `There is no organisation ${organisation}` })
  const user = await findUserByEmail(db.tx, organisation, email)
  if (!user) throw new Problem('not_found', { detail: `There is no active user ${email}` })
  const author = { organisationId: organisation, userId: user.id, applicationId: null, by: operator }
  const questions = command.questions === undefined ? undefined : await questionsFrom(command.questions)
  const upload = await uploadOf(file)
  try {
    return await importPastSurveys(db, { author, source: { upload, questions }, options }, hooks, now)
  } finally {
    upload.chunks.destroy()
  }
}

async function questionsFrom(file: string): Promise<PastQuestions> {
  let content: unknown
  try {
    content = JSON.parse(await readFile(file, 'utf8'))
  } catch (error) {
    throw invalid(`${file}: ${messageOf(error)}`)
  }
  const questions = questionsIn(content)
  if (typeof questions === 'string') throw invalid(`${file}: ${questions}`)
  return questions
}

/** A line for each instance and question, and one with the counts. */
export function historyWords({
  dry_run,
  check_in_id,
  instances,
  questions,
  left_out_first,
  ...counts
}: PastImport): string[] {
  const summary = Object.entries(counts).map(([what, count]) => `${what.replaceAll('_', ' ')} ${count}`)
  return [
    ...questions.map(({ id, type, text }) => `${id} (${type}): ${text}`),
    ...instances.map(
      ({ period, local_date, state, respondents, results_status }) =>
        `${period}, ${local_date}: ${state}, ${respondents} respondents${results_status ? `, results ${results_status}` : ''}`,
    ),
    ...left_out_first.map(({ line, reason }) => `line ${line} left out: ${reason}`),
    `${dry_run ? 'It would be: ' : check_in_id ? `${check_in_id}: ` : ''}${summary.join(', ')}`,
  ]
}
