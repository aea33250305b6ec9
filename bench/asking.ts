/**
 * Asking many: a pulse is opened for 50,000 recipients, its e-mails go to an SMTP server on loopback, and a client reads lists meanwhile.
 * Reports the seconds and memory of the opening, messages a second, and how much longer a read's p99 takes while messages are sent than
 * while nothing happens.
 */
import { readFileSync } from 'node:fs'
import { setTimeout as sleep } from 'node:timers/promises'
import { type Db, run, sql } from '../src/db/db.ts'
import { newId } from '../src/ids.ts'
import { type Asking, median } from './figures.ts'
import { end, loader, program, sonde } from './processes.ts'
import { size } from './size.ts'
import { questions, seedOrganisation, seedPulses, userToken } from './seed.ts'

const people = size(50_000, 1_000)
const readers = 2
const readsCount = size(400, 40)
const readsEach = size(5, 1)

/** @param quick  measures the sending for a shorter while */
export async function askingRow(
  db: Db,
  dataDir: string,
  { quick, say }: { quick: boolean; say: (text: string) => void },
): Promise<Asking> {
  const sink = await program('sink.ts', {})
  const served = await sonde(dataDir, { env: { SONDE_SMTP_URL: `smtp://127.0.0.1:${sink.port}` } })
  const seeded = await seedOrganisation(db)
  say(`asking: preparing ${people} people`)
  await seedPulses(db, seeded)
  const team = await seedAddresses(db, seeded.organisationId)
  const token = await userToken(db, seeded, ['pulses:write', 'pulses:read'])
  const load = loader()
  const read = `GET /api/pulses?limit=25 HTTP/1.1\r\nHost: localhost\r\nAuthorization: Bearer ${token}\r\n\r\n`
  const p99 = async (): Promise<number> => {
    const rounds: number[] = []
    for (let round = 0; round < readsEach; round++) {
      const sample = await load.run({
        port: served.port,
        connections: readers,
        count: readsCount,
        requests: [read],
        status: 200,
      })
      rounds.push(sample.p99)
    }
    return median(rounds)
  }
  const post = async (path: string, body: unknown): Promise<{ id: string }> => {
    const reply = await fetch(served.url + path, {
      method: 'POST',
      headers: { authorization: `Bearer ${token}`, 'content-type': 'application/json' },
      body: JSON.stringify(body),
    })
    if (!reply.ok) throw new Error(`${path}: ${await reply.text()}`)
    return (await reply.json()) as { id: string }
  }
  await p99()
  const idleP99 = await p99()
  const idleMegabytes = megabytesOf(served.child.pid!)

  const { id } = await post('/api/pulses', {
    title: 'After the outage',
    questions,
    recipients: { team_ids: [team] },
    confidentiality: { mode: 'anonymous' },
    channels: ['email'],
    reminders: [{ after_open: 'P1D' }],
  })
  say(`asking: opening for ${people}`)
  let peak = 0
  const watching = setInterval(() => (peak = Math.max(peak, megabytesOf(served.child.pid!))), 50)
  const began = performance.now()
  await post(`/api/pulses/${id}/open`, {})
  const openSeconds = (performance.now() - began) / 1000
  clearInterval(watching)

  say('asking: sending')
  const count = async (): Promise<number> => {
    const told = new Promise<number>((resolve) =>
      sink.child.once('message', ({ messages }: { messages: number }) => resolve(messages)),
    )
    sink.child.send({ count: true })
    return told
  }
  await sleep(size(1000, 200))
  const sentBefore = await count()
  const since = performance.now()
  await sleep(size(quick ? 3000 : 8000, 500))
  const rate = ((await count()) - sentBefore) / ((performance.now() - since) / 1000)
  const busyP99 = await p99()
  await post(`/api/pulses/${id}/cancel`, {})
  for (const { child } of [served, sink, load]) await end(child)
  return { name: 'asking', openSeconds, openMegabytes: peak - idleMegabytes, rate, idleP99, busyP99 }
}

const megabytesOf = (pid: number): number =>
  Number(/VmRSS:\s+(\d+) kB/.exec(readFileSync(`/proc/${pid}/status`, 'utf8'))?.[1]) / 1024

async function seedAddresses(db: Db, organisationId: string): Promise<string> {
  const now = new Date()
  const team = newId('team')
  await db.transaction(async (tx) => {
    await run(
      tx,
      sql`
        insert into teams (organisation_id, id, name, status, created_at, updated_at)
        values (${organisationId}, ${team}, 'Everyone', 'active', ${now}, ${now})`,
    )
    const batch = Math.min(people, 5_000)
    for (let at = 0; at < people; at += batch) {
      const ids = Array.from({ length: batch }, () => newId('member'))
      await run(
        tx,
        sql`
          with made as (
            insert into members (organisation_id, id, name, email, status, created_at, updated_at)
            select ${organisationId}, id, 'Person', id || '@bench.example', 'active', ${now}, ${now}
            from unnest(${ids}::text[]) as made (id)
            returning id
          )
          insert into memberships (organisation_id, team_id, member_id, joined_at)
          select ${organisationId}, ${team}, id, ${now}
          from made`,
      )
    }
  })
  return team
}
