/** An organisation whose admin decides about directory sync, and an identity provider that calls it. */
import assert from 'node:assert/strict'
import { run, sql } from '../../src/db/db.ts'
import { newPeopledWorld, type PeopledWorld } from './people.ts'
import { type Client, client, type Reply, type World } from './world.ts'

export type Synced = {
  readonly world: PeopledWorld
  readonly admin: Client
  /** The provider; paths are under /scim/v2. */
  readonly idp: Client
  /** A program of the organisation that changes the directory by the API. */
  readonly api: Client
  /** Brings the connection into a state. */
  turn(state: 'off' | 'trial' | 'on', more?: object): Promise<any>
  state(): Promise<any>
  /** Does what is due. */
  settle(): Promise<void>
}

const scim = 'application/scim+json'

/** Calls as a provider does: its media type, and paths under the base address. */
export function provider(url: string, token: string | null): Client {
  const raw = client(`${url}/scim/v2`, token)
  const headers = { 'content-type': scim, accept: scim }
  return {
    token,
    get: (path, more) => raw.get(path, { accept: scim, ...more }),
    post: (path, body, more) => raw.post(path, body, { ...headers, ...more }),
    put: (path, body, more) => raw.put(path, body, { ...headers, ...more }),
    patch: (path, body, more) => raw.patch(path, body, { ...headers, ...more }),
    delete: (path, body, more) => raw.delete(path, body, more),
  }
}

export const made = (reply: Reply): any => {
  assert.ok(reply.status < 300, `${reply.status} ${JSON.stringify(reply.body)}`)
  return reply.body
}

export async function newSynced(state: 'off' | 'trial' | 'on' = 'on'): Promise<Synced> {
  const world = await newPeopledWorld()
  const { admin, running } = world
  const turn = async (to: string, more: object = {}): Promise<any> =>
    made(await admin.patch('/api/directory-sync', { state: to, ...more }))
  if (state !== 'off') await turn('trial')
  if (state === 'on') await turn('on')
  const { token } =
    state === 'off' ? { token: null } : made(await admin.post('/api/directory-sync/tokens', {}))
  return {
    world,
    admin,
    idp: provider(world.url, token),
    api: await world.organisation(['teams:read', 'teams:write']),
    turn,
    state: async () => made(await admin.get('/api/directory-sync')),
    settle: () => running.app.due.settle(),
  }
}

/** People whom sync has brought, by one statement: a brake needs many. */
export async function syncedPeople(
  { running, organisationId }: Pick<World, 'running' | 'organisationId'>,
  count: number,
): Promise<string[]> {
  const ids = Array.from({ length: count }, (_, at) => `mem_${String(at).padStart(26, '0')}`)
  const { tx } = running.db
  await run(
    tx,
    sql`
      insert into members (organisation_id, id, name, created_at, updated_at)
      select ${organisationId}, id, 'Person ' || id, now(), now()
      from unnest(${ids}::text[]) as one (id)`,
  )
  await run(
    tx,
    sql`
      insert into synced_users (organisation_id, id, user_name, emails, active, resource, owns, sent_by, created_at, updated_at)
      select ${organisationId}, id, id, '{}', true,
             jsonb_build_object('userName', id, 'displayName', 'Person ' || id, 'active', true), '{name,status}', 'test', now(), now()
      from unnest(${ids}::text[]) as one (id)`,
  )
  return ids
}

export const patchOf = (...Operations: object[]) => ({
  schemas: ['urn:ietf:params:scim:api:messages:2.0:PatchOp'],
  Operations,
})

const enterprise = 'urn:ietf:params:scim:schemas:extension:enterprise:2.0:User'

/** A user as Entra sends a new one with its default mapping. */
export const entraUser = (name: string, more: object = {}) => ({
  schemas: ['urn:ietf:params:scim:schemas:core:2.0:User', enterprise],
  externalId: `entra-${name.toLowerCase()}`,
  userName: `${name.toLowerCase()}@contoso.example`,
  active: true,
  displayName: `${name} Example`,
  emails: [{ primary: true, type: 'work', value: `${name.toLowerCase()}@contoso.example` }],
  meta: { resourceType: 'User' },
  name: { formatted: `${name} Example`, familyName: 'Example', givenName: name },
  preferredLanguage: 'de-DE',
  title: 'Engineer',
  phoneNumbers: [{ type: 'work', value: '+49 30 123' }],
  [enterprise]: { employeeNumber: '7', department: 'Tools' },
  ...more,
})

/** A user as Okta sends a new one. */
export const oktaUser = (name: string, more: object = {}) => ({
  schemas: ['urn:ietf:params:scim:schemas:core:2.0:User'],
  userName: `${name.toLowerCase()}@okta.example`,
  name: { givenName: name, familyName: 'Example' },
  emails: [{ primary: true, value: `${name.toLowerCase()}@okta.example`, type: 'work' }],
  displayName: `${name} Example`,
  locale: 'en-US',
  externalId: `00u${name.toLowerCase()}`,
  groups: [],
  password: '1mz050nq',
  active: true,
  ...more,
})

export const group = (displayName: string, more: object = {}) => ({
  schemas: ['urn:ietf:params:scim:schemas:core:2.0:Group'],
  displayName,
  ...more,
})

export const scimMedia = 'application/scim+json; charset=utf-8'

/** A refusal in the form of SCIM. */
export function scimRefused(reply: Reply, status: number, scimType?: string): void {
  assert.equal(reply.headers.get('content-type'), scimMedia)
  assert.deepEqual(
    [reply.status, reply.body.status, reply.body.scimType, reply.body.schemas],
    [status, String(status), scimType, ['urn:ietf:params:scim:api:messages:2.0:Error']],
    JSON.stringify(reply.body),
  )
  assert.equal(typeof reply.body.detail, 'string')
}
