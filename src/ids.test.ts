import { test } from 'node:test'
import assert from 'node:assert/strict'
import { isSecret, newId, newSecret, readSecret, secretFrom, sha256 } from './ids.ts'

const organisationId = newId('organisation')
const organisation = organisationId.slice('org_'.length)

test('a secret names its organisation before its 49 digits, is recognised by its kind, and no two are equal', () => {
  const secrets = Array.from({ length: 1000 }, () => newSecret('at', organisationId))
  for (const secret of secrets) {
    assert.match(secret, /^sonde_at_[0-9a-z]{26}_[0-9A-Za-z]{49}$/)
    assert.ok(secret.startsWith(`sonde_at_${organisation}_`))
    assert.deepEqual(readSecret('at', secret), { organisationId, hash: sha256(secret) })
    assert.equal(readSecret('cs', secret), undefined)
  }
  assert.equal(new Set(secrets).size, secrets.length)
})

test('a wrong digit is found without any look-up, in the organisation too', () => {
  const secret = newSecret('cs', organisationId)
  for (let at = 'sonde_cs_'.length; at < secret.length; at++) {
    const wrong = secret.slice(0, at) + (secret[at] === '0' ? '1' : '0') + secret.slice(at + 1)
    assert.ok(!isSecret('cs', wrong), wrong)
  }
})

test('a secret that is made again from another is the same, and names its organisation', () => {
  const origin = { organisationId, from: newSecret('rt', organisationId), salt: Buffer.alloc(32, 7) }
  const secret = secretFrom('at', origin)
  assert.equal(secretFrom('at', origin), secret)
  assert.equal(readSecret('at', secret)?.organisationId, organisationId)
  assert.notEqual(secretFrom('at', { ...origin, salt: Buffer.alloc(32, 8) }), secret)
})

test('every digit of a secret is as likely as the others', () => {
  const counts = new Map<string, number>()
  const secrets = 4000
  for (let i = 0; i < secrets; i++) {
    for (const digit of newSecret('at', organisationId).slice(-49, -6))
      counts.set(digit, (counts.get(digit) ?? 0) + 1)
  }
  const expected = (secrets * 43) / 62
  assert.equal(counts.size, 62)
  // Six standard deviations: a bias of one part in nine would show, chance will not.
  for (const count of counts.values()) assert.ok(Math.abs(count - expected) < 6 * Math.sqrt(expected))
})
