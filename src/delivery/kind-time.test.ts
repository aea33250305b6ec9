/** When somebody may be written to, over zones, midnights and changes of the clock. */
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { type Absence, kindTime } from './kind-time.ts'

const night = { start: '22:00', end: '07:00' }
const noon = { start: '12:00', end: '13:00' }
const away = (starts_on: string, ends_on: string): Absence => ({ starts_on, ends_on })

type Case = {
  says: string
  now: string
  zone?: string
  quiets?: { start: string; end: string }[]
  absences?: Absence[]
  kind: string | null
}

const cases: Case[] = [
  { says: 'nothing to mind', now: '2026-06-01T03:00:00.123Z', kind: '2026-06-01T03:00:00.123Z' },
  {
    says: 'before a window',
    now: '2026-06-01T11:59:59.999Z',
    quiets: [noon],
    kind: '2026-06-01T11:59:59.999Z',
  },
  { says: 'at its first minute', now: '2026-06-01T12:00:00Z', quiets: [noon], kind: '2026-06-01T13:00:00Z' },
  { says: 'in its last second', now: '2026-06-01T12:59:59Z', quiets: [noon], kind: '2026-06-01T13:00:00Z' },
  { says: 'at its end', now: '2026-06-01T13:00:00Z', quiets: [noon], kind: '2026-06-01T13:00:00Z' },
  {
    says: 'over midnight, before it',
    now: '2026-06-01T23:30:00Z',
    quiets: [night],
    kind: '2026-06-02T07:00:00Z',
  },
  {
    says: 'over midnight, after it',
    now: '2026-06-02T00:00:00Z',
    quiets: [night],
    kind: '2026-06-02T07:00:00Z',
  },
  {
    says: 'over midnight, by day',
    now: '2026-06-02T07:00:00Z',
    quiets: [night],
    kind: '2026-06-02T07:00:00Z',
  },
  {
    says: 'over the end of a year',
    now: '2026-12-31T22:00:00Z',
    quiets: [night],
    kind: '2027-01-01T07:00:00Z',
  },
  {
    says: 'by the clock of a zone',
    now: '2026-06-01T03:00:00Z',
    zone: 'America/New_York',
    quiets: [night],
    kind: '2026-06-01T11:00:00Z',
  },
  {
    says: 'of a zone with a half hour',
    now: '2026-06-01T18:00:00Z',
    zone: 'Asia/Kolkata',
    quiets: [night],
    kind: '2026-06-02T01:30:00Z',
  },
  {
    says: 'of a zone that nobody knows',
    now: '2026-06-01T23:30:00Z',
    zone: 'Mars/Olympus',
    quiets: [night],
    kind: '2026-06-02T07:00:00Z',
  },
  {
    says: 'through two windows in a row',
    now: '2026-06-01T23:30:00Z',
    quiets: [night, { start: '06:30', end: '09:15' }],
    kind: '2026-06-02T09:15:00Z',
  },
  {
    says: 'through windows that leave no time',
    now: '2026-06-01T23:30:00Z',
    quiets: [
      { start: '08:00', end: '20:00' },
      { start: '20:00', end: '08:00' },
    ],
    kind: null,
  },
  {
    says: 'a window of a whole day',
    now: '2026-06-01T12:00:00Z',
    quiets: [{ start: '09:00', end: '09:00' }],
    kind: null,
  },
  {
    says: 'an hour that summer time skips ends when the clock goes on',
    // 29 March 2026, Berlin: 02:00 becomes 03:00.
    now: '2026-03-29T00:10:00Z',
    zone: 'Europe/Berlin',
    quiets: [{ start: '22:00', end: '02:30' }],
    kind: '2026-03-29T01:30:00Z',
  },
  {
    says: 'a night that is an hour shorter',
    now: '2026-03-28T22:00:00Z',
    zone: 'Europe/Berlin',
    quiets: [night],
    kind: '2026-03-29T05:00:00Z',
  },
  {
    says: 'a night that is an hour longer',
    now: '2026-10-24T22:00:00Z',
    zone: 'Europe/Berlin',
    quiets: [night],
    kind: '2026-10-25T06:00:00Z',
  },
  {
    says: 'an end that comes twice counts the first time',
    // 25 October 2026, Berlin: 03:00 becomes 02:00.
    now: '2026-10-24T23:00:00Z',
    zone: 'Europe/Berlin',
    quiets: [{ start: '22:00', end: '02:30' }],
    kind: '2026-10-25T00:30:00Z',
  },
  {
    says: 'and the second time where the first is over',
    now: '2026-10-25T01:10:00Z',
    zone: 'Europe/Berlin',
    quiets: [{ start: '22:00', end: '02:30' }],
    kind: '2026-10-25T01:30:00Z',
  },
  {
    says: 'a day of absence, in his own calendar',
    // 23:30 on the 31st in UTC is the 1st in Auckland.
    now: '2026-05-31T23:30:00Z',
    zone: 'Pacific/Auckland',
    absences: [away('2026-06-01', '2026-06-01')],
    kind: '2026-06-01T12:00:00Z',
  },
  {
    says: 'the day before an absence',
    now: '2026-05-31T23:59:59Z',
    absences: [away('2026-06-01', '2026-06-14')],
    kind: '2026-05-31T23:59:59Z',
  },
  {
    says: 'absences one after the other, then a night',
    now: '2026-06-01T10:00:00Z',
    absences: [away('2026-06-04', '2026-06-05'), away('2026-06-01', '2026-06-03')],
    quiets: [night],
    kind: '2026-06-06T07:00:00Z',
  },
  {
    says: 'a day that begins at one, as there is no midnight',
    // 6 September 2026, Santiago: 00:00 becomes 01:00.
    now: '2026-09-05T15:00:00Z',
    zone: 'America/Santiago',
    absences: [away('2026-09-05', '2026-09-05')],
    kind: '2026-09-06T04:00:00Z',
  },
]

for (const { says, now, zone = 'UTC', quiets = [], absences = [], kind } of cases) {
  test(`a kind time: ${says}`, () => {
    const found = kindTime(new Date(now), zone, quiets, absences)
    assert.equal(found?.toISOString() ?? null, kind && new Date(kind).toISOString())
  })
}

test('what it finds is kind, and never earlier than asked', () => {
  for (const zone of [
    'Europe/Berlin',
    'Australia/Lord_Howe',
    'America/St_Johns',
    'Asia/Kathmandu',
    'Pacific/Apia',
  ])
    for (let hour = 0; hour < 24 * 366; hour += 7) {
      const now = new Date(Date.UTC(2026, 0, 1, hour, 17))
      const quiets = [night, noon]
      const found = kindTime(now, zone, quiets, [])!
      assert.ok(found >= now)
      assert.ok(found.getTime() - now.getTime() <= 10 * 3_600_000)
      assert.equal(kindTime(found, zone, quiets, [])!.getTime(), found.getTime())
    }
})
