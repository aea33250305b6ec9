/**
 * Clients: active applications as the token endpoint and the consent page need them. Cached for 5 seconds, or until the
 * database tells of a change; a miss for 1 second, so that guessing ids costs the database little.
 */
import { type ApplicationKind } from '../../contract/redirect-uri.ts'
import { type RegisteredScope } from '../../contract/scopes.ts'
import { type Db, one, sql, type Tx } from '../db/db.ts'
import { byteaList, float8List, type RowOf, shapeOf, textList } from '../db/shape.ts'
import { applications, organisations } from '../db/tables.ts'
import { credentialCache } from './cache.ts'
import { type Changes } from './changes.ts'

export type ClientSecret = { id: string; sha256: Buffer; expiresAt: number | null }

export type Client = {
  organisationId: string
  organisationName: string
  applicationId: string
  clientId: string
  name: string
  kind: ApplicationKind
  redirectUris: string[]
  scopes: RegisteredScope[]
  requirePkce: boolean
  secrets: ClientSecret[]
}

export type Clients = { find(clientId: string): Client | null | Promise<Client | null> }

/** Every id has this form; other texts name no client, and not every text fits a text column. */
const clientIdShape = /^[0-9A-Za-z_]{1,100}$/

const clientRow = shapeOf(
  applications,
  ['organisation_id', 'id', 'client_id', 'name', 'kind', 'redirect_uris', 'scopes', 'require_pkce'],
  {
    organisation_name: organisations.name,
    secret_ids: textList,
    secret_hashes: byteaList,
    secret_expiries: float8List,
  },
)

export function clientsOf(db: Pick<Db, 'tx'>, changes: Changes): Clients {
  const cache = credentialCache<Client>({ changes, ownersOf: (client) => [client.applicationId] })
  const read = (clientId: string): Promise<Client | null> => readClient(db.tx, clientId)
  return { find: (clientId) => (clientIdShape.test(clientId) ? cache.get(clientId, read) : null) }
}

/** The client as this transaction sees it, past the cache. */
export async function readClient(tx: Tx, clientId: string): Promise<Client | null> {
  if (!clientIdShape.test(clientId)) return null
  const row = await one(
    tx,
    clientRow,
    sql`
      select ${clientRow.of('a')}, o.name as organisation_name,
             array_remove(array_agg(s.id order by s.id), null) as secret_ids,
             array_remove(array_agg(s.secret_sha256 order by s.id), null) as secret_hashes,
             array_agg((extract(epoch from s.expires_at) * 1000)::float8 order by s.id) as secret_expiries
      from applications a
      join organisations o on o.id = a.organisation_id
      left join application_secrets s on s.organisation_id = a.organisation_id and s.application_id = a.id
      where a.client_id = ${clientId}
        and a.status = 'active'
      group by o.name, a.organisation_id, a.id`,
  )
  return row ? clientOf(row) : null
}

const clientOf = (row: RowOf<typeof clientRow>): Client => ({
  organisationId: row.organisation_id,
  organisationName: row.organisation_name,
  applicationId: row.id,
  clientId: row.client_id,
  name: row.name,
  kind: row.kind,
  redirectUris: row.redirect_uris,
  scopes: row.scopes,
  requirePkce: row.require_pkce,
  secrets: row.secret_ids.map((id, place) => ({
    id,
    sha256: row.secret_hashes[place],
    expiresAt: row.secret_expiries[place],
  })),
})
