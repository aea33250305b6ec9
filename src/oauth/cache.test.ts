/** What is remembered of credentials is forgotten with any of its owners, however many change at once. */
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { cpuMsOf } from '../../test/support/cpu.ts'
import { type Change, type ChangeKind, type Changes } from './changes.ts'
import { type Memory, memory } from './cache.ts'

type Value = { application: string; user: string | null }

function setup() {
  let tell: (changed: Change | null) => void = () => {}
  let time = 0
  const changes: Changes = {
    live: true,
    onChange: (listener) => void (tell = listener),
    announce: () => {},
    ready: async () => {},
    close: async () => {},
  }
  const it: Memory<Value> = memory<Value>({
    changes,
    ownersOf: ({ application, user }) => [application, user],
    now: () => time,
  })
  return {
    it,
    keep: (key: string, value: Value | null) => it.get(key, async () => value),
    change: (kind: ChangeKind, id: string, announced = false) => tell({ kind, id, announced }),
    deaf: () => tell(null),
    pass: (ms: number) => void (time += ms),
  }
}

test('a value is forgotten with its key, with each of its owners, and in time; the others stay', async () => {
  const { it, keep, change, deaf, pass } = setup()
  const all = {
    a: ['app_1', 'usr_1'],
    b: ['app_1', null],
    c: ['app_2', 'usr_1'],
    d: ['app_2', null],
  } as const
  const fill = async () => {
    for (const [key, [application, user]] of Object.entries(all)) await keep(key, { application, user })
  }
  const left = () => Object.keys(all).filter((key) => it.held(key) !== undefined)
  const cases: [ChangeKind, string, string[]][] = [
    ['user', 'usr_1', ['b', 'd']],
    ['application', 'app_1', ['c', 'd']],
    ['token', 'a', ['b', 'c', 'd']],
    ['grant', 'grt_1', ['a', 'b', 'c', 'd']],
  ]
  for (const [kind, id, rest] of cases) {
    await fill()
    change(kind, id)
    assert.deepEqual(left(), rest, id)
  }
  await fill()
  deaf()
  assert.deepEqual(left(), [])
  await fill()
  pass(5_000)
  assert.deepEqual(left(), [])
})

test('a miss is forgotten by any change: what was missing may be there now', async () => {
  const { it, keep, change } = setup()
  await keep('x', null)
  assert.equal(it.held('x'), null)
  change('user', 'usr_9')
  assert.equal(it.held('x'), undefined)
})

test('what this process is changing is not kept until that has surely ended', async () => {
  const { it, keep, change, pass } = setup()
  change('user', 'usr_1', true)
  pass(3_000)
  change('user', 'usr_1', true)
  pass(3_000)
  await keep('a', { application: 'app_1', user: 'usr_1' })
  await keep('b', { application: 'app_1', user: 'usr_2' })
  assert.deepEqual([it.held('a'), it.held('b')?.user], [undefined, 'usr_2'])
  pass(2_001)
  await keep('a', { application: 'app_1', user: 'usr_1' })
  assert.equal(it.held('a')?.user, 'usr_1')
})

test('ten thousand people who go at once cost a moment, also beside a full memory', async () => {
  const { it, keep, change } = setup()
  for (let i = 0; i < 20_000; i++) await keep(`key ${i}`, { application: `app_${i}`, user: `usr_${i}` })
  const ms = cpuMsOf(() => {
    for (let i = 0; i < 10_000; i++) change('user', `usr_${i}`, i % 2 === 0)
  })
  assert.deepEqual([it.held('key 9999'), it.held('key 10000')?.user], [undefined, 'usr_10000'])
  // Looking through the whole memory for each of them takes minutes.
  assert.ok(ms < 20_000, `${ms} ms of the processor`)
})
