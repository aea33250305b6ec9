/** Tests of the list of surveys: it as a caller reads it, and surveys that ask one team. */
import assert from 'node:assert/strict'
import { type Client, pulseDraft } from './world.ts'

export const list = async (api: Client, query = ''): Promise<any> => {
  const { status, body } = await api.get(`/api/surveys${query}`)
  assert.equal(status, 200, JSON.stringify(body))
  return body
}
export const titles = async (api: Client, query = ''): Promise<string[]> =>
  (await list(api, query)).surveys.map(({ title }: { title: string }) => title)
export const counts = async (api: Client, query = ''): Promise<any> =>
  (await api.get(`/api/surveys/counts${query}`)).body

export const did = async (api: Client, path: string): Promise<void> => {
  const { status, body } = await api.post(path)
  assert.equal(status, 200, JSON.stringify(body))
}

type Made = { id: string; path: string }
type Make = (api: Client, more: Record<string, unknown>) => Promise<Made>

/** Makes pulses, and check-ins of each Monday, for a team. */
export function surveysOf(teamId: () => string): { pulse: Make; checkIn: Make } {
  const made = async (api: Client, path: string, body: object): Promise<Made> => {
    const reply = await api.post(path, body)
    assert.equal(reply.status, 201, JSON.stringify(reply.body))
    return { id: reply.body.id, path: `${path}/${reply.body.id}` }
  }
  return {
    pulse: (api, more) => made(api, '/api/pulses', pulseDraft([teamId()], more)),
    checkIn: (api, more) =>
      made(api, '/api/check-ins', {
        ...pulseDraft([teamId()], { topic: undefined, ...more }),
        time_zone: 'Europe/Berlin',
        recurrence: { rrule: 'FREQ=WEEKLY;BYDAY=MO', starts_on: '2090-01-02' },
      }),
  }
}
