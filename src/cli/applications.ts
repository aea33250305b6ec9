/** The applications of an organisation, for the operator. */
import { isOneOf } from '../../contract/fields.ts'
import { registeredScopeNames } from '../../contract/scopes.ts'
import { type Db, exists, many, sql } from '../db/db.ts'
import { type RowOf, shapeOf } from '../db/shape.ts'
import { applications } from '../db/tables.ts'
import { createApplicationFor } from '../oauth/oauth.ts'
import { Problem } from '../problem.ts'

export type ApplicationDraft = {
  organisation: string
  name: string
  redirectUri: string[]
  scope: string
  public: boolean
}

/** @throws invalid_scope | not_found */
export async function registerApplication(
  db: Pick<Db, 'tx' | 'transaction'>,
  { organisation, name, redirectUri, scope, public: isPublic }: ApplicationDraft,
  now: Date,
): ReturnType<typeof createApplicationFor> {
  const wanted = scope.split(/[\s,]+/).filter(Boolean)
  const scopes = wanted.filter((one) => isOneOf(registeredScopeNames, one))
  const unknown = wanted.filter((one) => !isOneOf(registeredScopeNames, one))
  if (unknown.length > 0)
    throw new Problem('invalid_scope', { detail: `Unknown scopes: ${unknown.join(', ')}` })
  if (!(await exists(db.tx, sql`select 1 from organisations where id = ${organisation}`)))
    throw new Problem('not_found', { detail: `There is no organisation ${organisation}` })
  const draft = {
    name,
    kind: isPublic ? ('public' as const) : ('confidential' as const),
    redirect_uris: redirectUri,
    scopes,
  }
  return db.transaction((tx) =>
    createApplicationFor(tx, { organisationId: organisation, userId: null }, draft, now),
  )
}

const listedRow = shapeOf(applications, ['id', 'client_id', 'name', 'scopes', 'status'])

export const listApplications = (
  { tx }: Pick<Db, 'tx'>,
  organisation: string,
): Promise<RowOf<typeof listedRow>[]> =>
  many(
    tx,
    listedRow,
    sql`
      select ${listedRow.columns}
      from applications
      where organisation_id = ${organisation}
      order by id`,
  )
