import { test } from 'node:test'
import assert from 'node:assert/strict'
import { type ApplicationKind, redirectUriFault } from '../../contract/redirect-uri.ts'
import { hostOf, isRegistered, withParameters } from './redirect-uri.ts'

const allowed: [ApplicationKind, string][] = [
  ['confidential', 'https://app.example/callback'],
  ['confidential', 'https://app.example'],
  ['confidential', 'https://app.example:8443/cb?tenant=1'],
  ['confidential', 'https://app.example:443/cb'],
  ['confidential', 'https://xn--bcher-kva.example/cb'],
  ['confidential', 'https://App.Example/Call%20back'],
  ['confidential', 'http://localhost:3000/cb'],
  ['confidential', 'http://127.0.0.1/cb'],
  ['confidential', 'http://[::1]:9000/cb'],
  ['confidential', 'https://192.0.2.1/cb'],
  ['public', 'https://app.example/callback'],
  ['public', 'http://127.0.0.1/cb'],
  ['public', 'com.example.app:/callback'],
  ['public', 'com.example.app://callback/path'],
]
for (const [kind, uri] of allowed) {
  test(`may be registered, ${kind}: ${uri}`, () => assert.equal(redirectUriFault(uri, kind), null))
}

const refused: [ApplicationKind, string][] = [
  ['confidential', ''],
  ['confidential', '/callback'],
  ['confidential', 'app.example/callback'],
  ['confidential', '//app.example/callback'],
  ['confidential', 'http://app.example/callback'],
  ['confidential', 'http://localhost.app.example/cb'],
  ['confidential', 'http://127.0.0.1.app.example/cb'],
  ['confidential', 'com.example.app:/callback'],
  ['public', 'http://app.example/callback'],
  ['public', 'myapp:/callback'],
  ...[
    'javascript:alert(1)',
    'data:text/html,x',
    'vbscript:x',
    'file:///etc/passwd',
    'blob:https://app.example/1',
    'about:blank',
    'filesystem:https://app.example/x',
    'ws://app.example/',
    'wss://app.example/',
    'mailto:a@b.test',
    'intent://x#Intent;end',
  ].flatMap((uri): [ApplicationKind, string][] => [
    ['confidential', uri],
    ['public', uri],
  ]),
  ['confidential', 'https://app.example/cb#'],
  ['confidential', 'https://app.example/cb#fragment'],
  ['confidential', 'https://user@app.example/cb'],
  ['confidential', 'https://user:password@app.example/cb'],
  ['confidential', 'https://app.example@evil.example/cb'],
  ['confidential', 'https://*.app.example/cb'],
  ['confidential', 'https://app.example/*'],
  ['confidential', 'https://app.example\\@evil.example/cb'],
  ['confidential', 'https:\\\\app.example/cb'],
  ['confidential', 'https://app.example/ cb'],
  ['confidential', ' https://app.example/cb'],
  ['confidential', 'https://app.example/cb\n'],
  ['confidential', 'https://app.exa\tmple/cb'],
  ['confidential', 'https://app.example/\0'],
  ['confidential', 'https://bücher.example/cb'],
  ['confidential', 'https://app.example/ü'],
  ['confidential', 'https://app.example/a/../cb'],
  ['confidential', 'https://app.example/./cb'],
  ['confidential', 'https://app.example/a/%2e%2E/cb'],
  ['confidential', 'https://app.example/a%2fcb'],
  ['confidential', 'https://app.example/a%5Ccb'],
  ['confidential', 'https://app.example/%zz'],
  ['confidential', 'https:///app.example/cb'],
  ['confidential', 'https:app.example/cb'],
  ['confidential', 'https://app.example:99999/cb'],
  ['confidential', 'https://app.example:0443/cb'],
  ['confidential', 'http://0x7f.1/cb'],
  ['confidential', 'http://127.1/cb'],
  ['confidential', 'https://app.example/cb?code=1'],
  ['confidential', 'https://app.example/cb?x=1&state=2'],
  ['confidential', 'https://app.example/cb?%63ode=1'],
  ['confidential', 'https://app.example/cb?error=x'],
  ['confidential', 'https://app.example/cb?iss=x'],
  ['confidential', `https://app.example/${'a'.repeat(2048)}`],
]
for (const [kind, uri] of refused) {
  test(`may not be registered, ${kind}: ${JSON.stringify(uri).slice(0, 60)}`, () =>
    assert.equal(typeof redirectUriFault(uri, kind), 'string'))
}

test('a redirect URI is compared with the registered ones byte for byte', () => {
  const registered = ['https://app.example/cb', 'http://localhost:3000/cb']
  const matches = (uri: string) => isRegistered(registered, uri, 'confidential')
  assert.ok(matches('https://app.example/cb'))
  for (const uri of [
    'https://app.example/cb/',
    'https://app.example/cb?',
    'https://app.example/cb?x=1',
    'https://app.example/CB',
    'https://app.example:443/cb',
    'HTTPS://app.example/cb',
    'https://app.example/cb%20',
    'https://app.example/c%62',
    'https://app.example/x/../cb',
    'https://app.example.evil.test/cb',
    'https://app.example',
    'http://app.example/cb',
    'http://localhost:3001/cb',
    'http://localhost/cb',
    '',
  ]) {
    assert.ok(!matches(uri), uri)
  }
})

test('a public application may use any loopback port, and change nothing else', () => {
  const registered = [
    'http://127.0.0.1/cb',
    'http://[::1]:1/cb',
    'http://localhost:3000/cb?x=1',
    'https://app.example/cb',
  ]
  const matches = (uri: string) => isRegistered(registered, uri, 'public')
  for (const uri of [
    'http://127.0.0.1:49152/cb',
    'http://127.0.0.1/cb',
    'http://[::1]:5/cb',
    'http://localhost:9/cb?x=1',
  ])
    assert.ok(matches(uri), uri)
  for (const uri of [
    'http://127.0.0.1:49152/cb/',
    'http://127.0.0.1:49152/other',
    'http://localhost:1/cb',
    'http://127.0.0.1:99999/cb',
    'http://127.0.0.1:1@evil.test/cb',
    'http://127.0.0.2:1/cb',
    'https://127.0.0.1:1/cb',
    'http://127.0.0.1.evil.test:1/cb',
    'https://app.example:8443/cb',
    'http://127.0.0.1:/cb',
  ]) {
    assert.ok(!matches(uri), uri)
  }
})

test('a reply is appended to the URI as it was registered', () => {
  const parameters = { code: 'c', state: 'a b&c=d', missing: undefined }
  const cases: [string, string][] = [
    ['https://app.example', 'https://app.example?code=c&state=a+b%26c%3Dd'],
    ['https://App.Example/cb', 'https://App.Example/cb?code=c&state=a+b%26c%3Dd'],
    ['https://app.example/cb?x=1', 'https://app.example/cb?x=1&code=c&state=a+b%26c%3Dd'],
    ['https://app.example/cb?', 'https://app.example/cb?code=c&state=a+b%26c%3Dd'],
    ['com.example.app:/cb', 'com.example.app:/cb?code=c&state=a+b%26c%3Dd'],
  ]
  for (const [uri, reply] of cases) assert.equal(withParameters(uri, parameters), reply)
})

test('pages show the host', () => {
  assert.equal(hostOf('https://app.example:8443/cb'), 'app.example:8443')
  assert.equal(hostOf('com.example.app:/cb'), 'the app behind com.example.app:')
})
