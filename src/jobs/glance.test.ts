import assert from 'node:assert/strict'
import { after, before, suite, test } from 'node:test'
import { pino } from 'pino'
import { freshDatabase } from '../../test/support/start.ts'
import { connect, type Db, only, run, sql } from '../db/db.ts'
import { shape, text } from '../db/shape.ts'
import { type DueTask, dueWork } from './due.ts'
import { glanceAt } from './glance.ts'

const now = new Date('2026-12-01T00:00:00Z')
const log = pino({ level: 'silent' })

suite('a look at what is due', () => {
  let db: Db
  let statements = 0
  before(async () => {
    db = connect(await freshDatabase(), { prepared: true })
    db.pool.on('acquire', () => void statements++)
    await run(db.tx, sql`create table waits (name text primary key, due_at timestamptz not null)`)
  })
  after(() => db.close())

  const put = (name: string, at: Date = now) =>
    run(db.tx, sql`insert into waits (name, due_at) values (${name}, ${at})`)

  /** Takes its rows one by one, and counts how often it was run. */
  function taskOf(name: string): DueTask & { runs: number } {
    const due = (at: Date) => sql`from waits where name like ${`${name}%`} and due_at <= ${at}`
    return {
      name,
      runs: 0,
      everyMs: 1_000,
      waiting: (at) => sql`select 1 ${due(at)} limit 1`,
      async run(at) {
        this.runs++
        return run(db.tx, sql`delete from waits where name in (select name ${due(at)} limit 1)`)
      },
    }
  }

  test('the server compiles no look, however expensive it seems', async () => {
    const { jit } = await only(db.tx, shape({ jit: text }), sql`select current_setting('jit') as jit`)
    assert.equal(jit, 'off')
  })

  test('tasks that ask at the same time cost one statement, and only those with something due are named', async () => {
    const tasks = ['a', 'b', 'c'].map(taskOf)
    const glance = glanceAt(db, tasks)
    await put('b1')
    await put('c1', new Date(now.getTime() + 1))
    statements = 0
    const seen = await Promise.all(tasks.map(() => glance(now)))
    assert.equal(statements, 1)
    for (const due of seen) assert.deepEqual([...due], [tasks[1]])
    assert.deepEqual([...(await glance(new Date(now.getTime() + 1)))], [tasks[1], tasks[2]])
    await run(db.tx, sql`delete from waits`)
  })

  test('who asks after a write sees it, also while an earlier look is under way', async () => {
    const tasks = [taskOf('d')]
    const glance = glanceAt(db, tasks)
    const earlier = glance(now)
    await put('d1')
    const later = await glance(now)
    assert.deepEqual([...later], tasks)
    await earlier
    await run(db.tx, sql`delete from waits`)
  })

  test('work is done until nothing is due, and a task for which nothing waits is not run', async () => {
    const [busy, idle] = [taskOf('e'), taskOf('f')]
    const due = dueWork([busy, idle], { now: () => now, log, glance: glanceAt(db, [busy, idle]) })
    await put('e1')
    await put('e2')
    await due.settle()
    assert.deepEqual([busy.runs, idle.runs], [2, 0])
    statements = 0
    await due.settle()
    assert.deepEqual([statements, busy.runs, idle.runs], [1, 2, 0])
  })

  test('a task that makes another one’s work due is followed by it in the same settling', async () => {
    const second = taskOf('h')
    const first = taskOf('g')
    const runFirst = first.run.bind(first)
    first.run = async (at, quarantined) => {
      const did = await runFirst(at, quarantined)
      if (did > 0) await put('h1')
      return did
    }
    await put('g1')
    await dueWork([second, first], { now: () => now, log, glance: glanceAt(db, [second, first]) }).settle()
    assert.deepEqual([first.runs, second.runs], [1, 1])
  })

  test('a task that has found something looks on by itself until it finds nothing, and asks then', async () => {
    let glances = 0
    let left = 3
    const { promise: idle, resolve: isIdle } = Promise.withResolvers<void>()
    const task: DueTask = {
      name: 'j',
      everyMs: 3_600_000,
      waiting: () => sql`select 1`,
      run: async () => {
        if (left === 0) isIdle()
        return left === 0 ? 0 : left--
      },
    }
    const due = dueWork([task], { now: () => now, log, glance: async () => (glances++, new Set([task])) })
    due.start()
    await idle
    assert.equal(glances, 1)
    await due.stop()
  })

  test('where the look fails, every task is run, and says for itself what is wrong', async () => {
    const well = taskOf('i')
    const broken: DueTask = {
      name: 'broken',
      everyMs: 1_000,
      waiting: () => sql`select 1 from nowhere`,
      run: () => Promise.reject(new Error('there is no such table')),
    }
    const tasks = [well, broken]
    await put('i1')
    await assert.rejects(
      dueWork(tasks, { now: () => now, log, glance: glanceAt(db, tasks) }).settle(),
      /no such table/,
    )
    assert.equal(well.runs, 1)
  })
})
