/**
 * Seals secrets that must be read again (signing secrets of webhooks, secrets of authenticator apps), with a key that is outside the
 * database: who has the database alone has none of them. AES-256-GCM with a new nonce each time; what a secret is for is authenticated with it, so that it cannot be moved to another
 * row. The key file holds a key a line, 32 bytes in base64: the first seals, all of them open.
 * Source: NIST SP 800-38D.
 */
import { createCipheriv, createDecipheriv, hash, hkdfSync, randomBytes } from 'node:crypto'
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { codeOf } from './caught.ts'
import type { Config } from './config.ts'

export type Sealing = {
  /** @param use  what the secret is for: the same must be named to open it */
  seal(secret: string, use: string): Buffer
  /** @throws SealingError  no key of the file opens it, or it is for another use */
  open(sealed: Buffer, use: string): string
  /** Whether the file holds the key that this sealed; its first `keyIdBytes` are enough. @throws SealingError */
  holdsKeyOf(sealed: Buffer): boolean
  /**
   * Keys for one use, of 32 bytes, which every node of the file derives alike: the first signs, all of them verify (RFC 5869).
   * @throws SealingError  the file cannot be read
   */
  signingKeys(use: string): Buffer[]
}

/** How many secrets were sealed by one key. */
export type SealedBy = { readonly key_id: Buffer; readonly count: number }

export class SealingError extends Error {
  override name = 'SealingError'
}

const keyBytes = 32
/** A sealed secret begins with the id of its key. */
export const keyIdBytes = 4
const nonceBytes = 12
const tagBytes = 16

const idOf = (key: Buffer): Buffer => hash('sha256', key, 'buffer').subarray(0, keyIdBytes)

/** The file of an installation: a missing one is made where none is named. */
export const keyFileOf = ({ secretsKeyFile, dataDir }: Pick<Config, 'secretsKeyFile' | 'dataDir'>): string =>
  secretsKeyFile ?? join(dataDir, 'secrets.key')

/** @throws SealingError */
function keysOf(text: string, file: string): Buffer[] {
  const keys = text
    .split(/\s+/)
    .filter(Boolean)
    .map((line) => Buffer.from(line, 'base64'))
  if (keys.length === 0 || keys.some((key) => key.length !== keyBytes))
    throw new SealingError(`${file} must hold keys of ${keyBytes} bytes in base64, one a line`)
  return keys
}

/** A key of its own, for an installation that names no file. Another process may make it at the same time: the first wins. */
function makeFile(file: string): void {
  mkdirSync(dirname(file), { recursive: true })
  try {
    writeFileSync(file, `${randomBytes(keyBytes).toString('base64')}\n`, { mode: 0o600, flag: 'wx' })
  } catch (error) {
    if (codeOf(error) !== 'EEXIST') throw error
  }
}

/**
 * The file is read when the first secret needs it.
 * @param isMade  a missing file is made
 */
export function sealingBy(file: string, isMade: boolean): Sealing {
  let keys: Buffer[] | undefined
  const load = (): Buffer[] => {
    if (keys) return keys
    if (isMade) makeFile(file)
    try {
      return (keys = keysOf(readFileSync(file, 'utf8'), file))
    } catch (error) {
      if (error instanceof SealingError) throw error
      throw new SealingError(`${file} cannot be read`, { cause: error })
    }
  }
  const keyOf = (sealed: Buffer): Buffer | undefined =>
    load().find((one) => idOf(one).equals(sealed.subarray(0, keyIdBytes)))
  return {
    holdsKeyOf: (sealed) => keyOf(sealed) !== undefined,
    signingKeys: (use) =>
      load().map((key) => Buffer.from(hkdfSync('sha256', key, '', `sign ${use}`, keyBytes))),
    seal: (secret, use) => {
      const [key] = load()
      const nonce = randomBytes(nonceBytes)
      const cipher = createCipheriv('aes-256-gcm', key, nonce).setAAD(Buffer.from(use))
      const body = Buffer.concat([cipher.update(secret, 'utf8'), cipher.final()])
      return Buffer.concat([idOf(key), nonce, cipher.getAuthTag(), body])
    },
    open: (sealed, use) => {
      const key = keyOf(sealed)
      if (!key) throw new SealingError(`no key of ${file} opens this secret`)
      const nonce = sealed.subarray(keyIdBytes, keyIdBytes + nonceBytes)
      const tag = sealed.subarray(keyIdBytes + nonceBytes, keyIdBytes + nonceBytes + tagBytes)
      try {
        const decipher = createDecipheriv('aes-256-gcm', key, nonce, { authTagLength: tagBytes })
          .setAAD(Buffer.from(use))
          .setAuthTag(tag)
        const body = decipher.update(sealed.subarray(keyIdBytes + nonceBytes + tagBytes))
        return Buffer.concat([body, decipher.final()]).toString('utf8')
      } catch (error) {
        throw new SealingError('the secret was changed, or is for another use', { cause: error })
      }
    },
  }
}
