/** Check-ins for tests: a weekly one, its activation, and its instances. */
import { bodyOf } from './clockwork.ts'
import type { Client } from './world.ts'

export const weekly = (teamIds: string[], more: Record<string, unknown> = {}) => ({
  title: 'Weekly',
  questions: [{ id: 'calm', type: 'scale', text: 'I could work calmly', min: 1, max: 5 }],
  recipients: { team_ids: teamIds },
  confidentiality: { mode: 'confidential' },
  channels: ['link'],
  time_zone: 'Europe/Berlin',
  recurrence: { rrule: 'FREQ=WEEKLY;BYDAY=MO', starts_on: '2026-10-12', time: '09:00' },
  window: 'P2D',
  ...more,
})

/** A weekday that is neither today nor tomorrow: what is due today opens by itself, at an hour that no test chose. */
const laterDay = (): string => ['SU', 'MO', 'TU', 'WE', 'TH', 'FR', 'SA'][(new Date().getUTCDay() + 3) % 7]

/** For tests at the hour of the machine: the next date is days away, whenever they run. */
export const weeklyLater = () => ({
  rrule: `FREQ=WEEKLY;BYDAY=${laterDay()}`,
  starts_on: '2026-10-12',
  time: '09:00',
})

export async function activated(author: Client, draft: object): Promise<{ id: string; path: string }> {
  const { id } = await bodyOf(author.post('/api/check-ins', draft), 201)
  await bodyOf(author.post(`/api/check-ins/${id}/activate`))
  return { id, path: `/api/check-ins/${id}` }
}

/** Oldest first. */
export const instancesOf = async (author: Client, path: string): Promise<any[]> =>
  (await bodyOf(author.get(`${path}/instances?limit=200`))).check_in_instances.toSorted((a: any, b: any) =>
    a.local_date < b.local_date ? -1 : 1,
  )

/** A line for each instance: date, state, reason. */
export const timelineOf = async (author: Client, path: string): Promise<string[]> =>
  (await instancesOf(author, path)).map((one) =>
    [one.local_date, one.state, one.reason].filter(Boolean).join(' '),
  )
