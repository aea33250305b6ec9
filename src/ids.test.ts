import { test } from 'node:test'
import assert from 'node:assert/strict'
import { isSecret, newSecret } from './ids.ts'

test('a secret has 49 digits after its prefix, is recognised by its kind, and no two are equal', () => {
  const secrets = Array.from({ length: 1000 }, () => newSecret('at'))
  for (const secret of secrets) {
    assert.match(secret, /^sonde_at_[0-9A-Za-z]{49}$/)
    assert.ok(isSecret('at', secret))
    assert.ok(!isSecret('cs', secret))
  }
  assert.equal(new Set(secrets).size, secrets.length)
})

test('a wrong digit is found without any look-up', () => {
  const secret = newSecret('cs')
  for (let at = 'sonde_cs_'.length; at < secret.length; at++) {
    const wrong = secret.slice(0, at) + (secret[at] === '0' ? '1' : '0') + secret.slice(at + 1)
    assert.ok(!isSecret('cs', wrong))
  }
})

test('every digit of a secret is as likely as the others', () => {
  const counts = new Map<string, number>()
  const secrets = 4000
  for (let i = 0; i < secrets; i++) {
    for (const digit of newSecret('at').slice('sonde_at_'.length, -6))
      counts.set(digit, (counts.get(digit) ?? 0) + 1)
  }
  const expected = (secrets * 43) / 62
  assert.equal(counts.size, 62)
  // Six standard deviations: a bias of one part in nine would show, chance will not.
  for (const count of counts.values()) assert.ok(Math.abs(count - expected) < 6 * Math.sqrt(expected))
})
