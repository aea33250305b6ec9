/** `sonde-server simulate`: what each team will see, from POST /api/confidentiality/simulate, as a table. */
import { readFile } from 'node:fs/promises'
import { Ajv } from 'ajv'
import addFormats from 'ajv-formats'
import { isOneOf } from '../../contract/fields.ts'
import { channelNames } from '../../contract/collections.ts'
import { modes } from '../../contract/confidentiality.ts'
import { type FormQuestion, Questions } from '../../contract/questions.ts'
import type { Simulation } from '../../contract/simulation.ts'
import { type Db, exists, sql } from '../db/db.ts'
import { Problem } from '../problem.ts'
import { simulate } from '../simulation/simulation.ts'

export type SimulateCommand = {
  organisation: string
  team: string[]
  member: string[]
  rate: string
  skip: string
  mode: string
  kScore?: string
  kComment?: string
  by?: string
  /** A file with a JSON array of questions. */
  questions?: string
  checkIn?: string
  /** By which it is sent; none: whatever they are, nobody draws a code. */
  channel?: string[]
}

const invalid = (detail: string): Problem => new Problem('invalid_request', { detail })

function numberOf(name: string, text: string, least: number, most: number): number {
  const value = Number(text)
  if (!/^\d*\.?\d+$/.test(text) || value < least || value > most)
    throw invalid(`--${name} must be a number from ${least} to ${most}`)
  return value
}

function thresholdOf(name: string, text: string): number {
  if (!/^\d{1,4}$/.test(text)) throw invalid(`--${name} must be a whole number`)
  return Number(text)
}

const ajv = new Ajv({ discriminator: true, strict: false, logger: false })
addFormats.default(ajv)
const isQuestions = ajv.compile<FormQuestion[]>(Questions)

/** @throws Problem  the file cannot be read, or is not an array of questions */
async function questionsIn(file: string): Promise<FormQuestion[]> {
  let value: unknown
  try {
    value = JSON.parse(await readFile(file, 'utf8'))
  } catch (error) {
    throw invalid(`--questions: ${error instanceof Error ? error.message : 'the file cannot be read'}`)
  }
  if (isQuestions(value)) return value
  const [fault] = isQuestions.errors ?? []
  throw invalid(`--questions: ${fault?.instancePath ?? ''} ${fault?.message ?? 'is not a list of questions'}`)
}

/** @throws Problem */
export async function runSimulation(
  db: Db,
  {
    organisation,
    team,
    member,
    rate,
    skip,
    mode,
    kScore,
    kComment,
    by,
    questions,
    checkIn,
    channel = [],
  }: SimulateCommand,
): Promise<Simulation> {
  if (!isOneOf(modes, mode)) throw invalid(`--mode must be one of ${modes.join(', ')}`)
  const channels = channelNames.filter((name) => channel.includes(name))
  if (channels.length < new Set(channel).size)
    throw invalid(`--channel must be one of ${channelNames.join(', ')}`)
  const body = {
    recipients: { team_ids: team, member_ids: member },
    confidentiality: {
      mode,
      ...(kScore !== undefined && { k_score: thresholdOf('k-score', kScore) }),
      ...(kComment !== undefined && { k_comment: thresholdOf('k-comment', kComment) }),
    },
    response_rate: numberOf('rate', rate, 0.01, 1),
    skip_rate: numberOf('skip', skip, 0, 0.95),
    ...(by !== undefined && { breakdown: { attribute: by } }),
    ...(questions !== undefined && { questions: await questionsIn(questions) }),
    ...(checkIn !== undefined && { check_in_id: checkIn }),
    ...(channels.length > 0 && { channels }),
  }
  if (!(await exists(db.tx, sql`select 1 from organisations where id = ${organisation}`)))
    throw new Problem('not_found', { detail: `There is no organisation ${organisation}` })
  return simulate({ tx: db.tx, actor: { organisationId: organisation }, body, now: new Date() })
}

const percent = (share: number): string => `${Math.round(100 * share)} %`

/** Teams below their parents, with the share of runs in which each sees its own scores and comments. */
export function wordsOf({ recipients, runs, teams, everyone, breakdown, hints }: Simulation): string[] {
  const below = Map.groupBy(teams, (team) => team.parent_team_id)
  type Line = [name: string, people: string, scores: string, comments: string, rate: string]
  const under = (parent: string | null, depth: number): Line[] =>
    (below.get(parent) ?? []).flatMap((team): Line[] => [
      [
        `${'  '.repeat(depth)}${team.name}`,
        String(team.people),
        percent(team.scores),
        percent(team.comments),
        team.response_rate ? 'shown' : '–',
      ],
      ...under(team.team_id, depth + 1),
    ])
  const lines: Line[] = [
    ['', 'people', 'scores', 'comments', 'rate'],
    [
      'Everyone',
      String(recipients),
      percent(everyone.scores),
      percent(everyone.comments),
      everyone.response_rate ? 'shown' : '–',
    ],
    ...under(null, 1),
  ]
  const widths = lines[0].map((_, column) => Math.max(...lines.map((line) => line[column].length)))
  return [
    ...lines.map((line) =>
      line
        .map((cell, column) => (column === 0 ? cell.padEnd(widths[0]) : cell.padStart(widths[column])))
        .join('  '),
    ),
    ...(breakdown
      ? [
          `By ${breakdown.attribute}: ${[...breakdown.values.map(({ value, people }) => `${value} ${people}`), `others ${breakdown.others}`].join(', ')}`,
        ]
      : []),
    `Shares of ${runs} runs in which a team is shown.`,
    ...hints,
  ]
}
