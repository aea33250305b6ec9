/**
 * Microsoft tenants of organisations, in which people are asked in Microsoft Teams. An admin of the organisation who administers the tenant connects it
 * by signing in at Microsoft. There is no token of a tenant: the app's own secret, the operator's, is good for all.
 *
 * One organisation at a time has a tenant: the one that connected it first, until it disconnects, or an administrator of the tenant blocks
 * the app in Teams, who has the last word there. So what Teams sends from a tenant concerns one organisation alone (docs/decisions/0082).
 */
import { randomBytes } from 'node:crypto'
import type { AuditAction } from '../../contract/audit-actions.ts'
import type { Page } from '../../contract/fields.ts'
import { limits } from '../../contract/limits.ts'
import type * as contract from '../../contract/microsoft-teams.ts'
import type { MicrosoftTeamsManifest, MicrosoftTenant } from '../../contract/microsoft-teams.ts'
import type { FileReply } from '../../contract/operation.ts'
import { actedBy, type AuditedActor, byClock, recordAudit } from '../audit/audit.ts'
import type { Call } from '../call.ts'
import type { FoundTenant, Tenants } from '../channels/channels.ts'
import type { Clock } from '../clock.ts'
import type { Db, Tx } from '../db/db.ts'
import { paged, pageOf } from '../db/paging.ts'
import { newId, sha256 } from '../ids.ts'
import { releaseName, organisationNamed, takeName } from '../identity/identity.ts'
import { impossible, problem } from '../problem.ts'
import { appManifest } from './app-manifest.ts'
import { appPackage } from './app-package.ts'
import type { MicrosoftSignIn, SignInFault } from './microsoft-sign-in.ts'
import * as store from './store.ts'
import type { TenantRow } from './store.ts'

export { microsoftSignIn } from './microsoft-sign-in.ts'

export type Connecting = {
  readonly db: Pick<Db, 'tx' | 'transaction'>
  /** null: the operator has set up no app */
  readonly signIn: MicrosoftSignIn | null
  readonly baseUrl: () => string
  readonly clock: Clock
}

const stateBytes = 32
const connectionMs = 600_000
/** Whether messages reach anybody by it. */
export const isMicrosoftConnected = async (tx: Tx, organisationId: string): Promise<boolean> =>
  (await store.tenantsOf(tx, organisationId)).some((row) => row.paused_because === null)

/** Where Microsoft sends a person back to. */
export const callbackPath = '/teams/oauth/callback'

const present = (row: TenantRow): MicrosoftTenant => ({
  id: row.id,
  tenant_id: row.tenant_id,
  name: row.name,
  state: row.paused_because === null ? 'connected' : 'paused',
  paused_because: row.paused_because,
  paused_at: row.paused_at,
  connected_at: row.connected_at,
  created_at: row.created_at,
  updated_at: row.updated_at,
  version: row.version,
})

/** Oldest first. @throws invalid_cursor */
export async function listMicrosoftTenants(
  { signIn }: Connecting,
  { tx, actor: { organisationId }, query }: Call<typeof contract.listMicrosoftTenants>,
): Promise<Page<'microsoft_tenants', MicrosoftTenant> & { set_up: boolean }> {
  const paging = paged(`microsoft ${organisationId}`, query)
  const rows = await store.listTenants(tx, organisationId, paging)
  const page = pageOf('microsoft_tenants', rows, paging, ({ id }) => id)
  return { ...page, microsoft_tenants: page.microsoft_tenants.map(present), set_up: signIn !== null }
}

/** @throws microsoft_teams_not_set_up */
export function getMicrosoftTeamsManifest({ signIn, baseUrl }: Connecting): {
  manifest: MicrosoftTeamsManifest
} {
  if (!signIn) throw problem('microsoft_teams_not_set_up')
  return { manifest: appManifest(signIn.appId, baseUrl()) }
}

/** @throws microsoft_teams_not_set_up */
export async function getMicrosoftTeamsPackage(connecting: Connecting): Promise<FileReply> {
  const zip = await appPackage(getMicrosoftTeamsManifest(connecting).manifest)
  return {
    name: 'sonde-teams-app.zip',
    media: 'application/zip',
    bytes: zip.length,
    tag: sha256(zip).toString('base64url'),
    async *read(first, last) {
      yield zip.subarray(first, last + 1)
    },
  }
}

const tooMany = () => impossible('', `At most ${limits.microsoftTenantsMax} tenants`, 'too_many')

/** By a state and its person together: for anybody else there is no such state. */
const hashOf = (state: string, userId: string): Buffer => sha256(`microsoft connection\n${userId}\n${state}`)

/** Binds the ID token to this connection. From the state, so nothing more is stored. */
const nonceOf = (state: string, userId: string): string =>
  sha256(`microsoft nonce\n${userId}\n${state}`).toString('base64url')

/** @throws microsoft_teams_not_set_up | unprocessable  there are as many as there may be, and none of them waits to be connected again */
export async function startMicrosoftConnection(
  { signIn, baseUrl }: Connecting,
  { tx, actor: { organisationId, userId }, now }: Call<typeof contract.startMicrosoftConnection>,
): Promise<{ authorize_url: string; expires_at: string }> {
  if (signIn === null) throw problem('microsoft_teams_not_set_up')
  const rows = await store.tenantsOf(tx, organisationId)
  if (rows.length >= limits.microsoftTenantsMax && rows.every((row) => row.paused_because === null))
    throw tooMany()
  const state = randomBytes(stateBytes).toString('base64url')
  const expiresAt = new Date(now.getTime() + connectionMs)
  await store.deleteOverConnections(tx, organisationId, now)
  await store.insertConnection(tx, { organisationId, hash: hashOf(state, userId) }, expiresAt)
  return {
    authorize_url: signIn.authorizeUrl(state, nonceOf(state, userId), baseUrl() + callbackPath),
    expires_at: expiresAt.toISOString(),
  }
}

const faults: Readonly<Record<Exclude<SignInFault, 'silent'>, string>> = {
  refused: 'Microsoft does not accept this code. Start again',
  not_an_admin:
    'Sign in at Microsoft as a Global or Teams Administrator of the tenant. The app’s registration must put directory roles into its tokens',
  other_tenant: 'The app of this service is for a single tenant, and this is another',
}

/**
 * No transaction is open while Microsoft is asked. The state is used up first, whatever follows.
 * @throws microsoft_teams_not_set_up | unprocessable | conflict | unavailable
 */
export async function connectMicrosoftTenant(
  { db, signIn, baseUrl, clock }: Connecting,
  { actor, body: { code, state }, now }: Call<typeof contract.connectMicrosoftTenant>,
): Promise<MicrosoftTenant> {
  if (signIn === null) throw problem('microsoft_teams_not_set_up')
  const { organisationId, userId } = actor
  const hash = hashOf(state, userId)
  const isKnown = await db.transaction((tx) => store.useConnection(tx, { organisationId, hash }, now))
  if (!isKnown)
    throw impossible('/state', 'This connection was not started by you, was used, or is over', 'expired')
  const signedIn = await signIn.signedInBy(code, nonceOf(state, userId), baseUrl() + callbackPath)
  if (signedIn === 'silent') throw problem('unavailable', { detail: 'Microsoft did not answer. Start again' })
  if (typeof signedIn === 'string') throw impossible('/code', faults[signedIn], signedIn)
  const { tenantId, name } = signedIn
  return db.transaction(async (tx) => {
    await store.lockTenants(tx, organisationId)
    const count = await store.countTenants(tx, organisationId)
    // Not before: what Teams reports about the time until here is about the connection before.
    const connectedAt = clock.now()
    const before = await store.findByTenant(tx, organisationId, tenantId)
    if (!before && count >= limits.microsoftTenantsMax) throw tooMany()
    const isTaken =
      !(await takeName(tx, nameOf(organisationId, tenantId))) &&
      (await ownerOf(tx, tenantId)) !== organisationId
    if (isTaken)
      throw problem('conflict', { detail: `${name} is connected to another organisation of this service` })
    const tenant = {
      organisation_id: organisationId,
      id: newId('microsoftTenant'),
      tenant_id: tenantId,
      name,
    }
    const row = await store.upsertTenant(tx, tenant, connectedAt)
    await audit(tx, row, { action: 'microsoft_teams.connected', actor: actedBy(actor) }, connectedAt)
    return present(row)
  })
}

const nameOf = (organisationId: string, tenantId: string) =>
  ({ kind: 'microsoft_tenant', name: tenantId, organisationId }) as const

/** Free for others at once. @throws not_found */
export async function disconnectMicrosoftTenant({
  tx,
  actor,
  params,
  now,
}: Call<typeof contract.disconnectMicrosoftTenant>): Promise<null> {
  const { organisationId } = actor
  await store.lockTenants(tx, organisationId)
  const deleted = await store.deleteTenant(tx, organisationId, params.id)
  if (!deleted) throw problem('not_found')
  await releaseName(tx, nameOf(organisationId, deleted.tenant_id))
  await audit(tx, deleted, { action: 'microsoft_teams.disconnected', actor: actedBy(actor) }, now)
  return null
}

/** The organisation that has the tenant now. */
const ownerOf = (tx: Tx, tenantId: string): Promise<string | undefined> =>
  organisationNamed(tx, { kind: 'microsoft_tenant', name: tenantId })

/** How channels find the tenant of an address, and report one where the app is blocked. */
export function microsoftTenants(db: Pick<Db, 'tx' | 'transaction'>): Tenants {
  const found = ({ organisation_id, tenant_id, service_url }: TenantRow): FoundTenant => ({
    organisationId: organisation_id,
    tenantId: tenant_id,
    serviceUrl: service_url,
  })
  return {
    find: async (organisationId, tenantId) => {
      const rows = await store.tenantsOf(db.tx, organisationId)
      const row = rows.find((one) => one.tenant_id === tenantId)
      if (!row) return rows.length === 0 ? 'none' : 'unknown'
      return row.paused_because === null ? found(row) : 'paused'
    },
    ofTenant: async (tenantId) => {
      const organisationId = await ownerOf(db.tx, tenantId)
      const row = organisationId && (await store.findByTenant(db.tx, organisationId, tenantId))
      return row && row.paused_because === null ? found(row) : null
    },
    servedFrom: async ({ organisationId, tenantId }, serviceUrl) =>
      void (await store.setServiceUrl(db.tx, { organisationId, tenantId }, serviceUrl)),
    appBlocked: ({ organisationId, tenantId }, since, now) =>
      db.transaction(async (tx) => {
        await store.lockTenants(tx, organisationId)
        const row = await store.findByTenant(tx, organisationId, tenantId)
        const pause = { because: 'app_blocked', connectedBefore: since } as const
        const paused = row && (await store.pauseTenant(tx, row, pause, now))
        if (!paused) return
        await releaseName(tx, nameOf(organisationId, tenantId))
        await audit(tx, paused, { action: 'microsoft_teams.paused', actor: byClock }, now)
      }),
  }
}

type Occasion = { readonly action: AuditAction; readonly actor: AuditedActor }

const audit = (tx: Tx, row: TenantRow, { action, actor }: Occasion, now: Date): Promise<void> =>
  recordAudit(tx, {
    organisationId: row.organisation_id,
    actor,
    action,
    target: row.id,
    detail: {
      tenant_id: row.tenant_id,
      name: row.name,
      ...(row.paused_because !== null && { reason: row.paused_because }),
    },
    at: now,
  })
