/**
 * An operator with the files of the database: a volume snapshot, a backup of the data directory, a disk that was thrown away. They have
 * neither a password nor the key store, and try what `sonde prove` tries.
 */
import { test, test as attack } from 'node:test'
import assert from 'node:assert/strict'
import { mkdtemp, readdir, readFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { attackFiles } from '../../../src/cli/prove.ts'
import { connect, only, sql } from '../../../src/db/db.ts'
import { startEmbeddedPostgres } from '../../../src/db/embedded.ts'
import { migrate } from '../../../src/db/migrate.ts'
import { shapeOf } from '../../../src/db/shape.ts'
import { collections } from '../../../src/db/tables.ts'
import { keysOf, type Loot } from '../../../src/vault/vault.ts'
import { atEndOf } from '../../support/endings.ts'
import { startApp } from '../../support/start.ts'
import {
  answerByMail,
  answersOf,
  ask,
  closedResults,
  newHouse,
  peopleOf,
  pulseOf,
  wonNone,
} from './acting.ts'

const asked = 40
const answered = 29

/** What the attack found in the files at one moment: pairs of keys, and answers joined to the person who gave them. */
type Found = { keys: number; right: number }

/** One anonymous survey in a data directory of its own, whose files are attacked again and again. */
async function attacked() {
  const dataDir = await mkdtemp(join(tmpdir(), 'sonde-attack-'))
  atEndOf('file', () => rm(dataDir, { recursive: true, force: true }))
  const embedded = await startEmbeddedPostgres({ dataDir })
  atEndOf('file', () => embedded.stop())
  const connection = { ...embedded.connection, ssl: false }
  const db = connect(connection)
  await migrate(db)
  const running = await startApp({ at: '2026-10-12T08:00:00Z', database: connection })
  const house = await newHouse({ running })
  const team = await house.team('Platform')
  const people = await peopleOf(house, team, asked)
  const pulse = await ask(house.author, pulseOf([team]))
  const answering = people.slice(0, answered)
  const truth = new Map(answering.map((one, at) => [one, answersOf(1 + (at % 5), `Words of ${one.id}`)]))
  await answerByMail(house, pulse, truth)
  const byMember = new Map([...truth].map(([{ id }, answers]) => [id, JSON.stringify(answers)]))

  const attackNow = async (stolen?: Loot['keys']): Promise<Found> => {
    const finding = await attackFiles(join(dataDir, 'postgres'), pulse.id, stolen)
    assert.ok(finding)
    const right = finding.joined.filter(({ memberId, versions }) =>
      versions.some((version) => JSON.stringify(version) === byMember.get(memberId)),
    )
    return { keys: finding.keys, right: right.length }
  }
  /** Everything that the server holds in memory is in its files first. */
  const attackWritten = async (stolen?: Loot['keys']): Promise<Found> => {
    await db.pool.query('checkpoint')
    return attackNow(stolen)
  }

  const { id: collectionId } = await only(
    db.tx,
    shapeOf(collections, ['id']),
    sql`select id from collections`,
  )
  const keys = await keysOf(running.db.tx, {
    organisationId: house.world.organisationId,
    collectionId,
    mode: 'anonymous',
  })
  assert.ok(keys)
  const withKeys = await attackWritten(new Map([[collectionId, [keys]]]))
  const whileOpen = await attackWritten()
  await closedResults(house.author, pulse.path)
  const atClose = await attackWritten()
  running.clock?.advance(60_000)
  await running.app.due.settle()
  const aMinuteLater = await attackWritten()
  const files = await readdir(running.outbox).catch(() => [])
  const outbox = await Promise.all(files.map((file) => readFile(join(running.outbox, file), 'utf8')))
  await running.stop()
  await db.close()
  await embedded.stop()
  return { pulse, withKeys, whileOpen, atClose, aMinuteLater, afterStop: await attackNow(), outbox }
}

let made: ReturnType<typeof attacked> | undefined
const moments = (): ReturnType<typeof attacked> => (made ??= attacked())

function nothingIn({ keys, right }: Found): void {
  wonNone(right, answered, `answers, with the names of those who gave them, by ${keys} pairs of keys`)
  assert.equal(keys, 0, `the attack found ${keys} pairs of keys`)
}

test('the attack is a real one: with a copy of the keys it joins every answer of an open survey', async () => {
  assert.equal((await moments()).withKeys.right, answered)
})

attack(
  'while it is open, a copy of the database without the key store joins no answer to a person',
  async () => nothingIn((await moments()).whileOpen),
)

attack('at close the files hold no key and no answer that can be joined', async () =>
  nothingIn((await moments()).atClose),
)

attack('one minute after close the files hold no key and no answer that can be joined', async () =>
  nothingIn((await moments()).aMinuteLater),
)

attack('after a clean stop the files hold no key and no answer that can be joined', async () =>
  nothingIn((await moments()).afterStop),
)

attack('after close the outbox holds no link of the survey', async () => {
  const { outbox, pulse } = await moments()
  const links = outbox.filter((message) => message.includes(pulse.title) && message.includes('/r/'))
  wonNone(links.length, asked, 'personal links')
})
