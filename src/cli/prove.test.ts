/** The command that attacks files, on files made for it; test/attack/acting/files.test.ts runs the attack on those of a real server. */
import { test } from 'node:test'
import assert from 'node:assert/strict'
import { randomBytes } from 'node:crypto'
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { type CommandEnd, runCommand } from '../../test/support/command.ts'
import { atEndOf } from '../../test/support/endings.ts'
import { operate } from '../../test/support/operate.ts'
import { newId, newResponseId } from '../ids.ts'
import { linkOf } from '../vault/vault.ts'
import { newKeys, respondentKeyOf, seal } from '../vault/seal.ts'

/** A short value, as a row stores it. */
const short = (value: string | Buffer): Buffer => {
  const bytes = Buffer.from(value)
  return Buffer.concat([Buffer.of(((bytes.length + 1) << 1) | 1), bytes])
}

/** A longer value, at the next place that is aligned behind `before` bytes. */
function long(value: Buffer, before: number): Buffer {
  const header = Buffer.alloc(4)
  header.writeUInt32LE((value.length + 4) << 2)
  return Buffer.concat([Buffer.alloc((4 - (before % 4)) % 4), header, value])
}

const noise = (): Buffer => randomBytes(1000)

/** The rows that a collection with one answer leaves. */
function leftovers(mode = 'anonymous', state = 'open') {
  const [collectionId, pulseId, memberId] = [newId('collection'), newId('pulse'), newId('member')]
  const keys = newKeys()
  const answers = [{ question_id: 'calm', value: 4 }]
  const link = linkOf(keys.linkKey, memberId)
  const key = short(respondentKeyOf(keys.answerKey, link))
  const sealed = seal(keys.answerKey, { answers, team: null, value: null, link })
  const head = Buffer.concat([short(collectionId), short(newResponseId()), key])
  const message = randomBytes(16).toString('hex')
  return {
    pulseId,
    collectionId,
    message,
    delivery: Buffer.concat([
      short(collectionId),
      short(memberId),
      short('email'),
      Buffer.alloc(6),
      short(message),
    ]),
    keys: Buffer.concat([short(collectionId), short(keys.linkKey), short(keys.answerKey)]),
    rows: Buffer.concat([
      short(collectionId),
      short('pulse'),
      short(pulseId),
      noise(),
      short(mode),
      Buffer.alloc(12),
      short(state),
      noise(),
      short(memberId),
      noise(),
    ]),
    answer: Buffer.concat([head, long(sealed, head.length)]),
  }
}

/** Pages of the log: 40 bytes of header on the first, 24 on the others. */
function logOf(bytes: Buffer): Buffer {
  const pages: Buffer[] = []
  for (let from = 0; from < bytes.length;) {
    const header = Buffer.alloc(from === 0 ? 40 : 24)
    header.writeUInt16LE(from === 0 ? 2 : 0, 2)
    const page = Buffer.alloc(8192)
    header.copy(page)
    from += bytes.copy(page, header.length, from)
    pages.push(page)
  }
  return Buffer.concat(pages)
}

function dataDirectory(files: Record<string, Buffer>): string {
  const folder = mkdtempSync(join(tmpdir(), 'sonde-prove-'))
  atEndOf('file', () => rmSync(folder, { recursive: true, force: true }))
  for (const name of ['base/5', 'pg_wal']) mkdirSync(join(folder, name), { recursive: true })
  writeFileSync(join(folder, 'PG_VERSION'), '18\n')
  for (const [name, bytes] of Object.entries(files)) writeFileSync(join(folder, name), bytes)
  return folder
}

/** An installation without outbox and keys. */
const emptyDir = mkdtempSync(join(tmpdir(), 'sonde-prove-'))
atEndOf('file', () => rmSync(emptyDir, { recursive: true, force: true }))

const prove = (...args: string[]): Promise<CommandEnd> => proveIn(emptyDir, ...args)

const proveIn = (dataDir: string, ...args: string[]): Promise<CommandEnd> =>
  operate(['prove', ...args], { SONDE_DATA_DIR: dataDir })

const logFile = 'pg_wal/000000010000000000000001'

test('keys and an answer among the rows are found, and end the command with 1', async () => {
  const { pulseId, keys, rows, answer } = leftovers()
  const folder = dataDirectory({
    'base/5/16384': Buffer.concat([noise(), keys, rows]),
    'base/5/16390': answer,
  })
  // As it is installed: a process of its own.
  const words = ['prove', '--data-directory', folder, '--collection', pulseId, '--json']
  const { code, out } = await runCommand(words, { env: { SONDE_DATA_DIR: emptyDir } })
  assert.equal(code, 1)
  const { files, bytes, ...found } = JSON.parse(out)
  assert.ok(files === 2 && bytes > 0)
  assert.deepEqual(found, {
    keys: 1,
    named_keys: 0,
    answered: 1,
    opened: 1,
    ended_messages: 0,
    ended_keys: 0,
  })
})

test('what lies across two pages of the log is found', async () => {
  const { keys, rows, answer } = leftovers()
  const log = logOf(Buffer.concat([rows, randomBytes(8192 - 40 - rows.length - 60), keys, answer]))
  const { code, out } = await prove('--data-directory', dataDirectory({ [logFile]: log }), '--json')
  assert.equal(code, 1)
  assert.deepEqual(JSON.parse(out).opened, 1)
})

test('without keys nothing is found, in plain words', async () => {
  const { pulseId, rows, answer } = leftovers()
  const folder = dataDirectory({ 'base/5/16384': rows, 'base/5/16390': answer })
  const { code, out } = await prove('--data-directory', folder, '--collection', pulseId)
  assert.equal(code, 0)
  assert.match(out, /^Read 2 files/)
  assert.match(
    out,
    /Found 0 keys of anonymous surveys\. Without keys nothing in these files says who answered them/,
  )
})

test('keys of confidential surveys are counted by themselves, and end the command with 0', async () => {
  const { keys, rows, answer } = leftovers('confidential')
  const folder = dataDirectory({ 'base/5/16384': Buffer.concat([keys, rows]), 'base/5/16390': answer })
  const { code, out } = await prove('--data-directory', folder)
  assert.equal(code, 0)
  assert.match(out, /Found 0 keys of anonymous surveys/)
  assert.match(out, /Found 1 pair of keys of confidential or attributed surveys/)
})

test('keys of a survey count as of an anonymous one where a row says so, or none says anything', async () => {
  const confidential = leftovers('confidential')
  const before = Buffer.from(
    confidential.rows.toString('latin1').replace('\x1bconfidential', '\x15anonymous'),
    'latin1',
  )
  for (const rows of [Buffer.concat([confidential.rows, before]), noise()]) {
    const folder = dataDirectory({ 'base/5/16384': Buffer.concat([confidential.keys, rows]) })
    const { code, out } = await prove('--data-directory', folder, '--json')
    assert.deepEqual([code, JSON.parse(out).keys, JSON.parse(out).named_keys], [1, 1, 0])
  }
})

test('messages in the outbox and files of keys are found once their survey has ended, and end the command with 1', async () => {
  for (const [state, ended] of [
    ['open', 0],
    ['closed', 1],
    ['cancelled', 1],
  ] as const) {
    const { collectionId, pulseId, message, delivery, rows } = leftovers('anonymous', state)
    const folder = dataDirectory({ 'base/5/16384': rows, 'base/5/16390': delivery })
    const dataDir = mkdtempSync(join(tmpdir(), 'sonde-prove-'))
    atEndOf('file', () => rmSync(dataDir, { recursive: true, force: true }))
    for (const name of ['outbox', 'keys/installation']) mkdirSync(join(dataDir, name), { recursive: true })
    writeFileSync(join(dataDir, 'outbox', `${message}.json`), '{}')
    writeFileSync(join(dataDir, 'keys/installation', `org_1.${collectionId}.key`), '')
    const { code, out } = await proveIn(dataDir, '--data-directory', folder, '--json')
    const { ended_messages, ended_keys } = JSON.parse(out)
    assert.deepEqual([code, ended_messages, ended_keys], [ended, ended, ended])
    const { out: words } = await proveIn(dataDir, '--data-directory', folder, '--collection', pulseId)
    assert.match(
      words,
      ended === 0
        ? /Messages in the outbox: 1\. Keys in .*: 1\. None of them belongs to a survey that has ended\./
        : /Of surveys that have ended: 1 and 1\./,
    )
  }
})

test('the command says what it needs', async () => {
  const folder = dataDirectory({})
  for (const [args, sentence] of [
    [['--data-directory', tmpdir()], /is not the data directory of a PostgreSQL server/],
    [['--data-directory', folder, '--collection', 'Monday'], /is not the id of a pulse/],
    [['--data-directory', folder, '--collection', newId('pulse')], /There is no pls_/],
  ] as const) {
    const { code, err } = await prove(...args)
    assert.equal(code, 2)
    assert.match(err, sentence)
  }
})
