/** When a team is asked too often, and what does not count. */
import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { Occurrence, SurveyOccurrences } from '../../contract/occurrences.ts'
import { clockChangeOn, entriesByDay, monthBeside, weeksOf } from '../../web/schedule/days.ts'
import { inOrder, withMoved } from '../../web/schedule/moved-list.ts'
import { canMove } from '../../web/schedule/moving.ts'
import { overloads, overloadsWith } from '../../web/schedule/team-load.ts'

const occurrence = (day: string, more: Partial<Occurrence> = {}): Occurrence => ({
  check_in_instance_id: null,
  state: 'planned',
  local_date: day,
  moved_from: null,
  holiday: null,
  reason: null,
  opens_at: `${day}T12:00:00Z`,
  closes_at: `${day}T18:00:00Z`,
  ...more,
})

const survey = (
  id: string,
  days: (string | Occurrence)[],
  more: Partial<SurveyOccurrences> = {},
): SurveyOccurrences => ({
  kind: 'check_in',
  id,
  title: id,
  state: 'active',
  visibility: 'public',
  author_user_id: 'usr_1',
  version: 1,
  time_zone: 'UTC',
  by_recipient: false,
  by_lifecycle: false,
  team_ids: ['leaf'],
  more_teams: 0,
  excluded_team_ids: [],
  occurrences: days.map((day) => (typeof day === 'string' ? occurrence(day) : day)),
  ...more,
})

const teams = [
  { id: 'top', name: 'Company', parent_team_id: null },
  { id: 'leaf', name: 'Platform', parent_team_id: 'top' },
  { id: 'other', name: 'Sales', parent_team_id: 'top' },
]

const found = (surveys: SurveyOccurrences[]): string[] =>
  overloads(surveys, teams).map(({ team, monday, entries }) => `${team.name} ${monday} ${entries.length}`)

test('a team that is asked three times from Monday to Sunday is named, twice is not', () => {
  const two = [survey('a', ['2027-03-01']), survey('b', ['2027-03-07'])]
  assert.deepEqual(found(two), [])
  assert.deepEqual(found([...two, survey('c', ['2027-03-08'])]), [])
  assert.deepEqual(found([...two, survey('c', ['2027-03-03'])]), ['Platform 2027-03-01 3'])
})

test('a survey that is still written counts on the day on which it would open, and its own dates do not count twice', () => {
  const two = [survey('a', ['2027-03-01']), survey('b', ['2027-03-07'])]
  const draft = { id: 'c', title: 'c', team_ids: ['leaf'], excluded_team_ids: [] }
  const after = (surveys: SurveyOccurrences[], opensAt: string): string[] =>
    overloadsWith(surveys, teams, { ...draft, opensAt }).map(
      ({ team, entries }) => `${team.name} ${entries.length}`,
    )
  assert.deepEqual(after(two, '2027-03-03T12:00:00Z'), ['Platform 3'])
  assert.deepEqual(after(two, '2027-03-10T12:00:00Z'), [])
  const itself = survey('c', ['2027-03-03'], { state: 'draft' })
  assert.deepEqual(after([...two, itself], '2027-03-03T12:00:00Z'), ['Platform 3'])
  // Where there are too many without it, nothing changes by it.
  const three = [...two, survey('d', ['2027-03-04'])]
  assert.deepEqual(after(three, '2027-03-10T12:00:00Z'), [])
})

test('what asks the team above asks the team, and the warning is said once where both are asked the same', () => {
  const days = ['2027-03-01', '2027-03-02', '2027-03-03']
  assert.deepEqual(found([survey('a', days, { team_ids: ['top'] })]), ['Company 2027-03-01 3'])
  const mixed = [survey('a', days.slice(1), { team_ids: ['top'] }), survey('b', ['2027-03-05'])]
  assert.deepEqual(found(mixed), ['Platform 2027-03-01 3'])
  const without = [survey('a', days, { team_ids: ['top'], excluded_team_ids: ['leaf'] })]
  assert.deepEqual(found(without), ['Company 2027-03-01 3'])
})

test('drafts, what is skipped or cancelled, and days on which a survey is still open do not count', () => {
  const days = ['2027-03-01', '2027-03-02']
  assert.deepEqual(found([survey('a', days), survey('b', ['2027-03-03'], { state: 'draft' })]), [])
  for (const state of ['skipped', 'cancelled'] as const)
    assert.deepEqual(found([survey('a', [...days, occurrence('2027-03-03', { state })])]), [])
  const pulse = survey('p', [occurrence('2027-03-03', { closes_at: '2027-03-05T12:00:00Z' })], {
    kind: 'pulse',
    team_ids: ['other'],
  })
  const spans = (surveys: SurveyOccurrences[]): string[] =>
    [...entriesByDay(surveys).values()].flat().map(({ day, last }) => `${day.slice(8)} ${last.slice(8)}`)
  assert.deepEqual(spans([pulse]), ['03 05'])
  const week = occurrence('2027-03-03', { closes_at: '2027-03-05T12:00:00Z' })
  assert.deepEqual(spans([survey('w', [week])]), ['03 05'])
  assert.deepEqual(
    spans([survey('w', [week], { by_recipient: true })]),
    ['03 03'],
    'by the clock of each person',
  )
  const cancelled = { ...week, state: 'cancelled' as const }
  assert.deepEqual(spans([survey('w', [cancelled])]), ['03 03'])
  const midnight = occurrence('2027-03-03', { closes_at: '2027-03-04T23:00:00Z' })
  assert.deepEqual(spans([survey('w', [midnight])]), ['03 04'], 'closed at midnight in Berlin')
  const daily = ['2027-03-03', '2027-03-04'].map((day, at) =>
    occurrence(day, { closes_at: `2027-03-0${at + 4}T12:00:00Z` }),
  )
  assert.deepEqual(spans([survey('d', daily)]), ['03 03', '04 05'], 'it ends where the next one opens')
  assert.deepEqual(found([pulse, survey('q', days, { team_ids: ['other'] })]), ['Sales 2027-03-01 3'])
})

test('what a paused check-in plans, and what asks each person on a day of their own, does not count', () => {
  const two = survey('a', ['2027-03-01', '2027-03-02'])
  for (const state of ['planned', 'scheduled', 'open'] as const) {
    const paused = survey('b', [occurrence('2027-03-03', { state })], { state: 'paused' })
    assert.equal(found([two, paused]).length, state === 'open' ? 1 : 0, state)
  }
  assert.deepEqual(found([two, survey('b', ['2027-03-03'], { by_lifecycle: true })]), [])
})

test('teams that go round in a circle end', () => {
  const circle = [
    { id: 'leaf', name: 'A', parent_team_id: 'top' },
    { id: 'top', name: 'B', parent_team_id: 'leaf' },
  ]
  assert.equal(overloads([survey('a', ['2027-03-01', '2027-03-02', '2027-03-03'])], circle).length, 0)
})

test('a month has whole weeks, also over the end of a year', () => {
  const weeks = weeksOf('2027-02')
  assert.deepEqual([weeks[0][0], weeks.at(-1)?.[6], weeks.length], ['2027-02-01', '2027-02-28', 4])
  assert.deepEqual(weeksOf('2026-12').at(-1)?.[6], '2027-01-03')
  assert.deepEqual([monthBeside('2026-12', 1), monthBeside('2027-01', -1)], ['2027-01', '2026-12'])
})

test('the days on which clocks change are found in the zone of the reader', () => {
  assert.deepEqual(
    ['2027-03-27', '2027-03-28', '2027-10-31', '2027-11-01'].map((day) =>
      clockChangeOn(day, 'Europe/Berlin'),
    ),
    [0, 60, -60, 0],
  )
})

test('a holiday to come can be moved, one that is over cannot', () => {
  const holiday = survey('a', [occurrence('2027-03-01', { state: 'skipped', reason: 'holiday' })])
  const entry = [...entriesByDay([holiday]).values()][0][0]
  const at = (now: string): boolean => canMove(entry, 'usr_1', new Date(now))
  assert.deepEqual([at('2027-03-01T11:59:00Z'), at('2027-03-01T12:00:00Z')], [true, false])
})

test('a move is taken back alone: what is long over stays out, and what was moved since stays', () => {
  const old = { from: '2026-10-05', to: '2026-10-06' }
  const since = { from: '2027-03-08', to: '2027-03-09' }
  const move = { from: '2027-03-15', to: '2027-03-16' }
  const today = '2027-03-01'
  const moved = withMoved([old, since], move, today)
  assert.deepEqual(moved, [since, move])
  assert.deepEqual(withMoved(moved, { from: move.from, to: move.from }, today), [since])
  const again = { from: move.from, to: '2027-03-17' }
  assert.deepEqual(withMoved(moved, again, today), [since, again])
})

test('two moves of one check-in are sent one after the other, of two at once, and one that fails stops none', async () => {
  const oneByOne = inOrder()
  const said: string[] = []
  const first = Promise.withResolvers<void>()
  const work = (name: string, wait?: Promise<void>) => async () => {
    said.push(`${name} begins`)
    await wait
    said.push(`${name} ends`)
  }
  const all = [oneByOne('a', work('a1', first.promise)), oneByOne('a', work('a2')), oneByOne('b', work('b'))]
  await all[2]
  assert.deepEqual(said, ['a1 begins', 'b begins', 'b ends'])
  first.reject(new Error('refused'))
  await Promise.allSettled(all)
  assert.deepEqual(said.slice(3), ['a2 begins', 'a2 ends'])
})
