/**
 * Secrets of our clients at organisations' providers, as they are in the database: sealed for the provider that they belong to, with the key of the
 * installation (src/sealing.ts). A page could not keep one, so codes of such a client are exchanged here (code-exchange.ts).
 */
import { sql, type Tx } from '../db/db.ts'
import { countByPrefix } from '../db/prefixes.ts'
import { keyIdBytes, type SealedBy } from '../sealing.ts'
import { sealingOf } from './second-factor/sealed-secrets.ts'

const useOf = (providerId: string): string => `identity provider ${providerId}`

/** @throws SealingError */
export const sealClientSecret = (tx: Tx, providerId: string, secret: string): Buffer =>
  sealingOf(tx).seal(secret, useOf(providerId))

/** @throws SealingError  it was sealed with a key that the file no longer holds, or for another provider */
export const openClientSecret = (tx: Tx, providerId: string, sealed: Buffer): string =>
  sealingOf(tx).open(sealed, useOf(providerId))

/** By which keys they are sealed. */
export const sealedClientSecrets = (tx: Tx): Promise<SealedBy[]> =>
  countByPrefix(tx, sql`select sealed_client_secret as value from identity_providers`, keyIdBytes)
