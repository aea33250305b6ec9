/**
 * Verifies what the service sends to a webhook endpoint, as Standard Webhooks has it: `webhook-id`, `webhook-timestamp` and
 * `webhook-signature` over `id.timestamp.body`. v1 is HMAC-SHA256 with a secret (`whsec_…`), v1a is Ed25519 with a public key (`whpk_…`).
 *
 *   const event = verifyWebhook(await request.text(), request.headers, process.env.SONDE_WEBHOOK_SECRET)
 *
 * Verify the body as it arrived, before it is parsed: a parsed and printed copy has other bytes. A delivery may come twice, with the same
 * `webhook-id`.
 * Source: https://github.com/standard-webhooks/standard-webhooks/blob/main/spec/standard-webhooks.md
 */
import { createHmac, createPublicKey, type KeyObject, timingSafeEqual, verify } from 'node:crypto'

/** Why a delivery is not to be trusted. */
export type WebhookFault = 'header_missing' | 'timestamp_wrong' | 'signature_wrong' | 'body_wrong'

const sentences: Record<WebhookFault, string> = {
  header_missing: 'webhook-id, webhook-timestamp or webhook-signature is missing or malformed',
  timestamp_wrong: 'the delivery is too old, or its time lies ahead',
  signature_wrong: 'no signature fits: the body was changed, or the secret is another',
  body_wrong: 'the body is signed, but is not JSON',
}

export class WebhookError extends Error {
  readonly code: WebhookFault

  constructor(code: WebhookFault) {
    super(sentences[code])
    this.name = 'WebhookError'
    this.code = code
  }
}

type HeaderValue = string | string[] | undefined
/** Those of a fetch Request, or of node:http. */
export type WebhookHeaders = { get(name: string): string | null } | Readonly<Record<string, HeaderValue>>

export type VerifyOptions = {
  /** How many seconds the timestamp may differ from now: a delivery that was recorded cannot be sent again later. */
  toleranceSeconds?: number
  now?: Date
}

const toleranceDefaultSeconds = 300

const secretPrefix = 'whsec_'
const publicKeyPrefix = 'whpk_'
/** What comes before the 32 bytes of an Ed25519 key in its SubjectPublicKeyInfo. Source: RFC 8410 §4 and §10.1. */
const ed25519Head = Buffer.from('302a300506032b6570032100', 'hex')

const base64 = /^[A-Za-z0-9+/]+={0,2}$/

type Key = { version: 'v1'; secret: Buffer } | { version: 'v1a'; key: KeyObject }

/** @throws TypeError  it is not a secret: a mistake of the receiver, not of the sender */
function keyOf(text: string): Key {
  const isPublic = text.startsWith(publicKeyPrefix)
  const encoded = isPublic ? text.slice(publicKeyPrefix.length) : text.replace(secretPrefix, '')
  const bytes = base64.test(encoded) ? Buffer.from(encoded, 'base64') : Buffer.alloc(0)
  if (isPublic) {
    if (bytes.length !== 32) throw new TypeError('a public key of webhooks is whpk_ and 32 bytes in base64')
    const key = createPublicKey({ key: Buffer.concat([ed25519Head, bytes]), format: 'der', type: 'spki' })
    return { version: 'v1a', key }
  }
  if (bytes.length < 16) throw new TypeError('a secret of webhooks is whsec_ and at least 16 bytes in base64')
  return { version: 'v1', secret: bytes }
}

function fits(key: Key, signed: Buffer, signature: Buffer): boolean {
  if (key.version === 'v1a') return verify(null, signed, key.key, signature)
  const expected = createHmac('sha256', key.secret).update(signed).digest()
  return signature.length === expected.length && timingSafeEqual(signature, expected)
}

function headerOf(headers: WebhookHeaders, name: string): string | null {
  if (typeof headers.get === 'function') return (headers.get as (name: string) => string | null)(name)
  const value = (headers as Record<string, HeaderValue>)[name]
  return typeof value === 'string' ? value : null
}

/** Signatures are separated by spaces, each with its version: one for every secret while a secret is rotated. */
function signaturesOf(header: string): { version: string; bytes: Buffer }[] {
  return header.split(' ').map((entry) => {
    const comma = entry.indexOf(',')
    return { version: entry.slice(0, comma), bytes: Buffer.from(entry.slice(comma + 1), 'base64') }
  })
}

/**
 * @param body  as it arrived, text or bytes
 * @param keys  a secret or public key, or several while one is replaced: one that fits is enough
 * @returns the event
 * @throws WebhookError  with a code: answer such a delivery 400, and use nothing of it
 * @throws TypeError  a key is none
 */
export function verifyWebhook<Event = unknown>(
  body: string | Uint8Array,
  headers: WebhookHeaders,
  keys: string | readonly string[],
  { toleranceSeconds = toleranceDefaultSeconds, now = new Date() }: VerifyOptions = {},
): Event {
  const parsed = (typeof keys === 'string' ? [keys] : keys).map(keyOf)
  const [id, timestamp, signature] = ['id', 'timestamp', 'signature'].map((part) =>
    headerOf(headers, `webhook-${part}`),
  )
  if (!id || !timestamp || !signature || !/^\d{1,12}$/.test(timestamp))
    throw new WebhookError('header_missing')
  if (Math.abs(now.getTime() / 1000 - Number(timestamp)) > toleranceSeconds)
    throw new WebhookError('timestamp_wrong')
  const bytes = typeof body === 'string' ? Buffer.from(body) : Buffer.from(body)
  const signed = Buffer.concat([Buffer.from(`${id}.${timestamp}.`), bytes])
  const isGenuine = signaturesOf(signature).some(({ version, bytes }) =>
    parsed.some((key) => key.version === version && fits(key, signed, bytes)),
  )
  if (!isGenuine) throw new WebhookError('signature_wrong')
  try {
    return JSON.parse(bytes.toString('utf8')) as Event
  } catch {
    throw new WebhookError('body_wrong')
  }
}

/** The three headers of a delivery, signed with a secret (`whsec_…`): for receivers in tests, and for `sonde listen`. */
export function signWebhook(
  body: string,
  { id, secret, now = new Date() }: { id: string; secret: string; now?: Date },
): Record<'webhook-id' | 'webhook-timestamp' | 'webhook-signature', string> {
  const key = keyOf(secret)
  if (key.version !== 'v1') throw new TypeError('only a secret signs; a public key verifies')
  const timestamp = String(Math.floor(now.getTime() / 1000))
  const digest = createHmac('sha256', key.secret).update(`${id}.${timestamp}.${body}`).digest('base64')
  return { 'webhook-id': id, 'webhook-timestamp': timestamp, 'webhook-signature': `v1,${digest}` }
}
