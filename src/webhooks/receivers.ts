/** How receivers are reached and what they are signed with: one for an installation, made in app.ts. */
import { type Guard } from '../outbound/outbound.ts'
import { type Sealing } from '../sealing.ts'
import { type SigningKeys } from './signing.ts'
import { type WebhookRef, type WebhookRow } from './store.ts'

export type Receivers = {
  readonly guard: Guard
  readonly sealing: Sealing
  /** Addresses of this service, to which nothing is sent. */
  ownOrigins(): readonly string[]
}

/** What a sealed secret is for. */
export const useOf = ({ organisationId, id }: WebhookRef): string => `webhook ${organisationId} ${id}`

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
