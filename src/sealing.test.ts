/** Secrets that are read again are sealed: by this key, for this use, unchanged, or not opened at all. */
import assert from 'node:assert/strict'
import { randomBytes } from 'node:crypto'
import { mkdtempSync, readFileSync, statSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { suite, test } from 'node:test'
import { sealingBy, SealingError } from './sealing.ts'

const folder = mkdtempSync(join(tmpdir(), 'sonde-sealing-'))
let files = 0
const newKey = (): string => randomBytes(32).toString('base64')

/** A key file with these lines. */
function fileOf(...lines: string[]): string {
  const file = join(folder, `${++files}.key`)
  writeFileSync(file, lines.join('\n'))
  return file
}

suite('a sealed secret', () => {
  test('is opened for the use that it was sealed for, and shows nothing of itself', () => {
    const sealing = sealingBy(fileOf(newKey()), false)
    for (const secret of ['', 'whsec_abc', 'Zürich ✓', 'x'.repeat(10_000)]) {
      const sealed = sealing.seal(secret, 'webhook a')
      assert.equal(sealing.open(sealed, 'webhook a'), secret)
      assert.ok(secret === '' || !sealed.includes(secret))
      assert.throws(() => sealing.open(sealed, 'webhook b'), SealingError)
    }
  })

  test('is never the same twice', () => {
    const sealing = sealingBy(fileOf(newKey()), false)
    const seals = Array.from({ length: 100 }, () => sealing.seal('secret', 'use').toString('hex'))
    assert.equal(new Set(seals).size, seals.length)
  })

  test('that was changed in any byte, cut or lengthened is not opened', () => {
    const sealing = sealingBy(fileOf(newKey()), false)
    const sealed = sealing.seal('secret', 'use')
    for (let i = 0; i < sealed.length; i++) {
      const changed = Buffer.from(sealed)
      changed[i] ^= 1
      assert.throws(() => sealing.open(changed, 'use'), SealingError, `byte ${i}`)
      assert.throws(() => sealing.open(sealed.subarray(0, i), 'use'), SealingError, `the first ${i} bytes`)
    }
    assert.throws(() => sealing.open(Buffer.concat([sealed, Buffer.of(0)]), 'use'), SealingError)
  })
})

suite('the key file', () => {
  test('seals by its first key and opens by all of them, so keys are replaced by a line above', () => {
    const [old, next] = [newKey(), newKey()]
    const before = sealingBy(fileOf(old), false).seal('secret', 'use')
    const both = sealingBy(fileOf(next, old, ''), false)
    assert.equal(both.open(before, 'use'), 'secret')
    const after = both.seal('secret', 'use')
    assert.equal(sealingBy(fileOf(next), false).open(after, 'use'), 'secret')
    assert.throws(() => sealingBy(fileOf(old), false).open(after, 'use'), SealingError)
  })

  test('is made with its own key and for its owner alone, where none is named', () => {
    const file = join(folder, 'deep', 'down', 'secrets.key')
    const sealed = sealingBy(file, true).seal('secret', 'use')
    assert.equal(statSync(file).mode & 0o777, 0o600)
    assert.equal(Buffer.from(readFileSync(file, 'utf8').trim(), 'base64').length, 32)
    assert.equal(sealingBy(file, true).open(sealed, 'use'), 'secret', 'the next start uses the same')
  })

  test('that is missing, empty or holds no key is a fault that names it, when a secret is needed', () => {
    const missing = join(folder, 'missing.key')
    for (const file of [missing, fileOf(''), fileOf('short'), fileOf(newKey(), newKey().slice(0, 20))])
      assert.throws(
        () => sealingBy(file, false).seal('secret', 'use'),
        (error) => error instanceof SealingError && error.message.includes(file),
      )
  })
})
