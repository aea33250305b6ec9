/** Occurrences of surveys between two dates: what happened, waits and is planned, page by page, and what each caller sees. */
import assert from 'node:assert/strict'
import { before, test } from 'node:test'
import { type Clockwork, bodyOf, startClockwork } from '../../test/support/clockwork.ts'
import { activated, instancesOf, weekly } from '../../test/support/recurring.ts'
import { type Client, client, pulseDraft } from '../../test/support/world.ts'
import { scopeNames } from '../../contract/scopes.ts'

let clockwork: Clockwork

before(async () => {
  clockwork = await startClockwork({ alone: true })
})

const list = async (api: Client, from: string, to: string, more = ''): Promise<any> =>
  bodyOf(api.get(`/api/occurrences?from=${from}&to=${to}${more}`))

/** A line for each occurrence of a survey: day, origin, state, holiday. */
const lines = (survey: any): string[] =>
  survey.occurrences.map((one: any) =>
    [one.local_date?.slice(5), one.moved_from && `< ${one.moved_from.slice(5)}`, one.state, one.holiday]
      .filter(Boolean)
      .join(' '),
  )

const mondays = (more: object = {}) => ({
  rrule: 'FREQ=WEEKLY;BYDAY=MO',
  starts_on: '2027-03-01',
  time: '09:00',
  ...more,
})

test('a month shows what is over, what is open, what waits and what the rule plans, with holidays, moves and clock changes', async () => {
  const { world, author } = await clockwork.begin('2027-02-27T00:00:00Z')
  const team = await world.team('Month', 5)
  const { id: calendar } = await bodyOf(
    author.post('/api/holiday-calendars', { name: 'Days off', country: 'DE', region: 'BY' }),
    201,
  )
  const { id, path } = await activated(
    author,
    weekly([team.id], { window: 'P2D', recurrence: mondays({ holiday_calendar_ids: [calendar] }) }),
  )
  await clockwork.turnTo('2027-03-01T08:00:00Z')
  await clockwork.turnTo('2027-03-08T08:00:00Z')
  await bodyOf(
    author.patch(path, {
      recurrence: mondays({
        holiday_calendar_ids: [calendar],
        moved_dates: [{ from: '2027-03-22', to: '2027-03-24' }],
      }),
    }),
  )
  const { surveys, has_more } = await list(author, '2027-03-01', '2027-03-31')
  assert.equal(has_more, false)
  const [survey] = surveys
  assert.deepEqual(lines(survey), [
    '03-01 closed',
    '03-08 open',
    '03-15 scheduled',
    '03-24 < 03-22 planned',
    '03-29 skipped Easter Monday',
  ])
  assert.deepEqual(
    [survey.kind, survey.id, survey.state, survey.time_zone, survey.by_recipient, survey.team_ids],
    ['check_in', id, 'active', 'Europe/Berlin', false, [team.id]],
  )
  assert.equal(survey.version, (await bodyOf(author.get(path))).version)
  assert.ok(survey.occurrences[2].check_in_instance_id.startsWith('cki_'))
  // The clocks change on 28 March: 09:00 in Berlin is an hour earlier in UTC.
  assert.deepEqual(
    survey.occurrences.slice(2).map((one: any) => one.opens_at),
    ['2027-03-15T08:00:00Z', '2027-03-24T08:00:00Z', '2027-03-29T07:00:00Z'],
  )
  const april = (await list(author, '2027-04-05', '2027-04-10')).surveys[0]
  assert.deepEqual(lines(april), ['04-05 planned'])
  // In the past nothing is planned, and one that lasts into a range is in it.
  assert.deepEqual(lines((await list(author, '2027-01-01', '2027-02-20')).surveys[0]), [])
  assert.deepEqual(lines((await list(author, '2027-03-02', '2027-03-02')).surveys[0]), ['03-01 closed'])
  // What is planned agrees with the schedule of the check-in itself.
  const schedule = await bodyOf(author.get(`${path}/schedule?count=3&from=2027-03-16`))
  assert.deepEqual(
    schedule.openings.map((one: any) => one.opens_at),
    [survey.occurrences[3].opens_at, april.occurrences[0].opens_at, '2027-04-12T07:00:00Z'],
  )
})

test('a date of the rule that was taken out by hand is skipped and says so; one that the rule does not have is not there', async () => {
  const { world, author } = await clockwork.begin('2027-06-01T00:00:00Z')
  const team = await world.team('Exdates', 5)
  await activated(
    author,
    weekly([team.id], { recurrence: { ...mondays(), exdates: ['2027-06-14', '2027-06-16', '2027-09-06'] } }),
  )
  const [survey] = (await list(author, '2027-06-01', '2027-06-22')).surveys
  assert.deepEqual(lines(survey), ['06-07 scheduled', '06-14 skipped', '06-21 planned'])
  assert.deepEqual(
    survey.occurrences.map(({ reason, check_in_instance_id: id }: any) => [reason, id === null]),
    [
      [null, false],
      ['exdate', true],
      [null, true],
    ],
  )
})

test('pulses have their opening and closing, drafts are planned, and what does not plan or happen then is left out', async () => {
  const { world, author } = await clockwork.begin('2027-06-01T00:00:00Z')
  const team = await world.team('Pulses', 5)
  const pulse = (title: string, more: object) =>
    bodyOf(author.post('/api/pulses', pulseDraft([team.id], { title, ...more })), 201)
  const times = { opens_at: '2027-06-10T08:00:00Z', closes_at: '2027-06-12T08:00:00Z' }
  const { id } = await pulse('Set', times)
  await bodyOf(author.post(`/api/pulses/${id}/schedule`, { opens_at: times.opens_at }))
  await pulse('Draft', times)
  await pulse('Some day', {})
  const ended = await activated(author, weekly([team.id], { recurrence: mondays(), title: 'Ended' }))
  await bodyOf(author.post(`${ended.path}/end`))
  await bodyOf(
    author.post('/api/check-ins', weekly([team.id], { recurrence: mondays(), title: 'Unborn' })),
    201,
  )
  const june = await list(author, '2027-06-01', '2027-06-30')
  const drawn = june.surveys.map((one: any) => [
    one.title,
    one.occurrences.map((it: any) => `${it.state} ${it.opens_at.slice(5, 10)}`),
  ])
  assert.deepEqual(drawn, [
    ['Unborn', ['planned 06-07', 'planned 06-14', 'planned 06-21', 'planned 06-28']],
    ['Ended', ['cancelled 06-07']],
    ['Draft', ['planned 06-10']],
    ['Set', ['scheduled 06-10']],
  ])
  const set = june.surveys.at(-1).occurrences[0]
  assert.deepEqual([set.opens_at, set.closes_at, set.local_date], [times.opens_at, times.closes_at, null])
  const later = await list(author, '2027-06-10', '2027-06-10')
  assert.deepEqual(
    later.surveys.map(({ title }: any) => title),
    ['Unborn', 'Draft', 'Set'],
  )
  const july = await list(author, '2027-07-01', '2027-07-10')
  assert.deepEqual(
    july.surveys.map(({ title }: any) => title),
    ['Unborn'],
  )
})

test('an occurrence that was cancelled weeks before its day is on its day', async () => {
  const { world, author } = await clockwork.begin('2027-06-01T00:00:00Z')
  const team = await world.team('Cancelled', 5)
  const { path } = await activated(author, weekly([team.id], { recurrence: mondays(), title: 'Weekly' }))
  const [first] = (await bodyOf(author.get(`${path}/instances`))).check_in_instances
  await bodyOf(author.post(`/api/check-in-instances/${first.id}/cancel`))
  const { surveys } = await list(author, '2027-06-07', '2027-06-07')
  assert.deepEqual(
    surveys.map((one: any) => lines(one)),
    [['06-07 cancelled']],
  )
  const [{ opens_at: opens, closes_at: closes }] = surveys[0].occurrences
  assert.deepEqual([opens, closes], [first.opens_at, first.closes_at])
})

test('pages follow one another over both kinds, and a cursor of another range is refused', async () => {
  const { world, author } = await clockwork.begin('2027-08-01T00:00:00Z')
  const team = await world.team('Pages', 5)
  for (const title of ['A', 'B', 'C']) {
    await bodyOf(author.post('/api/check-ins', weekly([team.id], { title, recurrence: mondays() })), 201)
    const times = { opens_at: '2027-08-10T08:00:00Z', closes_at: '2027-08-12T08:00:00Z' }
    await bodyOf(author.post('/api/pulses', pulseDraft([team.id], { title: `${title}!`, ...times })), 201)
  }
  const titles: string[] = []
  let cursor = ''
  for (let pages = 1; ; pages++) {
    const page = await list(author, '2027-08-01', '2027-08-31', `&limit=2${cursor}`)
    titles.push(...page.surveys.map(({ title }: any) => title))
    if (!page.has_more) {
      assert.equal(pages, 3)
      break
    }
    cursor = `&cursor=${encodeURIComponent(page.next_cursor)}`
  }
  assert.deepEqual(titles, ['C!', 'C', 'B!', 'B', 'A!', 'A'])
  const { code } = await bodyOf(
    author.get(`/api/occurrences?from=2027-08-01&to=2027-08-30&limit=2${cursor}`),
    400,
  )
  assert.equal(code, 'invalid_cursor')
})

test('an occurrence that was extended for years is in each month that it lasts, also when its check-in has ended', async () => {
  const { world, author } = await clockwork.begin('2028-03-01T00:00:00Z')
  const team = await world.team('Years', 5)
  const { path } = await activated(
    author,
    weekly([team.id], {
      overlap: 'skip',
      recurrence: { rrule: 'FREQ=MONTHLY;BYMONTHDAY=10', starts_on: '2028-03-10' },
    }),
  )
  await clockwork.turnTo('2028-03-10T09:00:00Z')
  const { id } = (await instancesOf(author, path)).find(({ state }) => state === 'open')
  await bodyOf(author.post(`/api/check-in-instances/${id}/extend`, { closes_at: '2032-06-01T00:00:00Z' }))
  const inMay = async () =>
    (await list(author, '2032-05-01', '2032-05-31')).surveys.map((survey: any) => lines(survey)[0])
  assert.deepEqual(await inMay(), ['03-10 open'])
  await bodyOf(author.post(`${path}/pause`))
  await clockwork.turnTo('2032-06-02T00:00:00Z')
  await bodyOf(author.post(`${path}/end`))
  assert.deepEqual(await inMay(), ['03-10 closed'])
})

test('a private survey is in its author’s calendar alone, and teams are named to whoever could list them', async () => {
  const { world, author } = await clockwork.begin('2027-09-01T00:00:00Z')
  const team = await world.team('Seen', 5)
  const { id } = await activated(author, weekly([team.id], { title: 'Open to all', recurrence: mondays() }))
  await activated(
    author,
    weekly([team.id], { title: 'Mine alone', visibility: 'private', recurrence: mondays() }),
  )
  const titles = async (api: Client): Promise<string[]> =>
    (await list(api, '2027-09-01', '2027-09-30')).surveys.map(({ title }: any) => title)
  assert.deepEqual(await titles(author), ['Mine alone', 'Open to all'])
  const { userId } = await world.user({ role: 'member' })
  const forever = { expiresAt: new Date('2100-01-01') }
  const colleague = client(
    clockwork.running.url,
    await world.token({ userId, scopes: scopeNames, ...forever }),
  )
  assert.deepEqual(await titles(colleague), [], 'nobody has been told of it')
  const { check_in_instances: dates } = await bodyOf(author.get(`/api/check-ins/${id}/instances`))
  await bodyOf(author.post(`/api/check-in-instances/${dates[0].id}/open`))
  assert.deepEqual(await titles(colleague), ['Open to all'])
  const [seen] = (await list(colleague, '2027-09-01', '2027-09-30')).surveys
  assert.deepEqual([seen.team_ids, seen.more_teams], [[], 1])
})

test('a range that is empty, too long or outside the calendar is refused', async () => {
  const { author } = await clockwork.begin('2027-10-01T00:00:00Z')
  for (const range of [
    ['2027-10-02', '2027-10-01'],
    ['2027-10-01', '2027-12-02'],
    ['1999-12-31', '2000-01-03'],
    ['2199-12-01', '2200-01-01'],
    ['0001-01-01', '9999-12-31'],
    ['2027-02-30', '2027-03-01'],
    ['today', 'tomorrow'],
  ])
    assert.equal((await author.get(`/api/occurrences?from=${range[0]}&to=${range[1]}`)).status, 400, range[0])
  await list(author, '2027-10-01', '2027-12-01')
  await list(author, '2000-01-01', '2000-01-31')
  await list(author, '2199-12-01', '2199-12-31')
  for (const from of ['2027-10-01', '2199-12-15', '2199-12-31'])
    await bodyOf(author.get(`/api/occurrences?from=${from}`))
  await bodyOf(author.get('/api/occurrences?from=2200-01-01'), 400)
  await bodyOf(author.get('/api/occurrences'))
})
