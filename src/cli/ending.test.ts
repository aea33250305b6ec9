import assert from 'node:assert/strict'
import { test } from 'node:test'
import { endInOrder } from './ending.ts'

test('a process that pauses before it closes gets the time of the pause as well', async (t) => {
  t.mock.timers.enable({ apis: ['setTimeout'] })
  const codes: unknown[] = []
  t.mock.method(process, 'exit', (code: unknown) => void codes.push(code))
  const closed = Promise.withResolvers<void>()
  const removeHandlers = endInOrder(
    () => {},
    () => closed.promise,
    { pauseMs: 60_000 },
  )
  try {
    process.emit('SIGQUIT')
    t.mock.timers.tick(94_999)
    assert.deepEqual(codes, [])
    t.mock.timers.tick(1)
    assert.deepEqual(codes, [1])
  } finally {
    removeHandlers()
    closed.resolve()
  }
})
