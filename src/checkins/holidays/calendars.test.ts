/** Holiday calendars over HTTP: what one can hold, who changes it, and what a check-in may name. */
import assert from 'node:assert/strict'
import { before, suite, test } from 'node:test'
import { limits } from '../../../contract/limits.ts'
import { bodyOf } from '../../../test/support/clockwork.ts'
import { weekly } from '../../../test/support/recurring.ts'
import { type Client, newWorld, type World } from '../../../test/support/world.ts'

const path = '/api/holiday-calendars'

let world: World
let admin: Client

before(async () => {
  world = await newWorld()
  admin = await world.user({ role: 'admin' })
})

const refusedAt = async (promise: ReturnType<Client['post']>): Promise<string> => {
  const { errors } = await bodyOf(promise, 422)
  return `${errors[0].pointer} ${errors[0].code}`
}
const day = (date: string, name = 'Off') => ({ date, name })

suite('a calendar of one’s own', () => {
  test('has the days that were given, in order, and changes by its version', async () => {
    const days = [day('2027-01-02', 'Works outing'), day('2026-12-24', 'Christmas Eve')]
    const made = await bodyOf(admin.post(path, { name: 'Works', days }), 201)
    assert.deepEqual(
      [made.kind, made.name, made.country, made.region, made.day_count, made.check_in_count, made.version],
      ['own', 'Works', null, null, 2, 0, 1],
    )
    const url = `${path}/${made.id}`
    assert.deepEqual(await bodyOf(admin.get(`${url}/days`)), { days: days.toReversed() })
    assert.deepEqual(await bodyOf(admin.get(`${url}/days?year=2027`)), { days: [days[0]] })
    const ifMatch = { 'if-match': '"1"' }
    const changed = await bodyOf(admin.patch(url, { name: 'Works and more', days: [] }, ifMatch))
    assert.deepEqual([changed.name, changed.day_count, changed.version], ['Works and more', 0, 2])
    assert.equal((await bodyOf(admin.patch(url, { name: 'Late' }, ifMatch), 412)).code, 'precondition_failed')
    await bodyOf(admin.delete(url), 204)
    await bodyOf(admin.get(url), 404)
    await bodyOf(admin.get(`${url}/days`), 404)
  })

  test('refuses what is no list of days', async () => {
    const post = (body: object) => admin.post(path, { name: 'Bad', ...body })
    assert.equal(
      await refusedAt(post({ days: [day('2027-01-01'), day('2027-01-01')] })),
      '/days/1/date duplicate',
    )
    assert.equal(await refusedAt(post({ days: [day('1999-12-31')] })), '/days/0/date invalid')
    assert.equal(
      await refusedAt(post({ days: [day('2027-01-01', '\u202eOff')] })),
      '/days/0/name invalid_characters',
    )
    assert.equal(await refusedAt(post({})), ' one_of')
    assert.equal(await refusedAt(post({ days: [], country: 'DE' })), '/country one_of')
    assert.equal(await refusedAt(post({ days: [], region: 'BY' })), '/region invalid')
    const first = Temporal.PlainDate.from('2026-01-01')
    const many = (count: number) =>
      Array.from({ length: count }, (_, days) => day(first.add({ days }).toString(), 'x'.repeat(200)))
    assert.equal((await post({ days: many(limits.holidayDaysMax + 1) })).status, 400)
    const { id } = await bodyOf(post({ days: many(limits.holidayDaysMax) }), 201)
    assert.equal((await bodyOf(admin.get(`${path}/${id}/days`))).days.length, limits.holidayDaysMax)
    for (const date of ['2027-02-30', '2027-1-1', 'tomorrow', '', '+002027-01-01', null])
      assert.equal((await post({ days: [{ date, name: 'Off' }] })).status, 400)
  })
})

suite('a public calendar', () => {
  test('is of a country or a region that is known', async () => {
    const made = await bodyOf(admin.post(path, { name: 'Bavaria', country: 'DE', region: 'BY' }), 201)
    assert.deepEqual([made.kind, made.country, made.region, made.day_count], ['public', 'DE', 'BY', null])
    const { days } = await bodyOf(admin.get(`${path}/${made.id}/days?year=2027`))
    assert.deepEqual(days[1], { date: '2027-01-06', name: 'Epiphany' })
    assert.equal(await refusedAt(admin.patch(`${path}/${made.id}`, { days: [] })), '/days fixed')
    const post = (body: object) => admin.post(path, { name: 'Nowhere', ...body })
    assert.equal(await refusedAt(post({ country: 'XX' })), '/country unknown')
    assert.equal(await refusedAt(post({ country: 'DE', region: 'ZZ' })), '/region unknown')
    for (const country of ['de', 'DEU', '__proto__', '', 'D\u0000', 7])
      assert.equal((await post({ country })).status, 400)
  })

  test('can be looked at before it is added', async () => {
    const known = await bodyOf(admin.get('/api/public-holidays'))
    const germany = known.countries.find((one: any) => one.country === 'DE')
    assert.equal(germany.name, 'Germany')
    assert.deepEqual(
      germany.regions.find((one: any) => one.region === 'BE'),
      { region: 'BE', name: 'Berlin' },
    )
    assert.ok(known.countries.length > 150 && known.last_year > 2035)
    const url = '/api/public-holidays/days?country=DE'
    const { days } = await bodyOf(admin.get(`${url}&region=BE&year=2027`))
    assert.ok(days.some((one: any) => one.date === '2027-03-08'))
    assert.deepEqual(await bodyOf(admin.get(`${url}&year=2199`)), { days: [] })
    await bodyOf(admin.get(`${url}&region=ZZ`), 400)
    await bodyOf(admin.get('/api/public-holidays/days?country=XX'), 400)
    for (const bad of ['de', 'D', 'DE%00', '..%2f'])
      assert.equal((await admin.get(`/api/public-holidays/days?country=${bad}`)).status, 400, bad)
    assert.equal((await admin.get(`${url}&year=1`)).status, 400)
  })

  test('names its days in the language of the organisation', async () => {
    const german = await newWorld()
    const client = await german.user({ role: 'admin' })
    await german.running.db.pool.query(`update organisations set locale = 'de' where id = $1`, [
      german.organisationId,
    ])
    const { days } = await bodyOf(client.get('/api/public-holidays/days?country=DE&region=BY&year=2027'))
    assert.equal(days[1].name, 'Heilige Drei Könige')
    const { countries } = await bodyOf(client.get('/api/public-holidays'))
    assert.ok(countries.some((one: any) => one.name === 'Deutschland'))
  })
})

suite('a check-in', () => {
  test('names calendars that there are, and shows what they do', async () => {
    const team = await world.team('Named', 5)
    const { id } = await bodyOf(admin.post(path, { name: 'One day', days: [day('2026-10-12')] }), 201)
    const recurrence = (ids: string[], more: object = {}) => ({
      rrule: 'FREQ=WEEKLY;BYDAY=MO',
      starts_on: '2026-10-12',
      holiday_calendar_ids: ids,
      ...more,
    })
    const plain = weekly([team.id])
    const made = await bodyOf(admin.post('/api/check-ins', plain), 201)
    assert.deepEqual([made.recurrence.holiday_calendar_ids, made.recurrence.on_holiday], [[], 'skip'])
    const unknown = `hol_${id.slice(4).split('').toReversed().join('')}`.replace(/_./, '_0')
    assert.equal(
      await refusedAt(admin.post('/api/check-ins', { ...plain, recurrence: recurrence([id, unknown]) })),
      '/recurrence/holiday_calendar_ids/1 unknown',
    )
    const url = `/api/check-ins/${made.id}`
    await bodyOf(admin.patch(url, { recurrence: recurrence([id]) }))
    const schedule = await bodyOf(admin.get(`${url}/schedule?count=1&from=2026-10-12`))
    assert.deepEqual(schedule.skipped, [{ local_date: '2026-10-12', holiday: 'Off' }])
    assert.deepEqual([schedule.openings[0].local_date, schedule.openings[0].moved_from], ['2026-10-19', null])
    // A date of its own has no name.
    const listed = recurrence([], { holidays: ['2026-10-12'], on_holiday: 'next_working_day' })
    await bodyOf(admin.patch(url, { recurrence: listed }))
    const [opening] = (await bodyOf(admin.get(`${url}/schedule?count=1&from=2026-10-12`))).openings
    assert.deepEqual(
      [opening.local_date, opening.moved_from, opening.holiday],
      ['2026-10-13', '2026-10-12', null],
    )
  })

  test('has no calendars with a lifecycle, and opens after the last year that is known where all others are holidays', async () => {
    const team = await world.team('Never', 5)
    const { id } = await bodyOf(admin.post(path, { name: 'Germany', country: 'DE' }), 201)
    const christmas = {
      rrule: 'FREQ=YEARLY;BYMONTH=12;BYMONTHDAY=25',
      starts_on: '2026-12-01',
      holiday_calendar_ids: [id],
    }
    // After the last year that is known, no day is a holiday.
    assert.equal(
      (await admin.post('/api/check-ins', weekly([team.id], { recurrence: christmas }))).status,
      201,
    )
    const lifecycle = { date: 'joined_on', days: 30, period: 'quarter' }
    assert.equal(
      await refusedAt(admin.post('/api/check-ins', weekly([team.id], { recurrence: christmas, lifecycle }))),
      '/recurrence one_of',
    )
  })
})

test('members read calendars and use them, admins and programs of the organisation change them', async () => {
  const { id } = await bodyOf(admin.post(path, { name: 'Shared', days: [] }), 201)
  const member = await world.user({ role: 'member' })
  await bodyOf(member.get(`${path}/${id}`))
  for (const refused of [
    member.post(path, { name: 'Mine', days: [] }),
    member.patch(`${path}/${id}`, { name: 'Mine' }),
    member.delete(`${path}/${id}`),
  ])
    assert.equal((await bodyOf(refused, 403)).code, 'role_required')
  const program = await world.organisation()
  await bodyOf(program.patch(`${path}/${id}`, { days: [day('2027-01-01')] }))
})

test('an organisation has at most so many, however many are made at once', async () => {
  const client = await (await newWorld()).user({ role: 'admin' })
  const statuses = await Promise.all(
    Array.from(
      { length: limits.holidayCalendarsMax + 2 },
      async (_, nth) => (await client.post(path, { name: `Calendar ${nth}`, days: [] })).status,
    ),
  )
  assert.equal(statuses.filter((one) => one === 201).length, limits.holidayCalendarsMax)
  assert.equal(statuses.filter((one) => one === 422).length, 2)
})
