/** How receivers are reached and what they are signed with: one for an installation, made in app.ts. */
import type { Guard } from '../outbound/outbound.ts'
import type { Sealing } from '../sealing.ts'
import { sha256 } from '../ids.ts'
import { newSigningKeys, secretText, type SigningKeys } from '../signing.ts'
import { refOf, type WebhookRef, type WebhookRow } from './store.ts'

export type Receivers = {
  readonly guard: Guard
  readonly sealing: Sealing
  /** Addresses of this service, to which nothing is sent. */
  ownOrigins(): readonly string[]
}

/** What a sealed secret is for. */
const useOf = ({ organisationId, id }: WebhookRef): string => `webhook ${organisationId} ${id}`

type SealedKeys = Pick<WebhookRow, 'public_key' | 'secrets' | 'secret_sha256'>

/** New keys, and what is stored of them. */
export function newSealedKeys(
  { sealing }: Receivers,
  webhook: WebhookRef,
): { keys: SigningKeys; sealed: SealedKeys } {
  const { keys, publicKey } = newSigningKeys()
  const sealed = {
    public_key: publicKey,
    secrets: sealing.seal(JSON.stringify(keys), useOf(webhook)),
    secret_sha256: sha256(secretText(keys)),
  }
  return { keys, sealed }
}

/** The same, of keys that nobody is told. */
export const sealedKeys = (receivers: Receivers, webhook: WebhookRow): SealedKeys =>
  newSealedKeys(receivers, refOf(webhook)).sealed

/** The keys that a delivery is signed with. @throws SealingError */
export function keysOf(
  { organisation_id: organisationId, id, ...row }: WebhookRow,
  { sealing }: Receivers,
  now: Date,
): SigningKeys[] {
  const open = (sealed: Buffer): SigningKeys =>
    JSON.parse(sealing.open(sealed, useOf({ organisationId, id })))
  const { previous_secrets: previous, previous_secret_until: until } = row
  const isHeld = previous !== null && until !== null && new Date(until) > now
  return [open(row.secrets), ...(isHeld ? [open(previous)] : [])]
}
