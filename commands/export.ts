/** `sonde export`: a dataset as a file. The service writes it, and it comes here whole or not at all. */
import { createWriteStream } from 'node:fs'
import { rename, rm } from 'node:fs/promises'
import { extname } from 'node:path'
import { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { setTimeout as sleep } from 'node:timers/promises'
import type { Command } from 'commander'
import type { ReplyOf } from '../client/client.ts'
import type { Dataset, ExportFormat } from '../contract/exports.ts'
import { callCommand } from './calling.ts'
import { failed, misused } from './exits.ts'
import { printFacts, printJson, tell } from './output.ts'
import { type Common, type Session, sessionOf } from './session.ts'

const lookMs = 500

type Options = Common & { output: string; format?: string; gzip?: true; since?: string }
type Export = ReplyOf<'getExport'>

/**
 * The contract is loaded here and not with the other commands, which need none of it.
 * @throws Ended  a dataset or a format that there is not, or none that --format or the name of the file says
 */
async function wanted(
  dataset: string,
  { output, format }: Pick<Options, 'output' | 'format'>,
): Promise<{ dataset: Dataset; format: ExportFormat }> {
  const { datasetNames, exportFormats } = await import('../contract/exports.ts')
  const knownDataset = datasetNames.find((one) => one === dataset)
  if (knownDataset === undefined)
    throw misused(`There is no dataset ${dataset}. There are: ${datasetNames.join(', ')}.`)
  const named = format ?? extname(output.replace(/\.gz$/, '')).slice(1)
  const knownFormat = exportFormats.find((one) => one === named)
  if (knownFormat === undefined)
    throw misused(`${named || output} names no format: add --format ${exportFormats.join('|')}.`)
  return { dataset: knownDataset, format: knownFormat }
}

/** @throws Ended  the service could not write it */
async function written({ sonde }: Session, { id }: Export): Promise<Export> {
  for (;;) {
    const job = await sonde.call('getExport', { params: { id } })
    if (job.state === 'ready') return job
    if (job.state !== 'queued' && job.state !== 'running')
      throw failed(`The export ${id} is ${job.state}${job.fault === null ? '' : ` (${job.fault})`}.`)
    await sleep(lookMs)
  }
}

/** @throws Ended  the download breaks off; no part of the file is left */
async function download({ url, token }: Session, { id }: Export, output: string): Promise<void> {
  const reply = await fetch(`${url}/api/exports/${id}/file`, {
    headers: { authorization: `Bearer ${await token()}`, 'user-agent': 'sonde-cli' },
    redirect: 'error',
  }).catch((error: unknown) => {
    throw failed(`No service answers at ${url}.`, error)
  })
  if (!reply.ok || !reply.body) throw failed(`The file of ${id} could not be downloaded (${reply.status}).`)
  const content = Readable.from(piecesOf(reply.body))
  if (output === '-') return pipeline(content, process.stdout, { end: false })
  const part = `${output}.part`
  try {
    // Rows may be confidential: the file is for its owner alone, as long as they change nothing.
    await pipeline(content, createWriteStream(part, { mode: 0o600 }))
    await rename(part, output)
  } catch (error) {
    await rm(part, { force: true })
    throw failed(`${output} could not be written: ${(error as Error).message}`, error)
  }
}

async function* piecesOf(body: ReadableStream<Uint8Array>): AsyncGenerator<Uint8Array> {
  const reader = body.getReader()
  for (let piece = await reader.read(); !piece.done; piece = await reader.read()) yield piece.value
}

async function exportDataset(name: string, options: Options): Promise<void> {
  const { output, gzip, since, json, ...common } = options
  if (json && output === '-') throw misused('--json and a file cannot both go to standard output.')
  const body = {
    ...(await wanted(name, options)),
    gzip: gzip ?? output.endsWith('.gz'),
    ...(since !== undefined && { filter: { released_since: since } }),
  }
  const session = await sessionOf(common)
  const job = await written(session, await session.sonde.call('createExport', { body }))
  await download(session, job, output)
  if (json) return printJson(job)
  if (output === '-') return tell(`${job.rows} rows.`)
  printFacts({ file: output, rows: job.rows, bytes: job.bytes })
}

export function addExportCommand(program: Command): void {
  callCommand(program, 'export <dataset>', 'write a dataset, such as figures, into a file')
    .requiredOption('-o, --output <file>', 'the file to write; - for standard output')
    .option('--format <csv|jsonl|parquet|xlsx>', 'by default the format that the file name ends in')
    .option('--gzip', 'compress the file; by default if its name ends in .gz')
    .option('--since <instant>', 'only rows released since then, such as 2026-11-01T00:00:00Z')
    .action(exportDataset)
}
