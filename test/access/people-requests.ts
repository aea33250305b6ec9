/** Requests to the operations of people, of what is their own, and of the directory sync and domains by which they come. */
import { randomUUID } from 'node:crypto'
import type { Make, Request } from './requests.ts'

const of = (id: string, rest: Omit<Request, 'params'> = {}): Request => ({ params: { id }, ...rest })

export const peopleRequests: Record<string, Make> = {
  listPeople: () => ({ query: { limit: '5', state: 'active' } }),
  listSuccessors: () => ({ query: { q: 'a', limit: '5' } }),
  updatePerson: async (it) => of((await it.world.user()).userId, { body: { role: 'member' } }),
  getMe: () => ({}),
  updateMe: () => ({ body: { language: 'de', time_zone: 'Europe/Berlin' } }),
  listOwnOrganisations: () => ({}),
  getOwnOpenSurveys: () => ({}),
  resendOwnInvitations: () => ({}),
  addIdentity: async (it) => {
    const { token: session_token } = await it.world.person(`spare-${randomUUID()}@test.example`)
    return { body: { session_token }, by: await it.world.person(it.world.adminEmail) }
  },
  removeIdentity: async (it) => {
    const { by, body } = await peopleRequests.addIdentity(it)
    return of((await by!.post('/api/me/identities', body)).body.id)
  },
  getSecondFactor: () => ({}),
  beginAuthenticator: async (it) => ({ by: (await it.factored()).by }),
  confirmAuthenticator: async (it) => {
    const { by, newCode } = await it.factored()
    return { by, body: { code: await newCode() } }
  },
  removeAuthenticator: async (it) => ({ by: (await it.factored()).by }),
  beginPasskey: async (it) => ({ by: (await it.factored()).by }),
  addPasskey: async (it) => {
    const { by, newPasskey } = await it.factored()
    return { by, body: await newPasskey() }
  },
  removePasskey: async (it) => {
    const { by, passkeyId } = await it.factored()
    return of(passkeyId, { by })
  },
  replaceRecoveryCodes: async (it) => ({ by: (await it.factored()).by }),
  resetSecondFactor: async (it) => of((await it.factored()).userId),
  confirmAddress: async (it) => ({ body: { token: await it.newAddressToken('ea') } }),
  rejectAddress: async (it) => ({ body: { token: await it.newAddressToken('ek') } }),
  getDirectorySync: () => ({}),
  updateDirectorySync: async (it) => ({ body: { parent_team_id: await it.newTeam() } }),
  listDirectorySyncChanges: () => ({ query: { limit: '5', subject: 'member' } }),
  createDirectorySyncToken: async (it) => {
    await it.roomForSyncToken()
    return { body: {} }
  },
  revokeDirectorySyncToken: async (it) => of((await it.newSyncToken()).id),
  listDomains: () => ({ query: { limit: '5' } }),
  createDomain: () => ({ body: { domain: `${randomUUID()}.example` } }),
  confirmDomain: async (it) => {
    const { id, by } = await it.newPublishedDomain()
    return of(id, { by })
  },
  deleteDomain: async (it) => of(await it.newDomain()),
  listInvitations: () => ({ query: { limit: '5', state: 'pending' } }),
  createInvitation: () => ({ body: { email: `invited-${randomUUID()}@test.example`, role: 'analyst' } }),
  resendInvitation: async (it) => of(await it.newInvitation()),
  revokeInvitation: async (it) => of(await it.newInvitation()),
  acceptInvitation: async (it) => {
    const { token, by } = await it.newInvited()
    return { body: { token }, by }
  },
}
