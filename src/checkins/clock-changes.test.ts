/**
 * Every change of clocks from 2024 to 2030 in thirteen zones, as the time zone database has them. What must come out is told
 * without the code under test: from the offsets before and after the change alone.
 */
import assert from 'node:assert/strict'
import { suite, test } from 'node:test'
import { dueFirst, openingIn, openingsIn, preview, type Schedule, spanOf } from './schedule.ts'

const zones = [
  'Europe/Berlin',
  'Europe/London',
  'America/New_York',
  'America/Los_Angeles',
  'America/Havana',
  'America/Sao_Paulo',
  'Africa/Casablanca',
  'Africa/Cairo',
  'Asia/Jerusalem',
  'Asia/Gaza',
  'Asia/Tehran',
  'Australia/Lord_Howe',
  'Pacific/Auckland',
]
const [from, to] = ['2024-01-01', '2031-01-01']

const minuteMs = 60_000
const hourMs = 60 * minuteMs
const dayMs = 24 * hourMs

type Change = { zone: string; at: number; before: number; after: number }

/** In ms east of UTC. */
const offsetAt = (zone: string, ms: number): number =>
  Temporal.Instant.fromEpochMilliseconds(ms).toZonedDateTimeISO(zone).offsetNanoseconds / 1e6

function changesOf(zone: string): Change[] {
  const found: Change[] = []
  let at = Temporal.PlainDate.from(from).toZonedDateTime(zone).getTimeZoneTransition('next')
  for (; at && at.toPlainDate().toString() < to; at = at.getTimeZoneTransition('next')) {
    const ms = at.epochMilliseconds
    found.push({ zone, at: ms, before: offsetAt(zone, ms - 1), after: offsetAt(zone, ms) })
  }
  return found
}

const changes = zones.flatMap(changesOf)

const daily = (time: string, timeZone: string, more: Partial<Schedule['recurrence']> = {}): Schedule => ({
  recurrence: { rrule: 'FREQ=DAILY', starts_on: from, time, ...more },
  timeZone,
  window: 'P1D',
})

/** Clocks change at night: every half hour of it, and a few of the day. */
const times = [
  ...Array.from({ length: 14 }, (_, half) =>
    new Date(Date.UTC(2026, 0, 1, 22) + half * 30 * minuteMs).toISOString().slice(11, 16),
  ),
  '06:00',
  '09:00',
  '12:00',
  '18:00',
]

const dateOf = (ms: number): string => new Date(ms).toISOString().slice(0, 10)
const wallOf = (date: string, time: string): number => Date.parse(`${date}T${time}:00Z`)

/** The two moments at which a wall clock may show this, before the change and after; those at which it does. */
const shownAt = (wall: number, { at, before, after }: Change): number[] => [
  ...(wall - before < at ? [wall - before] : []),
  ...(wall - after >= at ? [wall - after] : []),
]

test('the sample has clock changes by an hour and by half an hour, in both directions', () => {
  assert.ok(changes.length > 120, `${changes.length}`)
  const steps = new Set(changes.map(({ before, after }) => (after - before) / minuteMs))
  for (const step of [60, -60, 30, -30]) assert.ok(steps.has(step), `${step}`)
  for (const quiet of ['America/Sao_Paulo', 'Asia/Tehran'])
    assert.ok(!changes.some(({ zone }) => zone === quiet))
})

suite('an hour wrong after a change of clocks cannot be', () => {
  for (const zone of zones) {
    test(zone, () => {
      for (const change of changes.filter((one) => one.zone === zone)) {
        const dates = [-2, -1, 0, 1, 2].map((days) => dateOf(change.at + change.before + days * dayMs))
        for (const time of times) {
          const openings = preview(daily(time, zone), dates[0], dates.length)
          assert.deepEqual(
            openings.map((one) => one.local_date),
            dates,
            `${zone} ${dates[2]} ${time}: each date once`,
          )
          for (const { local_date: date, opens_at: opens } of openings) {
            const wall = wallOf(date, time)
            const shown = shownAt(wall, change)
            // Twice: the first. Never: as far behind the gap's end as it would have been behind its beginning.
            const wanted = shown[0] ?? wall - change.before
            assert.equal(new Date(opens).getTime(), wanted, `${zone} ${date} ${time}`)
            const told = Temporal.Instant.from(opens).toZonedDateTimeISO(zone)
            const moved = shown.length === 0 ? change.after - change.before : 0
            assert.equal(
              `${told.toPlainDateTime()}`.slice(0, 16),
              new Date(wall + moved).toISOString().slice(0, 16),
              `${zone} ${date} ${time} on the wall`,
            )
          }
        }
      }
    })
  }
})

const everyZone = [...Intl.supportedValuesOf('timeZone'), 'Etc/GMT+12', 'Etc/GMT-14', 'UTC']

test('the date of an instance is never the day before or after, in whatever zone east or west of UTC', () => {
  for (const zone of everyZone)
    for (const time of ['00:00', '09:00', '23:59']) {
      const mondays: Schedule = { ...daily(time, zone, { rrule: 'FREQ=WEEKLY;BYDAY=MO' }), window: 'P2D' }
      for (const { local_date: date, opens_at: opens } of preview(mondays, '2026-06-01', 3)) {
        assert.equal(new Date(date).getUTCDay(), 1, `${zone} ${date}`)
        const told = Temporal.Instant.from(opens).toZonedDateTimeISO(zone)
        assert.equal(told.toPlainDate().toString(), date, `${zone} ${time}`)
        assert.equal(told.toPlainTime().toString().slice(0, 5), time, zone)
      }
    }
})

test('a window of days ends at the local hour at which it began, across every clock change', () => {
  for (const { zone, at } of changes) {
    const date = dateOf(at - dayMs)
    const { opens_at: opens, closes_at: closes } = openingIn(
      { ...daily('12:00', zone), window: 'P3D' },
      date,
      zone,
    )
    for (const [moment, days] of [
      [opens, 0],
      [closes, 3],
    ] as const) {
      const told = Temporal.Instant.from(moment).toZonedDateTimeISO(zone).toPlainDateTime().toString()
      assert.equal(told, `${dateOf(Date.parse(date) + days * dayMs)}T12:00:00`, `${zone} ${date}`)
    }
  }
})

test('in a zone without summer time every opening has the same UTC hour', () => {
  for (const [zone, hour] of [
    ['UTC', '09:00'],
    ['Asia/Tokyo', '00:00'],
    ['Asia/Kolkata', '03:30'],
    ['Asia/Kathmandu', '03:15'],
    ['America/Phoenix', '16:00'],
  ]) {
    const hours = new Set<string>()
    for (let year = 2024; year < 2031; year++)
      for (const { opens_at: opens } of preview(daily('09:00', zone), `${year}-01-01`, 200))
        hours.add(opens.slice(11, 16))
    assert.deepEqual([...hours], [hour], zone)
  }
})

test('a day that a zone skipped opens once, on the day after it', () => {
  // Samoa went from the 29th to the 31st of December 2011.
  const lost: Schedule = daily('09:00', 'Pacific/Apia', {
    rrule: 'FREQ=WEEKLY;BYDAY=FR',
    starts_on: '2011-12-23',
  })
  assert.deepEqual(
    preview(lost, null, 3).map((one) => `${one.local_date} ${one.opens_at}`),
    ['2011-12-23 2011-12-23T19:00:00Z', '2011-12-30 2011-12-30T19:00:00Z', '2012-01-06 2012-01-05T19:00:00Z'],
  )
  // Asked daily, it falls together with the next: which of the two asks is for the rule of overlap to say.
  const days = preview({ ...lost, recurrence: { ...lost.recurrence, rrule: 'FREQ=DAILY' } }, '2011-12-29', 3)
  assert.deepEqual(
    days.map((one) => `${one.local_date} ${one.opens_at}`),
    ['2011-12-29 2011-12-29T19:00:00Z', '2011-12-30 2011-12-30T19:00:00Z', '2011-12-31 2011-12-30T19:00:00Z'],
  )
})

suite('by each recipient’s own clock', () => {
  const local = (time: string, timeZone = 'Europe/Berlin'): Schedule =>
    daily(time, timeZone, { mode: 'recipient_local_time' })

  test('the first opening of a date and its last closing are those of the zones farthest east and west', () => {
    const farApart = ['America/Los_Angeles', 'Pacific/Auckland', 'Europe/Berlin']
    const openings = openingsIn(local('09:00'), { date: '2026-03-29', movedFrom: null }, farApart, undefined)
    assert.deepEqual(
      openings.map((one) => [one.time_zone, one.opens_at]),
      [
        ['America/Los_Angeles', '2026-03-29T16:00:00Z'],
        ['Pacific/Auckland', '2026-03-28T20:00:00Z'],
        ['Europe/Berlin', '2026-03-29T07:00:00Z'],
      ],
    )
    assert.deepEqual(spanOf(openings), {
      opens_at: '2026-03-28T20:00:00Z',
      closes_at: '2026-03-30T16:00:00Z',
    })
  })

  test('no window anywhere opens before the clock first looks, also on the day of a change', () => {
    const dates = [...new Set(changes.map(({ at }) => dateOf(at)))].filter((_, place) => place % 8 === 0)
    for (const date of dates)
      for (const time of ['00:00', '02:30', '23:30']) {
        const due = Date.parse(dueFirst(local(time), date))
        for (const zone of everyZone) {
          const opens = Date.parse(openingIn(local(time), date, zone).opens_at)
          assert.ok(opens >= due && opens - due <= 27 * hourMs, `${zone} ${date} ${time}`)
        }
      }
  })

  test('by the organisation’s time the clock looks when the window opens', () => {
    assert.equal(dueFirst(daily('09:00', 'Europe/Berlin'), '2026-06-01'), '2026-06-01T07:00:00Z')
  })

  test('a preview lists each date once for every zone, in the order of opening', () => {
    const seen = preview(local('09:00'), '2026-06-01', 2, ['Pacific/Auckland', 'America/Los_Angeles'])
    assert.deepEqual(
      seen.map((one) => [one.local_date, one.time_zone, one.opens_at]),
      [
        ['2026-06-01', 'Pacific/Auckland', '2026-05-31T21:00:00Z'],
        ['2026-06-01', 'America/Los_Angeles', '2026-06-01T16:00:00Z'],
        ['2026-06-02', 'Pacific/Auckland', '2026-06-01T21:00:00Z'],
        ['2026-06-02', 'America/Los_Angeles', '2026-06-02T16:00:00Z'],
      ],
    )
  })

  test('a window that would overlap the next one ends with the next opening in its own zone', () => {
    const long = { ...local('09:00'), window: 'P2D', overlap: 'close_previous' as const }
    const ends = (it: Schedule, following?: string) =>
      openingsIn(
        it,
        { date: '2026-06-01', movedFrom: null },
        ['Pacific/Auckland', 'America/Los_Angeles'],
        following,
      ).map((one) => one.closes_at)
    assert.deepEqual(ends(long, '2026-06-02'), ['2026-06-01T21:00:00Z', '2026-06-02T16:00:00Z'])
    assert.deepEqual(ends(long), ['2026-06-02T21:00:00Z', '2026-06-03T16:00:00Z'])
    assert.deepEqual(ends({ ...long, overlap: 'skip' }, '2026-06-02'), ends(long))
    assert.deepEqual(
      preview(long, '2026-06-01', 1, ['Pacific/Auckland']).map((one) => one.closes_at),
      ['2026-06-01T21:00:00Z'],
    )
  })
})
