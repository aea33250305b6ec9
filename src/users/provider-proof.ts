/**
 * Proves that an organisation may use an identity provider: one of its admins has signed in there, with a token that the
 * organisation's own settings accept. Two organisations cannot prove overlapping settings of one issuer: the same person could
 * then belong to both.
 */
import type { PersonActor } from '../actor.ts'
import { actedBy, recordAudit } from '../audit/audit.ts'
import type { Tx } from '../db/db.ts'
import { problem } from '../problem.ts'
import * as store from './provider-store.ts'
import type { ProviderRow } from './provider-store.ts'

/** @throws not_found | conflict */
export async function proveProvider(tx: Tx, admin: PersonActor, id: string, now: Date): Promise<void> {
  const { organisationId } = admin
  const provider = await store.findProvider(tx, organisationId, id, { lock: true })
  if (!provider) throw problem('not_found')
  if (provider.proved_at !== null) return
  await store.lockIssuer(tx, provider.issuer)
  const others = await store.provedElsewhere(tx, provider)
  if (others.some((other) => overlaps(provider, other)))
    throw problem('conflict', {
      detail: 'Another organisation has already proved this provider with the same claims',
    })
  await store.updateProvider(tx, { ...provider, proved_at: now.toISOString() }, now)
  await recordAudit(tx, {
    organisationId,
    actor: actedBy(admin),
    action: 'identity_provider.proved',
    target: id,
    detail: { issuer: provider.issuer },
    at: now,
  })
}

const haveCommon = (one: readonly string[], other: readonly string[]): boolean =>
  one.some((value) => other.includes(value))

/** Every value by which a token can name its recipient. */
const partiesOf = ({ audiences, authorized_parties, client_id }: ProviderRow): string[] => [
  ...audiences,
  ...authorized_parties,
  ...(client_id === null ? [] : [client_id]),
]

/** Tokens of this profile may name no recipient: its issuer is made for one client (src/identity/profiles.ts). */
const namesParty = ({ profile }: ProviderRow): boolean => profile !== 'workos'

/** Whether one person could belong to both. Different claims may hold for the same person. */
function overlaps(one: ProviderRow, other: ProviderRow): boolean {
  if (namesParty(one) && namesParty(other) && !haveCommon(partiesOf(one), partiesOf(other))) return false
  if (one.organisation_claim === null || other.organisation_claim === null) return true
  if (one.organisation_claim !== other.organisation_claim) return true
  return haveCommon(one.organisation_values, other.organisation_values)
}
