/** Verifying deliveries: the published example of Standard Webhooks, both kinds of keys, and whatever is not genuine. */
import assert from 'node:assert/strict'
import { generateKeyPairSync, sign } from 'node:crypto'
import { suite, test } from 'node:test'
import { signWebhook, verifyWebhook, WebhookError, type WebhookFault } from './webhooks.ts'

/** The example that implementations of the standard are compared by. */
const example = {
  secret: 'whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw',
  body: '{"test": 2432232314}',
  now: new Date(1_614_265_330_000),
  headers: {
    'webhook-id': 'msg_p5jXN8AQM9LWM0D4loKWxJek',
    'webhook-timestamp': '1614265330',
    'webhook-signature': 'v1,g0hM9SsE+OTPJTGt/tmIKtSyZlE3uFJELVlNIOLJ1OE=',
  },
}
const { body, headers, now, secret } = example
const at = { now }

const refused = (code: WebhookFault) => (error: unknown) =>
  error instanceof WebhookError && error.code === code

test('a delivery with a secret is read, from headers of fetch and of node:http, as text and as bytes', () => {
  const event = { test: 2_432_232_314 }
  assert.deepEqual(verifyWebhook(body, headers, secret, at), event)
  assert.deepEqual(verifyWebhook(Buffer.from(body), new Headers(headers), secret, at), event)
  assert.deepEqual(signWebhook(body, { id: headers['webhook-id'], secret, now }), headers)
})

test('a delivery with a public key is read, beside another signature or alone', () => {
  const { privateKey, publicKey } = generateKeyPairSync('ed25519')
  const raw = Buffer.from(String(publicKey.export({ format: 'jwk' }).x), 'base64url')
  const key = `whpk_${raw.toString('base64')}`
  const signed = `${headers['webhook-id']}.${headers['webhook-timestamp']}.${body}`
  const signature = `v1a,${sign(null, Buffer.from(signed), privateKey).toString('base64')}`
  const both = { ...headers, 'webhook-signature': `${headers['webhook-signature']} ${signature}` }
  const alone = { ...headers, 'webhook-signature': signature }
  for (const each of [both, alone]) assert.ok(verifyWebhook(body, each, key, at))
  assert.ok(verifyWebhook(body, both, secret, at))
  assert.throws(() => verifyWebhook(body, alone, secret, at), refused('signature_wrong'))
  // A secret of the same bytes does not make a signature of the other kind.
  const confused = signWebhook(body, {
    id: headers['webhook-id'],
    secret: `whsec_${raw.toString('base64')}`,
    now,
  })
  const asPublic = { ...confused, 'webhook-signature': confused['webhook-signature'].replace('v1,', 'v1a,') }
  assert.throws(() => verifyWebhook(body, asPublic, key, at), refused('signature_wrong'))
  assert.throws(() => verifyWebhook(body, confused, key, at), refused('signature_wrong'))
})

test('while a secret is replaced, either side may have two', () => {
  const next = `whsec_${Buffer.alloc(32, 7).toString('base64')}`
  assert.ok(verifyWebhook(body, headers, [next, secret], at))
  const ofNext = signWebhook(body, { id: headers['webhook-id'], secret: next, now })
  const rotated = {
    ...headers,
    'webhook-signature': `${ofNext['webhook-signature']} ${headers['webhook-signature']}`,
  }
  for (const key of [next, secret]) assert.ok(verifyWebhook(body, rotated, key, at))
})

suite('a delivery is refused', () => {
  const cases: [string, WebhookFault, () => unknown][] = [
    ['with a byte more', 'signature_wrong', () => verifyWebhook(`${body} `, headers, secret, at)],
    [
      'of another id',
      'signature_wrong',
      () => verifyWebhook(body, { ...headers, 'webhook-id': 'msg_2' }, secret, at),
    ],
    [
      'with another time',
      'signature_wrong',
      () => verifyWebhook(body, { ...headers, 'webhook-timestamp': '1614265331' }, secret, at),
    ],
    [
      'six minutes late',
      'timestamp_wrong',
      () => verifyWebhook(body, headers, secret, { now: new Date(now.getTime() + 360_000) }),
    ],
    [
      'six minutes early',
      'timestamp_wrong',
      () => verifyWebhook(body, headers, secret, { now: new Date(now.getTime() - 360_000) }),
    ],
    [
      'without a signature',
      'header_missing',
      () => verifyWebhook(body, { ...headers, 'webhook-signature': undefined }, secret, at),
    ],
    [
      'with a time that is none',
      'header_missing',
      () => verifyWebhook(body, { ...headers, 'webhook-timestamp': '1e9' }, secret, at),
    ],
    [
      'with a version that we do not know',
      'signature_wrong',
      () =>
        verifyWebhook(
          body,
          { ...headers, 'webhook-signature': headers['webhook-signature'].replace('v1', 'v2') },
          secret,
          at,
        ),
    ],
    [
      'with an empty signature',
      'signature_wrong',
      () => verifyWebhook(body, { ...headers, 'webhook-signature': 'v1,' }, secret, at),
    ],
    [
      'that is no JSON',
      'body_wrong',
      () => verifyWebhook('{', signWebhook('{', { id: 'msg_1', secret, now }), secret, at),
    ],
  ]
  for (const [how, code, verify] of cases) test(how, () => assert.throws(verify, refused(code)))

  test('by no mistake of the receiver: what is no key is said so', () => {
    for (const key of ['', 'whsec_', 'whsec_###', 'whsec_YQ==', 'whpk_YQ==', 'secret'])
      assert.throws(() => verifyWebhook(body, headers, key, at), TypeError)
  })
})
