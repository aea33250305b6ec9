import assert from 'node:assert/strict'
import { test } from 'node:test'
import { encodingFor } from './encoding.ts'

test('the smallest form that is accepted is sent', () => {
  const [plain, br, gzip] = ['plain', 'br', 'gzip'].map((text) => Buffer.from(text))
  const file = { plain, br, gzip }
  const cases: [string | undefined, string | null][] = [
    ['gzip, deflate, br', 'br'],
    ['gzip', 'gzip'],
    ['BR', 'br'],
    ['br;q=0, gzip;q=0.5', 'gzip'],
    ['identity', null],
    ['', null],
    [undefined, null],
  ]
  for (const [accepted, encoding] of cases)
    assert.equal(encodingFor(file, accepted).encoding, encoding, String(accepted))
  assert.equal(encodingFor({ ...file, br: undefined, gzip: undefined }, 'br, gzip').body, plain)
})
