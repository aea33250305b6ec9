import assert from 'node:assert/strict'
import { test } from 'node:test'
import { closeInOrder } from './closing.ts'

test('each step runs, also after one that fails and one that never ends', async () => {
  const closed: string[] = []
  const warnings: unknown[] = []
  const step = (name: string, run: () => Promise<unknown> | void) => ({
    name,
    withinMs: 20,
    run: () => {
      closed.push(name)
      return run()
    },
  })
  const closing = closeInOrder({ warn: (entry: object) => void warnings.push(entry) }, [
    step('hangs', () => new Promise(() => {})),
    step('fails', async () => {
      throw new Error('first')
    }),
    step('fails at once', () => {
      throw new Error('second')
    }),
    step('works', async () => {}),
  ])
  await assert.rejects(closing, /first/)
  assert.deepEqual(closed, ['hangs', 'fails', 'fails at once', 'works'])
  assert.equal(warnings.length, 3)
})
