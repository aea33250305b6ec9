/**
 * A signing secret that was found in public is used no more: its webhook is disabled, and a new secret has to be fetched and tested before it
 * is used again. One that was being replaced stops signing at once. Anyone who has the secret can still forge deliveries to a receiver that
 * trusts it, so the admins are told.
 */
import { byClock, recordAudit } from '../audit/audit.ts'
import type { Tx } from '../db/db.ts'
import { recordEvent } from '../events/events.ts'
import { sha256 } from '../ids.ts'
import type { LeakedSecrets } from '../oauth/oauth.ts'
import { endUse } from './ending-use.ts'
import { type Receivers, sealedKeys } from './receivers.ts'
import { findBySecret, updateWebhook, type WebhookRow } from './store.ts'

const form = /^whsec_[A-Za-z0-9+/]{43}=$/

export const leakedSecrets = (receivers: Receivers): LeakedSecrets => ({
  fits: (text) => form.test(text),
  end: async (tx, secret, now) => {
    const hash = sha256(secret)
    const webhook = await findBySecret(tx, hash, now)
    if (!webhook) return false
    const isPresent = webhook.secret_sha256?.equals(hash) ?? false
    await updateWebhook(
      tx,
      { ...webhook, ...(isPresent && sealedKeys(receivers, webhook)), ...noPrevious },
      now,
    )
    if (isPresent) await endUse(tx, webhook, 'secret_leaked', now)
    await tell(tx, webhook, now)
    return true
  },
})

const noPrevious = {
  previous_secrets: null,
  previous_secret_sha256: null,
  previous_secret_until: null,
}

async function tell(tx: Tx, { organisation_id: organisationId, id, application_id }: WebhookRow, now: Date) {
  const kind = 'webhook_secret'
  const payload = { application_id, kind } as const
  await recordEvent(tx, { organisationId, type: 'application.credential_leaked', payload, at: now })
  await recordAudit(tx, {
    organisationId,
    actor: byClock,
    action: 'credential.leaked',
    target: id,
    detail: { kind, application_id },
    at: now,
  })
}
