/**
 * `sonde event tail` and `sonde listen`: what happens, as it happens. Both read the feed (`GET /api/events`), which skips nothing; `listen`
 * passes each event on to an address of yours, signed as a webhook is, so a receiver is tried on your own machine without a tunnel.
 */
import { randomBytes } from 'node:crypto'
import { setTimeout as sleep } from 'node:timers/promises'
import type { Command } from 'commander'
import { SondeError } from '../client/client.ts'
import { signWebhook } from '../client/webhooks.ts'
import type { Event, EventStart } from '../contract/events.ts'
import { callCommand, wholeNumber } from './calling.ts'
import { Ended, exits, misused } from './exits.ts'
import { printable, printJson, tell } from './output.ts'
import { type Common, type Session, sessionOf } from './session.ts'

const waitSeconds = 25
/** As the service gives a receiver. */
const forwardMs = 15_000
const retryFirstMs = 1_000
const retryLastMs = 30_000

type Feed = { types?: string; start: EventStart; count?: number }

/** The service is busy, being restarted, or away for a moment. */
const passes = (error: unknown): boolean =>
  error instanceof SondeError
    ? error.status === 429 || error.status >= 500
    : error instanceof Ended && error.code === exits.failed

/** Every event from now on, from the last ones, or from the oldest that is kept; goes on after an interruption where it was. */
async function* eventsOf({ sonde }: Session, { types, start, count }: Feed): AsyncGenerator<Event> {
  let cursor: string | undefined
  let pauseMs = retryFirstMs
  for (let left = count ?? Number.POSITIVE_INFINITY; left > 0;) {
    try {
      const from = cursor === undefined ? { start } : { cursor, wait: waitSeconds }
      const page = await sonde.call('listEvents', { query: { types, ...from } })
      cursor = page.next_cursor
      pauseMs = retryFirstMs
      for (const event of page.events) {
        if (left-- <= 0) return
        yield event
      }
    } catch (error) {
      // Before the first reply the address or the token is probably wrong.
      if (cursor === undefined || !passes(error)) throw error
      tell(`${(error as Error).message} Trying again in ${pauseMs / 1000} s.`)
      await sleep(pauseMs)
      pauseMs = Math.min(retryLastMs, pauseMs * 2)
    }
  }
}

const feedCommand = (program: Command, usage: string, description: string): Command =>
  callCommand(program, usage, description)
    .option('--types <types>', 'separated by commas; pulse.* means all of a noun')
    .option('--start <oldest|newest|recent>', 'where to begin; recent: with the last ones', 'newest')
    .option('--count <n>', 'stop after this many events', wholeNumber)

async function tail({ json, types, start, count, ...common }: Common & Feed): Promise<void> {
  for await (const event of eventsOf(await sessionOf(common), { types, start, count })) {
    const { occurred_at, type, data } = event
    if (json) printJson(event)
    else console.log([occurred_at, type, JSON.stringify(data)].map(printable).join('\t'))
  }
}

/** @returns what the receiver answered, in a few words */
async function forward(address: string, event: Event, secret: string): Promise<string> {
  const body = JSON.stringify(event)
  const begun = performance.now()
  try {
    const reply = await fetch(address, {
      method: 'POST',
      redirect: 'manual',
      headers: {
        'content-type': 'application/json',
        'user-agent': 'Sonde-Webhooks',
        ...signWebhook(body, { id: event.id, secret }),
      },
      body,
      signal: AbortSignal.timeout(forwardMs),
    })
    await reply.body?.cancel()
    return `${reply.status} in ${Math.round(performance.now() - begun)} ms`
  } catch (error) {
    return error instanceof DOMException && error.name === 'TimeoutError'
      ? `no answer in ${forwardMs / 1000} s`
      : 'nobody answers there'
  }
}

type Listen = Common & Feed & { forwardTo: string; secret?: string }

async function listen({
  forwardTo,
  secret: given,
  json,
  types,
  start,
  count,
  ...common
}: Listen): Promise<void> {
  const address = URL.parse(forwardTo)
  if (!address || !/^https?:$/.test(address.protocol))
    throw misused(`${forwardTo} is not an address of a receiver, such as http://localhost:3000/hook`)
  const secret = given ?? process.env.SONDE_WEBHOOK_SECRET ?? `whsec_${randomBytes(32).toString('base64')}`
  const session = await sessionOf(common)
  tell(
    `Forwarding events of ${session.url} to ${address.href}, signed with ${given ? 'your secret' : secret}`,
  )
  for await (const event of eventsOf(session, { types, start, count })) {
    const answer = await forward(address.href, event, secret)
    if (json) printJson({ id: event.id, type: event.type, answer })
    else console.log([event.occurred_at, event.type, event.id, answer].map(printable).join('\t'))
  }
}

export function addEventCommands(program: Command): void {
  const event = program.command('event').description('events, as they happen')
  feedCommand(event, 'tail', 'print events as they happen').action(tail)
  feedCommand(program, 'listen', 'pass events on to a receiver of yours, signed as webhooks are')
    .requiredOption('--forward-to <address>', 'such as http://localhost:3000/hook')
    .option(
      '--secret <whsec_…>',
      'sign with this one; by default SONDE_WEBHOOK_SECRET, or a new one, which is printed',
    )
    .action(listen)
}
