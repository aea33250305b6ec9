import { test } from 'node:test'
import assert from 'node:assert/strict'
import { globSync, readFileSync } from 'node:fs'
import { checksOf, median, overRounds, quantile, rowOf, sampleOf, tableOf } from './figures.ts'
import { programs } from './smoke.ts'

test('a quantile is the nearest rank', () => {
  const hundred = Array.from({ length: 100 }, (_, i) => i + 1)
  for (const [part, expected] of [
    [0, 1],
    [0.01, 1],
    [0.5, 50],
    [0.99, 99],
    [1, 100],
  ])
    assert.equal(quantile(hundred, part), expected)
  assert.equal(quantile([7], 0.99), 7)
  assert.throws(() => quantile([], 0.5), RangeError)
})

test('a median is the middle, or the mean of the two in the middle', () => {
  assert.equal(median([3, 1, 2]), 2)
  assert.equal(median([10, 9, 1, 2]), 5.5)
  assert.throws(() => median([]), RangeError)
})

test('a sample is rate, median and 99th percentile of one round', () => {
  const times = Float64Array.from({ length: 200 }, (_, i) => 200 - i)
  assert.deepEqual(sampleOf(times, 500), { rate: 400, p50: 100, p99: 198 })
})

test('one bad round moves no median', () => {
  const good = { rate: 1000, p50: 1, p99: 3, cpu: 9 }
  assert.deepEqual(overRounds([good, { rate: 1, p50: 99, p99: 999, cpu: 99 }, good]), good)
})

const sample = (rate: number, p99 = 2) => ({ rate, p50: 1, p99, cpu: 100 })

test('a compared row has exactly the documented members', () => {
  const list = { name: 'list', ours: sample(900.4, 3.333), bare: sample(1000) }
  assert.deepEqual(rowOf(list), {
    name: 'list',
    ours: 900,
    bare: 1000,
    ratio: 0.9,
    p99_ours: 3.33,
    p99_bare: 2,
  })
  assert.equal((rowOf({ ...list, name: 'token', peer: sample(333.3) }) as { peer?: number }).peer, 333)
})

test('a burst counts the stored answers, and a lost or double answer is a miss at any rate', () => {
  const burst = (kept: number, twice: number) => ({
    name: 'burst',
    ours: sample(100),
    bare: sample(100),
    counted: { sent: 5, kept, twice },
  })
  assert.deepEqual(Object.keys(rowOf(burst(5, 0))).slice(-3), ['sent', 'kept', 'twice'])
  for (const [kept, twice, met] of [
    [5, 0, true],
    [4, 0, false],
    [6, 1, false],
    [5, 1, false],
  ] as const)
    assert.equal(checksOf(burst(kept, twice))[0].met, met)
})

test('paging and start have their own members', () => {
  const paging = { name: 'paging' as const, page1: sample(1), page400: { ...sample(1), p50: 1.15 } }
  assert.deepEqual(rowOf(paging), { name: 'paging', p50_page_1: 1, p50_page_400: 1.15, ratio: 1.15 })
  const start = { name: 'start' as const, coldSeconds: 3.456, warmSeconds: 0.789, idleMegabytes: 99.6 }
  assert.deepEqual(rowOf(start), { name: 'start', cold_seconds: 3.46, warm_seconds: 0.79, idle_rss_mb: 100 })
})

test('each bound is reported as met or missed', () => {
  const met = (result: Parameters<typeof checksOf>[0]) => checksOf(result).map((check) => check.met)
  assert.deepEqual(met({ name: 'list', ours: sample(90), bare: sample(100) }), [true, true])
  assert.deepEqual(met({ name: 'list', ours: sample(89, 5), bare: sample(100) }), [false, false])
  assert.deepEqual(met({ name: 'token', ours: sample(80), bare: sample(100), peer: sample(81) }), [
    true,
    false,
    true,
  ])
  assert.deepEqual(met({ name: 'start', coldSeconds: 7, warmSeconds: 2, idleMegabytes: 151 }), [
    false,
    true,
    false,
  ])
  assert.match(tableOf([{ name: 'list', ours: sample(89), bare: sample(100) }]), /MISSED ours\/bare 0\.89/)
})

test('every benchmark has a small form that --smoke runs', () => {
  const documented = globSync('*.ts', { cwd: import.meta.dirname }).filter((file) =>
    /^\/\*\*\s+(?:\* )?`(?:node bench\/|npm run bench`)/.test(
      readFileSync(new URL(file, import.meta.url), 'utf8'),
    ),
  )
  assert.deepEqual(
    documented.filter((file) => file !== 'run.ts').toSorted(),
    Object.keys(programs).toSorted(),
  )
})

test('no benchmark analyses tables before it measures: a running collection is newer than the statistics', () => {
  const exempt = new Set(['bench/erasure.ts'])
  const analysing = globSync('bench/*.ts').filter((path) =>
    /(?:`|')(?:vacuum )?analyze/.test(readFileSync(path, 'utf8')),
  )
  assert.deepEqual(
    analysing.filter((path) => path !== 'bench/bench.test.ts'),
    [...exempt],
  )
})
