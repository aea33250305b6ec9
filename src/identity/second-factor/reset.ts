/** Resetting the second factor of somebody who lost it: by an admin of their only organisation, or by the operator. */
import { many, sql, type Tx } from '../../db/db.ts'
import { shapeOf } from '../../db/shape.ts'
import { identities } from '../../db/tables.ts'
import { operator } from '../../audit/audit.ts'
import { embeddedIssuer, findAccountByEmail } from '../accounts.ts'
import { recordForAccount } from './account-audit.ts'
import { factorsOf, forgetFactors, hasFactor, lockAccount } from './factors.ts'

type Reset = 'done' | 'elsewhere' | 'none' | 'shared'

/**
 * An account that is in several organisations belongs to none of them: an admin of one could otherwise weaken the sign-in to another.
 * @returns elsewhere: no account of the embedded provider; none: no factor; shared: in several organisations
 */
export async function resetFactorsOf(tx: Tx, organisationId: string, userId: string): Promise<Reset> {
  const accounts = await many(
    tx,
    shapeOf(identities, ['subject']),
    sql`
      select subject
      from identities
      where organisation_id = ${organisationId}
        and user_id = ${userId}
        and issuer = ${embeddedIssuer}`,
  )
  if (accounts.length === 0) return 'elsewhere'
  const resets: Reset[] = []
  for (const { subject } of accounts) {
    await lockAccount(tx, subject)
    resets.push(await resetOne(tx, organisationId, subject))
  }
  return (['done', 'shared'] as const).find((one) => resets.includes(one)) ?? 'none'
}

async function resetOne(tx: Tx, organisationId: string, accountId: string): Promise<Reset> {
  const others = await many(
    tx,
    shapeOf(identities, ['organisation_id']),
    sql`
      select organisation_id
      from identities
      where issuer = ${embeddedIssuer}
        and subject = ${accountId}
        and organisation_id <> ${organisationId}
      limit 1`,
  )
  if (others.length > 0) return 'shared'
  if (!hasFactor(await factorsOf(tx, accountId))) return 'none'
  await forgetFactors(tx, accountId)
  return 'done'
}

/** By the operator, for `sonde-server password --reset-second-factor`. @returns whether there is such an account */
export async function resetFactorsByEmail(tx: Tx, email: string, at: Date): Promise<boolean> {
  const account = await findAccountByEmail(tx, email)
  if (!account) return false
  if (hasFactor(await factorsOf(tx, account.id)))
    await recordForAccount(tx, account.id, { actor: operator, action: 'second_factor.reset', at })
  await forgetFactors(tx, account.id)
  return true
}
