/** What an account has beside its password, whether it needs that, and how often its codes may be guessed. */
import { limits } from '../../../contract/limits.ts'
import type { SecondFactor } from '../../../contract/second-factor.ts'
import { exists, many, one, only, run, sql, type Tx } from '../../db/db.ts'
import { int4, shape, shapeOf } from '../../db/shape.ts'
import { idpAuthenticators, idpEnrolments, idpPasskeys } from '../../db/tables.ts'
import { type Account, embeddedIssuer } from '../accounts.ts'
import { openSecret, sealSecret } from './sealed-secrets.ts'

export type Factors = Pick<SecondFactor, 'authenticator' | 'passkeys' | 'recovery_codes_left'>

const passkeyRow = shapeOf(idpPasskeys, ['id', 'name', 'created_at', 'last_used_at'])
const enrolmentRow = shapeOf(idpEnrolments, ['challenge', 'sealed_secret'])
const authenticatorRow = shapeOf(idpAuthenticators, ['created_at', 'last_used_at'])

/** Passkeys oldest first. */
export async function factorsOf(tx: Tx, accountId: string): Promise<Factors> {
  const authenticator = await one(
    tx,
    authenticatorRow,
    sql`select ${authenticatorRow.columns} from idp_authenticators where account_id = ${accountId}`,
  )
  const passkeys = await many(
    tx,
    passkeyRow,
    sql`select ${passkeyRow.columns} from idp_passkeys where account_id = ${accountId} order by created_at, id`,
  )
  const { count } = await only(
    tx,
    shape({ count: int4 }),
    sql`select count(*)::int4 as count from idp_recovery_codes where account_id = ${accountId}`,
  )
  return { authenticator: authenticator ?? null, passkeys, recovery_codes_left: count }
}

export const hasFactor = ({ authenticator, passkeys }: Factors): boolean =>
  authenticator !== null || passkeys.length > 0

/** If two changes come at once, the second sees what the first left. */
export const lockAccount = (tx: Tx, accountId: string): Promise<number> =>
  run(tx, sql`select id from idp_accounts where id = ${accountId} for update`)

/** For everything that an account has: afterwards its password is enough, until a factor is set up again. */
export async function forgetFactors(tx: Tx, accountId: string): Promise<void> {
  await run(tx, sql`delete from idp_authenticators where account_id = ${accountId}`)
  await run(tx, sql`delete from idp_passkeys where account_id = ${accountId}`)
  await run(tx, sql`delete from idp_enrolments where account_id = ${accountId}`)
  await forgetRecoveryCodes(tx, accountId)
  await clearFailures(tx, accountId)
}

export const forgetRecoveryCodes = (tx: Tx, accountId: string): Promise<number> =>
  run(tx, sql`delete from idp_recovery_codes where account_id = ${accountId}`)

/**
 * Counted before the code is checked, so that a thousand requests at once are no more guesses than a thousand one after the other.
 * @returns whether a code may be tried (NIST SP 800-63B §3.2.2 allows a hundred failures in a row)
 */
export const takeAttempt = async (tx: Tx, accountId: string): Promise<boolean> =>
  (await run(
    tx,
    sql`
      update idp_accounts
      set factor_failures = factor_failures + 1
      where id = ${accountId}
        and factor_failures < ${limits.factorFailuresMax}`,
  )) > 0

export const clearFailures = (tx: Tx, accountId: string): Promise<number> =>
  run(tx, sql`update idp_accounts set factor_failures = 0 where id = ${accountId} and factor_failures > 0`)

/**
 * SQL: whether the accounts by which a user signs in here have a second factor, `active` or `none`; null for a user without such an account.
 * @param user  the alias of the user's row
 */
export const secondFactorOf = (organisationId: string, user: string) => sql`
  (select case
            when count(*) = 0 then null
            when bool_and(
              exists (select from idp_authenticators a where a.account_id = own.subject)
              or exists (select from idp_passkeys p where p.account_id = own.subject)) then 'active'
            else 'none'
          end
   from identities own
   where own.organisation_id = ${organisationId}
     and own.user_id = ${sql.ref(user)}.id
     and own.issuer = ${embeddedIssuer})`

/** What the organisation asks of a user in this role. */
const asksFor = sql`(o.second_factor = 'everyone' or (o.second_factor = 'admins' and u.role = 'admin'))`

/** Whether the organisation requires a second factor of this user. */
export const isRequiredOf = (tx: Tx, organisationId: string, userId: string): Promise<boolean> =>
  exists(
    tx,
    sql`
      select 1
      from users u
      join organisations o on o.id = u.organisation_id
      where u.organisation_id = ${organisationId}
        and u.id = ${userId}
        and ${asksFor}`,
  )

/** Whether an organisation of this account requires one, or one that expects its address: the first sign-in is not the exception. */
export const isRequiredOfAccount = (tx: Tx, { id, email }: Pick<Account, 'id' | 'email'>): Promise<boolean> =>
  exists(
    tx,
    sql`
      select 1
      from users u
      join organisations o on o.id = u.organisation_id
      left join identities i on i.organisation_id = u.organisation_id and i.user_id = u.id
      where u.status = 'active'
        and ${asksFor}
        and ((i.issuer = ${embeddedIssuer} and i.subject = ${id})
          or (i.id is null and lower(u.email) = lower(${email})))
      union all
      select 1
      from members m
      join organisations o on o.id = m.organisation_id
      where lower(m.email) = lower(${email})
        and m.email is not null
        and m.status = 'active'
        and o.second_factor = 'everyone'`,
  )

/** What is being set up: the secret of an app, which is sealed, or the challenge of a passkey. */
export const storeEnrolment = (
  tx: Tx,
  accountId: string,
  { kind, secret }: { kind: 'authenticator' | 'passkey'; secret: string },
  now: Date,
): Promise<number> =>
  run(
    tx,
    sql`
      insert into idp_enrolments (account_id, kind, challenge, sealed_secret, expires_at)
      values (${accountId}, ${kind}, ${kind === 'passkey' ? secret : null},
              ${kind === 'authenticator' ? sealSecret(tx, accountId, secret) : null},
              ${new Date(now.getTime() + limits.enrolmentSeconds * 1000)})
      on conflict (account_id, kind) do update
      set challenge = excluded.challenge,
          sealed_secret = excluded.sealed_secret,
          expires_at = excluded.expires_at`,
  )

export const findEnrolment = async (
  tx: Tx,
  accountId: string,
  kind: 'authenticator' | 'passkey',
  now: Date,
): Promise<string | null> => {
  const row = await one(
    tx,
    enrolmentRow,
    sql`
      select ${enrolmentRow.columns}
      from idp_enrolments
      where account_id = ${accountId}
        and kind = ${kind}
        and expires_at > ${now}`,
  )
  if (!row) return null
  return row.sealed_secret === null ? row.challenge : openSecret(tx, accountId, row.sealed_secret)
}

export const forgetEnrolment = (
  tx: Tx,
  accountId: string,
  kind: 'authenticator' | 'passkey',
): Promise<number> =>
  run(tx, sql`delete from idp_enrolments where account_id = ${accountId} and kind = ${kind}`)
