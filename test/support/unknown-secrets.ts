/** Secrets that this service has given to nobody: new ones, and real ones that name another organisation. */
import { crc32 } from 'node:zlib'
import { newId, newSecret, type SecretKind } from '../../src/ids.ts'

export const unknownSecret = (kind: SecretKind, organisationId = newId('organisation')): string =>
  newSecret(kind, organisationId)

const digits = '0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz'

function checksumOf(body: string): string {
  let rest = crc32(body)
  let out = ''
  for (let at = 0; at < 6; at++) {
    out = digits[rest % 62] + out
    rest = Math.floor(rest / 62)
  }
  return out
}

/** The same secret, as if it were one of another organisation, with the checksum that it would have. */
export function secretOf(organisationId: string, secret: string): string {
  const named = secret.replace(/_[0-9a-z]{26}_/, `_${organisationId.slice('org_'.length)}_`)
  if (named === secret) throw new Error(`it names no other organisation: ${secret}`)
  const body = named.slice(0, -6)
  return body + checksumOf(body)
}
