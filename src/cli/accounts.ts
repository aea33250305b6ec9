/**
 * Organisations and accounts from the command line. Nothing is made by accident: a second organisation, or an account for an address with a
 * typing error, has to be asked for by name.
 */
import { commandLineClientId } from '../../commands/sign-in.ts'
import { operator } from '../audit/audit.ts'
import { exists, one, run, sql, type Db, type Tx } from '../db/db.ts'
import { shapeOf } from '../db/shape.ts'
import { idpAccounts, organisations } from '../db/tables.ts'
import {
  appointAdmin,
  bootstrap,
  createAccount,
  recordForAccount,
  resetFactorsByEmail,
} from '../identity/identity.ts'
import { Problem } from '../problem.ts'
import type { Runtime } from './open.ts'
import { commandLineClient } from './token.ts'

const assertEmail = (name: string, email: string): void => {
  if (!/^[^\s@]+@[^\s@]+$/.test(email))
    throw new Problem('invalid_request', {
      detail: `${name} must be an e-mail address, such as ada@example.com`,
    })
}

export type BootstrapCommand = { organisation: string; admin: string; name?: string; another: boolean }

type Created = {
  organisation: { id: string }
  admin: { id: string }
  /** At the embedded identity provider, for an address that had no account there. */
  sign_in?: { email: string; password: string }
}

/** What people of the organisation sign in by with `sonde login`. */
type CommandLine = { command_line: { client_id: string } }

/**
 * An organisation with its first admin. If two commands run at once, the second sees what the first made.
 * @throws invalid_request
 * @throws conflict  there is an organisation already, and `another` was not given
 */
export async function makeOrganisation(
  { config, db }: Pick<Runtime, 'config' | 'db'>,
  { organisation, admin, name, another }: BootstrapCommand,
  now: Date,
): Promise<Created & CommandLine> {
  if (!organisation.trim())
    throw new Problem('invalid_request', { detail: '--organisation must not be empty' })
  assertEmail('--admin', admin)
  return db.transaction(async (tx) => {
    await run(tx, sql`select pg_advisory_xact_lock(hashtextextended('bootstrap', 0))`)
    const first = await one(
      tx,
      shapeOf(organisations, ['id', 'name']),
      sql`select id, name from organisations order by created_at, id limit 1`,
    )
    if (first && !another)
      throw new Problem('conflict', {
        detail: `There is an organisation already: ${first.name} (${first.id}). Invite people to it under Settings, or add --another to make one more.`,
      })
    const made = await bootstrap(tx, { organisation, admin, ...(name !== undefined && { name }) }, now)
    const commandLine = await commandLineClient(tx, made.organisation.id, now)
    return {
      ...made,
      command_line: { client_id: commandLine },
      ...(await accountFor(tx, config, { email: admin, name: name ?? admin }, now)),
    }
  })
}

/** Where the embedded provider signs people in, and has no account of this address. */
async function accountFor(
  tx: Tx,
  { idp }: Runtime['config'],
  person: { email: string; name: string },
  now: Date,
): Promise<Pick<Created, 'sign_in'>> {
  const { email } = person
  if (
    idp !== null ||
    (await exists(tx, sql`select 1 from idp_accounts where lower(email) = lower(${email})`))
  )
    return {}
  const { password } = await createAccount(tx, person, now)
  return { sign_in: { email, password } }
}

export type AdminCommand = { organisation: string; email: string; name?: string }

/**
 * An admin of an organisation that nobody administers any more, or that one more is needed for.
 * @throws invalid_request | not_found
 * @throws conflict  the user of this address is disabled or has left, or several users have it
 */
export async function makeAdmin(
  { config, db }: Pick<Runtime, 'config' | 'db'>,
  { organisation: organisationId, email, name = email }: AdminCommand,
  now: Date,
): Promise<Pick<Created, 'admin' | 'sign_in'>> {
  assertEmail('The address', email)
  return db.transaction(async (tx) => {
    const admin = await appointAdmin(tx, { organisationId, email, name }, now)
    return { admin, ...(await accountFor(tx, config, { email, name }, now)) }
  })
}

const passwordWords = (sign_in: Created['sign_in']): string[] =>
  sign_in ? [`Password at the embedded identity provider (shown only once): ${sign_in.password}`] : []

export const adminWords = (
  { email }: AdminCommand,
  { admin, sign_in }: Pick<Created, 'admin' | 'sign_in'>,
): string[] => [`Admin ${email}: ${admin.id}`, ...passwordWords(sign_in)]

export const bootstrapWords = (
  { organisation, admin }: BootstrapCommand,
  { organisation: { id }, admin: { id: adminId }, sign_in, command_line }: Created & CommandLine,
): string[] => [
  `Organisation ${organisation}: ${id}`,
  `Admin ${admin}: ${adminId}`,
  ...passwordWords(sign_in),
  ...(command_line.client_id === commandLineClientId
    ? []
    : [`Client ID of the command line: sonde login ADDRESS --client-id ${command_line.client_id}`]),
]

/**
 * A new password for an account of the embedded provider; on request without the second factor.
 * @throws invalid_request
 * @throws not_found  there is no such account, and `create` was not given
 */
export async function renewPassword(
  db: Pick<Db, 'tx' | 'transaction'>,
  { email, create, resetSecondFactor }: { email: string; create: boolean; resetSecondFactor: boolean },
  now: Date,
): Promise<string> {
  assertEmail('The address', email)
  return db.transaction(async (tx) => {
    const account = await one(
      tx,
      shapeOf(idpAccounts, ['email', 'name']),
      sql`select email, name from idp_accounts where lower(email) = lower(${email})`,
    )
    if (!account && !create)
      throw new Problem('not_found', {
        detail: `There is no account of ${email}. Check the address, or add --create to make the account.`,
      })
    if (resetSecondFactor) await resetFactorsByEmail(tx, email, now)
    const { id, password } = await createAccount(tx, account ?? { email, name: email }, now)
    if (account) await recordForAccount(tx, id, { actor: operator, action: 'password.renewed', at: now })
    return password
  })
}
