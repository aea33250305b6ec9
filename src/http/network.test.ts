import { test } from 'node:test'
import assert from 'node:assert/strict'
import { addressIn, networkOf } from './network.ts'

test('a network is an IPv4 address or the /64 of an IPv6 address', () => {
  const cases: [string, string][] = [
    ['192.0.2.7', '192.0.2.7'],
    ['::ffff:192.0.2.7', '192.0.2.7'],
    ['::ffff:c000:207', '192.0.2.7'],
    ['0:0:0:0:0:FFFF:C000:0208', '192.0.2.8'],
    ['2001:db8:1:2:3:4:5:6', '2001:db8:1:2'],
    ['2001:0DB8:0001:0002::6', '2001:db8:1:2'],
    ['2001:db8::6', '2001:db8:0:0'],
    ['::1', '0:0:0:0'],
    ['fe80::1%eth0', 'fe80:0:0:0'],
  ]
  for (const [ip, network] of cases) assert.equal(networkOf(ip), network, ip)
})

test('an address is found with and without a port, and nothing else is one', () => {
  const cases: [string, string | undefined][] = [
    ['192.0.2.7', '192.0.2.7'],
    ['192.0.2.7:4711', '192.0.2.7'],
    ['2001:db8::1', '2001:db8::1'],
    ['[2001:db8::1]:4711', '2001:db8::1'],
    ['[2001:db8::1]', '2001:db8::1'],
    ['unknown', undefined],
    ['_hidden', undefined],
    ['999.0.0.1', undefined],
    ['', undefined],
  ]
  for (const [text, address] of cases) assert.equal(addressIn(text), address, text)
})
