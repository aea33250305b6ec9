/** Holiday calendars for tests of access. */
import type { Client } from '../support/world.ts'
import { ok } from './call.ts'

export function calendarsOf(author: Client) {
  let serial = 0
  const calendarDraft = (more: Record<string, unknown> = {}) => ({
    name: `Works holidays ${++serial}`,
    days: [{ date: '2026-12-24', name: 'Christmas Eve' }],
    ...more,
  })
  return {
    calendarDraft,
    newCalendar: async (more: Record<string, unknown> = {}) =>
      ok(await author.post('/api/holiday-calendars', calendarDraft(more))),
  }
}
