/** Surveys of people who are asked by codes on paper alone, for requests that print and destroy these. */
import type { Client, World } from '../support/world.ts'
import { ok } from './call.ts'

type Open = (more: Record<string, unknown>) => Promise<{ id: string }>

export function makersOfCodes(
  { organisation, admin }: Pick<World, 'organisation'> & { admin: Client },
  { openPulse, openInstance }: { openPulse: Open; openInstance: Open },
) {
  let crew: Promise<{ team_ids: string[] }> | undefined
  const newCrew = async () => {
    const api = await organisation()
    const { id } = ok(await api.post('/api/teams', { name: 'Crew' }))
    const fitter = { channels: [{ type: 'code' }], team_ids: [id] }
    for (let at = 0; at < 5; at++) ok(await api.post('/api/members', { name: `Fitter ${at}`, ...fitter }))
    return { team_ids: [id as string] }
  }
  const byCode = async () => ({ recipients: await (crew ??= newCrew()), channels: ['code'] })
  return {
    pulseWithCodes: async () => openPulse(await byCode()),
    instanceWithCodes: async () => openInstance(await byCode()),
    /** Its codes were printed, by the admin in the author's place. @returns its id */
    printed: async (noun: string, { id }: { id: string }): Promise<string> => {
      ok(await admin.post(`/api/${noun}/${id}/codes`, { reason: 'The author is away' }))
      return id
    },
  }
}
