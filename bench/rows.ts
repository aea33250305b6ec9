/** Measures each row of the comparison with the bare server. */
import type { ChildProcess } from 'node:child_process'
import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { type Compared, median, overRounds, type Paging, type Sample, type Start } from './figures.ts'
import type { Job } from './load.ts'
import { end, type Loader, sonde } from './processes.ts'
import { answers, type Seeded } from './seed.ts'
import { size } from './size.ts'

/** Its address on loopback, and its process. */
export type Server = { port: number; child: ChildProcess }

export type Run = {
  rounds: number
  roundMs: number
  warmUpCount: number
  linksOfServer: number
  connections: number
  ours: Server
  bare: Server
  loader: Loader
  seeded: Seeded
  say(text: string): void
}

type Side = {
  server: Server
  status: number
  /** The next requests, as many as are asked for; where there is only one, it is sent again and again. */
  requests(count: number): string[]
  /** How many requests are left, where each can be sent only once, such as an answer to a link. */
  left?: () => number
}

/** Both sides take turns, after a warm-up that is not counted. A round has as many requests as its side can do in `roundMs`. */
async function inTurns(run: Run, sides: readonly Side[]): Promise<Sample[]> {
  const send = ({ server, status, requests }: Side, count: number): Promise<Sample> =>
    sampleBy(run, server, { connections: run.connections, count, requests: requests(count), status })
  const counts: number[] = []
  for (const side of sides) {
    // Both sides run optimised code when it counts; links are too dear for that, and get a third.
    const warm = await send(
      side,
      Math.min(run.warmUpCount, side.left ? Math.floor(side.left() / 3) : Infinity),
    )
    const share = side.left ? Math.floor(side.left() / run.rounds) : Infinity
    counts.push(Math.max(run.connections, Math.min(share, Math.round((warm.rate * run.roundMs) / 1000))))
  }
  const samples: Sample[][] = sides.map(() => [])
  for (let round = 0; round < run.rounds; round++) {
    for (const [at, side] of sides.entries()) samples[at].push(await send(side, counts[at]))
  }
  return samples.map(overRounds)
}

export async function sampleBy({ loader }: Run, server: Server, job: Omit<Job, 'port'>): Promise<Sample> {
  const before = cpuSecondsOf(server.child.pid!)
  const sample = await loader.run({ port: server.port, ...job })
  return { ...sample, cpu: ((cpuSecondsOf(server.child.pid!) - before) * 1e6) / job.count }
}

const get = (path: string, token: string): string =>
  `GET ${path} HTTP/1.1\r\nHost: localhost\r\nAuthorization: Bearer ${token}\r\nAccept: application/json\r\n\r\n`

export const post = (path: string, body: unknown): string => {
  const text = JSON.stringify(body)
  return `POST ${path} HTTP/1.1\r\nHost: localhost\r\nContent-Type: application/json\r\nContent-Length: ${Buffer.byteLength(text)}\r\n\r\n${text}`
}

const again = (request: string) => (): string[] => [request]

async function organisationToken({ ours: { port }, seeded }: Run): Promise<string> {
  const reply = await fetch(`http://127.0.0.1:${port}/oauth/token`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({
      grant_type: 'client_credentials',
      client_id: seeded.clientId,
      client_secret: seeded.clientSecret,
    }),
  })
  const { access_token } = (await reply.json()) as { access_token: string }
  return access_token
}

export async function listRow(run: Run): Promise<Compared> {
  run.say('list')
  const request = get('/api/pulses?limit=25', await organisationToken(run))
  const [ours, bare] = await inTurns(run, [
    { server: run.ours, status: 200, requests: again(request) },
    { server: run.bare, status: 200, requests: again(request) },
  ])
  return { name: 'list', ours, bare }
}

export async function tokenRow(run: Run, peerServer: Server): Promise<Compared> {
  run.say('token')
  const { clientId: client_id, clientSecret: client_secret } = run.seeded
  const body = { grant_type: 'client_credentials', client_id, client_secret, scope: 'pulses:read' }
  const request = post('/oauth/token', body)
  // The peer takes forms only.
  const form = String(new URLSearchParams(body))
  const peerRequest = `POST /token HTTP/1.1\r\nHost: localhost\r\nContent-Type: application/x-www-form-urlencoded\r\nContent-Length: ${form.length}\r\n\r\n${form}`
  const [ours, bare, peer] = await inTurns(run, [
    { server: run.ours, status: 200, requests: again(request) },
    { server: run.bare, status: 200, requests: again(request) },
    { server: peerServer, status: 200, requests: again(peerRequest) },
  ])
  return { name: 'token', ours, bare, peer }
}

/** @param links half of them for each side */
export async function answerRow(run: Run, links: readonly string[]): Promise<Compared> {
  const name = run.connections === 1 ? 'alone' : 'answer'
  run.say(name)
  const side = (server: Server, from: number): Side => {
    let next = from
    const end = from + run.linksOfServer
    return {
      server,
      status: 201,
      requests: (count) => {
        if (next + count > end) throw new Error('out of links')
        return links.slice(next, (next += count)).map((link) => post(`/r/${link}`, { answers }))
      },
      left: () => end - next,
    }
  }
  const [ours, bare] = await inTurns(run, [side(run.ours, 0), side(run.bare, run.linksOfServer)])
  return { name, ours, bare }
}

const lastPage = 400

export async function pagingRow(run: Run): Promise<Paging> {
  run.say('paging')
  const token = await organisationToken(run)
  let path = '/api/pulses?limit=25'
  const first = path
  for (let page = 1; page < lastPage; page++) {
    const reply = await fetch(`http://127.0.0.1:${run.ours.port}${path}`, {
      headers: { authorization: `Bearer ${token}` },
    })
    const { next_cursor } = (await reply.json()) as { next_cursor: string | null }
    if (next_cursor === null) throw new Error(`page ${page} is the last`)
    path = `${first}&cursor=${encodeURIComponent(next_cursor)}`
  }
  const [page1, page400] = await inTurns(run, [
    { server: run.ours, status: 200, requests: again(get(first, token)) },
    { server: run.ours, status: 200, requests: again(get(path, token)) },
  ])
  return { name: 'paging', page1, page400 }
}

/** proc(5): fields 14 and 15 of stat, user and system time in ticks of 1/100 s. */
function cpuSecondsOf(pid: number): number {
  if (!existsSync(`/proc/${pid}/stat`)) return NaN
  const fields = readFileSync(`/proc/${pid}/stat`, 'utf8').split(') ')[1].split(' ')
  return (Number(fields[11]) + Number(fields[12])) / 100
}

const idleMs = size(5_000, 100)

/** @returns MB (2^20 bytes) that the process holds */
const residentOf = (pid: number): number =>
  Number(/^VmRSS:\s+(\d+) kB/m.exec(readFileSync(`/proc/${pid}/status`, 'utf8'))?.[1] ?? NaN) / 1024

export async function startRow(folder: string, times: number, say: Run['say']): Promise<Start> {
  say('start')
  const colds: number[] = []
  const warms: number[] = []
  let idleMegabytes = NaN
  for (let i = 0; i < times; i++) {
    const dataDir = join(folder, `start-${i}`)
    const cold = await sonde(dataDir)
    colds.push(cold.readyMs / 1000)
    await end(cold.child)
    const warm = await sonde(dataDir)
    warms.push(warm.readyMs / 1000)
    if (i === times - 1) {
      await new Promise((resolve) => setTimeout(resolve, idleMs))
      idleMegabytes = residentOf(warm.child.pid!)
    }
    await end(warm.child)
  }
  return { name: 'start', coldSeconds: median(colds), warmSeconds: median(warms), idleMegabytes }
}
