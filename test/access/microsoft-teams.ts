/** Microsoft tenants of the prepared organisation, connected by its admin at the double of Microsoft (support/microsoft.ts). */
import { codeFor, newTenantId } from '../support/microsoft.ts'
import type { Client } from '../support/world.ts'
import { ok } from './call.ts'
import type { Make } from './requests.ts'
import { slackRequests } from './slack.ts'

export function microsoftMakers(admin: Client) {
  /** What Microsoft sends the admin back with, for a new tenant or this one. */
  const newMicrosoftCode = async (tid = newTenantId()): Promise<{ code: string; state: string }> =>
    codeFor(ok(await admin.post('/api/microsoft-teams/connections')).authorize_url, { tid })
  return {
    newMicrosoftCode,
    newMicrosoftTenant: async (tid?: string): Promise<string> =>
      ok(await admin.post('/api/microsoft-teams/tenants', await newMicrosoftCode(tid))).id,
  }
}

/** Of both chats that an organisation connects. */
export const chatRequests: Record<string, Make> = {
  ...slackRequests,
  listMicrosoftTenants: () => ({ query: { limit: '5' } }),
  getMicrosoftTeamsManifest: () => ({}),
  getMicrosoftTeamsPackage: () => ({}),
  startMicrosoftConnection: () => ({}),
  // Only whoever started can use the code.
  connectMicrosoftTenant: async (it) => ({ body: await it.newMicrosoftCode(), by: it.world.admin }),
  disconnectMicrosoftTenant: async (it) => ({ params: { id: await it.newMicrosoftTenant() } }),
}
