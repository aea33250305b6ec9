/**
 * Secrets of authenticator apps as they are in the database: sealed for the account they belong to, with the key of the installation
 * (src/sealing.ts). A copy of the database alone gives no code, and a secret that is moved to another account opens nothing.
 */
import { type Db, dbOf, many, run, sql, type Tx } from '../../db/db.ts'
import { countByPrefix } from '../../db/prefixes.ts'
import { shape, text } from '../../db/shape.ts'
import type { Logger } from 'pino'
import { keyIdBytes, type SealedBy, type Sealing } from '../../sealing.ts'

const sealings = new WeakMap<Db, Sealing>()

/**
 * From now on, in these databases (pools of one database), and of what is there already. Without its key file the service starts all the
 * same and says so: codes of apps fail, and the rest works.
 */
export async function sealFactors(sealing: Sealing, databases: readonly Db[], log: Logger): Promise<void> {
  for (const db of databases) sealings.set(db, sealing)
  await databases[0].transaction(sealStoredSecrets).catch((error: unknown) => {
    log.error({ err: error }, 'secrets of authenticator apps cannot be sealed')
  })
}

/** @throws Error  the database was opened without one */
export function sealingOf(tx: Tx): Sealing {
  const sealing = sealings.get(dbOf(tx))
  if (!sealing) throw new Error('this database has no sealing: call sealFactors first')
  return sealing
}

const useOf = (accountId: string): string => `authenticator ${accountId}`

/** @throws SealingError */
export const sealSecret = (tx: Tx, accountId: string, secret: string): Buffer =>
  sealingOf(tx).seal(secret, useOf(accountId))

/** @throws SealingError  it was sealed with a key that the file no longer holds, or for another account */
export const openSecret = (tx: Tx, accountId: string, sealed: Buffer): string =>
  sealingOf(tx).open(sealed, useOf(accountId))

const openRow = shape({ account_id: text, secret: text })

/** Seals what is there from before secrets were sealed. If two nodes start at once, each takes what the other has not. @returns how many */
export async function sealStoredSecrets(tx: Tx): Promise<number> {
  const open = await many(
    tx,
    openRow,
    sql`
      select account_id, secret
      from idp_authenticators
      where secret is not null
      for update skip locked`,
  )
  for (const { account_id: accountId, secret } of open)
    await run(
      tx,
      sql`
        update idp_authenticators
        set secret = null,
            sealed_secret = ${sealSecret(tx, accountId, secret)}
        where account_id = ${accountId}`,
    )
  return open.length
}

/** By which keys the secrets of apps are sealed. */
export const sealedFactors = (tx: Tx): Promise<SealedBy[]> =>
  countByPrefix(tx, sql`select sealed_secret as value from idp_authenticators`, keyIdBytes)
