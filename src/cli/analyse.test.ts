import assert from 'node:assert/strict'
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { PassThrough, Readable, Writable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { text as textOf } from 'node:stream/consumers'
import { test } from 'node:test'
import { setTimeout as sleep } from 'node:timers/promises'
import { fileURLToPath } from 'node:url'
import { analyse } from './analyse.ts'

async function analysed(...chunks: (string | Buffer)[]) {
  const output = new PassThrough()
  const refused: string[] = []
  const lines = textOf(output)
  const counts = await analyse(Readable.from(chunks), output, (sentence) => refused.push(sentence))
  output.end()
  const rows = (await lines).split('\n').filter(Boolean)
  return { raw: rows, rows: rows.map((row) => JSON.parse(row)), refused, counts }
}

test('an answer comes back with its sentiment, its drivers and those of each clause', async () => {
  const { rows } = await analysed(
    '{"id":"a","text":"The pay is great, but the meetings are a horrible waste."}\n',
  )
  const [{ id, sentiment, drivers, clauses, ...rest }] = rows
  assert.deepEqual([id, rest], ['a', { language: 'en', language_from: 'text', label: 'negative' }])
  assert.ok(sentiment < 0 && sentiment >= -1)
  assert.deepEqual(drivers, ['pay', 'meetings_process'])
  assert.deepEqual(
    clauses.map(({ text, drivers }: { text: string; drivers: string[] }) => [text, drivers]),
    [
      ['The pay is great', ['pay']],
      ['but the meetings are a horrible waste.', ['meetings_process']],
    ],
  )
  assert.ok(clauses[0].sentiment > 0 && clauses[1].sentiment < 0)
})

test('an answer without a sentiment has a reason instead', async () => {
  const { rows, counts } = await analysed(
    '{"id":1,"text":"n/a"}\n{"id":2}\n{"id":3,"text":null}\n{"id":4,"text":"Het team is goed maar er is te veel werk"}\n',
    '{"id":5,"text":"Management"}\n{"id":6,"text":"給料が低い"}\n',
  )
  const nothing = { sentiment: null, label: null, drivers: [], clauses: [] }
  const untold = { language: null, language_from: null, ...nothing }
  assert.deepEqual(rows, [
    { id: 1, reason: 'empty', ...untold },
    { id: 2, reason: 'empty', ...untold },
    { id: 3, reason: 'empty', ...untold },
    { id: 4, reason: 'unsupported_language', ...nothing, language: 'nl', language_from: 'text' },
    { id: 5, reason: 'unknown_language', ...untold },
    { id: 6, reason: 'unsupported_language', ...nothing, language: 'ja', language_from: 'text' },
  ])
  assert.deepEqual(counts, { analysed: 6, refused: 0 })
})

test('each answer is read in its language, and each sentence of a mixed one', async () => {
  const { rows } = await analysed(
    '{"id":1,"text":"Das Gehalt ist viel zu niedrig, aber die Kollegen sind super"}\n',
    '{"id":2,"text":"Everything is okay with the tools. Die Führung hört uns nie zu."}\n',
  )
  const [german, mixed] = rows
  assert.deepEqual(
    german.clauses.map(({ language, label, drivers }: Record<string, unknown>) => [language, label, drivers]),
    [
      ['de', 'negative', ['pay']],
      ['de', 'positive', ['peers']],
    ],
  )
  assert.deepEqual(
    mixed.clauses.map(({ text, language }: Record<string, unknown>) => [text, language]),
    [
      ['Everything is okay with the tools.', 'en'],
      ['Die Führung hört uns nie zu.', 'de'],
    ],
  )
  assert.deepEqual(
    [german.drivers, mixed.drivers],
    [
      ['peers', 'pay'],
      ['tools', 'voice'],
    ],
  )
})

test('a short answer has the language that was declared for it, or the usual one of the answers beside it', async () => {
  const { rows } = await analysed(
    '{"id":1,"text":"Management","language":"de-AT"}\n{"id":2,"text":"Salary"}\n',
    '{"id":3,"text":"We have too many meetings every day"}\n{"id":4,"text":"The laptops are slow and old"}\n',
    '{"id":5,"text":"Transparenz"}\n{"id":6,"text":"Salary","language":"nonsense of a tag"}\n',
  )
  assert.deepEqual(
    rows.map(({ language, language_from }) => [language, language_from]),
    [
      ['de', 'declared'],
      ['en', 'context'],
      ['en', 'text'],
      ['en', 'text'],
      [null, null],
      ['en', 'context'],
    ],
  )
})

test('an unreadable line is reported by its number, and the lines after it are analysed', async () => {
  const { rows, refused, counts } = await analysed(
    '{"id":1,"text":"ok"}\n\nnot json\n[1]\n{"text":"ok"}\n{"id":true,"text":"ok"}\n{"id":5,"text":5}\r\n{"id":5,"text":"ok","language":5}\n',
    `{"id":6,"text":"${'x'.repeat(1_000_000)}"}\n{"id":7,"text":"ok"}`,
  )
  assert.deepEqual(
    rows.map(({ id }) => id),
    [1, 7],
  )
  assert.deepEqual(refused, [
    'line 3: it is not JSON',
    'line 4: it is not an object with "id" and "text"',
    'line 5: "id" must be a string or a number',
    'line 6: "id" must be a string or a number',
    'line 7: "text" must be a string',
    'line 8: "language" must be a string',
    'line 9: it is longer than 1000000 characters',
  ])
  assert.deepEqual(counts, { analysed: 2, refused: 7 })
})

test('ids come back unchanged, however large the number', async () => {
  const ids = ['"__proto__"', '""', '0', '-1.5', '1e400', '123456789012345678901234567890']
  const { raw } = await analysed(
    ...ids.map((id) => `{"meta":{"id":7.5},"id":${id},"text":"ok","x":{"id":8.5}}\n`),
  )
  assert.deepEqual(
    raw.map((line) => /^\{"id":(.*?),"language"/.exec(line)![1]),
    ids,
  )
})

test('a character that is split between chunks is read whole', async () => {
  const bytes = Buffer.from('\ufeff{"id":"ü🙂","text":"Great team 🙂"}\n')
  const whole = await analysed(bytes)
  const cut = await analysed(...Array.from(bytes, (_, i) => bytes.subarray(i, i + 1)))
  assert.deepEqual(cut, whole)
  assert.equal(whole.rows[0].id, 'ü🙂')
})

test('nothing more is read while the output is not taken', async () => {
  let read = 0
  let written = 0
  let ahead = 0
  function* chunks() {
    for (; read < 500; read++) {
      ahead = Math.max(ahead, read - written)
      yield `{"id":${read},"text":"n/a"}\n`.repeat(50)
    }
  }
  const slow = new Writable({
    highWaterMark: 1,
    write(_chunk, _encoding, done) {
      written++
      setImmediate(done)
    },
  })
  assert.deepEqual(await analyse(Readable.from(chunks(), { highWaterMark: 1 }), slow, assert.fail), {
    analysed: 25_000,
    refused: 0,
  })
  assert.ok(ahead <= 5, `${ahead} chunks ahead`)
})

const cli = fileURLToPath(new URL('../../bin/sonde-server', import.meta.url))
const startCommand = () =>
  spawn(process.execPath, [cli, 'analyse'], {
    stdio: ['pipe', 'pipe', 'inherit'],
    env: { PATH: process.env.PATH, DATABASE_URL: 'postgres://nowhere.invalid/x' },
  })

const padding = ' '.repeat(400)
function* lines(count: number) {
  for (let i = 0; i < count; i += 100)
    yield Array.from({ length: 100 }, (_, j) =>
      j === 0
        ? `{"id":${i},"text":"Great team, slow tools"}\n`
        : `{"id":${i + j},"text":"n/a","note":"${padding}"}\n`,
    ).join('')
}

test('50,000 answers pass through the command without a database, no faster than the output is taken', async () => {
  const child = startCommand()
  let taken = 0
  const counted = Readable.from(lines(50_000)).on('data', (chunk: string) => (taken += chunk.length))
  const sending = pipeline(counted, child.stdin)
  // Nobody takes what it writes: sooner or later it reads no more.
  for (let before = -1; before !== taken || taken === 0; await sleep(300)) before = taken
  assert.ok(taken < 10_000_000, `${taken} characters were read ahead`)
  let ended = 0
  const counting = new Writable({
    write(chunk: Buffer, _encoding, done) {
      for (let at = chunk.indexOf(10); at >= 0; at = chunk.indexOf(10, at + 1)) ended++
      done()
    },
  })
  const [[code]] = await Promise.all([once(child, 'exit'), sending, pipeline(child.stdout, counting)])
  assert.ok(taken > 20_000_000)
  assert.deepEqual([code, ended], [0, 50_000])
})
