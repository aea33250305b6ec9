/**
 * Identity providers of an organisation, set up by its admins. The issuer never changes; a change of the settings that decide
 * whose tokens are accepted has to be proved again. No change may remove the caller's own last way to sign in.
 */
import { isDeepStrictEqual } from 'node:util'
import type { AuditAction } from '../../contract/audit.ts'
import type { Page } from '../../contract/fields.ts'
import type * as contract from '../../contract/identity-providers.ts'
import type { IdentityProvider, IdentityProviderPatch } from '../../contract/identity-providers.ts'
import { limits } from '../../contract/limits.ts'
import type { PersonActor } from '../actor.ts'
import { actedBy, recordAudit } from '../audit/audit.ts'
import type { Call } from '../call.ts'
import { isUniqueViolation, type Tx } from '../db/db.ts'
import { paged, pageOf } from '../db/paging.ts'
import {
  canSignInWithout,
  type Identity,
  isTrustworthy,
  keepingAnAdmin,
  lockUser,
  reloadKeys,
  sealClientSecret,
} from '../identity/identity.ts'
import { newId } from '../ids.ts'
import { refusalOf } from '../outbound/outbound.ts'
import { impossible, problem } from '../problem.ts'
import { issuerFault, settingsFault } from './provider-settings.ts'
import * as store from './provider-store.ts'
import type { ProviderRow, ProviderSettings } from './provider-store.ts'

/** What these rules need of the service itself. */
export type Service = Pick<Identity, 'operator' | 'guard'> & { readonly developerUrl: string }

/** A call of any of these rules by an admin. */
type AdminCall = { readonly tx: Tx; readonly actor: PersonActor; readonly now: Date }

const present = (row: ProviderRow, { developerUrl }: Pick<Service, 'developerUrl'>): IdentityProvider => ({
  id: row.id,
  name: row.name,
  issuer: row.issuer,
  profile: row.profile,
  audiences: row.audiences,
  authorized_parties: row.authorized_parties,
  client_id: row.client_id,
  has_client_secret: row.sealed_client_secret !== null,
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
  { tx, actor: { organisationId }, query }: Call<typeof contract.listIdentityProviders>,
  service: Service,
): Promise<Page<'identity_providers', IdentityProvider>> {
  const paging = paged(`identity providers ${organisationId}`, query)
  const rows = await store.listProviders(tx, organisationId, paging)
  const page = pageOf('identity_providers', rows, paging, ({ id }) => id)
  return { ...page, identity_providers: page.identity_providers.map((row) => present(row, service)) }
}

/** @throws not_found */
export async function getProvider(
  { tx, actor, params }: Pick<Call<typeof contract.getIdentityProvider>, 'tx' | 'actor' | 'params'>,
  service: Service,
): Promise<IdentityProvider> {
  const row = await store.findProvider(tx, actor.organisationId, params.id)
  if (!row) throw problem('not_found')
  return present(row, service)
}

const defaults: Omit<ProviderSettings, 'name'> = {
  profile: 'oidc',
  audiences: [],
  authorized_parties: [],
  client_id: null,
  sealed_client_secret: null,
  organisation_claim: null,
  organisation_values: [],
  joins: false,
  role_claim: null,
  role_values: {},
}

/** @param seal  for the provider whose settings these are */
function patched<S extends ProviderSettings>(
  before: S,
  patch: IdentityProviderPatch,
  seal: (secret: string) => Buffer,
): S {
  const { organisation, roles, client_secret: secret, ...plain } = patch
  return {
    ...before,
    ...plain,
    ...(secret !== undefined && { sealed_client_secret: secret === null ? null : seal(secret) }),
    ...(organisation && {
      organisation_claim: organisation.claim,
      organisation_values: organisation.values,
    }),
    ...(roles && { role_claim: roles.claim, role_values: roles.values }),
  }
}

function assertValid(issuer: string, settings: ProviderSettings): void {
  const fault = issuerFault(issuer, settings.profile) ?? settingsFault(settings)
  if (fault) throw impossible(fault.pointer, fault.detail)
}

/**
 * @throws unprocessable  an issuer or a setting that is not valid
 * @throws conflict  the issuer is the service's own, or the organisation has a provider with it already
 */
export async function createProvider(
  call: Call<typeof contract.createIdentityProvider>,
  service: Service,
): Promise<IdentityProvider> {
  const { tx, actor, body, now } = call
  const { organisationId } = actor
  const { issuer, ...draft } = body
  const operator = service.operator()
  const id = newId('identityProvider')
  const settings = patched({ ...defaults, name: draft.name }, draft, (secret) =>
    sealClientSecret(tx, id, secret),
  )
  const refusal = refusalOf(issuer, service.guard)
  const url = URL.parse(issuer)
  if (refusal || !url || !isTrustworthy(url))
    throw impossible('/issuer', `The issuer ${refusal ?? 'must be https'}`)
  assertValid(issuer, settings)
  if (issuer === operator.issuer || issuer === operator.recordedAs)
    throw problem('conflict', { detail: 'This is the identity provider of the service itself' })
  await store.lockIssuer(tx, `of ${organisationId}`)
  if ((await store.countProviders(tx, organisationId)) >= limits.identityProvidersMax)
    throw impossible('', `At most ${limits.identityProvidersMax} identity providers`, 'too_many')
  const row = await store
    .insertProvider(tx, { ...settings, organisation_id: organisationId, id, issuer }, now)
    .catch((error: unknown) => {
      if (isUniqueViolation(error, 'identity_providers_by_issuer'))
        throw problem('conflict', { detail: 'There is an identity provider with this issuer already' })
      throw error
    })
  await audit(call, 'identity_provider.created', row)
  return present(row, service)
}

/** Settings that decide whose tokens are accepted, and for whom. */
const decisive = [
  'profile',
  'audiences',
  'authorized_parties',
  'client_id',
  'organisation_claim',
  'organisation_values',
] as const

/** @throws not_found | precondition_failed | unprocessable | last_way_in | last_admin */
export const updateProvider = (
  call: Call<typeof contract.updateIdentityProvider>,
  service: Service,
): Promise<IdentityProvider> =>
  keepingAnAdmin(call.tx, call.actor.organisationId, () => changeProvider(call, service))

async function changeProvider(
  call: Call<typeof contract.updateIdentityProvider>,
  service: Service,
): Promise<IdentityProvider> {
  const { tx, actor, body: patch, ifMatch, now } = call
  await lockUser(tx, actor)
  const before = await lockProvider(call, call.params.id)
  if (ifMatch !== undefined && ifMatch !== before.version) throw problem('precondition_failed')
  const next = patched(before, patch, (secret) => sealClientSecret(tx, before.id, secret))
  if (isDeepStrictEqual(next, before)) return present(before, service)
  assertValid(before.issuer, next)
  const needsProof = decisive.some((name) => !isDeepStrictEqual(next[name], before[name]))
  if (needsProof) await assertOtherWayIn(call, before, service)
  const row = await store.updateProvider(tx, needsProof ? { ...next, proved_at: null } : next, now)
  await audit(call, 'identity_provider.updated', row, { fields: Object.keys(patch) })
  return present(row, service)
}

/** The users whom it brought in leave with it. @throws not_found | last_way_in | last_admin */
export const deleteProvider = (
  call: Call<typeof contract.deleteIdentityProvider>,
  service: Service,
): Promise<null> => keepingAnAdmin(call.tx, call.actor.organisationId, () => removeProvider(call, service))

async function removeProvider(
  call: Call<typeof contract.deleteIdentityProvider>,
  service: Service,
): Promise<null> {
  const { tx, actor, params, now } = call
  await lockUser(tx, actor)
  const row = await lockProvider(call, params.id)
  await assertOtherWayIn(call, row, service)
  const left = await store.deleteProvider(tx, row, now)
  await audit(call, 'identity_provider.deleted', row, { people_left: left.length })
  return null
}

/** Every node forgets the keys that it has read. @throws not_found */
export async function reloadProvider(
  call: Call<typeof contract.reloadIdentityProvider>,
  service: Service,
): Promise<IdentityProvider> {
  const { tx, actor, params, now } = call
  const row = await store.findProvider(tx, actor.organisationId, params.id)
  if (!row) throw problem('not_found')
  // Keys of an issuer are shared by all who trust it: one who has proved nothing must not make others read them again.
  const isShared = row.proved_at === null && (await store.provedElsewhere(tx, row)).length > 0
  if (!isShared) await reloadKeys(tx, row.issuer, now)
  await audit(call, 'identity_provider.reloaded', row)
  return present(row, service)
}

/** @throws not_found */
async function lockProvider({ tx, actor }: AdminCall, id: string): Promise<ProviderRow> {
  const row = await store.findProvider(tx, actor.organisationId, id, { lock: true })
  if (!row) throw problem('not_found')
  return row
}

/** An admin who can still sign in can mend everything else. @throws last_way_in */
async function assertOtherWayIn(
  { tx, actor }: AdminCall,
  { issuer }: ProviderRow,
  service: Service,
): Promise<void> {
  const { recordedAs } = service.operator()
  if (!(await canSignInWithout(tx, actor, recordedAs, { issuer })))
    throw problem('last_way_in', {
      detail: 'You sign in by this provider alone. Add another way to sign in first.',
    })
}

const audit = (
  { tx, actor, now }: AdminCall,
  action: AuditAction,
  { id, issuer, name }: ProviderRow,
  detail: Record<string, unknown> = {},
): Promise<void> =>
  recordAudit(tx, {
    organisationId: actor.organisationId,
    actor: actedBy(actor),
    action,
    target: id,
    detail: { name, issuer, ...detail },
    at: now,
  })
