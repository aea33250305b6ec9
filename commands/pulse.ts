/** `sonde pulse`: surveys that are sent once. */
import type { Command } from 'commander'
import type { BodyOf } from '../client/client.ts'
import { isChannel } from '../contract/channels.ts'
import {
  callCommand,
  confirm,
  confirmPeople,
  listCommand,
  type Paging,
  printList,
  readJson,
  wholeNumber,
} from './calling.ts'
import { misused } from './exits.ts'
import { printFacts, printJson, tell } from './output.ts'
import { addResults } from './results.ts'
import { type Common, type Session, sessionOf } from './session.ts'
import { responseFacts } from './response-facts.ts'

type Yes = { yes: boolean }
type DryRun = { dryRun: boolean }
type Reason = { reason?: string }

/** Only for the preview: what happens does not depend on it. */
const expectedRate = 0.7

const withYes = (command: Command): Command => command.option('--yes', 'do not ask for confirmation', false)
const withDryRun = (command: Command): Command =>
  command.option('--dry-run', 'check everything and change nothing', false)
const withReason = (command: Command): Command =>
  command.option('--reason <text>', 'why you act for the author, if you are an admin')

async function pulseOf({ sonde }: Session, id: string) {
  return sonde.call('getPulse', { params: { id } })
}

type Pulse = Awaited<ReturnType<typeof pulseOf>>

const printPulse = (pulse: Pulse, json: boolean): void => {
  if (json) return printJson(pulse)
  printFacts({
    id: pulse.id,
    title: pulse.title,
    state: pulse.state,
    results: pulse.results_status,
    opens: pulse.opens_at,
    closes: pulse.closes_at,
    promise: pulse.confidentiality.mode,
    channels: pulse.channels.join(', '),
    ...responseFacts(pulse.response_summary),
  })
  for (const { id, type, text } of pulse.questions) printFacts({ [`question ${id} (${type})`]: text })
}

async function create({ file, dryRun, json, ...common }: Common & DryRun & { file: string }): Promise<void> {
  const body = await readJson<BodyOf<'createPulse'>>(file)
  const { sonde } = await sessionOf(common)
  if (dryRun) {
    await sonde.check('createPulse', { body })
    return tell('It would be made. Nothing was.')
  }
  const pulse = await sonde.call('createPulse', { body })
  printPulse(pulse, json)
  if (!json) tell(`A draft: nobody is asked before \`sonde pulse ask ${pulse.id}\`.`)
}

/** What asking would do, for whom there is a terminal to read it. @returns the number of people */
async function preview({ sonde }: Session, pulse: Pulse): Promise<number> {
  const { team_ids, member_ids, excluded_team_ids, excluded_member_ids } = pulse.recipients
  if (member_ids === null || excluded_member_ids === null)
    throw misused('Only its author sees whom this survey asks, so only its author can ask them.')
  const { mode, k_score, k_comment, k_rate } = pulse.confidentiality
  const simulation = await sonde.call('simulateConfidentiality', {
    body: {
      recipients: { team_ids, member_ids, excluded_team_ids, excluded_member_ids },
      confidentiality: { mode, k_score, k_comment, k_rate },
      breakdown: pulse.breakdown,
      // In their order, by which each recipient is asked.
      channels: pulse.channels.filter(isChannel),
      response_rate: expectedRate,
    },
  })
  tell(`${pulse.title}: asks ${simulation.recipients} people by ${pulse.channels.join(', ')}, ${mode}.`)
  tell(
    `If ${expectedRate * 100}% answer, about ${Math.round(simulation.shown_expected)} of ${simulation.teams.length} teams see their scores.`,
  )
  for (const hint of simulation.hints) tell(hint)
  return simulation.recipients
}

async function ask(
  id: string,
  {
    schedule,
    dryRun,
    yes,
    people,
    json,
    ...common
  }: Common & Yes & DryRun & { people?: number; schedule: boolean },
): Promise<void> {
  const session = await sessionOf(common)
  const pulse = await pulseOf(session, id)
  if (schedule && pulse.opens_at === null)
    throw misused('This survey has no opens_at, so there is no time to schedule it for.')
  const count = await preview(session, pulse)
  const operation = schedule ? 'schedulePulse' : 'openPulse'
  // What was confirmed is what is sent: a draft that was changed meanwhile is refused.
  const input = { params: { id }, ifMatch: pulse.version }
  if (dryRun) {
    await session.sonde.check(operation, input)
    return tell('They would be asked. Nobody was.')
  }
  await confirmPeople(count, { yes, people })
  const asked = await session.sonde.call(operation, input)
  printPulse(asked, json)
}

type Ending = Common & Yes & Reason

const bodyOf = ({ reason }: Reason) => (reason === undefined ? {} : { body: { reason } })

async function end(id: string, operation: 'closePulse' | 'cancelPulse', options: Ending): Promise<void> {
  const session = await sessionOf(options)
  const { title } = await pulseOf(session, id)
  const question =
    operation === 'closePulse'
      ? `Close “${title}”? Nobody can answer after that.`
      : `Cancel “${title}”? Its answers are not counted, and this can't be undone.`
  await confirm(question, options)
  printPulse(await session.sonde.call(operation, { params: { id }, ...bodyOf(options) }), options.json)
}

export function addPulseCommands(program: Command): void {
  const pulse = program.command('pulse').description('surveys that are sent once')

  listCommand(pulse, 'list', 'list pulses, newest first')
    .option('--state <states>', 'one or more, separated by commas')
    .option('--search <text>', 'text to find in title and topic')
    .action(async ({ state, search, ...options }: Paging & { state?: string; search?: string }) => {
      await printList(
        options,
        { operation: 'listPulses', noun: 'pulses', query: { state, q: search } },
        {
          id: (row) => row.id,
          state: (row) => row.state,
          title: (row) => row.title,
          opens: (row) => row.opens_at,
          closes: (row) => row.closes_at,
        },
      )
    })

  callCommand(pulse, 'show <id>', 'show a pulse and its questions').action(
    async (id: string, options: Common) =>
      printPulse(await pulseOf(await sessionOf(options), id), options.json),
  )

  withDryRun(callCommand(pulse, 'create', 'make a draft'))
    .requiredOption('-f, --file <file>', 'JSON as of POST /api/pulses; - reads standard input')
    .action(create)

  withDryRun(
    withYes(callCommand(pulse, 'ask <id>', 'show whom a draft asks, then open it and send the invitations')),
  )
    .option('--people <n>', 'how many people you expect it to ask: another number sends nothing', wholeNumber)
    .option('--schedule', 'open it at its opens_at instead of now', false)
    .action(ask)

  withYes(callCommand(pulse, 'remind <id>', 'send a reminder')).action(
    async (id: string, options: Common & Yes) => {
      const session = await sessionOf(options)
      const { title } = await pulseOf(session, id)
      await confirm(`Remind the recipients of “${title}”?`, options)
      printPulse(await session.sonde.call('remindPulse', { params: { id } }), options.json)
    },
  )

  callCommand(pulse, 'extend <id>', 'keep a pulse open for longer')
    .requiredOption('--closes-at <instant>', 'such as 2026-12-01T17:00:00Z')
    .action(async (id: string, { closesAt, json, ...common }: Common & { closesAt: string }) => {
      const { sonde } = await sessionOf(common)
      printPulse(await sonde.call('extendPulse', { params: { id }, body: { closes_at: closesAt } }), json)
    })

  withReason(withYes(callCommand(pulse, 'close <id>', 'end a pulse and analyse its answers'))).action(
    (id: string, options: Ending) => end(id, 'closePulse', options),
  )
  withReason(withYes(callCommand(pulse, 'cancel <id>', 'end a pulse without results'))).action(
    (id: string, options: Ending) => end(id, 'cancelPulse', options),
  )

  addResults(pulse, (session, id) => session.sonde.call('getPulseResults', { params: { id } }))
}
