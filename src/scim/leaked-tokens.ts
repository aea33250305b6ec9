/** A token of directory sync that was found in public ends. */
import { byClock, recordAudit } from '../audit/audit.ts'
import { isSecret, readSecret } from '../ids.ts'
import type { LeakedSecrets } from '../oauth/oauth.ts'
import { deleteLeakedToken } from './store.ts'

export const leakedTokens: LeakedSecrets = {
  fits: (text) => isSecret('scim', text),
  end: async (tx, token, now) => {
    const secret = readSecret('scim', token)
    const found = secret && (await deleteLeakedToken(tx, secret, now))
    if (!found) return false
    await recordAudit(tx, {
      organisationId: found.organisation_id,
      actor: byClock,
      action: 'credential.leaked',
      target: found.id,
      detail: { kind: 'directory_sync_token' },
      at: now,
    })
    return true
  },
}
