/** A new hour or time zone that is already past on the day on which a check-in was to open: it opens at once, or is skipped with the reason. */
import assert from 'node:assert/strict'
import { before, test } from 'node:test'
import { type Clockwork, bodyOf, startClockwork } from '../support/clockwork.ts'
import { activated, timelineOf, weekly } from '../support/recurring.ts'

let clockwork: Clockwork

before(async () => {
  clockwork = await startClockwork()
})

const mondays = (more: object = {}) => ({
  rrule: 'FREQ=WEEKLY;BYDAY=MO',
  starts_on: '2027-05-10',
  time: '09:00',
  ...more,
})
const moved = { moved_dates: [{ from: '2027-05-10', to: '2027-05-08' }] }

async function changed(before: object, at: string, change: object, more: object = {}) {
  const { world, author } = await clockwork.begin('2027-05-01T00:00:00Z')
  const team = await world.team('Changed', 5)
  const draft = weekly([team.id], { recurrence: mondays(before), window: 'P2D', ...more })
  const { path } = await activated(author, draft)
  await clockwork.turnTo(at)
  await bodyOf(author.patch(path, change))
  await clockwork.settle()
  return timelineOf(author, path)
}

const cases: [name: string, ...Parameters<typeof changed>][] = [
  ['of another zone', {}, '2027-05-10T01:00:00Z', { time_zone: 'Pacific/Auckland' }],
  ['of another hour', {}, '2027-05-10T06:30:00Z', { recurrence: mondays({ time: '08:00' }) }],
  ['of a moved one, another zone', moved, '2027-05-08T01:00:00Z', { time_zone: 'Pacific/Auckland' }],
  [
    'of a moved one, another hour',
    moved,
    '2027-05-08T06:30:00Z',
    { recurrence: mondays({ ...moved, time: '08:00' }) },
  ],
]
for (const [name, before, at, change] of cases)
  test(`an occurrence opens at once where a change ${name} has its hour past`, async () => {
    const day = at.slice(0, 10)
    assert.deepEqual(await changed(before, at, change), [`${day} open`, '2027-05-17 scheduled'])
    const short = { window: 'PT10M' }
    assert.deepEqual(await changed(before, at, change, short), [
      `${day} skipped its window had passed`,
      '2027-05-17 scheduled',
    ])
  })
