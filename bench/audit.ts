/**
 * `node bench/audit.ts`: an audit log of 1,000,000 entries is chained and verified, beside one of 100,000. Ten times the entries take at most
 * twelve times as long, and memory does not grow with them: verifying holds a batch, not the log.
 */
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { auditTasks, verifyChains } from '../src/audit/audit.ts'
import { connect, run, sql } from '../src/db/db.ts'
import { startEmbeddedPostgres } from '../src/db/embedded.ts'
import { migrate } from '../src/db/migrate.ts'
import { seedOrganisation } from './seed.ts'
import { judge, size } from './size.ts'

const entries = size(1_000_000, 5_000)
const times = 10
const ratioMax = 12
const grownMbMax = 64

const folder = await mkdtemp(join(tmpdir(), 'sonde-bench-'))
const embedded = await startEmbeddedPostgres({ dataDir: folder })
const db = connect({ ...embedded.connection, ssl: false }, { connections: 4 })
const [chain] = auditTasks()

/** Rows that one statement inserts. */
const filledAtOnce = 20_000

async function fill(organisationId: string, count: number): Promise<void> {
  for (let from = 0; from < count; from += filledAtOnce)
    await run(
      db.tx,
      sql`
        insert into audit_events (organisation_id, id, actor_kind, action, target, detail, occurred_at)
        select ${organisationId}, 'aud_' || n, 'clock', 'member.updated', 'mem_' || n, '{"fields": ["name", "email"]}', now()
        from generate_series(${from}::integer + 1, ${Math.min(count, from + filledAtOnce)}::integer) n`,
    )
  while ((await db.transaction((tx) => chain.run(tx, new Date(), []))) > 0);
}

/** @returns seconds, and by how many MB the process was larger at its largest */
async function verified(organisationId: string, count: number): Promise<{ seconds: number; grown: number }> {
  const before = process.memoryUsage.rss()
  let most = before
  const looking = setInterval(() => (most = Math.max(most, process.memoryUsage.rss())), 20)
  const began = performance.now()
  for await (const report of verifyChains(db, organisationId, []))
    if (report.break || report.entries < count)
      throw new Error(`${report.entries} entries verified, ${JSON.stringify(report.break)}`)
  clearInterval(looking)
  return { seconds: (performance.now() - began) / 1000, grown: (most - before) / 1_000_000 }
}

try {
  await migrate(db)
  const small = (await seedOrganisation(db)).organisationId
  const large = (await seedOrganisation(db)).organisationId
  await fill(small, entries / times)
  await fill(large, entries)
  await verified(small, entries / times)
  const [few, many] = [await verified(small, entries / times), await verified(large, entries)]
  const ratio = many.seconds / few.seconds
  console.log(
    `verified ${entries} entries in ${many.seconds.toFixed(1)} s against ${entries / times}: ratio ${ratio.toFixed(1)}`,
  )
  console.log(`grew by ${many.grown.toFixed(0)} MB against ${few.grown.toFixed(0)} MB`)
  judge(ratio > ratioMax || many.grown > grownMbMax)
} finally {
  await db.close()
  await embedded.stop()
  await rm(folder, { recursive: true, force: true })
}
