/** `sonde api`: any operation, by method and path, as [the reference](/docs/reference) has it. */
import type { Command } from 'commander'
import type { Operation } from '../contract/operation.ts'
import { readJson, urlWords } from './calling.ts'
import { misused } from './exits.ts'
import { printJson } from './output.ts'
import { sessionOf } from './session.ts'

const methods: readonly Operation['method'][] = ['GET', 'POST', 'PUT', 'PATCH', 'DELETE']

type ApiOptions = { url?: string; file?: string; ifMatch?: string; idempotencyKey?: string }

/** The path with its query goes out as it was typed: everything else of an operation is left open. */
async function callPath(typed: string, path: string, options: ApiOptions): Promise<void> {
  const method = methods.find((one) => one === typed.toUpperCase())
  if (method === undefined) throw misused(`${typed} is not a method; it must be one of ${methods.join(', ')}`)
  if (!path.startsWith('/')) throw misused('The path begins with a slash, such as /api/pulses?state=open')
  const { sonde } = await sessionOf(options)
  const operation = { method, path } as Operation
  const value: unknown = await sonde.call(operation, {
    ...(options.file !== undefined && { body: (await readJson(options.file)) as never }),
    ...(options.idempotencyKey !== undefined && { idempotencyKey: options.idempotencyKey }),
    ...(options.ifMatch !== undefined && { ifMatch: Number(options.ifMatch) }),
  })
  if (value !== null) printJson(value)
}

export function addApiCommand(program: Command): void {
  program
    .command('api <method> <path>')
    .description('call any operation of the API, and print its reply')
    .option('--url <address>', urlWords)
    .option('-f, --file <file>', 'the body as JSON; - reads standard input')
    .option('--if-match <version>', 'the version that must still be current')
    .option('--idempotency-key <key>', 'a repeated POST with the same key has one effect')
    .action(callPath)
}
