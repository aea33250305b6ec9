/** When a recipient may get a message, over time zones, midnights and changes of the clock. */
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { type Absence, nextSendingTime } from './sending-time.ts'

const night = { start: '22:00', end: '07:00' }
const noon = { start: '12:00', end: '13:00' }
const away = (starts_on: string, ends_on: string): Absence => ({ starts_on, ends_on })

type Case = {
  name: string
  now: string
  zone?: string
  quietHours?: { start: string; end: string }[]
  absences?: Absence[]
  expected: string | null
}

const cases: Case[] = [
  {
    name: 'no quiet hours and no absence',
    now: '2026-06-01T03:00:00.123Z',
    expected: '2026-06-01T03:00:00.123Z',
  },
  {
    name: 'just before quiet hours',
    now: '2026-06-01T11:59:59.999Z',
    quietHours: [noon],
    expected: '2026-06-01T11:59:59.999Z',
  },
  {
    name: 'at the first minute of quiet hours',
    now: '2026-06-01T12:00:00Z',
    quietHours: [noon],
    expected: '2026-06-01T13:00:00Z',
  },
  {
    name: 'in the last second of quiet hours',
    now: '2026-06-01T12:59:59Z',
    quietHours: [noon],
    expected: '2026-06-01T13:00:00Z',
  },
  {
    name: 'at the end of quiet hours',
    now: '2026-06-01T13:00:00Z',
    quietHours: [noon],
    expected: '2026-06-01T13:00:00Z',
  },
  {
    name: 'quiet hours over midnight, before it',
    now: '2026-06-01T23:30:00Z',
    quietHours: [night],
    expected: '2026-06-02T07:00:00Z',
  },
  {
    name: 'quiet hours over midnight, after it',
    now: '2026-06-02T00:00:00Z',
    quietHours: [night],
    expected: '2026-06-02T07:00:00Z',
  },
  {
    name: 'quiet hours over midnight, by day',
    now: '2026-06-02T07:00:00Z',
    quietHours: [night],
    expected: '2026-06-02T07:00:00Z',
  },
  {
    name: 'quiet hours over the end of a year',
    now: '2026-12-31T22:00:00Z',
    quietHours: [night],
    expected: '2027-01-01T07:00:00Z',
  },
  {
    name: 'quiet hours in a time zone',
    now: '2026-06-01T03:00:00Z',
    zone: 'America/New_York',
    quietHours: [night],
    expected: '2026-06-01T11:00:00Z',
  },
  {
    name: 'quiet hours in a zone with a half hour',
    now: '2026-06-01T18:00:00Z',
    zone: 'Asia/Kolkata',
    quietHours: [night],
    expected: '2026-06-02T01:30:00Z',
  },
  {
    name: 'an unknown zone counts as UTC',
    now: '2026-06-01T23:30:00Z',
    zone: 'Mars/Olympus',
    quietHours: [night],
    expected: '2026-06-02T07:00:00Z',
  },
  {
    name: 'quiet hours that follow one another',
    now: '2026-06-01T23:30:00Z',
    quietHours: [night, { start: '06:30', end: '09:15' }],
    expected: '2026-06-02T09:15:00Z',
  },
  {
    name: 'quiet hours that leave no time',
    now: '2026-06-01T23:30:00Z',
    quietHours: [
      { start: '08:00', end: '20:00' },
      { start: '20:00', end: '08:00' },
    ],
    expected: null,
  },
  {
    name: 'quiet hours of a whole day',
    now: '2026-06-01T12:00:00Z',
    quietHours: [{ start: '09:00', end: '09:00' }],
    expected: null,
  },
  {
    name: 'an hour that summer time skips ends when the clock goes on',
    // 29 March 2026, Berlin: 02:00 becomes 03:00.
    now: '2026-03-29T00:10:00Z',
    zone: 'Europe/Berlin',
    quietHours: [{ start: '22:00', end: '02:30' }],
    expected: '2026-03-29T01:30:00Z',
  },
  {
    name: 'a night that is an hour shorter',
    now: '2026-03-28T22:00:00Z',
    zone: 'Europe/Berlin',
    quietHours: [night],
    expected: '2026-03-29T05:00:00Z',
  },
  {
    name: 'a night that is an hour longer',
    now: '2026-10-24T22:00:00Z',
    zone: 'Europe/Berlin',
    quietHours: [night],
    expected: '2026-10-25T06:00:00Z',
  },
  {
    name: 'an end that comes twice counts the first time',
    // 25 October 2026, Berlin: 03:00 becomes 02:00.
    now: '2026-10-24T23:00:00Z',
    zone: 'Europe/Berlin',
    quietHours: [{ start: '22:00', end: '02:30' }],
    expected: '2026-10-25T00:30:00Z',
  },
  {
    name: 'an end that comes twice counts the second time where the first has passed',
    now: '2026-10-25T01:10:00Z',
    zone: 'Europe/Berlin',
    quietHours: [{ start: '22:00', end: '02:30' }],
    expected: '2026-10-25T01:30:00Z',
  },
  {
    name: 'a day of absence, by the recipient’s own calendar',
    // 23:30 on the 31st in UTC is the 1st in Auckland.
    now: '2026-05-31T23:30:00Z',
    zone: 'Pacific/Auckland',
    absences: [away('2026-06-01', '2026-06-01')],
    expected: '2026-06-01T12:00:00Z',
  },
  {
    name: 'the day before an absence',
    now: '2026-05-31T23:59:59Z',
    absences: [away('2026-06-01', '2026-06-14')],
    expected: '2026-05-31T23:59:59Z',
  },
  {
    name: 'absences that follow one another, then a night',
    now: '2026-06-01T10:00:00Z',
    absences: [away('2026-06-04', '2026-06-05'), away('2026-06-01', '2026-06-03')],
    quietHours: [night],
    expected: '2026-06-06T07:00:00Z',
  },
  {
    name: 'a day that begins at 01:00, as it has no midnight',
    // 6 September 2026, Santiago: 00:00 becomes 01:00.
    now: '2026-09-05T15:00:00Z',
    zone: 'America/Santiago',
    absences: [away('2026-09-05', '2026-09-05')],
    expected: '2026-09-06T04:00:00Z',
  },
]

for (const { name, now, zone = 'UTC', quietHours = [], absences = [], expected } of cases) {
  test(`the next time to send: ${name}`, () => {
    const found = nextSendingTime(new Date(now), zone, quietHours, absences)
    assert.equal(found?.toISOString() ?? null, expected && new Date(expected).toISOString())
  })
}

test('the next time to send is allowed itself, and never in the past', () => {
  for (const zone of [
    'Europe/Berlin',
    'Australia/Lord_Howe',
    'America/St_Johns',
    'Asia/Kathmandu',
    'Pacific/Apia',
  ])
    for (let hour = 0; hour < 24 * 366; hour += 7) {
      const now = new Date(Date.UTC(2026, 0, 1, hour, 17))
      const quietHours = [night, noon]
      const found = nextSendingTime(now, zone, quietHours, [])!
      assert.ok(found >= now)
      assert.ok(found.getTime() - now.getTime() <= 10 * 3_600_000)
      assert.equal(nextSendingTime(found, zone, quietHours, [])!.getTime(), found.getTime())
    }
})
