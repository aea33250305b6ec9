/**
 * Signatures of what is sent to servers of others: deliveries of webhooks, and messages to a gateway (src/channels/sms.ts). v1: HMAC-SHA256 by the secret that the receiver has; v1a: Ed25519, which a receiver checks by a public key. Signed
 * is `id.timestamp.body`, so that neither can be put on another message, nor sent again later. While a secret is being replaced, a delivery
 * has the signatures of both.
 * Source: Standard Webhooks 1.0.0, "Signature scheme".
 */
import { createHmac, createPrivateKey, generateKeyPairSync, randomBytes, sign } from 'node:crypto'

const secretBytes = 32

/** Both in base64: the bytes of the shared secret, and the private key (PKCS #8). They are sealed as one text. */
export type SigningKeys = { readonly secret: string; readonly privateKey: string }

export function newSigningKeys(): { keys: SigningKeys; publicKey: string } {
  const { publicKey, privateKey } = generateKeyPairSync('ed25519')
  const { x = '' } = publicKey.export({ format: 'jwk' })
  return {
    keys: {
      secret: randomBytes(secretBytes).toString('base64'),
      privateKey: privateKey.export({ format: 'der', type: 'pkcs8' }).toString('base64'),
    },
    publicKey: `whpk_${Buffer.from(x, 'base64url').toString('base64')}`,
  }
}

/** As a receiver is told. */
export const secretText = ({ secret }: SigningKeys): string => `whsec_${secret}`

/** The bytes of a shared secret in base64, from the text that both sides have; null where it is none of 24 to 64 bytes. */
export function secretIn(text: string): string | null {
  const [, secret] = /^whsec_([A-Za-z0-9+/]+={0,2})$/.exec(text) ?? []
  if (secret === undefined || secret.length % 4 !== 0) return null
  const bytes = Buffer.from(secret, 'base64').length
  return bytes >= 24 && bytes <= 64 ? secret : null
}

/** Without a private key: for a receiver that has the shared secret and no public key. */
type Signer = Pick<SigningKeys, 'secret'> & Partial<SigningKeys>

type SignedMessage = { readonly id: string; readonly at: Date; readonly body: string }

/** The headers of a delivery. @param keys  the present ones, and those that they replaced while these still hold */
export function signedHeaders(
  { id, at, body }: SignedMessage,
  keys: readonly Signer[],
  signatures: readonly string[],
): Record<string, string> {
  const timestamp = String(Math.floor(at.getTime() / 1000))
  const content = `${id}.${timestamp}.${body}`
  const made = keys.flatMap(({ secret, privateKey }) => [
    `v1,${createHmac('sha256', Buffer.from(secret, 'base64')).update(content).digest('base64')}`,
    ...(privateKey !== undefined && signatures.includes('v1a')
      ? [`v1a,${sign(null, Buffer.from(content), keyOf(privateKey)).toString('base64')}`]
      : []),
  ])
  return { 'webhook-id': id, 'webhook-timestamp': timestamp, 'webhook-signature': made.join(' ') }
}

const keyOf = (privateKey: string) =>
  createPrivateKey({ key: Buffer.from(privateKey, 'base64'), format: 'der', type: 'pkcs8' })
