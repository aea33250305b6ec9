/** What an agent of the admin wants to do, and requests by which they decide. */
import { requestConfirmation } from '../support/agent.ts'
import { pulseDraft, type World } from '../support/world.ts'
import { ok } from './call.ts'
import type { Prepared } from './prepared.ts'
import type { Request } from './requests.ts'

/** Not decided yet. @returns its id */
export async function newConfirmation({ adminId, user, url }: World, teamId: string): Promise<string> {
  const mine = await user({ id: adminId })
  const { id } = ok(await mine.post('/api/pulses', pulseDraft([teamId])))
  return requestConfirmation(url, mine.token ?? '', id)
}

export const confirmationRequests: Record<string, (it: Prepared) => Promise<Request>> = {
  getConfirmation: async (it) => ({ params: { id: await it.newConfirmation() } }),
  confirmPlan: async (it) => {
    const id = await it.newConfirmation()
    const { plan_hash } = ok(await it.world.admin.get(`/api/confirmations/${id}`))
    return { params: { id }, body: { plan_hash } }
  },
  declinePlan: async (it) => ({ params: { id: await it.newConfirmation() } }),
}
