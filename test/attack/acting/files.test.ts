/**
 * An operator with the files of the database: a volume snapshot, a backup of the data directory, a disk that was thrown away. They have
 * neither a password nor the key store, and try what `sonde-server prove` tries.
 */
import { test, test as attack } from 'node:test'
import assert from 'node:assert/strict'
import { mkdtemp, readdir, readFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { attackFiles, type Beside, besideIn } from '../../../src/cli/prove.ts'
import { connect, only, sql } from '../../../src/db/db.ts'
import { startEmbeddedPostgres } from '../../../src/db/embedded.ts'
import { migrate } from '../../../src/db/migrate.ts'
import { shapeOf } from '../../../src/db/shape.ts'
import { collections } from '../../../src/db/tables.ts'
import { keysOf, type Loot } from '../../../src/vault/vault.ts'
import { atEndOf } from '../../support/endings.ts'
import { startApp } from '../../support/start.ts'
import { bodyOf } from '../../support/clockwork.ts'
import {
  answersOf,
  ask,
  type House,
  linksInMail,
  newHouse,
  peopleOf,
  type Person,
  type Pulse,
  pulseOf,
  resultsOf,
  wonNone,
} from './acting.ts'

const asked = 40
/** So many answer, change or withdraw their answers, or only save some. */
const active = 29

/** What the attack found in the files at one moment: pairs of keys, and versions of answers, joined to the person who gave them. */
type Found = {
  keys: number
  right: number
  /** Messages and keys of the survey, once it has ended, and all that is there. */
  left: number
  beside: Beside
}

/** One person after another does something else with their link, in up to three steps. @returns every version, by person, as it grows */
async function peopleWhoAnswer(house: House, pulse: Pulse, people: readonly Person[]) {
  const { anyone } = house.world
  const links = await linksInMail(house, pulse.title, people)
  const truth = new Map<string, string[]>()
  const steps = people.map(({ id, email }, at): (() => Promise<unknown>)[] => {
    const link = links.get(email) ?? ''
    const attempt = `a-secret-of-the-device-of-${id}`
    const versions: string[] = []
    truth.set(id, versions)
    const version = () => {
      const answers = answersOf(1 + (at % 5), `Words of ${id}, version ${versions.length}`)
      versions.push(JSON.stringify(answers))
      return answers
    }
    let receipt = ''
    const save = () => bodyOf(anyone.patch(link, { answers: version(), attempt }))
    const discard = () => bodyOf(anyone.delete(link, undefined, { 'sonde-attempt': attempt }), 204)
    const answer = async () =>
      (receipt = (await bodyOf(anyone.post(link, { answers: version(), attempt }), 201)).receipt)
    const change = () => bodyOf(anyone.patch(`/receipts/${receipt}`, { answers: version() }))
    const withdraw = () => bodyOf(anyone.delete(`/receipts/${receipt}`), 204)
    const ways = [
      [answer],
      [save, save, answer],
      [answer, change, change],
      [answer, change, withdraw],
      [save],
      [save, discard],
    ]
    return ways[at % ways.length]
  })
  return { truth, steps }
}

const stepsMax = 3

/** One anonymous survey in a data directory of its own, whose files are attacked again and again. */
async function attacked() {
  const dataDir = await mkdtemp(join(tmpdir(), 'sonde-attack-'))
  atEndOf('file', () => rm(dataDir, { recursive: true, force: true }))
  const embedded = await startEmbeddedPostgres({ dataDir })
  atEndOf('file', () => embedded.stop())
  const connection = { ...embedded.connection, ssl: false }
  const db = connect(connection)
  await migrate(db)
  // Databases of other files have the same name: what is found beside this one is its own.
  const keyStore = join(dataDir, 'keys')
  const running = await startApp({
    at: '2026-10-12T08:00:00Z',
    database: connection,
    env: { SONDE_KEY_STORE: keyStore },
  })
  const house = await newHouse({ running })
  const team = await house.team('Platform')
  const people = await peopleOf(house, team, asked)
  const pulse = await ask(house.author, pulseOf([team]))
  const { truth, steps } = await peopleWhoAnswer(house, pulse, people.slice(0, active))

  /** The versions that were opened, with their people. */
  const opened = new Set<string>()
  const attackNow = async (stolen?: Loot['keys']): Promise<Found> => {
    const beside = await besideIn(running.outbox, keyStore)
    const finding = await attackFiles(join(dataDir, 'postgres'), pulse.id, beside, stolen)
    assert.ok(finding)
    const right = finding.joined.flatMap(({ memberId, versions }) =>
      versions
        .map((version) => JSON.stringify(version))
        .filter((version) => truth.get(memberId)?.includes(version))
        .map((version) => `${memberId} ${version}`),
    )
    for (const one of stolen ? right : []) opened.add(one)
    const { keys, endedMessages, endedKeys } = finding
    return { keys, right: right.length, left: endedMessages + endedKeys, beside }
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
  // Anyone who copies the files now and then has versions that were replaced since, also where their space was used again.
  for (let step = 0; step < stepsMax; step++) {
    for (const own of steps) await own[step]?.()
    await attackWritten(new Map([[collectionId, [keys]]]))
  }
  const whileOpen = await attackWritten()
  await bodyOf(house.author.post(`${pulse.path}/close`))
  const atEnd = await attackWritten()
  await running.app.due.settle()
  await resultsOf(house.author, pulse.path)
  const atClose = await attackWritten()
  running.clock?.advance(60_000)
  await running.app.due.settle()
  const aMinuteLater = await attackWritten()
  const files = await readdir(running.outbox).catch(() => [])
  const outbox = await Promise.all(files.map((file) => readFile(join(running.outbox, file), 'utf8')))
  await running.stop()
  await db.close()
  await embedded.stop()
  const versions = [...truth.values()].flat().length
  return {
    pulse,
    versions,
    opened: opened.size,
    atEnd,
    whileOpen,
    atClose,
    aMinuteLater,
    afterStop: await attackNow(),
    outbox,
  }
}

let made: ReturnType<typeof attacked> | undefined
const moments = (): ReturnType<typeof attacked> => (made ??= attacked())

function nothingIn({ keys, right }: Found): void {
  wonNone(right, active, `people's answers, with the names of those who gave them, by ${keys} pairs of keys`)
  assert.equal(keys, 0, `the attack found ${keys} pairs of keys`)
}

test('the attack is a real one: with a copy of the keys it opens every version, saved, changed and withdrawn ones', async () => {
  const { opened, versions } = await moments()
  assert.equal(versions, 54)
  assert.equal(opened, versions)
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

test('messages and keys that the end of a survey left behind are found', async () => {
  const { whileOpen, atEnd, atClose } = await moments()
  assert.deepEqual([whileOpen.beside.messages.length, whileOpen.beside.keys.length], [asked, 1])
  assert.equal(whileOpen.left, 0, 'it has not ended')
  assert.equal(atEnd.left, asked + 1, 'before the work that deletes them')
  assert.deepEqual([atClose.left, atClose.beside], [0, { messages: [], keys: [] }])
})

attack('after close the outbox holds no link of the survey', async () => {
  const { outbox, pulse } = await moments()
  const links = outbox.filter((message) => message.includes(pulse.title) && message.includes('/r/'))
  wonNone(links.length, asked, 'personal links')
})
