/** What requests of directory sync use up: tokens, and changes that a provider has sent. */
import { type Client, client } from '../support/world.ts'
import { ok } from './call.ts'

let serial = 0

export function syncMakers(admin: Client, url: string) {
  /** Begins a trial, and ends the tokens that there are: two may be valid. */
  const roomForSyncToken = async (): Promise<void> => {
    const { state, tokens } = ok(await admin.get('/api/directory-sync'))
    if (state === 'off') ok(await admin.patch('/api/directory-sync', { state: 'trial' }))
    for (const { id } of tokens) await admin.delete(`/api/directory-sync/tokens/${id}`)
  }
  const newSyncToken = async (): Promise<{ id: string; token: string }> => {
    await roomForSyncToken()
    return ok(await admin.post('/api/directory-sync/tokens', {}))
  }
  return {
    roomForSyncToken,
    newSyncToken,
    /** Somebody whom a provider has sent in a trial. */
    newSyncChange: async (): Promise<void> => {
      const { token } = await newSyncToken()
      const body = { userName: `synced-${++serial}@test.example` }
      ok(await client(url, token).post('/scim/v2/Users', body))
    },
  }
}
