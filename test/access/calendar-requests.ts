/** Occurrences between two dates, holiday calendars, and the change of a check-in, whose recurrence names some. */
import type { Make } from './requests.ts'

const of = (id: string, more: object = {}) => ({ params: { id }, ...more })

export const calendarRequests: Record<string, Make> = {
  listOccurrences: () => ({ query: { from: '2026-10-01', to: '2026-11-30', limit: '5' } }),
  listHolidayCalendars: () => ({ query: { limit: '10' } }),
  createHolidayCalendar: (it) => ({ body: it.calendarDraft() }),
  getHolidayCalendar: async (it) => of((await it.newCalendar()).id),
  listHolidayCalendarDays: async (it) => of((await it.newCalendar()).id, { query: { year: '2026' } }),
  updateHolidayCalendar: async (it) =>
    of((await it.newCalendar()).id, { body: { name: 'Changed', days: it.calendarDraft().days } }),
  deleteHolidayCalendar: async (it) => of((await it.newCalendar()).id),
  listPublicHolidayCountries: () => ({}),
  listPublicHolidays: () => ({ query: { country: 'DE', region: 'BY', year: '2027' } }),
  updateCheckIn: async (it) =>
    of((await it.checkIn()).id, {
      body: { title: 'Changed', recurrence: it.checkInDraft().recurrence },
    }),
}
