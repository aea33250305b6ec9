import assert from 'node:assert/strict'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { test } from 'node:test'
import { ConfigError, readConfig } from './config.ts'

test('an empty environment is a working configuration', () => {
  const config = readConfig({})
  assert.equal(config.port, 4000)
  assert.equal(config.host, '127.0.0.1')
  assert.equal(config.databaseUrl, null)
  assert.equal(config.idp, null)
  assert.match(config.dataDir, /\.sonde$/)
})

const smsSecret = `whsec_${Buffer.alloc(32, 7).toString('base64')}`

const faulty: [string, Record<string, string>, RegExp][] = [
  ['a port that is not a number', { SONDE_PORT: 'http' }, /SONDE_PORT/],
  ['a port out of range', { SONDE_PORT: '70000' }, /SONDE_PORT/],
  [
    'a base address with a path',
    { SONDE_BASE_URL: 'https://sonde.example/api' },
    /SONDE_BASE_URL must be an origin/,
  ],
  ['a base address with a slash at its end', { SONDE_BASE_URL: 'https://sonde.example/' }, /SONDE_BASE_URL/],
  ['another kind of database', { DATABASE_URL: 'mysql://localhost/x' }, /DATABASE_URL/],
  [
    'a replica of the embedded one',
    { DATABASE_REPLICA_URL: 'postgres://db.example/x' },
    /needs DATABASE_URL/,
  ],
  ['an issuer without TLS', { SONDE_IDP_ISSUER: 'http://idp.example' }, /https, except on loopback/],
  ['an audience without an issuer', { SONDE_IDP_AUDIENCE: 'x' }, /need SONDE_IDP_ISSUER/],
  [
    'an unknown profile of identity providers',
    { SONDE_IDP_PROFILE: 'x' },
    /SONDE_IDP_PROFILE must be one of oidc/,
  ],
  [
    'Clerk without the origins of its pages',
    { SONDE_IDP_ISSUER: 'https://x.clerk.example', SONDE_IDP_PROFILE: 'clerk' },
    /needs SONDE_IDP_AUTHORIZED_PARTIES/,
  ],
  [
    'Google, whose clients have a secret',
    { SONDE_IDP_ISSUER: 'https://accounts.google.com', SONDE_IDP_PROFILE: 'google' },
    /is for providers of organisations/,
  ],
  [
    'Okta without the client that its ID tokens are for',
    { SONDE_IDP_ISSUER: 'https://acme.okta.com', SONDE_IDP_PROFILE: 'okta' },
    /needs SONDE_IDP_CLIENT_ID/,
  ],
  ['a short token for the metrics', { SONDE_METRICS_TOKEN: 'x' }, /at least 16 characters/],
  ['a mail server by http', { SONDE_SMTP_URL: 'http://mail.example' }, /SONDE_SMTP_URL/],
  [
    'a gateway for SMS without its secret',
    { SONDE_SMS_URL: 'https://sms.example/' },
    /needs SONDE_SMS_SECRET/,
  ],
  [
    'a gateway for SMS with a short secret',
    { SONDE_SMS_URL: 'https://sms.example/', SONDE_SMS_SECRET: 'whsec_c2hvcnQ=' },
    /24 to 64 bytes/,
  ],
  [
    'a gateway for SMS with three secrets',
    { SONDE_SMS_URL: 'https://sms.example/', SONDE_SMS_SECRET: Array(3).fill(smsSecret).join(' ') },
    /or two of them/,
  ],
  ['a secret without a gateway for SMS', { SONDE_SMS_SECRET: smsSecret }, /needs SONDE_SMS_URL/],
  [
    'a gateway for SMS by http',
    { SONDE_SMS_URL: 'http://sms.example/', SONDE_SMS_SECRET: smsSecret },
    /SONDE_SMS_URL must be https/,
  ],
  [
    'a gateway for SMS with a password',
    { SONDE_SMS_URL: 'https://a:b@sms.example/', SONDE_SMS_SECRET: smsSecret },
    /SONDE_SMS_URL must hold no name/,
  ],
  ['a rate of zero', { SONDE_EMAIL_PER_SECOND: '0' }, /SONDE_EMAIL_PER_SECOND must be a number above 0/],
  [
    'a signing secret without a workspace',
    { SONDE_SLACK_SIGNING_SECRET: 'x' },
    /SONDE_SLACK_SIGNING_SECRET needs/,
  ],
  [
    'an app at Slack without its secret',
    { SONDE_SLACK_CLIENT_ID: '1.2', SONDE_SLACK_SIGNING_SECRET: 'x' },
    /SONDE_SLACK_CLIENT_ID and SONDE_SLACK_CLIENT_SECRET need one another/,
  ],
  [
    'an app at Slack whose reports nobody could check',
    { SONDE_SLACK_CLIENT_ID: '1.2', SONDE_SLACK_CLIENT_SECRET: 'x' },
    /SONDE_SLACK_CLIENT_ID needs SONDE_SLACK_SIGNING_SECRET/,
  ],
  [
    'an app for Microsoft Teams without its secret',
    { SONDE_TEAMS_APP_ID: '11111111-2222-3333-4444-555555555555' },
    /SONDE_TEAMS_APP_ID and SONDE_TEAMS_APP_SECRET need one another/,
  ],
  [
    'an app for Microsoft Teams by its name',
    { SONDE_TEAMS_APP_ID: 'sonde', SONDE_TEAMS_APP_SECRET: 'x' },
    /SONDE_TEAMS_APP_ID must be a UUID/,
  ],
  [
    'a tenant without an app',
    { SONDE_TEAMS_TENANT: '11111111-2222-3333-4444-555555555555' },
    /SONDE_TEAMS_TENANT needs SONDE_TEAMS_APP_ID/,
  ],
  ['a key without a language model', { SONDE_LANGUAGE_MODEL_KEY: 'x' }, /need SONDE_LANGUAGE_MODEL_URL/],
  [
    'a language model without its name',
    { SONDE_LANGUAGE_MODEL_URL: 'https://llm.example/v1' },
    /needs SONDE_LANGUAGE_MODEL,/,
  ],
  [
    'a language model with a password in its address',
    { SONDE_LANGUAGE_MODEL_URL: 'https://a:b@llm.example/v1', SONDE_LANGUAGE_MODEL: 'm' },
    /must hold no name, password/,
  ],
  [
    'a proxy by a name',
    { SONDE_TRUSTED_PROXIES: 'loopback, proxy.example' },
    /SONDE_TRUSTED_PROXIES must list/,
  ],
  ['everybody as a proxy', { SONDE_TRUSTED_PROXIES: '0.0.0.0/0' }, /SONDE_TRUSTED_PROXIES must list/],
  [
    'a network that is too small',
    { SONDE_TRUSTED_PROXIES: '10.0.0.0/33' },
    /SONDE_TRUSTED_PROXIES must list/,
  ],
  ...[
    '::ffff:10.0.0.0/8',
    '::ffff:10.0.0.0/104',
    '::ffff:a00:1',
    '0:0:0:0:0:FFFF:0a00:0/120',
    '::/1',
    '::/64',
  ].map((network): [string, Record<string, string>, RegExp] => [
    `IPv4 in the spelling of IPv6, ${network}`,
    { SONDE_TRUSTED_PROXIES: `loopback ${network}` },
    /SONDE_TRUSTED_PROXIES must list .*IPv4 is written as such/,
  ]),
  [
    'a limit of an unknown class',
    { SONDE_RATE_LIMITS: 'reads=600,calls=1' },
    /the classes are reads, writes/,
  ],
  ['a limit of nothing', { SONDE_RATE_LIMITS: 'reads=0' }, /SONDE_RATE_LIMITS must be on, off/],
  ['HSTS without TLS', { SONDE_HSTS: '600' }, /SONDE_HSTS needs SONDE_BASE_URL/],
  [
    'HSTS in other words',
    { SONDE_BASE_URL: 'https://sonde.example', SONDE_HSTS: 'max-age=1' },
    /SONDE_HSTS must be off, or seconds/,
  ],
  ['an address that is no URI', { SONDE_SECURITY_CONTACT: 'security@sonde.example' }, /must list URIs/],
  ['an unknown role', { SONDE_ROLE: 'king' }, /SONDE_ROLE must be one of all, api, worker/],
  ['a worker that knows no address', { SONDE_ROLE: 'worker' }, /SONDE_ROLE=worker needs SONDE_BASE_URL/],
]

for (const [fault, env, line] of faulty) {
  test(`configuration is refused: ${fault}`, () => {
    assert.throws(
      () => readConfig(env),
      (error) => error instanceof ConfigError && error.faults.some((one) => line.test(one)),
    )
  })
}

test('messages to webhooks are sent once a real channel is set up, or when configured', () => {
  assert.equal(readConfig({}).webhooksOn, false)
  assert.equal(readConfig({ SONDE_WEBHOOK_CHANNELS: 'on' }).webhooksOn, true)
  assert.equal(readConfig({ SONDE_SMTP_URL: 'smtp://mail.example' }).webhooksOn, true)
  assert.equal(readConfig({ SONDE_SLACK_BOT_TOKEN: 'x', SONDE_WEBHOOK_CHANNELS: 'off' }).webhooksOn, false)
})

test('a secret may lie in a file, without the line break at its end', () => {
  const folder = mkdtempSync(join(tmpdir(), 'sonde-config-'))
  const file = (name: string, text: string): string => {
    writeFileSync(join(folder, name), text)
    return join(folder, name)
  }
  try {
    const config = readConfig({
      DATABASE_URL_FILE: file('database', 'postgres://sonde:pass@db.example/sonde\n'),
      DATABASE_REPLICA_URL_FILE: file('replica', 'postgres://sonde:pass@replica.example/sonde\n'),
      SONDE_METRICS_TOKEN_FILE: file('metrics', 'a-token-of-some-length\r\n'),
    })
    assert.equal(config.databaseUrl, 'postgres://sonde:pass@db.example/sonde')
    assert.equal(config.databaseReplicaUrl, 'postgres://sonde:pass@replica.example/sonde')
    assert.equal(config.metricsToken, 'a-token-of-some-length')
    const refused: [Record<string, string>, RegExp][] = [
      [
        { SONDE_SMTP_URL: 'smtp://mail.example', SONDE_SMTP_URL_FILE: file('smtp', 'smtp://mail.example') },
        /^SONDE_SMTP_URL and SONDE_SMTP_URL_FILE are both set/,
      ],
      [
        { SONDE_LANGUAGE_MODEL_KEY_FILE: join(folder, 'none') },
        /^SONDE_LANGUAGE_MODEL_KEY_FILE names .*, which cannot be read/,
      ],
      [
        { SONDE_SLACK_BOT_TOKEN_FILE: file('slack', '\n') },
        /^SONDE_SLACK_BOT_TOKEN_FILE names an empty file/,
      ],
      [{ DATABASE_URL_FILE: file('other', 'mysql://localhost/x') }, /^DATABASE_URL must be a URL/],
    ]
    for (const [env, line] of refused)
      assert.throws(
        () => readConfig(env),
        (error) => error instanceof ConfigError && error.faults.some((one) => line.test(one)),
      )
  } finally {
    rmSync(folder, { recursive: true })
  }
})

test('all faults are reported at once, one line each', () => {
  assert.throws(
    () => readConfig({ SONDE_PORT: 'x', SONDE_ROLE: 'y' }),
    (error) => error instanceof ConfigError && error.faults.length === 2,
  )
})

test('proxies are addresses, networks and names, and limits are chosen by class', () => {
  const { trustedProxies, rateLimits } = readConfig({
    SONDE_TRUSTED_PROXIES: 'loopback, 10.0.0.0/8 2001:db8::/32,192.0.2.7 ::1 fe80::1%eth0',
    SONDE_RATE_LIMITS: 'reads=6000, tokens=60',
  })
  assert.deepEqual(trustedProxies, [
    'loopback',
    '10.0.0.0/8',
    '2001:db8::/32',
    '192.0.2.7',
    '::1',
    'fe80::1%eth0',
  ])
  assert.deepEqual(rateLimits, {
    read: 6000,
    write: 120,
    token: 60,
    export: 10,
    bulk: 10,
    code: 10,
    directory: 1800,
    guess: 60,
    document: 10,
    secret: 10,
    link: 60,
  })
  assert.equal(readConfig({ SONDE_RATE_LIMITS: 'off' }).rateLimits, null)
})
