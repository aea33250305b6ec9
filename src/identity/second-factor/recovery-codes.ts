/**
 * Recovery codes: for somebody whose app and passkeys are gone. Ten at a time, shown once, each good for one sign-in. 80 random bits
 * have no dictionary, so their SHA-256 is enough.
 */
import { randomBytes } from 'node:crypto'
import { run, sql, type Tx } from '../../db/db.ts'
import { sha256 } from '../../ids.ts'

const codesAtATime = 10
const codeBytes = 10
/** Crockford's base 32: without letters that look like digits. */
const alphabet = '0123456789abcdefghjkmnpqrstvwxyz'
const groupLength = 4

function newCode(): string {
  const bits = [...randomBytes(codeBytes)].map((byte) => byte.toString(2).padStart(8, '0')).join('')
  const letters = (bits.match(/.{5}/g) ?? []).map((five) => alphabet[Number.parseInt(five, 2)]).join('')
  return (letters.match(new RegExp(`.{${groupLength}}`, 'g')) ?? []).join('-')
}

/** As people type them: with or without hyphens, in any case, with letters that look like digits. */
const plain = (code: string): string =>
  code
    .toLowerCase()
    .replaceAll(/[^0-9a-z]/g, '')
    .replaceAll('o', '0')
    .replaceAll(/[il]/g, '1')

const hashOf = (code: string): Buffer => sha256(plain(code))

/** New ones instead of those that are left. @returns the codes, which are stored nowhere */
export async function replaceRecoveryCodes(tx: Tx, accountId: string, now: Date): Promise<string[]> {
  const codes = Array.from({ length: codesAtATime }, newCode)
  await run(tx, sql`delete from idp_recovery_codes where account_id = ${accountId}`)
  await run(
    tx,
    sql`
      insert into idp_recovery_codes (account_id, code_sha256, created_at)
      select ${accountId}, hash, ${now}::timestamptz
      from unnest(${codes.map(hashOf)}::bytea[]) as hash`,
  )
  return codes
}

/** If two requests have the same code, one wins. @returns whether it was there */
export const useRecoveryCode = async (tx: Tx, accountId: string, code: string): Promise<boolean> =>
  (await run(
    tx,
    sql`
      delete from idp_recovery_codes
      where account_id = ${accountId}
        and code_sha256 = ${hashOf(code)}`,
  )) > 0
