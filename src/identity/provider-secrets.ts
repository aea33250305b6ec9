/** The embedded provider's signing key and cookie keys, made once and stored, so that a restart signs nobody out. */
import { randomBytes } from 'node:crypto'
import { exportJWK, generateKeyPair, type JWK } from 'jose'
import { json, only, run, sql, type Tx } from '../db/db.ts'
import { jsonbOf, shape } from '../db/shape.ts'

export type ProviderSecrets = { signing: JWK; cookies: string[] }

/** The stored keys. The first call makes them. */
export async function providerSecrets(tx: Tx, now: Date): Promise<ProviderSecrets> {
  const signing = await storedKey(tx, 'signing', makeSigningKey, now)
  const cookies = await storedKey(tx, 'cookies', makeCookieKeys, now)
  return { signing, cookies }
}

const makeCookieKeys = async (): Promise<string[]> => [randomBytes(32).toString('base64url')]

async function makeSigningKey(): Promise<JWK> {
  const { privateKey } = await generateKeyPair('ES256', { extractable: true })
  return { ...(await exportJWK(privateKey)), alg: 'ES256', use: 'sig', kid: randomBytes(8).toString('hex') }
}

/** If two processes start at once, both use the first one's. */
async function storedKey<T>(tx: Tx, name: string, make: () => Promise<T>, now: Date): Promise<T> {
  await run(
    tx,
    sql`
      insert into idp_keys (name, value, created_at)
      select ${name}, ${json(await make())}, ${now}
      where not exists (select from idp_keys where name = ${name})
      on conflict do nothing`,
  )
  const { value } = await only(
    tx,
    shape({ value: jsonbOf<T>() }),
    sql`select value from idp_keys where name = ${name}`,
  )
  return value
}
