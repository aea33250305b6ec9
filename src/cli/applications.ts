/** The applications of an organisation, for the operator. */
import { isOneOf } from '../../contract/fields.ts'
import { registeredScopeNames } from '../../contract/scopes.ts'
import { type Db, many, sql } from '../db/db.ts'
import { type RowOf, shapeOf } from '../db/shape.ts'
import { applications } from '../db/tables.ts'
import { createApplicationFor } from '../oauth/oauth.ts'
import { Problem } from '../problem.ts'

export type ApplicationDraft = {
  organisationId: string
  name: string
  redirectUri: string[]
  scope: string
  public: boolean
}

/** @throws invalid_scope */
export async function registerApplication(
  db: Pick<Db, 'tx' | 'transaction'>,
  { organisationId, name, redirectUri, scope, public: isPublic }: ApplicationDraft,
  now: Date,
): ReturnType<typeof createApplicationFor> {
  const wanted = scope.split(/[\s,]+/).filter(Boolean)
  const scopes = wanted.filter((one) => isOneOf(registeredScopeNames, one))
  const unknown = wanted.filter((one) => !isOneOf(registeredScopeNames, one))
  if (unknown.length > 0)
    throw new Problem('invalid_scope', { detail: `Unknown scopes: ${unknown.join(', ')}` })
  const draft = {
    name,
    kind: isPublic ? ('public' as const) : ('confidential' as const),
    redirect_uris: redirectUri,
    scopes,
  }
  return db.transaction((tx) => createApplicationFor(tx, { organisationId, userId: null }, draft, now))
}

const listedRow = shapeOf(applications, ['id', 'client_id', 'name', 'scopes', 'status'])

export const listApplications = (
  { tx }: Pick<Db, 'tx'>,
  organisationId: string,
): Promise<RowOf<typeof listedRow>[]> =>
  many(
    tx,
    listedRow,
    sql`
      select ${listedRow.columns}
      from applications
      where organisation_id = ${organisationId}
      order by id`,
  )
