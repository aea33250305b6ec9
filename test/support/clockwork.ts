/** Two nodes on one database whose clocks a test turns by hand, and authors whose tokens stay valid at any time. */
import assert from 'node:assert/strict'
import { readdir, readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { scopeNames } from '../../contract/scopes.ts'
import { run, sql } from '../../src/db/db.ts'
import { type Running, startApp } from './start.ts'
import { type Client, client, newWorld, type Reply, type World } from './world.ts'

export type Clockwork = Awaited<ReturnType<typeof startClockwork>>

/** @param options.alone  one node, which stands for both: for tests of what no second one changes */
export async function startClockwork({ alone = false } = {}) {
  const at = '2026-01-01T00:00:00Z'
  const first = await startApp({ at })
  const second = alone ? first : await startApp({ at, database: first.db.connection })
  const nodes = [first, second] as const
  const setClocks = (to: string | number): void => nodes.forEach((node) => node.clock!.set(new Date(to)))
  /** Sets the clocks, and lets one node do what is due. */
  const turnTo = async (to: string | number): Promise<void> => {
    setClocks(to)
    await first.app.due.settle()
  }
  return {
    nodes,
    running: first,
    setClocks,
    turnTo,
    settle: () => first.app.due.settle(),
    /** An organisation of the test's own. What those of earlier tests would open from now on rests: each turn of the clock did it again. */
    begin: async (now: string): Promise<{ world: World; author: Client }> => {
      await run(
        first.db.tx,
        sql`update check_in_instances set due_at = null, asks_at = null where coalesce(due_at, asks_at) is not null`,
      )
      await turnTo(now)
      const world = await newWorld({ running: first })
      const { userId } = await world.user({ role: 'admin' })
      const token = await world.token({ userId, scopes: scopeNames, expiresAt: new Date('2100-01-01') })
      return { world, author: client(first.url, token) }
    },
  }
}

/** The body of a reply that must have this status. */
export async function bodyOf(promise: Promise<Reply>, status = 200): Promise<any> {
  const reply = await promise
  assert.equal(reply.status, status, JSON.stringify(reply.body))
  return reply.body
}

export const answerAt = (world: World, url: string): Promise<Reply> =>
  world.anyone.post(new URL(url).pathname, { answers: [{ question_id: 'calm', value: 4 }] })

export const filesIn = (outbox: string): Promise<string[]> => readdir(outbox).catch(() => [])

/** The links of the messages that came into the outbox during `work`. */
export async function mailedBy({ outbox }: Running, work: () => Promise<void>): Promise<string[]> {
  const before = new Set(await filesIn(outbox))
  await work()
  const files = (await filesIn(outbox)).filter((file) => !before.has(file))
  return Promise.all(
    files.map(async (file) => JSON.parse(await readFile(join(outbox, file), 'utf8')).link as string),
  )
}
