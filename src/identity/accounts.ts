/**
 * Accounts of the embedded provider. Passwords are chosen by people, so they are kept as argon2id with OWASP's smaller
 * setting (19 MiB, 2 passes, 1 lane) in PHC form; two are computed at a time, so that a storm of sign-ins costs 38 MiB.
 */
import { argon2, randomBytes, randomUUID, timingSafeEqual } from 'node:crypto'
import { promisify } from 'node:util'
import { one, run, sql, type Tx } from '../db/db.ts'

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

async function isPassword(password: string, kept: string): Promise<boolean> {
  const [nonce, tag] = kept.split('$').slice(4)
  const derived = await derive(password, Buffer.from(nonce, 'base64'))
  return timingSafeEqual(derived, Buffer.from(tag, 'base64'))
}

/** Costs an unknown address what a known one costs. */
const nobody = `$argon2id$v=19$m=${memory},t=${passes},p=${parallelism}$${plain(Buffer.alloc(16))}$${plain(Buffer.alloc(tagLength))}`

/** Makes an account, or gives a known one this name and password. @returns the password, made up when none was given */
export async function createAccount(
  tx: Tx,
  { email, name, password = randomBytes(12).toString('base64url') }: NewAccount,
  now: Date,
): Promise<{ id: string; password: string }> {
  const row = await one<{ id: string }>(
    tx,
    sql`
      insert into idp_accounts (id, email, name, password_hash, created_at)
      values (${`acc_${randomUUID().replaceAll('-', '')}`}, ${email}, ${name}, ${await hashPassword(password)}, ${now})
      on conflict ((lower(email))) do update
      set name = excluded.name,
          password_hash = excluded.password_hash
      returning id`,
  )
  return { id: row!.id, password }
}

/** @returns whether there is such an account */
export const setPassword = async (tx: Tx, email: string, password: string): Promise<boolean> =>
  (await run(
    tx,
    sql`
      update idp_accounts
      set password_hash = ${await hashPassword(password)}
      where lower(email) = lower(${email})`,
  )) > 0

const columns = sql`id, email, name, password_hash`

type Row = Account & { password_hash: string }

export const findAccountByEmail = (tx: Tx, email: string): Promise<Row | undefined> =>
  one(tx, sql<Row>`select ${columns} from idp_accounts where lower(email) = lower(${email})`)

export const findAccount = (tx: Tx, id: string): Promise<Row | undefined> =>
  one(tx, sql<Row>`select ${columns} from idp_accounts where id = ${id}`)

/** The account behind an address and a password; an unknown address takes as long as a wrong password. */
export async function checkPassword(tx: Tx, email: string, password: string): Promise<Account | undefined> {
  const account = await findAccountByEmail(tx, email)
  const right = await isPassword(password, account?.password_hash ?? nobody)
  return account && right ? account : undefined
}
