/**
 * Webhooks as callers see and change them. A webhook belongs to an application, and gets what that application may read by itself. Programs
 * manage those of their application; on the pages of the service, admins manage all of the organisation.
 */
import type * as contract from '../../contract/webhooks.ts'
import type { NewWebhook, Webhook } from '../../contract/webhooks.ts'
import type { Page } from '../../contract/fields.ts'
import { limits } from '../../contract/limits.ts'
import type { ApplicationActor } from '../actor.ts'
import { actedBy, recordAudit } from '../audit/audit.ts'
import type { AuditAction } from '../../contract/audit.ts'
import type { Call } from '../call.ts'
import { afterCommit, type Tx } from '../db/db.ts'
import { paged, pageOf } from '../db/paging.ts'
import { headOf } from '../events/events.ts'
import { newId } from '../ids.ts'
import { refusalOf } from '../outbound/outbound.ts'
import { impossible, problem } from '../problem.ts'
import { cancelWaiting } from './delivery-store.ts'
import { secretText } from '../signing.ts'
import { newSealedKeys, type Receivers } from './receivers.ts'
import * as store from './store.ts'
import { refOf, type WebhookRow } from './store.ts'

export { type Receivers } from './receivers.ts'
export { leakedSecrets } from './leaked-secrets.ts'
export { fanOutTask } from './fan-out.ts'
export { webhookSender } from './sending.ts'
export { sealedWebhooks } from './store.ts'

export function present(row: WebhookRow): Webhook {
  const {
    organisation_id: _o,
    secrets: _s,
    secret_sha256: _h,
    previous_secrets: _p,
    previous_secret_sha256: _ph,
    position: _position,
    ...shown
  } = row
  return {
    ...shown,
    public_key: row.signatures.includes('v1a') ? row.public_key : null,
  }
}

/** @throws not_found */
export async function load(
  { tx, actor, params }: { tx: Tx; actor: ApplicationActor; params: { id: string } },
  options: { lock?: boolean } = {},
): Promise<WebhookRow> {
  const { organisationId } = actor
  const own = await store.managedApplication(tx, actor)
  const row = await store.findWebhook(tx, { organisationId, id: params.id }, own, options)
  if (!row) throw problem('not_found')
  return row
}

/** Refuses what only makes sense once an address was verified. @throws webhook_not_verified | webhook_disabled */
export function assertInUse({ state, disabled_reason }: WebhookRow): void {
  if (state === 'unverified') throw problem('webhook_not_verified', { state })
  if (state === 'disabled')
    throw problem('webhook_disabled', { state, detail: `The reason is: ${disabled_reason}` })
}

/** @throws invalid_cursor */
export async function listWebhooks({
  tx,
  actor,
  query,
}: Call<typeof contract.listWebhooks>): Promise<Page<'webhooks', Webhook>> {
  const paging = paged(`webhooks of ${actor.organisationId}`, query)
  const own = await store.managedApplication(tx, actor)
  const rows = await store.listWebhooks(tx, actor.organisationId, [own, query.application_id ?? null], paging)
  const { webhooks, ...rest } = pageOf('webhooks', rows, paging, ({ id }) => id)
  return { webhooks: webhooks.map(present), ...rest }
}

/** @throws not_found */
export const getWebhook = async (call: Call<typeof contract.getWebhook>): Promise<Webhook> =>
  present(await load(call))

/** With what the webhooks of an installation are made. */
export const webhookRules = (receivers: Receivers) => ({
  /** @throws unprocessable  an application that is not there, or has ten | address_refused */
  createWebhook: async ({
    tx,
    actor,
    body,
    now,
  }: Call<typeof contract.createWebhook>): Promise<NewWebhook> => {
    const { organisationId } = actor
    const own = await store.managedApplication(tx, actor)
    const applicationId = body.application_id ?? own
    if (applicationId === null || (own !== null && applicationId !== own))
      throw impossible('/application_id', 'Name an application whose webhooks you manage', 'unknown')
    assertAllowed(receivers, body.url)
    const count = await store.countOfApplication(tx, organisationId, applicationId)
    if (count === undefined)
      throw impossible('/application_id', 'There is no such active application', 'unknown')
    if (count >= limits.webhooksPerApplicationMax)
      throw impossible(
        '',
        `An application has at most ${limits.webhooksPerApplicationMax} webhooks`,
        'too_many',
      )
    const id = newId('webhook')
    const { keys, sealed } = newSealedKeys(receivers, { organisationId, id })
    const row = await store.insertWebhook(
      tx,
      {
        organisation_id: organisationId,
        id,
        application_id: applicationId,
        url: body.url,
        types: body.types,
        description: body.description ?? '',
        signatures: signaturesOf(body.signatures),
        ...sealed,
      },
      await headOf(tx, organisationId),
      now,
    )
    await audit({ tx, actor, now }, 'webhook.created', row, { url: row.url, types: row.types })
    return { ...present(row), secret: secretText(keys) }
  },

  /** @throws not_found | address_refused | precondition_failed */
  updateWebhook: async (call: Call<typeof contract.updateWebhook>): Promise<Webhook> => {
    const { tx, body, ifMatch, now } = call
    const row = await load(call, { lock: true })
    if (ifMatch !== undefined && ifMatch !== row.version) throw problem('precondition_failed')
    if (body.url !== undefined) assertAllowed(receivers, body.url)
    const isMoved = body.url !== undefined && body.url !== row.url
    const next: WebhookRow = {
      ...row,
      ...body,
      signatures: body.signatures ? signaturesOf(body.signatures) : row.signatures,
      ...(isMoved && { state: 'unverified', disabled_reason: null, failing_since: null }),
    }
    const updated = await store.updateWebhook(tx, next, now)
    if (isMoved) await cancelWaiting(tx, refOf(row), now)
    await audit(call, 'webhook.updated', row, { ...body })
    return present(updated)
  },

  /** @throws not_found */
  rotateWebhookSecret: async (call: Call<typeof contract.rotateWebhookSecret>): Promise<NewWebhook> => {
    const { tx, now } = call
    const row = await load(call, { lock: true })
    const { keys, sealed } = newSealedKeys(receivers, refOf(row))
    const until = new Date(now.getTime() + limits.webhookSecretOverlapSeconds * 1000)
    const isLeaked = row.disabled_reason === 'secret_leaked'
    const updated = await store.updateWebhook(
      tx,
      {
        ...row,
        ...sealed,
        ...(isLeaked
          ? { state: 'unverified' as const, disabled_reason: null, failing_since: null }
          : {
              previous_secrets: row.secrets,
              previous_secret_sha256: row.secret_sha256,
              previous_secret_until: until.toISOString(),
            }),
      },
      now,
    )
    await audit(call, 'webhook.secret_rotated', row)
    return { ...present(updated), secret: secretText(keys) }
  },
})

/** @throws not_found */
export async function deleteWebhook(call: Call<typeof contract.deleteWebhook>): Promise<null> {
  const row = await load(call, { lock: true })
  await store.deleteWebhook(call.tx, refOf(row))
  await audit(call, 'webhook.deleted', row, { url: row.url })
  return null
}

/** @throws not_found | webhook_not_verified | webhook_disabled */
export async function pauseWebhook(call: Call<typeof contract.pauseWebhook>): Promise<Webhook> {
  const row = await load(call, { lock: true })
  assertInUse(row)
  if (row.state === 'paused') return present(row)
  await audit(call, 'webhook.updated', row, { state: 'paused' })
  return present(await store.updateWebhook(call.tx, { ...row, state: 'paused' }, call.now))
}

/** @throws not_found | webhook_not_verified | webhook_disabled  for good */
export async function enableWebhook(call: Call<typeof contract.enableWebhook>): Promise<Webhook> {
  const { tx, now } = call
  const row = await load(call, { lock: true })
  if (row.state === 'active') return present(row)
  if (row.state === 'unverified' || isForGood(row)) assertInUse(row)
  const position = row.state === 'disabled' ? await headOf(tx, row.organisation_id) : row.position
  const next: WebhookRow = { ...row, state: 'active', disabled_reason: null, failing_since: null, position }
  await audit(call, 'webhook.updated', row, { state: 'active' })
  afterCommit(tx, 'work due', null)
  return present(await store.updateWebhook(tx, next, now))
}

/** The reason does not go away by trying again: a revoked application, or a public secret, until it is replaced. */
const isForGood = ({ disabled_reason: reason }: WebhookRow): boolean =>
  reason === 'application_revoked' || reason === 'secret_leaked'

const signaturesOf = (wanted: readonly string[] = []): string[] =>
  wanted.includes('v1a') ? ['v1', 'v1a'] : ['v1']

/** @throws address_refused */
function assertAllowed({ guard, ownOrigins }: Receivers, url: string): void {
  const refusal = refusalOf(url, guard)
  if (refusal !== null) throw problem('address_refused', { detail: `The address ${refusal}` })
  if (ownOrigins().includes(new URL(url).origin))
    throw problem('address_refused', { detail: 'The address is of this service itself' })
}

export const audit = (
  { tx, actor, now }: { tx: Tx; actor: ApplicationActor; now: Date },
  action: AuditAction,
  row: WebhookRow,
  detail: Record<string, unknown> = {},
): Promise<void> =>
  recordAudit(tx, {
    organisationId: row.organisation_id,
    actor: actedBy(actor),
    action,
    target: row.id,
    detail: { application_id: row.application_id, ...detail },
    at: now,
  })
