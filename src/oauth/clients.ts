/**
 * Clients: active applications as the token endpoint and the consent page need them. Remembered for 5 seconds, or until
 * the database tells of a change; a miss for 1 second, so that guessing ids costs the database little.
 */
import { type RegisteredScope } from '../../contract/scopes.ts'
import { CompiledQuery } from 'kysely'
import { type Db, type Tx } from '../db/db.ts'
import { type Changes } from './changes.ts'
import { type ApplicationKind } from '../../contract/redirect-uri.ts'
import { memory } from './cache.ts'

export type ClientSecret = { id: string; sha256: Buffer; endsAt: number | null }

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

/** Ids are made of these; anything else is nobody's, and no text column could hold all of it. */
const clientIdShape = /^[0-9A-Za-z_]{1,100}$/

type Row = {
  organisation_id: string
  organisation_name: string
  id: string
  client_id: string
  name: string
  kind: ApplicationKind
  redirect_uris: string[]
  scopes: RegisteredScope[]
  require_pkce: boolean
  secret_ids: string[]
  secret_hashes: Buffer[]
  secret_ends: (number | null)[]
}

const byClientId = `
  select a.organisation_id, o.name as organisation_name, a.id, a.client_id, a.name, a.kind, a.redirect_uris, a.scopes, a.require_pkce,
         array_remove(array_agg(s.id order by s.id), null) as secret_ids,
         array_agg(s.secret_sha256 order by s.id) as secret_hashes,
         array_agg((extract(epoch from s.expires_at) * 1000)::float8 order by s.id) as secret_ends
  from applications a
  join organisations o on o.id = a.organisation_id
  left join application_secrets s on s.organisation_id = a.organisation_id and s.application_id = a.id
  where a.client_id = $1
    and a.status = 'active'
  group by o.name, a.organisation_id, a.id`

export function clientsOf(db: Pick<Db, 'pool'>, changes: Changes): Clients {
  const known = memory<Client>({ changes, ownersOf: (client) => [client.applicationId] })

  const read = async (clientId: string): Promise<Client | null> => {
    const { rows } = await db.pool.query<Row>({ name: 'oauth.client', text: byClientId, values: [clientId] })
    const [row] = rows
    return row ? clientOf(row) : null
  }
  return { find: (clientId) => (clientIdShape.test(clientId) ? known.get(clientId, read) : null) }
}

/** The client as it stands in this transaction, remembered by nobody. */
export async function readClient(tx: Tx, clientId: string): Promise<Client | null> {
  if (!clientIdShape.test(clientId)) return null
  const { rows } = await tx.executeQuery(CompiledQuery.raw(byClientId, [clientId]) as CompiledQuery<Row>)
  return rows[0] ? clientOf(rows[0]) : null
}

const clientOf = (row: Row): Client => ({
  organisationId: row.organisation_id,
  organisationName: row.organisation_name,
  applicationId: row.id,
  clientId: row.client_id,
  name: row.name,
  kind: row.kind,
  redirectUris: row.redirect_uris,
  scopes: row.scopes,
  requirePkce: row.require_pkce,
  secrets: row.secret_ids.map((id, i) => ({ id, sha256: row.secret_hashes[i], endsAt: row.secret_ends[i] })),
})
