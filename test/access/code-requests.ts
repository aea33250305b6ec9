/** Requests to the operations of codes on paper. */
import type { Make, Request } from './requests.ts'

/** An admin does it in the author's place. */
const of = (id: string): Request => ({ params: { id }, body: { reason: 'The author is away' } })

export const codeRequests: Record<string, Make> = {
  getPulseCodes: async (it) => ({ params: { id: (await it.pulseWithCodes()).id } }),
  issuePulseCodes: async (it) => of((await it.pulseWithCodes()).id),
  destroyPulseCodes: async (it) => of(await it.printed('pulses', await it.pulseWithCodes())),
  getInstanceCodes: async (it) => ({ params: { id: (await it.instanceWithCodes()).id } }),
  issueInstanceCodes: async (it) => of((await it.instanceWithCodes()).id),
  destroyInstanceCodes: async (it) =>
    of(await it.printed('check-in-instances', await it.instanceWithCodes())),
}
