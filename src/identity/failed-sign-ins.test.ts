import { test } from 'node:test'
import assert from 'node:assert/strict'
import { failureCounter, networkOf } from './failed-sign-ins.ts'

test('failures block their key until the window ends, and no other key', () => {
  let now = 0
  const failures = failureCounter(3, 60, () => now)
  for (let i = 0; i < 3; i++) {
    assert.equal(failures.blockedFor('a'), null)
    failures.add('a')
  }
  assert.equal(failures.blockedFor('a'), 60)
  assert.equal(failures.blockedFor('b'), null)
  now = 59_500
  assert.equal(failures.blockedFor('a'), 1)
  now = 60_000
  assert.equal(failures.blockedFor('a'), null)
})

test('a network is an IPv4 address or the /64 of an IPv6 address', () => {
  const cases: [string, string][] = [
    ['192.0.2.7', '192.0.2.7'],
    ['::ffff:192.0.2.7', '192.0.2.7'],
    ['2001:db8:1:2:3:4:5:6', '2001:db8:1:2'],
    ['2001:0DB8:0001:0002::6', '2001:db8:1:2'],
    ['2001:db8::6', '2001:db8:0:0'],
    ['::1', '0:0:0:0'],
    ['fe80::1%eth0', 'fe80:0:0:0'],
  ]
  for (const [ip, network] of cases) assert.equal(networkOf(ip), network, ip)
})
