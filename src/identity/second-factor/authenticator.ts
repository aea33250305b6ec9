/**
 * Codes of an authenticator app: six digits of SHA-1, a new one every 30 seconds, which is what every app knows. A code counts one step
 * before and after its time, for clocks that differ, and never twice.
 * Sources: RFC 6238 §5.2 (one use, one step), RFC 4226 §4.
 */
import { Secret, TOTP } from 'otpauth'
import { one, run, sql, type Tx } from '../../db/db.ts'
import { type QrCode, qrCodeOf } from '../../qr-code.ts'
import { shapeOf } from '../../db/shape.ts'
import { idpAuthenticators } from '../../db/tables.ts'
import { openSecret, sealSecret } from './sealed-secrets.ts'

const codes = { algorithm: 'SHA1', digits: 6, period: 30 }
const stepsOff = 1
/** 160 bits: RFC 4226 §4, R6. */
const secretBytes = 20

export const newAuthenticatorSecret = (): string => new Secret({ size: secretBytes }).base32

/** What an app reads: by its camera, or typed. */
export type AuthenticatorSetup = { secret: string; uri: string; qr: QrCode }

export function setupOf(secret: string, email: string): AuthenticatorSetup {
  const uri = new TOTP({
    issuer: 'Sonde',
    label: email,
    secret: Secret.fromBase32(secret),
    ...codes,
  }).toString()
  return { secret, uri, qr: qrCodeOf(uri) }
}

/** The time step of a right code, in periods since 1970; null: a wrong one. */
export function stepOf(secret: string, code: string, now: Date): number | null {
  const timestamp = now.getTime()
  const delta = TOTP.validate({
    secret: Secret.fromBase32(secret),
    token: code,
    timestamp,
    window: stepsOff,
    ...codes,
  })
  return delta === null ? null : TOTP.counter({ period: codes.period, timestamp }) + delta
}

/** With the code that proves that the app has the secret: it is used up by that. An app that was there before is replaced. */
export const storeAuthenticator = (
  tx: Tx,
  accountId: string,
  { secret, step }: { secret: string; step: number },
  now: Date,
): Promise<number> =>
  run(
    tx,
    sql`
      insert into idp_authenticators (account_id, sealed_secret, last_step, created_at)
      values (${accountId}, ${sealSecret(tx, accountId, secret)}, ${step}, ${now})
      on conflict (account_id) do update
      set secret = null,
          sealed_secret = excluded.sealed_secret,
          last_step = excluded.last_step,
          created_at = excluded.created_at,
          last_used_at = null`,
  )

const secretRow = shapeOf(idpAuthenticators, ['secret', 'sealed_secret'])

/** If two requests have the same code, or codes of one step, one wins. @returns whether the code was right and new */
export async function useAuthenticatorCode(
  tx: Tx,
  accountId: string,
  code: string,
  now: Date,
): Promise<boolean> {
  const authenticator = await one(
    tx,
    secretRow,
    sql`select ${secretRow.columns} from idp_authenticators where account_id = ${accountId}`,
  )
  if (!authenticator) return false
  const { secret, sealed_secret: sealed } = authenticator
  const step = stepOf(sealed === null ? (secret ?? '') : openSecret(tx, accountId, sealed), code, now)
  if (step === null) return false
  const used = await run(
    tx,
    sql`
      update idp_authenticators
      set last_step = ${step},
          last_used_at = ${now}
      where account_id = ${accountId}
        and secret is not distinct from ${secret}
        and sealed_secret is not distinct from ${sealed}
        and last_step < ${step}`,
  )
  return used > 0
}

/** @returns whether there was one */
export const removeAuthenticator = async (tx: Tx, accountId: string): Promise<boolean> =>
  (await run(tx, sql`delete from idp_authenticators where account_id = ${accountId}`)) > 0
