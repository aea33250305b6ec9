/** The embedded provider's signing key and cookie keys, made once and kept, so that a restart signs nobody out. */
import { randomBytes } from 'node:crypto'
import { exportJWK, generateKeyPair, type JWK } from 'jose'
import { json, only, run, sql, type Tx } from '../db/db.ts'

export type ProviderSecrets = { signing: JWK; cookies: string[] }

export async function providerSecrets(tx: Tx, now: Date): Promise<ProviderSecrets> {
  const signing = await kept<JWK>(tx, 'signing', makeSigningKey, now)
  const cookies = await kept(tx, 'cookies', async () => [randomBytes(32).toString('base64url')], now)
  return { signing, cookies }
}

async function makeSigningKey(): Promise<JWK> {
  const { privateKey } = await generateKeyPair('ES256', { extractable: true })
  return { ...(await exportJWK(privateKey)), alg: 'ES256', use: 'sig', kid: randomBytes(8).toString('hex') }
}

/** Two processes that start at once agree on the first one's. */
async function kept<T>(tx: Tx, name: string, make: () => Promise<T>, now: Date): Promise<T> {
  await run(
    tx,
    sql`
      insert into idp_keys (name, value, created_at)
      select ${name}, ${json(await make())}, ${now}
      where not exists (select from idp_keys where name = ${name})
      on conflict do nothing`,
  )
  return (await only<{ value: T }>(tx, sql`select value from idp_keys where name = ${name}`)).value
}
