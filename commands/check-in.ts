/** `sonde check-in`: surveys that are sent again and again, and their occurrences. */
import type { Command } from 'commander'
import type { BodyOf } from '../client/client.ts'
import type { CheckIn } from '../contract/checkins.ts'
import type { Instance } from '../contract/instances.ts'
import { callCommand, confirm, listCommand, type Paging, printList, readJson } from './calling.ts'
import { printFacts, printJson, tell } from './output.ts'
import { addResults } from './results.ts'
import { responseFacts } from './response-facts.ts'
import { type Common, sessionOf } from './session.ts'

type Yes = { yes: boolean }
type Reason = { reason?: string }

const printCheckIn = (checkIn: CheckIn, json: boolean): void => {
  if (json) return printJson(checkIn)
  printFacts({
    id: checkIn.id,
    title: checkIn.title,
    state: checkIn.state,
    recurs: checkIn.lifecycle
      ? `${checkIn.lifecycle.days} days from ${checkIn.lifecycle.date}, by ${checkIn.lifecycle.period}`
      : checkIn.recurrence.rrule,
    'next opens': checkIn.next_opens_at,
    window: checkIn.window,
    promise: checkIn.confidentiality.mode,
    channels: checkIn.channels.join(', '),
  })
  for (const { id, type, text } of checkIn.questions) printFacts({ [`question ${id} (${type})`]: text })
}

const printInstance = (instance: Instance, json: boolean): void => {
  if (json) return printJson(instance)
  printFacts({
    id: instance.id,
    'check-in': instance.check_in_id,
    title: instance.title,
    date: instance.local_date,
    state: instance.state,
    results: instance.results_status,
    opens: instance.opens_at,
    closes: instance.closes_at,
    ...responseFacts(instance.response_summary),
  })
}

const bodyOf = ({ reason }: Reason) => (reason === undefined ? {} : { body: { reason } })

const withYes = (command: Command): Command => command.option('--yes', 'do not ask for confirmation', false)
const withReason = (command: Command): Command =>
  command.option('--reason <text>', 'why you act for the author, if you are an admin')

function addTransitions(checkIn: Command): void {
  withYes(
    callCommand(checkIn, 'activate <id>', 'start a draft: people are asked from its next date on'),
  ).action(async (id: string, options: Common & Yes) => {
    const { sonde } = await sessionOf(options)
    const { title } = await sonde.call('getCheckIn', { params: { id } })
    await confirm(`Start “${title}”? Its recipients are asked from the next date on.`, options)
    printCheckIn(await sonde.call('activateCheckIn', { params: { id } }), options.json)
  })
  callCommand(checkIn, 'resume <id>', 'continue a paused check-in').action(
    async (id: string, options: Common) => {
      const { sonde } = await sessionOf(options)
      printCheckIn(await sonde.call('resumeCheckIn', { params: { id } }), options.json)
    },
  )
  withReason(callCommand(checkIn, 'pause <id>', 'skip its dates until it is resumed')).action(
    async (id: string, options: Common & Reason) => {
      const { sonde } = await sessionOf(options)
      printCheckIn(await sonde.call('pauseCheckIn', { params: { id }, ...bodyOf(options) }), options.json)
    },
  )
  withReason(withYes(callCommand(checkIn, 'end <id>', 'end a check-in for good'))).action(
    async (id: string, options: Common & Yes & Reason) => {
      const { sonde } = await sessionOf(options)
      const { title } = await sonde.call('getCheckIn', { params: { id } })
      await confirm(`End “${title}”? This can't be undone.`, options)
      printCheckIn(await sonde.call('endCheckIn', { params: { id }, ...bodyOf(options) }), options.json)
    },
  )
}

function addInstances(program: Command): void {
  const instance = program
    .command('instance')
    .description('instances of check-ins: one period each, with its recipients and answers')
  listCommand(instance, 'list', 'list them, newest first')
    .option('--check-in <chk_…>', 'only those of this check-in')
    .option('--state <states>', 'one or more, separated by commas')
    .action(async ({ checkIn, state, ...options }: Paging & { checkIn?: string; state?: string }) => {
      await printList(
        options,
        { operation: 'listInstances', noun: 'check_in_instances', query: { check_in_id: checkIn, state } },
        {
          id: (row) => row.id,
          state: (row) => row.state,
          title: (row) => row.title,
          date: (row) => row.local_date,
          closes: (row) => row.closes_at,
        },
      )
    })
  callCommand(instance, 'show <id>', 'show one').action(async (id: string, options: Common) => {
    const { sonde } = await sessionOf(options)
    printInstance(await sonde.call('getInstance', { params: { id } }), options.json)
  })
  withYes(callCommand(instance, 'remind <id>', 'send a reminder')).action(
    async (id: string, options: Common & Yes) => {
      const { sonde } = await sessionOf(options)
      const { title } = await sonde.call('getInstance', { params: { id } })
      await confirm(`Remind the recipients of “${title}”?`, options)
      printInstance(await sonde.call('remindInstance', { params: { id } }), options.json)
    },
  )
  withReason(withYes(callCommand(instance, 'close <id>', 'end one and analyse its answers'))).action(
    async (id: string, options: Common & Yes & Reason) => {
      const { sonde } = await sessionOf(options)
      const { title } = await sonde.call('getInstance', { params: { id } })
      await confirm(`Close “${title}”? Nobody can answer after that.`, options)
      printInstance(await sonde.call('closeInstance', { params: { id }, ...bodyOf(options) }), options.json)
    },
  )
  addResults(instance, (session, id) => session.sonde.call('getInstanceResults', { params: { id } }))
}

export function addCheckInCommands(program: Command): void {
  const checkIn = program.command('check-in').description('surveys that are sent again and again')
  listCommand(checkIn, 'list', 'list check-ins, newest first')
    .option('--state <states>', 'one or more, separated by commas')
    .action(async ({ state, ...options }: Paging & { state?: string }) => {
      await printList(
        options,
        { operation: 'listCheckIns', noun: 'check_ins', query: { state } },
        {
          id: (row) => row.id,
          state: (row) => row.state,
          title: (row) => row.title,
          'next opens': (row) => row.next_opens_at,
        },
      )
    })
  callCommand(checkIn, 'show <id>', 'show a check-in and its questions').action(
    async (id: string, options: Common) => {
      const { sonde } = await sessionOf(options)
      printCheckIn(await sonde.call('getCheckIn', { params: { id } }), options.json)
    },
  )
  callCommand(checkIn, 'create', 'make a draft')
    .requiredOption('-f, --file <file>', 'JSON as of POST /api/check-ins; - reads standard input')
    .action(async ({ file, json, ...common }: Common & { file: string }) => {
      const body = await readJson<BodyOf<'createCheckIn'>>(file)
      const made = await (await sessionOf(common)).sonde.call('createCheckIn', { body })
      printCheckIn(made, json)
      if (!json) tell(`A draft: nobody is asked before \`sonde check-in activate ${made.id}\`.`)
    })
  addTransitions(checkIn)
  addInstances(program)
}
