/** `sonde webhook`: the webhooks of the application that commands call as, and what became of their deliveries. */
import type { Command } from 'commander'
import { callCommand, listCommand, type Paging, printList } from './calling.ts'
import { failed } from './exits.ts'
import { printFacts, printJson, tell } from './output.ts'
import { type Common, sessionOf } from './session.ts'

async function list(options: Paging): Promise<void> {
  await printList(
    options,
    { operation: 'listWebhooks', noun: 'webhooks' },
    {
      id: (row) => row.id,
      state: (row) => row.disabled_reason ?? row.state,
      address: (row) => row.url,
      types: (row) => row.types.join(','),
      failing: (row) => row.failing_since,
    },
  )
}

/** A receiver that refused the test is a failure, so that scripts see it. */
async function test(id: string, { json, ...common }: Common): Promise<void> {
  const { sonde } = await sessionOf(common)
  const reply = await sonde.call('testWebhook', { params: { id } })
  if (json) printJson(reply)
  else
    printFacts({
      delivered: reply.is_delivered ? 'yes' : 'no',
      state: reply.state,
      status: reply.status,
      error: reply.error,
      milliseconds: reply.milliseconds,
      answer: reply.answer,
    })
  if (!reply.is_delivered) throw failed('The receiver did not take the test.')
}

async function deliveries(
  id: string,
  { state, ...options }: Paging & { state?: 'waiting' | 'delivered' | 'failed' | 'cancelled' },
): Promise<void> {
  await printList(
    options,
    { operation: 'listWebhookDeliveries', noun: 'deliveries', params: { id }, query: { state } },
    {
      id: (row) => row.id,
      event: (row) => row.event_id,
      type: (row) => row.type,
      state: (row) => row.state,
      attempts: (row) => row.attempts,
      next: (row) => row.next_attempt_at,
    },
  )
}

async function retry(id: string, delivery: string, { json, ...common }: Common): Promise<void> {
  const { sonde } = await sessionOf(common)
  const reply = await sonde.call('retryWebhookDelivery', { params: { id, delivery_id: delivery } })
  if (json) return printJson(reply)
  printFacts({ delivery: reply.id, state: reply.state, attempts: reply.attempts })
}

type Replay = Common & { since: string; until?: string; only?: 'failed' | 'all' }

async function replay(id: string, { since, until, only, json, ...common }: Replay): Promise<void> {
  const { sonde } = await sessionOf(common)
  const reply = await sonde.call('replayWebhook', { params: { id }, body: { since, until, only } })
  if (json) return printJson(reply)
  tell(`${reply.deliveries} events are sent again.`)
}

export function addWebhookCommands(program: Command): void {
  const webhook = program
    .command('webhook')
    .alias('webhooks')
    .description('addresses that events are sent to; needs webhooks:write')
  listCommand(webhook, 'list', 'list them').action(list)
  callCommand(webhook, 'test <id>', 'send a test, and say what came back').action(test)
  listCommand(webhook, 'deliveries <id>', 'list what was sent, newest first')
    .option('--state <state>', 'waiting, delivered, failed or cancelled')
    .action(deliveries)
  callCommand(webhook, 'retry <id> <delivery>', 'send a delivery again').action(retry)
  callCommand(webhook, 'replay <id>', 'send the events of a period again')
    .requiredOption('--since <instant>', 'such as 2026-11-01T00:00:00Z')
    .option('--until <instant>', 'by default now')
    .option('--only <failed|all>', 'deliveries that were given up, or all')
    .action(replay)
}
