/** What a caller of earlier may do now: for work that goes on after their token has expired. */
import type { Scope } from '../../contract/scopes.ts'
import type { ApplicationActor } from '../actor.ts'
import { one, sql, type Tx } from '../db/db.ts'
import { bool, nullable, shapeOf } from '../db/shape.ts'
import { applications, users } from '../db/tables.ts'

const accessRow = shapeOf(applications, ['scopes', 'api_version', 'results_team_ids'], {
  role: nullable(users.role),
  is_withdrawn: bool,
})

export type EarlierCaller = {
  readonly organisationId: string
  readonly applicationId: string
  readonly userId: string | null
  /** Those of their token. */
  readonly scopes: readonly Scope[]
}

/**
 * @returns null where the application was revoked, where the person is disabled, and where they withdrew their authorisation. Scopes and roles are
 *   those of now, and never more than the token had
 */
export async function currentAccess(tx: Tx, caller: EarlierCaller): Promise<ApplicationActor | null> {
  const { organisationId, applicationId, userId } = caller
  const row = await one(
    tx,
    accessRow,
    sql`
      select ${accessRow.of('a')}, u.role,
             exists (
               select 1
               from grants g
               where g.organisation_id = ${organisationId}
                 and g.application_id = a.id
                 and g.user_id = ${userId}
             ) and not exists (
               select 1
               from grants g
               where g.organisation_id = ${organisationId}
                 and g.application_id = a.id
                 and g.user_id = ${userId}
                 and g.revoked_at is null
             ) as is_withdrawn
      from applications a
      left join users u
        on u.organisation_id = ${organisationId}
       and u.id = ${userId}
       and u.status = 'active'
      where a.organisation_id = ${organisationId}
        and a.id = ${applicationId}
        and a.status = 'active'`,
  )
  if (!row || row.is_withdrawn) return null
  const { scopes: registered, api_version: apiVersion } = row
  const scopes = new Set(caller.scopes.filter((scope) => registered.includes(scope)))
  const common = { organisationId, applicationId, scopes, apiVersion }
  if (userId === null) return { kind: 'organisation', ...common, resultsTeams: row.results_team_ids }
  return row.role === null ? null : { kind: 'user', ...common, userId, role: row.role, signedInAt: null }
}
