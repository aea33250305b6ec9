/**
 * `npm run bench -- --smoke`: every benchmark in its smallest size, two at a time. Each must end by itself, in order, and
 * print its figures, so that none is broken on the day that somebody needs it. New benchmarks are added here:
 * bench.test.ts knows which files of this folder are programs.
 */
import { spawn } from 'node:child_process'
import { join } from 'node:path'
import { text } from 'node:stream/consumers'

/** Programs and the figures that each must print. */
export const programs: Record<string, RegExp[]> = {
  'bench.ts': [
    /ours\/bare \d/,
    /ours\/peer \d/,
    /kept (\d+) of \1, 0 twice/,
    /page 400\/page 1 \d/,
    /messages\/s \d/,
    /warm s \d/,
  ],
  'answer-page.ts': [
    /^first visit, en: bytes \d.* first paint \d.* of processor time/m,
    /after -?\d round trips/,
    /^interactions, one at a time: .* Enter \d/m,
    /^interactions, all on one page: scale \d.* ranking \d/m,
    /as every week: time \d/,
    /for the first time: time of the person \d/,
  ],
  'audit.ts': [/verified 5000 entries .* ratio \d/, /grew by \d/],
  'bearer.ts': [/ratio +\d/, /wrong against right +\d/],
  'bytes.ts': [/bytes of database for each; ratio \d/, /^answer_groups +\d/m, /^proof_groups +\d/m],
  'closing.ts': [/closing .* answers against .* ratio \d/],
  'directory-sync.ts': [
    /ratio \d/,
    /Entra: .* second sync: 0$/m,
    /Okta: .* second sync: 0$/m,
    /memory over idle: \d/,
  ],
  'due.ts': [/answered, nothing due .* ratio \d/],
  'erasure.ts': [/erased in \d+\.\d\d s/],
  'exports.ts': [
    /^exported \d+ rows.* ratio \d/m,
    /memory over idle: \d/,
    /^read back by DuckDB: \d+ rows, all figures equal$|^NOT READ BACK/m,
  ],
  'gate.ts': [/plain query .* ratio \d/],
  'hidden-teams.ts': [/\| answered \| [\d,]+ \| [\d,]+ \| 0 \|/],
  'insights.ts': [/p99 meanwhile .* ratio \d/],
  'pages.ts': [/^\/app .*\d$/m, /^scrolling .* of its bound \d.*rows are drawn$/m],
  'pure.ts': [/of its bound/],
  'retention.ts': [/deleted 10000 answers .* longest \d/, /an answer meanwhile .* p99 \d/],
  'revocation.ts': [/p99 \d/],
  'scale.ts': [/^POST .*ratio \d/m, /^close .*ratio \d/m, /^\/api\/members.*ratio \d/m],
  'seats.ts': [/\| new season \| \d+\.\d % \| 0\.0 % \|/, /advances in \d/],
  'waves.ts': [/against wave 2 ratio \d.* ratio \d/],
  'webhooks.ts': [/deliveries\/s .* ratio \d/, /; 0 lost, .* 0 out of order/],
  'utility.ts': [/\| departments \| 20 .*\| \d\.\d\d \|/],
}

/** @returns one sentence for each fault */
async function faultsOf(name: string, figures: readonly RegExp[]): Promise<string[]> {
  const child = spawn(process.execPath, [join(import.meta.dirname, name), '--smoke'], {
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  const ended = new Promise<string>((resolve) =>
    child.once('exit', (code, signal) => resolve(String(signal ?? code))),
  )
  const [output, errors, end] = await Promise.all([text(child.stdout), text(child.stderr), ended])
  const faults = [
    ...(end === '0' ? [] : [`ended with ${end}`]),
    ...figures.filter((figure) => !figure.test(output)).map((figure) => `does not print ${figure}`),
  ]
  if (faults.length > 0) console.error(`${output}\n${errors}`)
  for (const [line] of output.matchAll(/^NOT .*$/gm)) console.log(`    ${line}`)
  return faults
}

export async function smoke(): Promise<void> {
  const queue = Object.entries(programs)
  const work = async (): Promise<void> => {
    for (let next = queue.shift(); next; next = queue.shift()) await runOne(...next)
  }
  await Promise.all([work(), work()])
}

async function runOne(name: string, figures: readonly RegExp[]): Promise<void> {
  const began = performance.now()
  const faults = await faultsOf(name, figures)
  const seconds = ((performance.now() - began) / 1000).toFixed(1)
  console.log(`${faults.length > 0 ? '✖' : '✔'} ${name.padEnd(14)} ${seconds} s`)
  for (const fault of faults) console.log(`    ${fault}`)
  if (faults.length > 0) process.exitCode = 1
}
