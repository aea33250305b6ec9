/** The rate of a channel, and its pauses when it is down. */
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { throttle } from './throttle.ts'

const at = (seconds: number): Date => new Date(1_800_000_000_000 + seconds * 1000)

test('a channel keeps its average rate when senders take tokens at once', () => {
  const one = throttle(5)
  let sent = 0
  for (let tick = 0; tick <= 1000; tick++)
    // Eight senders see the same token at once, and all take it.
    if (one.isReady(at(tick / 10)))
      for (let sender = 0; sender < 8; sender++) {
        one.take()
        sent++
      }
  assert.ok(sent >= 500 && sent <= 5 * 100 + 5 + 8, `${sent} in 100 s`)
  const free = throttle(null)
  for (let i = 0; i < 1000; i++) free.take()
  assert.ok(free.isReady(at(0)))
})

test('a channel that stays down pauses for twice as long each time, up to a minute, until a message succeeds', () => {
  const one = throttle(null)
  let now = 0
  const pauses: number[] = []
  for (let turn = 0; turn < 9; turn++) {
    one.failed(at(now))
    // Messages that were under way report the same outage.
    one.failed(at(now))
    assert.ok(!one.isReady(at(now)))
    const since = now
    while (!one.wantsProbe(at(now))) now += 1
    pauses.push(now - since)
    // The probe succeeds, and the next message fails again.
    if (turn % 2 === 0) one.close()
  }
  assert.deepEqual(pauses, [1, 2, 4, 8, 16, 32, 60, 60, 60])
  one.close()
  assert.ok(one.isReady(at(now)))
  one.succeeded()
  one.failed(at(now))
  assert.ok(one.wantsProbe(at(now + 1)))
})

test('a channel pauses as long as the other side asks, an hour at most, and a clock that is put back does not lengthen it', () => {
  const one = throttle(null)
  one.failed(at(0), 300_000)
  assert.ok(!one.wantsProbe(at(299)) && one.wantsProbe(at(300)))
  one.failed(at(300), 86_400_000)
  assert.ok(!one.wantsProbe(at(300 + 3599)) && one.wantsProbe(at(300 + 3600)))
  const other = throttle(null)
  other.failed(at(10_000))
  assert.ok(!other.wantsProbe(at(0)))
  assert.ok(other.wantsProbe(at(1)))
})
