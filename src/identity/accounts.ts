/**
 * Accounts of the embedded provider. Passwords are chosen by people, so they are stored as argon2id with OWASP's smaller
 * setting (19 MiB, 2 passes, 1 lane) in PHC form; two are computed at a time, so that a storm of sign-ins costs 38 MiB.
 */
import { argon2, randomBytes, randomUUID, timingSafeEqual } from 'node:crypto'
import { promisify } from 'node:util'
import { exists, one, only, sql, type Tx } from '../db/db.ts'
import { type RowOf, shapeOf } from '../db/shape.ts'
import { idpAccounts } from '../db/tables.ts'
import { foldsAsAscii } from './expected.ts'

/** The name under which identities of the embedded provider are recorded, whatever its address. */
export const embeddedIssuer = 'embedded'

export type Account = { id: string; email: string; name: string }
export type NewAccount = { email: string; name: string; password?: string }

const memory = 19_456
const passes = 2
const parallelism = 1
const tagLength = 32
const atOnce = 2

const argon2id = promisify(argon2).bind(null, 'argon2id')

let running = 0
const waiting: (() => void)[] = []

async function derive(password: string, nonce: Buffer): Promise<Buffer> {
  if (running >= atOnce) await new Promise<void>((resolve) => waiting.push(resolve))
  else running++
  try {
    return await argon2id({
      message: password.normalize('NFC'),
      nonce,
      memory,
      passes,
      parallelism,
      tagLength,
    })
  } finally {
    const next = waiting.shift()
    if (next) next()
    else running--
  }
}

const plain = (bytes: Buffer): string => bytes.toString('base64').replaceAll('=', '')

async function hashPassword(password: string): Promise<string> {
  const nonce = randomBytes(16)
  return `$argon2id$v=19$m=${memory},t=${passes},p=${parallelism}$${plain(nonce)}$${plain(await derive(password, nonce))}`
}

async function isPassword(password: string, stored: string): Promise<boolean> {
  const [nonce, tag] = stored.split('$').slice(4)
  const derived = await derive(password, Buffer.from(nonce, 'base64'))
  return timingSafeEqual(derived, Buffer.from(tag, 'base64'))
}

/** Checked for an unknown address, so that it takes as long as a known one. */
const hashOfNobody = `$argon2id$v=19$m=${memory},t=${passes},p=${parallelism}$${plain(Buffer.alloc(16))}$${plain(Buffer.alloc(tagLength))}`

/**
 * Makes an account, or gives an existing one this name and password: anyone who had signed in with the old one is signed out.
 * @returns the password, random unless it was given
 */
export async function createAccount(
  tx: Tx,
  { email, name, password = randomBytes(12).toString('base64url') }: NewAccount,
  now: Date,
): Promise<{ id: string; password: string }> {
  const { id } = await only(
    tx,
    shapeOf(idpAccounts, ['id']),
    sql`
      insert into idp_accounts (id, email, name, password_hash, created_at)
      values (${`acc_${randomUUID().replaceAll('-', '')}`}, ${email}, ${name}, ${await hashPassword(password)}, ${now})
      on conflict ((lower(email))) do update
      set name = excluded.name,
          password_hash = excluded.password_hash,
          password_renewed_at = excluded.created_at
      returning id`,
  )
  return { id, password }
}

/** Whether the password was renewed after somebody signed in, or an account has gone. Providers state times in whole seconds. */
export const isSignedOut = async (tx: Tx, id: string, signedInAt: Date): Promise<boolean> =>
  !(await exists(
    tx,
    sql`
      select 1
      from idp_accounts
      where id = ${id}
        and (password_renewed_at is null or date_trunc('second', password_renewed_at) <= ${signedInAt})`,
  ))

const accountRow = shapeOf(idpAccounts, ['id', 'email', 'name', 'password_hash'])
type AccountRow = RowOf<typeof accountRow>

export const findAccountByEmail = (tx: Tx, email: string): Promise<AccountRow | undefined> =>
  one(
    tx,
    accountRow,
    sql`select ${accountRow.columns} from idp_accounts where lower(email) = lower(${email})`,
  )

export const findAccount = (tx: Tx, id: string): Promise<AccountRow | undefined> =>
  one(tx, accountRow, sql`select ${accountRow.columns} from idp_accounts where id = ${id}`)

/**
 * The account of this address and password; an unknown address takes as long as a wrong password. Guesses are counted for an address as it
 * was typed, so it has to be one of the few spellings that count as the same there.
 */
export async function checkPassword(tx: Tx, email: string, password: string): Promise<Account | undefined> {
  const account = foldsAsAscii(email) ? await findAccountByEmail(tx, email) : undefined
  const right = await isPassword(password, account?.password_hash ?? hashOfNobody)
  return account && right ? account : undefined
}
