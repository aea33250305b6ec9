import assert from 'node:assert/strict'
import { test } from 'node:test'
import { setImmediate } from 'node:timers/promises'
import { pino } from 'pino'
import { sql } from '../db/db.ts'
import { traceHeaders, withTrace } from '../trace.ts'
import { dueWork } from './due.ts'
import { forRow, RowFault } from './quarantine.ts'

const minuteMs = 60_000

/** Rows by name, each handled once; a row named in `faults` fails with that error. */
function table(rows: string[], faults: Record<string, unknown>) {
  const done: string[] = []
  const tried: string[] = []
  let at = Date.parse('2026-12-01T00:00:00Z')
  const lines: any[] = []
  const log = pino({}, { write: (line: string) => void lines.push(JSON.parse(line)) })
  const run = async (_now: Date, quarantined: readonly string[]): Promise<number> => {
    const row = rows.find((one) => !done.includes(one) && !quarantined.includes(one))
    if (row === undefined) return 0
    return forRow(row, async () => {
      tried.push(row)
      if (row in faults) throw faults[row]
      done.push(row)
      return 1
    })
  }
  const due = dueWork([{ name: 'table', everyMs: 10, run }], { now: () => new Date(at), log })
  return { due, done, tried, faults, lines, wait: (ms: number) => void (at += ms) }
}

test('a row that fails goes into quarantine, is logged, and does not hold up the other rows', async () => {
  const it = table(['bad', 'one', 'two'], { bad: new Error('damaged') })
  await assert.rejects(it.due.settle(), /damaged/)
  assert.deepEqual(it.done, ['one', 'two'])
  assert.deepEqual(
    it.lines.map(({ task, row, seconds, err }) => [task, row, seconds, err.message]),
    [['table', 'bad', 60, 'damaged']],
  )
  delete it.faults.bad
  it.wait(minuteMs - 1)
  await it.due.settle()
  assert.deepEqual(it.done, ['one', 'two'])
  it.wait(1)
  await it.due.settle()
  assert.deepEqual(it.done, ['one', 'two', 'bad'])
})

test('a row in quarantine is tried again after one minute, two, four, and at the latest after an hour', async () => {
  const it = table(['bad'], { bad: new Error('damaged') })
  const waits: number[] = []
  for (let minute = 0, last = 0; minute < 400; minute++, it.wait(minuteMs)) {
    const before = it.tried.length
    await it.due.settle().catch(() => {})
    if (it.tried.length === before) continue
    waits.push(minute - last)
    last = minute
  }
  assert.deepEqual(waits, [0, 1, 2, 4, 8, 16, 32, 60, 60, 60, 60, 60])
})

test('an error of the database puts no row into quarantine', async () => {
  for (const fault of [
    Object.assign(new Error('terminating connection'), { code: '57P01' }),
    Object.assign(new Error('deadlock detected'), { code: '40P01' }),
    Object.assign(new Error('connect'), { code: 'ECONNREFUSED' }),
  ]) {
    const it = table(['one'], { one: fault })
    await assert.rejects(it.due.settle(), (error) => error === fault)
    delete it.faults.one
    await it.due.settle()
    assert.deepEqual(it.done, ['one'], fault.message)
  }
})

test('when everything fails, only the first 1,000 rows go into quarantine', async () => {
  const rows = Array.from({ length: 1_100 }, (_, place) => `row ${place}`)
  const it = table(rows, Object.fromEntries(rows.map((row) => [row, new Error('damaged')])))
  while (it.tried.length < 1_000) await it.due.settle().catch(() => {})
  await assert.rejects(it.due.settle(), RowFault)
})

test('while a server is away, work is tried again for the organisations of the others, and looks of all servers are left out', async () => {
  const away = Object.assign(new Error('connection to the remote node failed'), { code: '08006' })
  let reached: readonly string[] | null = null
  const seen = { tries: 0, glances: 0, looks: 0 }
  const task = {
    name: 'task',
    everyMs: 10,
    waiting: () => sql`select 1`,
    run: async () => {
      seen.tries++
      if (reached === null) throw away
      return 0
    },
  }
  const due = dueWork([task], {
    now: () => new Date(),
    log: pino({ level: 'silent' }),
    glance: async () => {
      seen.glances++
      return new Set([task])
    },
    reach: {
      now: () => reached,
      look: async () => {
        seen.looks++
        return (reached = ['org_1'])
      },
    },
  })
  await due.settle()
  assert.deepEqual(seen, { tries: 2, glances: 1, looks: 1 })
  await due.settle()
  assert.deepEqual(seen, { tries: 3, glances: 1, looks: 1 })
})

test('after a failed row the loop handles the next one at once', async () => {
  const it = table(['bad', 'one'], { bad: new Error('damaged') })
  it.due.start()
  for (let waited = 0; it.done.length < 1 && waited < 200; waited++)
    await new Promise((resolve) => setTimeout(resolve, 5))
  await it.due.stop()
  assert.deepEqual(it.done, ['one'])
})

test('housekeeping keeps to its hour, whatever else is looked at', async () => {
  const hourMs = 60 * minuteMs
  let at = Date.parse('2026-12-01T00:00:00Z')
  const looks = { hourly: 0, prompt: 0 }
  const task = (name: keyof typeof looks, everyMs: number) => ({
    name,
    everyMs,
    run: async () => {
      looks[name]++
      return 0
    },
  })
  const due = dueWork([task('hourly', hourMs), task('prompt', 1_000)], {
    now: () => new Date(at),
    log: pino({ level: 'silent' }),
  })
  for (const waitMs of [0, hourMs - 1, 1]) {
    at += waitMs
    await due.settle()
  }
  assert.deepEqual(looks, { hourly: 2, prompt: 3 })

  due.start()
  await setImmediate()
  due.nudge()
  await setImmediate()
  await due.stop()
  assert.deepEqual(looks, { hourly: 3, prompt: 5 })
})

test('due work after a write of a traced request belongs to no trace', async () => {
  const traces: (string | undefined)[] = []
  const run = async (): Promise<number> => {
    traces.push(traceHeaders().traceparent)
    // The second look handles a row, so that another one follows at once.
    return traces.length === 2 ? 1 : 0
  }
  const due = dueWork([{ name: 'table', everyMs: 1, run }], {
    now: () => new Date(),
    log: pino({ level: 'silent' }),
  })
  due.start()
  await setImmediate()
  const traceparent = `00-${'a'.repeat(32)}-${'b'.repeat(16)}-01`
  withTrace({ traceId: 'a'.repeat(32), headers: { traceparent } }, due.nudge)
  // Three looks: the one that was asked for, the one at once, and one after the interval.
  for (let waited = 0; traces.length < 4 && waited < 2_000; waited++)
    await new Promise((resolve) => setTimeout(resolve, 1))
  await due.stop()
  assert.deepEqual(traces.slice(0, 4), [undefined, undefined, undefined, undefined])
})
