/**
 * Real answers, made ready to be imported. A folder holds answers.jsonl and questions.json in the form of an import of past
 * surveys (docs/guides/history.md). Respondents wrote in their projects by hand, several at a time and in many spellings: the
 * first of several is the respondent's team, as most people spell it. A team that `teamPeopleMin` people name within one
 * period stays a team, the others together are "Other projects".
 */
import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { PastQuestions } from '../../contract/imports.ts'
import { limits } from '../../contract/limits.ts'
import { knownQuestions } from './known-questions.ts'

export type Row = { period: string; respondent: string; team?: string | null }

export type Survey = { questions: PastQuestions; rows: Row[] }

const teamPeopleMin = 3
export const otherTeam = 'Other projects'

/** @throws one sentence naming the file that cannot be read */
export async function readSurvey(folder: string): Promise<Survey> {
  const read = async (name: string): Promise<string> => {
    try {
      return await readFile(join(folder, name), 'utf8')
    } catch (error) {
      throw new Error(`${join(folder, name)} cannot be read: ${(error as Error).message}`)
    }
  }
  const rows = (await read('answers.jsonl'))
    .split('\n')
    .filter((line) => line.trim() !== '')
    .map((line) => JSON.parse(line) as Row)
  if (rows.length === 0) throw new Error(`${folder} holds no answers`)
  const wordings = JSON.parse(await read('questions.json')) as Record<string, string[]>
  const teamOf = teamsOf(rows)
  return {
    questions: Object.fromEntries(
      Object.entries(wordings).map(([key, text]) => [key, { text, ...knownQuestions[key] }]),
    ),
    rows: rows.map((row) => ({ ...row, team: teamOf(row.team) })),
  }
}

const firstOf = (team: string): string => team.split(/[;,/&|]|\band\b/)[0].trim()

/** Respondent's words → the name of the team. */
export function teamsOf(rows: readonly Row[]): (team: string | null | undefined) => string | null {
  const people = new Map<string, { spellings: Map<string, number>; most: number }>()
  for (const own of Map.groupBy(rows, (row) => row.period).values()) {
    const teamOf = new Map(own.map((row) => [row.respondent, firstOf(row.team ?? '')]))
    for (const [key, same] of Map.groupBy(teamOf.values(), (name) => name.toLowerCase())) {
      const known = people.get(key) ?? { spellings: new Map<string, number>(), most: 0 }
      known.most = Math.max(known.most, same.length)
      for (const name of same) known.spellings.set(name, (known.spellings.get(name) ?? 0) + 1)
      people.set(key, known)
    }
  }
  return (team) => {
    if (!team?.trim()) return null
    const { spellings, most } = people.get(firstOf(team).toLowerCase())!
    if (most < teamPeopleMin) return otherTeam
    return [...spellings]
      .toSorted(([a, x], [b, y]) => y - x || (a < b ? -1 : 1))[0][0]
      .slice(0, limits.nameLengthMax)
  }
}
