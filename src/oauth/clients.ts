/**
 * Clients: active applications as the token endpoint and the consent page need them. Cached for 5 seconds, or until the
 * database tells of a change; a miss for 1 second, so that guessing ids costs the database little.
 */
import { CompiledQuery } from 'kysely'
import type { ApplicationKind } from '../../contract/redirect-uri.ts'
import type { RegisteredScope } from '../../contract/scopes.ts'
import { type Db, manyPrepared, type Tx } from '../db/db.ts'
import { byteaList, float8List, type RowOf, shapeOf, textList } from '../db/shape.ts'
import { applications, organisations } from '../db/tables.ts'
import { organisationNamed } from '../identity/identity.ts'
import { credentialCache } from './cache.ts'
import type { Changes } from './changes.ts'

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
  /** The address of the document that describes it (documents/); null: an admin registered it. */
  documentUrl: string | null
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
type ClientRow = RowOf<typeof clientRow>

const byClientId = `
  select a.organisation_id, o.name as organisation_name, a.id, a.client_id, a.name, a.kind, a.redirect_uris, a.scopes, a.require_pkce,
         array_remove(array_agg(s.id order by s.id), null) as secret_ids,
         array_remove(array_agg(s.secret_sha256 order by s.id), null) as secret_hashes,
         array_agg((extract(epoch from s.expires_at) * 1000)::float8 order by s.id) as secret_expiries
  from applications a
  join organisations o on o.id = a.organisation_id
  left join application_secrets s on s.organisation_id = a.organisation_id and s.application_id = a.id
  where a.organisation_id = $1
    and a.client_id = $2
    and a.status = 'active'
    and a.document_url is null
  group by o.name, a.organisation_id, a.id`

/** A client ID does not say whose it is, and applications are divided by their organisation. */
const organisationOf = (tx: Tx, clientId: string): Promise<string | undefined> =>
  organisationNamed(tx, { kind: 'client_id', name: clientId })

export function clientsOf(db: Pick<Db, 'named' | 'tx'>, changes: Changes): Clients {
  const cache = credentialCache<Client>({ changes, ownersOf: (client) => [client.applicationId] })

  // Planning this takes longer than running it (measured: 4.8 ms without a name, 1.3 with one).
  const read = async (clientId: string): Promise<Client | null> => {
    const statement = { name: 'oauth.client', shape: clientRow, text: byClientId }
    const organisationId = await organisationOf(db.tx, clientId)
    if (organisationId === undefined) return null
    const [row] = await manyPrepared(db, statement, [organisationId, clientId])
    return row ? clientOf(row) : null
  }
  return { find: (clientId) => (clientIdShape.test(clientId) ? cache.get(clientId, read) : null) }
}

/** The client as this transaction sees it, past the cache. */
export async function readClient(tx: Tx, clientId: string): Promise<Client | null> {
  if (!clientIdShape.test(clientId)) return null
  const organisationId = await organisationOf(tx, clientId)
  if (organisationId === undefined) return null
  const query = CompiledQuery.raw(byClientId, [organisationId, clientId]) as CompiledQuery<ClientRow>
  const [row] = (await tx.executeQuery(query)).rows
  return row ? clientOf(row) : null
}

const clientOf = (row: ClientRow): Client => ({
  organisationId: row.organisation_id,
  organisationName: row.organisation_name,
  applicationId: row.id,
  clientId: row.client_id,
  name: row.name,
  kind: row.kind,
  redirectUris: row.redirect_uris,
  scopes: row.scopes,
  requirePkce: row.require_pkce,
  documentUrl: null,
  secrets: row.secret_ids.map((id, place) => ({
    id,
    sha256: row.secret_hashes[place],
    expiresAt: row.secret_expiries[place],
  })),
})
