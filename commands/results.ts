/** `results` of a pulse or of an occurrence of a check-in: the figures that the API gives, and nothing computed from them. */
import type { Command } from 'commander'
import type { Results } from '../contract/collections.ts'
import { callCommand } from './calling.ts'
import { printFacts, printJson, printTable, tell } from './output.ts'
import { responseFacts } from './response-facts.ts'
import { type Common, type Session, sessionOf } from './session.ts'

type Figure = Results['questions'][number]
type Line = { team: string; question: string; n: number | null; score: string; note: string }

/** Made when it is needed: the first formatter of a process takes longer than all modules of the command line. */
const decimal = (value: number): string => value.toLocaleString('en', { maximumFractionDigits: 2 })

/** As English writes it, which is what the command line speaks. */
const inUnit = (written: string, unit = ''): string =>
  unit === '%' ? `${written}%` : `${written} ${unit}`.trim()

function scoreOf({ mean, enps, unit, distribution }: Figure): string {
  if (enps !== undefined) return `eNPS ${decimal(enps)}`
  if (mean !== undefined && mean !== null) return inUnit(decimal(mean), unit)
  return (distribution ?? []).map(({ value, count }) => `${value}: ${count}`).join(', ')
}

const lineOf = (team: string, figure: Figure): Line => ({
  team,
  question: figure.text ?? figure.id,
  n: figure.n ?? null,
  score: scoreOf(figure),
  note: figure.suppressed ? 'not shown' : figure.banded ? 'rounded' : '',
})

function linesOf({ questions, teams }: Results): Line[] {
  const everyone = questions.map((figure) => lineOf('everyone', figure))
  const ofTeams = teams.flatMap((team) => {
    const name = team.name ?? team.team_id
    return team.questions === undefined
      ? [{ team: name, question: '', n: null, score: '', note: 'not shown' }]
      : team.questions.map((figure) => lineOf(name, figure))
  })
  return [...everyone, ...ofTeams]
}

function printComments({ questions }: Results): void {
  for (const { id, text, comments = [] } of questions) {
    if (comments.length === 0) continue
    console.log('')
    printFacts({ comments: text ?? id })
    for (const comment of comments) printFacts({ '  ·': comment })
  }
}

/** @param read  reads them */
export function addResults(parent: Command, read: (session: Session, id: string) => Promise<Results>): void {
  callCommand(parent, 'results <id>', 'show the results, for everyone and by team')
    .option('--comments', 'also show the comments about everyone', false)
    .action(async (id: string, { comments, json, ...common }: Common & { comments: boolean }) => {
      const results = await read(await sessionOf(common), id)
      if (json) return printJson(results)
      if (process.stdout.isTTY)
        printFacts({
          state: results.state,
          results: results.results_status,
          ...responseFacts(results.response_summary),
        })
      const lines = linesOf(results)
      printTable(lines, {
        team: (row) => row.team,
        question: (row) => row.question,
        answers: (row) => row.n,
        score: (row) => row.score,
        note: (row) => row.note,
      })
      if (lines.length === 0) tell('No results yet.')
      if (comments) printComments(results)
    })
}
