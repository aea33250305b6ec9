/** How fast a channel is sent to, and how long it rests when it is down. */
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { throttle } from './throttle.ts'

const at = (seconds: number): Date => new Date(1_800_000_000_000 + seconds * 1000)

test('over any time a channel gets what it is allowed, however its tokens are taken', () => {
  const one = throttle(5)
  let sent = 0
  for (let tick = 0; tick <= 1000; tick++)
    // Eight look at once, see the same token, and all take.
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

test('a channel that is down rests ever longer, up to a minute, and begins anew once a message went through', () => {
  const one = throttle(null)
  let now = 0
  const rests: number[] = []
  for (let turn = 0; turn < 9; turn++) {
    one.failed(at(now))
    // Others that were under way tell of the same.
    one.failed(at(now))
    assert.ok(!one.isReady(at(now)))
    const since = now
    while (!one.wantsProbe(at(now))) now += 1
    rests.push(now - since)
    // It says that it is back, and is not.
    if (turn % 2 === 0) one.close()
  }
  assert.deepEqual(rests, [1, 2, 4, 8, 16, 32, 60, 60, 60])
  one.close()
  assert.ok(one.isReady(at(now)))
  one.succeeded()
  one.failed(at(now))
  assert.ok(one.wantsProbe(at(now + 1)))
})

test('it rests as long as it asks for, an hour at most, and a clock put back does not make it longer', () => {
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
