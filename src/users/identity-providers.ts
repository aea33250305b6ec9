/**
 * Identity providers of an organisation, set up by its admins. The issuer stays what it is; whatever says whose tokens are
 * taken has to be proved anew when it changes. No change may take the caller's own last way in.
 */
import {
  type IdentityProvider,
  type IdentityProviderDraft,
  type IdentityProviderPatch,
} from '../../contract/identity-providers.ts'
import { type AuditAction } from '../../contract/audit.ts'
import { type Page } from '../../contract/fields.ts'
import { limits } from '../../contract/limits.ts'
import { isDeepStrictEqual } from 'node:util'
import { type PersonActor } from '../actor.ts'
import { actedBy, recordAudit } from '../audit/audit.ts'
import { afterCommit, isUniqueViolation, type Tx } from '../db/db.ts'
import { paged, pageOf } from '../db/paging.ts'
import { type Identity, isTrustworthy, isWayIn, reloadKeys } from '../identity/identity.ts'
import { newId } from '../ids.ts'
import { refusalOf } from '../outbound/outbound.ts'
import { impossible, problem } from '../problem.ts'
import { issuerFaultOf, settingsFaultOf } from './provider-settings.ts'
import * as store from './provider-store.ts'
import { type ProviderFields, type ProviderRow } from './provider-store.ts'

/** What of the service itself these rules look at. */
export type Service = Pick<Identity, 'operator' | 'guard'> & { developerUrl: string }

const shown = (row: ProviderRow, { developerUrl }: Pick<Service, 'developerUrl'>): IdentityProvider => ({
  id: row.id,
  name: row.name,
  issuer: row.issuer,
  profile: row.profile,
  audiences: row.audiences,
  authorized_parties: row.authorized_parties,
  client_id: row.client_id,
  redirect_uri: `${developerUrl}/sign-in/callback/${row.id}`,
  organisation: { claim: row.organisation_claim, values: row.organisation_values },
  joins: row.joins,
  roles: { claim: row.role_claim, values: row.role_values },
  state: row.proved_at === null ? 'unproved' : 'proved',
  proved_at: row.proved_at,
  created_at: row.created_at,
  updated_at: row.updated_at,
  version: row.version,
})

export async function listProviders(
  tx: Tx,
  { organisationId }: PersonActor,
  query: { limit?: number; cursor?: string },
  service: Service,
): Promise<Page<'identity_providers', IdentityProvider>> {
  const paging = paged(`identity providers ${organisationId}`, query)
  const rows = await store.listProviders(tx, organisationId, paging)
  const page = pageOf('identity_providers', rows, paging, ({ id }) => id)
  return { ...page, identity_providers: page.identity_providers.map((row) => shown(row, service)) }
}

/** @throws not_found */
export async function getProvider(
  tx: Tx,
  { organisationId }: PersonActor,
  id: string,
  service: Service,
): Promise<IdentityProvider> {
  const row = await store.findProvider(tx, organisationId, id)
  if (!row) throw problem('not_found')
  return shown(row, service)
}

const fresh: Omit<ProviderFields, 'name'> = {
  profile: 'oidc',
  audiences: [],
  authorized_parties: [],
  client_id: null,
  organisation_claim: null,
  organisation_values: [],
  joins: false,
  role_claim: null,
  role_values: {},
}

function changed(before: ProviderFields, patch: IdentityProviderPatch): ProviderFields {
  const { organisation, roles, ...plain } = patch
  return {
    ...before,
    ...plain,
    ...(organisation && {
      organisation_claim: organisation.claim,
      organisation_values: organisation.values,
    }),
    ...(roles && { role_claim: roles.claim, role_values: roles.values }),
  }
}

/**
 * @throws unprocessable  an issuer or a setting that cannot be
 * @throws conflict  the issuer is the one of the service, or there already
 */
export async function createProvider(
  tx: Tx,
  admin: PersonActor,
  { issuer, ...draft }: IdentityProviderDraft,
  service: Service,
  now: Date,
): Promise<IdentityProvider> {
  const { organisationId } = admin
  const { issuer: operators, recordedAs } = service.operator()
  const next = changed({ ...fresh, name: draft.name }, draft)
  const refusal = refusalOf(issuer, service.guard)
  const url = URL.parse(issuer)
  if (refusal || !url || !isTrustworthy(url))
    throw impossible('/issuer', `The issuer ${refusal ?? 'must be https'}`)
  const fault = issuerFaultOf(issuer, next.profile) ?? settingsFaultOf(next)
  if (fault) throw impossible(fault.pointer, fault.says)
  if (issuer === operators || issuer === recordedAs)
    throw problem('conflict', { detail: 'This is the identity provider of the service itself' })
  await store.lockIssuer(tx, `of ${organisationId}`)
  if ((await store.countProviders(tx, organisationId)) >= limits.identityProvidersMax)
    throw impossible('', `At most ${limits.identityProvidersMax} identity providers`, 'too_many')
  const row = await store
    .insertProvider(tx, organisationId, newId('identityProvider'), issuer, next, now)
    .catch((error: unknown) => {
      if (isUniqueViolation(error, 'identity_providers_by_issuer'))
        throw problem('conflict', { detail: 'There is an identity provider with this issuer already' })
      throw error
    })
  await audit(tx, admin, 'identity_provider.created', row, {}, now)
  return shown(row, service)
}

/** Settings that say whose tokens are taken, and of whom. */
const decisive = [
  'profile',
  'audiences',
  'authorized_parties',
  'client_id',
  'organisation_claim',
  'organisation_values',
] as const

/** @throws not_found | precondition_failed | unprocessable | last_way_in */
export async function updateProvider(
  tx: Tx,
  admin: PersonActor,
  id: string,
  patch: IdentityProviderPatch,
  ifMatch: number | undefined,
  service: Service,
  now: Date,
): Promise<IdentityProvider> {
  const { organisationId } = admin
  const before = await store.findProvider(tx, organisationId, id, true)
  if (!before) throw problem('not_found')
  if (ifMatch !== undefined && ifMatch !== before.version) throw problem('precondition_failed')
  const next = { ...before, ...changed(before, patch) }
  if (isDeepStrictEqual(next, before)) return shown(before, service)
  const fault = issuerFaultOf(before.issuer, next.profile) ?? settingsFaultOf(next)
  if (fault) throw impossible(fault.pointer, fault.says)
  const isNew = decisive.some((name) => !isDeepStrictEqual(next[name], before[name]))
  if (isNew) {
    await keepWayIn(tx, admin, before, service)
    next.proved_at = null
  }
  const row = await store.updateProvider(tx, organisationId, id, next, now)
  await audit(tx, admin, 'identity_provider.updated', row, { fields: Object.keys(patch) }, now)
  return shown(row, service)
}

/** @returns users who are out with it @throws not_found | last_way_in */
export async function deleteProvider(
  tx: Tx,
  admin: PersonActor,
  id: string,
  service: Service,
  now: Date,
): Promise<void> {
  const row = await store.findProvider(tx, admin.organisationId, id, true)
  if (!row) throw problem('not_found')
  await keepWayIn(tx, admin, row, service)
  const left = await store.deleteProvider(tx, admin.organisationId, id, now)
  for (const userId of left) afterCommit(tx, 'access changed', { kind: 'user', id: userId })
  await audit(tx, admin, 'identity_provider.deleted', row, { people_left: left.length }, now)
}

/** Every node forgets the keys that it has read. @throws not_found */
export async function reloadProvider(
  tx: Tx,
  admin: PersonActor,
  id: string,
  service: Service,
  now: Date,
): Promise<IdentityProvider> {
  const row = await store.findProvider(tx, admin.organisationId, id)
  if (!row) throw problem('not_found')
  // What is known of an issuer is shared by all who trust it: only whose people sign in by it may have it forgotten.
  const isShared =
    row.proved_at === null && (await store.provedElsewhere(tx, admin.organisationId, row.issuer)).length > 0
  if (!isShared) await reloadKeys(tx, row.issuer, now)
  await audit(tx, admin, 'identity_provider.reloaded', row, {}, now)
  return shown(row, service)
}

/** An admin who stays able to sign in is an admin who can mend everything else. */
async function keepWayIn(
  tx: Tx,
  { organisationId, userId }: PersonActor,
  { issuer }: ProviderRow,
  service: Service,
): Promise<void> {
  const { recordedAs } = service.operator()
  if (!(await isWayIn(tx, organisationId, userId, recordedAs, { issuer })))
    throw problem('last_way_in', {
      detail: 'You sign in by this provider alone. Add another way to sign in first.',
    })
}

const audit = (
  tx: Tx,
  admin: PersonActor,
  action: AuditAction,
  { id, issuer, name }: ProviderRow,
  detail: Record<string, unknown>,
  now: Date,
): Promise<void> =>
  recordAudit(tx, {
    organisationId: admin.organisationId,
    actor: actedBy(admin),
    action,
    target: id,
    detail: { name, issuer, ...detail },
    at: now,
  })
