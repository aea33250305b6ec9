/** `sonde insight`: findings, and replies to them (reply.ts). */
import type { Command } from 'commander'
import { callCommand, listCommand, type Paging, printList } from './calling.ts'
import { printFacts, printJson } from './output.ts'
import { addReplyCommands } from './reply.ts'
import { type Common, sessionOf } from './session.ts'

type Filter = {
  pulse?: string
  checkIn?: string
  instance?: string
  team?: string
  kind?: string
  everyone?: true
}
type Language = { language?: 'en' | 'de' }

export function addInsightCommands(program: Command): void {
  const insight = program.command('insight').description('findings about the answers')

  listCommand(insight, 'list', 'list insights, newest first')
    .option('--pulse <pls_…>', 'only those of this pulse')
    .option('--check-in <chk_…>', 'only those of this check-in')
    .option('--instance <cki_…>', 'only those of this occurrence of a check-in')
    .option('--team <tem_…>', 'only those about this team')
    .option('--everyone', 'only those about all recipients')
    .option('--kind <kinds>', 'one or more, separated by commas')
    .option('--language <en|de>', 'the language of the sentences')
    .action(
      async ({
        pulse,
        checkIn,
        instance,
        team,
        everyone,
        kind,
        language,
        ...options
      }: Paging & Filter & Language) => {
        const filter = {
          pulse_id: pulse,
          check_in_id: checkIn,
          check_in_instance_id: instance,
          team_id: team,
          everyone,
          kind,
          language,
        }
        await printList(
          options,
          { operation: 'listInsights', noun: 'insights', query: filter },
          {
            id: (row) => row.id,
            kind: (row) => row.kind,
            people: (row) => row.n,
            finding: (row) => row.statement,
          },
        )
      },
    )

  callCommand(insight, 'show <id>', 'show an insight')
    .option('--language <en|de>', 'the language of the sentences')
    .action(async (id: string, { language, json, ...common }: Common & Language) => {
      const query = language === undefined ? {} : { language }
      const found = await (await sessionOf(common)).sonde.call('getInsight', { params: { id }, query })
      if (json) return printJson(found)
      printFacts({
        id: found.id,
        kind: found.kind,
        finding: found.statement,
        people: found.n,
        team: found.scope.team_id ?? 'everyone',
        method: `${found.method.name} ${found.method.version}`,
        made: found.created_at,
      })
    })

  callCommand(insight, 'explain <id>', 'say how an insight was made, and what it does not show').action(
    async (id: string, { json, ...common }: Common) => {
      const method = await (await sessionOf(common)).sonde.call('getInsightMethod', { params: { id } })
      if (json) return printJson(method)
      printFacts({
        finding: method.statement,
        measured: method.measured,
        people: method.people,
        uncertainty: method.uncertainty,
        comparison: method.comparison,
      })
      for (const limitation of method.limitations) printFacts({ limitation })
    },
  )

  addReplyCommands(insight)
}
