/**
 * `node bench/pure.ts`: functions with a promised time, without server and database, and the memory of a command that reads a file. Prints
 * the share of its bound that each takes; ends with 1 where one takes more. Bounds are for one of two quiet cores; tests check that time
 * grows in proportion to the input, which does not depend on the load of the machine.
 */
import { spawn } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { preview, type Schedule } from '../src/checkins/schedule.ts'
import { planParticipation } from '../src/cells/cells.ts'
import { runsOf, simulator } from '../src/confidentiality/confidentiality.ts'
import { mulberry32, redact, themesOf } from '../src/text/text.ts'
import { median } from './figures.ts'
import { judge, size } from './size.ts'

const rounds = size(5, 1)

const texts = Array.from({ length: size(2_000, 50) }, (_, at) => {
  const words = 'reviews merge canteen lunch parking garage meetings tools noise planning'.split(' ')
  const random = mulberry32(at + 1)
  const chosen = Array.from({ length: 5 }, () => words[Math.floor(random() * words.length)])
  return `I think that ${chosen.join(' and ')} could be better`
})

const teams = Array.from({ length: size(1_200, 60) }, (_, at) => ({
  id: `tem_${at}`,
  parent: at === 0 ? null : `tem_${Math.floor((at - 1) / 6)}`,
}))
const asked = new Map(
  [...Map.groupBy(new Array(size(10_000, 500)).keys(), (at) => `tem_${(at * 7919) % teams.length}`)].map(
    ([team, people]) => [team, people.length],
  ),
)

const simulated = {
  teams: Array.from({ length: size(2_000, 20) }, (_, at) => ({ id: `team ${at}`, parent: null })),
  homes: Array.from({ length: size(2_000, 20) }, (_, at) => ({ team: `team ${at}`, people: 25 })),
  k_score: 5,
  k_comment: 10,
  k_rate: 5,
  responseRate: 0.7,
  skipRate: 0,
}

const simulate = (): void => {
  const it = simulator(simulated)
  for (let run = runsOf(simulated); run > 0; run--) it.play()
  it.shares()
}

const yearly: Schedule = {
  recurrence: {
    rrule: 'FREQ=YEARLY;COUNT=1000;BYMONTH=2;BYMONTHDAY=29',
    starts_on: '2000-01-01',
    time: '09:00',
  },
  timeZone: 'Europe/Berlin',
  window: 'P2D',
}

const names = Array.from({ length: size(10_000, 100) }, (_, at) => `Given${at % 700} Family${at}`)
const long = 'Ask Given1 Family1 about the meeting at 12 Main Street, or write to a@b.example. '.repeat(125)

const works: { name: string; boundMs: number; work: () => unknown }[] = [
  { name: 'themes of 2,000 answers', boundMs: 2_000, work: () => themesOf(texts, { seed: 1 }) },
  {
    name: 'cells of 10,000 people in 1,200 teams',
    boundMs: 250,
    work: () => planParticipation(teams, asked, 5),
  },
  { name: 'simulation for 50,000 people', boundMs: 2_000, work: simulate },
  { name: 'a thousand leap days', boundMs: 500, work: () => preview(yearly, null, 200) },
  { name: 'redaction of 10,000 characters', boundMs: 250, work: () => redact(long, names) },
  {
    name: 'redaction of 10,000 hostile characters',
    boundMs: 500,
    work: () => redact('1丁目'.repeat(3_334), names),
  },
]

function msOf(work: () => unknown): number {
  const began = performance.now()
  work()
  return performance.now() - began
}

/** The peak memory of `sonde-server analyse` for a file of this many megabytes, as Linux reports it. */
async function analysingMegabytes(megabytes: number): Promise<number> {
  const cli = join(import.meta.dirname, '../bin/sonde-server')
  const child = spawn(process.execPath, [cli, 'analyse'], { stdio: ['pipe', 'pipe', 'inherit'] })
  child.stdout.resume()
  const line = `{"id":1,"text":"n/a","note":"${' '.repeat(1_000)}"}\n`.repeat(100)
  let most = 0
  function* chunks() {
    for (let sent = 0; sent < megabytes * 1_000_000; sent += line.length) {
      const status = readFileSync(`/proc/${child.pid}/status`, 'utf8')
      most = Math.max(most, Number(/VmHWM:\s+(\d+) kB/.exec(status)?.[1]) / 1024)
      yield line
    }
  }
  await pipeline(Readable.from(chunks()), child.stdin)
  return most
}

const results = works.map(({ name, boundMs, work }) => {
  const took = median(Array.from({ length: rounds }, () => msOf(work)))
  return { name, figure: `${took.toFixed(0)} ms`, part: took / boundMs }
})
if (process.platform === 'linux') {
  const most = await analysingMegabytes(size(200, 5))
  results.push({ name: 'memory of sonde analyse', figure: `${most.toFixed(0)} MB`, part: most / 256 })
}
for (const { name, figure, part } of results)
  console.log(
    `${name.padEnd(40)} ${figure.padStart(8)}  ${part.toFixed(2)} of its bound${part > 1 ? '  MISSED' : ''}`,
  )
judge(results.some(({ part }) => part > 1))
