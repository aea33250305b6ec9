/** Surveys in which few have answered at their end: they go on once, by the rate that everybody may read. */
import assert from 'node:assert/strict'
import { before, suite, test } from 'node:test'
import { many, run, sql } from '../../src/db/db.ts'
import { shapeOf } from '../../src/db/shape.ts'
import { auditEvents } from '../../src/db/tables.ts'
import { answerAt, bodyOf, type Clockwork, mailedBy, startClockwork } from '../support/clockwork.ts'
import { activated, instancesOf, timelineOf, weekly } from '../support/recurring.ts'
import { stepsOf } from '../support/steps.ts'
import { type Client, links, pulseDraft, type World } from '../support/world.ts'

let clockwork: Clockwork

before(async () => {
  clockwork = await startClockwork()
})

type Place = { world: World; author: Client }

const setting = { below: 0.6, extend_by: 'P2D' }
const named = { confidentiality: { mode: 'attributed' } }
const opensAt = '2026-10-22T08:00:00Z'
const closesAt = '2026-10-24T08:00:00Z'

let teams = 0

/** An open pulse to so many people of Berlin, which ends on the day before clocks go back. */
async function opened({ world, author }: Place, people: number, more: object = {}) {
  await run(
    clockwork.running.db.tx,
    sql`update organisations set time_zone = 'Europe/Berlin' where id = ${world.organisationId}`,
  )
  const team = await world.team(`Asked ${++teams}`, people)
  const draft = pulseDraft([team.id], { closes_at: closesAt, low_participation: setting, ...more })
  const { id } = await bodyOf(author.post('/api/pulses', draft), 201)
  const path = `/api/pulses/${id}`
  await bodyOf(author.post(`${path}/open`))
  const urls = (await links(author, path)).map(({ url }) => url)
  return { id: id as string, path, urls }
}

async function answer(world: World, urls: readonly string[]): Promise<void> {
  for (const url of urls) await bodyOf(answerAt(world, url), 201)
}

const seen = async ({ author }: Place, path: string) => {
  const { state, closes_at, participation_extension } = await bodyOf(author.get(path))
  return { state, closes_at, participation_extension }
}

const kept = { state: 'closed', closes_at: closesAt, participation_extension: null }
/** Two days on the wall clock are 49 hours in that week. */
const goesOn = {
  state: 'open',
  closes_at: '2026-10-26T09:00:00Z',
  participation_extension: { extended_at: closesAt, below: 0.6 },
}

const entryRow = shapeOf(auditEvents, ['actor_kind', 'detail'])

const extensionsOf = (target: string) =>
  many(
    clockwork.running.db.tx,
    entryRow,
    sql`
      select ${entryRow.columns}
      from audit_events
      where action = 'survey.extended'
        and target = ${target}`,
  )

suite('a pulse in which few have answered', () => {
  test('goes on once, for everybody, and closes at its new end whoever has answered', async () => {
    const place = await clockwork.begin(opensAt)
    const { id, path, urls } = await opened(place, 10, named)
    await answer(place.world, urls.slice(0, 5))
    await clockwork.turnTo(closesAt)
    assert.deepEqual(await seen(place, path), goesOn)
    await answer(place.world, urls.slice(5, 6))
    const page = await bodyOf(place.world.anyone.get(new URL(urls[6]).pathname))
    assert.equal(page.closes_at, goesOn.closes_at)
    const [entry, ...others] = await extensionsOf(id)
    assert.deepEqual(others, [])
    assert.deepEqual(
      [entry.actor_kind, entry.detail.closes_at, entry.detail.response_rate_below],
      ['clock', '2026-10-26T09:00:00.000Z', 0.6],
    )
    await clockwork.turnTo('2026-10-26T09:00:00Z')
    assert.deepEqual(await seen(place, path), { ...goesOn, state: 'closed' })
  })

  test('ends where enough have answered, where nothing is set, and where its author closes it', async () => {
    const place = await clockwork.begin(opensAt)
    const enough = await opened(place, 10, named)
    const unset = await opened(place, 10, { ...named, low_participation: null })
    const stopped = await opened(place, 10, named)
    await answer(place.world, enough.urls.slice(0, 6))
    await bodyOf(place.author.post(`${stopped.path}/close`))
    await clockwork.turnTo(closesAt)
    for (const { path } of [enough, unset, stopped]) assert.deepEqual(await seen(place, path), kept)
  })

  test('goes on by the steps of the rate where answers are confidential', async () => {
    const place = await clockwork.begin(opensAt)
    const few = await opened(place, 20)
    const enough = await opened(place, 20)
    const { offset, told } = await stepsOf(clockwork.running, enough.id)
    const first = (await stepsOf(clockwork.running, few.id)).offset
    // 15 of 20 is the first step that is not below 60%.
    assert.equal(told(offset + 15), 15)
    await answer(place.world, few.urls.slice(0, first + 14))
    await answer(place.world, enough.urls.slice(0, offset + 15))
    await clockwork.turnTo(closesAt)
    assert.equal((await seen(place, few.path)).state, 'open')
    assert.deepEqual(await seen(place, enough.path), kept)
  })

  test('does not go on where no rate is shown, or where steps say nothing of so few', async () => {
    const place = await clockwork.begin(opensAt)
    const four = await opened(place, 4, named)
    const nine = await opened(place, 9)
    await clockwork.turnTo(closesAt)
    for (const { path } of [four, nine]) assert.deepEqual(await seen(place, path), kept)
  })

  test('does not wait for people who have all answered, wherever the steps begin', async () => {
    const place = await clockwork.begin(opensAt)
    const twelve = await Promise.all(
      [1, 2, 3, 4].map(() => opened(place, 12, { low_participation: { ...setting, below: 1 } })),
    )
    for (const { urls } of twelve) await answer(place.world, urls)
    await clockwork.turnTo(closesAt)
    for (const { path } of twelve) assert.deepEqual(await seen(place, path), kept)
  })

  test('ends where the service was down until less than an hour of the extension is left', async () => {
    const place = await clockwork.begin(opensAt)
    const { path } = await opened(place, 10, named)
    const { path: other } = await opened(place, 10, {
      ...named,
      low_participation: { below: 0.6, extend_by: 'P3D' },
    })
    await clockwork.turnTo('2026-10-26T08:00:01Z')
    assert.deepEqual(await seen(place, path), kept)
    assert.equal((await seen(place, other)).closes_at, '2026-10-27T09:00:00Z')
  })

  test('goes on once though two nodes find it together', async () => {
    const place = await clockwork.begin(opensAt)
    const { id, path } = await opened(place, 10, named)
    clockwork.setClocks(closesAt)
    await Promise.all(clockwork.nodes.map(({ app }) => app.due.settle()))
    assert.deepEqual(await seen(place, path), goesOn)
    assert.equal((await extensionsOf(id)).length, 1)
  })

  test('goes on from the end that its author has moved, and may be extended by hand after it', async () => {
    const place = await clockwork.begin(opensAt)
    const { path } = await opened(place, 10, named)
    await bodyOf(place.author.post(`${path}/extend`, { closes_at: '2026-10-25T10:00:00Z' }))
    await clockwork.turnTo(closesAt)
    assert.deepEqual(
      [(await seen(place, path)).state, (await seen(place, path)).participation_extension],
      ['open', null],
    )
    await clockwork.turnTo('2026-10-25T10:00:00Z')
    assert.equal((await seen(place, path)).closes_at, '2026-10-27T10:00:00Z')
    await bodyOf(place.author.post(`${path}/extend`, { closes_at: '2026-10-28T10:00:00Z' }))
    await clockwork.turnTo('2026-10-28T10:00:00Z')
    assert.equal((await seen(place, path)).state, 'closed')
  })

  test('reminds again before its new end, and nobody who has answered by name', async () => {
    const place = await clockwork.begin(opensAt)
    const { path, urls } = await opened(place, 6, {
      ...named,
      channels: ['email', 'link'],
      reminders: [{ before_close: 'P1D' }],
    })
    await clockwork.turnTo('2026-10-23T08:00:00Z')
    await clockwork.turnTo(closesAt)
    const progress = () => place.author.get(`${path}/progress`)
    const { reminders } = await bodyOf(progress())
    assert.deepEqual(
      [reminders.sent_at, reminders.planned_at],
      [['2026-10-23T08:00:00Z'], ['2026-10-25T09:00:00Z']],
    )
    await answer(place.world, urls.slice(0, 2))
    const mailed = await mailedBy(clockwork.running, () => clockwork.turnTo('2026-10-25T09:00:00Z'))
    assert.equal(mailed.length, 4)
  })

  test('reminds nobody once everybody has answered by name', async () => {
    const place = await clockwork.begin(opensAt)
    const { path, urls } = await opened(place, 6, {
      ...named,
      channels: ['email', 'link'],
      reminders: [{ before_close: 'P1D' }],
    })
    await clockwork.settle()
    await answer(place.world, urls)
    const mailed = await mailedBy(clockwork.running, () => clockwork.turnTo('2026-10-23T08:00:00Z'))
    assert.deepEqual(mailed, [])
    assert.equal((await bodyOf(place.author.get(`${path}/progress`))).reminders.reach, 0)
  })

  test('keeps its setting in a copy, and loses it by null', async () => {
    const { world, author } = await clockwork.begin(opensAt)
    const team = await world.team('Asked', 6)
    const { id } = await bodyOf(
      author.post('/api/pulses', pulseDraft([team.id], { low_participation: setting })),
      201,
    )
    const copy = await bodyOf(author.post(`/api/pulses/${id}/duplicate`), 201)
    assert.deepEqual(copy.low_participation, setting)
    const patched = await bodyOf(author.patch(`/api/pulses/${copy.id}`, { low_participation: null }))
    assert.equal(patched.low_participation, null)
  })

  test('refuses a share and a time that make no sense, with a pointer', async () => {
    const { world, author } = await clockwork.begin(opensAt)
    const team = await world.team('Asked', 6)
    const refusal = async (low_participation: object) => {
      const { status, body } = await author.post('/api/pulses', pulseDraft([team.id], { low_participation }))
      return [status, body.errors?.[0].pointer]
    }
    for (const extend_by of ['PT59M', 'P32D', 'P0D'])
      assert.deepEqual(
        await refusal({ below: 0.5, extend_by }),
        [422, '/low_participation/extend_by'],
        extend_by,
      )
    for (const below of [0, 1.1, 60])
      assert.deepEqual((await refusal({ below, extend_by: 'P1D' }))[0], 400, String(below))
    assert.equal((await refusal({ below: 0.5 }))[0], 400)
    assert.equal((await refusal({ below: 0.5, extend_by: 'P1D', from: 1 }))[0], 400)
  })
})

suite('an occurrence in which few have answered', () => {
  const round = (teamIds: string[], more: object = {}) =>
    weekly(teamIds, { ...named, time_zone: 'Europe/Berlin', low_participation: setting, ...more })

  /** Opened on Monday the 19th at nine, for two days. */
  async function running(more: object = {}) {
    const place = await clockwork.begin('2026-10-17T00:00:00Z')
    const team = await place.world.team('Weekly', 6)
    const { path } = await activated(place.author, round([team.id], more))
    await clockwork.turnTo('2026-10-19T07:00:00Z')
    const [{ id }] = await instancesOf(place.author, path)
    return { ...place, path, instance: `/api/check-in-instances/${id}` }
  }

  test('goes on, and tells so', async () => {
    const place = await running()
    await clockwork.turnTo('2026-10-21T07:00:00Z')
    assert.deepEqual(await seen(place, place.instance), {
      state: 'open',
      closes_at: '2026-10-23T07:00:00Z',
      participation_extension: { extended_at: '2026-10-21T07:00:00Z', below: 0.6 },
    })
    await clockwork.turnTo('2026-10-23T07:00:00Z')
    assert.deepEqual(await timelineOf(place.author, place.path), [
      '2026-10-19 closed',
      '2026-10-26 scheduled',
    ])
  })

  for (const overlap of ['skip', 'close_previous'])
    test(`goes on until the next one opens where that has come nearer, with ${overlap}`, async () => {
      const place = await running({ overlap })
      const recurrence = { rrule: 'FREQ=WEEKLY;BYDAY=MO,TH', starts_on: '2026-10-12', time: '09:00' }
      await bodyOf(place.author.patch(place.path, { recurrence, low_participation: null }))
      await clockwork.turnTo('2026-10-21T07:00:00Z')
      assert.equal((await seen(place, place.instance)).closes_at, '2026-10-22T07:00:00Z')
      await clockwork.turnTo('2026-10-22T07:00:00Z')
      assert.deepEqual(await timelineOf(place.author, place.path), [
        '2026-10-19 closed',
        '2026-10-22 open',
        '2026-10-26 scheduled',
      ])
    })

  test('gives way where the next one has come nearer since it was extended', async () => {
    const place = await running({ overlap: 'skip' })
    await clockwork.turnTo('2026-10-21T07:00:00Z')
    const recurrence = { rrule: 'FREQ=WEEKLY;BYDAY=MO,TH', starts_on: '2026-10-12', time: '09:00' }
    await bodyOf(place.author.patch(place.path, { recurrence, low_participation: null }))
    assert.equal((await seen(place, place.instance)).closes_at, '2026-10-23T07:00:00Z')
    await clockwork.turnTo('2026-10-22T07:00:00Z')
    assert.deepEqual(await timelineOf(place.author, place.path), [
      '2026-10-19 closed',
      '2026-10-22 open',
      '2026-10-26 scheduled',
    ])
  })

  test('keeps the end that its author has given it since, and skips the next one', async () => {
    const place = await running({ overlap: 'skip' })
    await clockwork.turnTo('2026-10-21T07:00:00Z')
    await bodyOf(place.author.post(`${place.instance}/extend`, { closes_at: '2026-10-27T07:00:00Z' }))
    await clockwork.turnTo('2026-10-26T08:00:00Z')
    assert.deepEqual(await timelineOf(place.author, place.path), [
      '2026-10-19 open',
      '2026-10-26 skipped the previous one was still open',
      '2026-11-02 scheduled',
    ])
  })

  test('ends while its check-in is paused', async () => {
    const place = await running()
    await bodyOf(place.author.post(`${place.path}/pause`))
    await clockwork.turnTo('2026-10-21T07:00:00Z')
    assert.equal((await seen(place, place.instance)).state, 'closed')
  })

  test('of the last date goes on though the check-in has ended', async () => {
    const place = await running({
      recurrence: { rrule: 'FREQ=WEEKLY;BYDAY=MO;COUNT=1', starts_on: '2026-10-19', time: '09:00' },
    })
    await clockwork.turnTo('2026-10-21T07:00:00Z')
    assert.equal((await seen(place, place.instance)).state, 'open')
  })

  test('goes on in the time of its check-in for whoever had their own window', async () => {
    const place = await clockwork.begin('2026-10-17T00:00:00Z')
    const { world, author } = place
    const team = await world.team('Around', 6)
    await bodyOf(author.patch(`/api/members/${team.members[0]}`, { time_zone: 'Asia/Tokyo' }))
    const recurrence = {
      rrule: 'FREQ=WEEKLY;BYDAY=MO',
      starts_on: '2026-10-19',
      time: '09:00',
      mode: 'recipient_local_time',
    }
    const { path } = await activated(author, round([team.id], { recurrence }))
    await clockwork.turnTo('2026-10-19T00:00:00Z')
    const [{ id }] = await instancesOf(author, path)
    const instance = `/api/check-in-instances/${id}`
    const tokyo = (await links(author, instance)).find(({ member_id }) => member_id === team.members[0])!
    const page = async () => (await world.anyone.get(new URL(tokyo.url).pathname)).body.closes_at
    await clockwork.turnTo('2026-10-19T12:00:00Z')
    assert.equal(await page(), '2026-10-21T00:00:00Z')
    const { closes_at: end } = await seen(place, instance)
    await clockwork.turnTo(end)
    const extended = (await seen(place, instance)).closes_at
    assert.equal(Date.parse(extended) - Date.parse(end), 2 * 86_400_000)
    assert.equal(await page(), extended)
    await bodyOf(answerAt(world, tokyo.url), 201)
  })

  test('has to fit between two dates, and has no place around joining and leaving', async () => {
    const { world, author } = await clockwork.begin('2026-10-17T00:00:00Z')
    const team = await world.team('Weekly', 6)
    const pointerOf = async (more: object) => {
      const { status, body } = await author.post('/api/check-ins', round([team.id], more))
      return [status, body.errors?.[0].pointer ?? null, body.errors?.[0].code ?? null]
    }
    const by = (extend_by: string) => ({ low_participation: { below: 0.6, extend_by } })
    assert.deepEqual(await pointerOf(by('P5D')), [201, null, null])
    assert.deepEqual(await pointerOf(by('P5DT1H')), [422, '/low_participation/extend_by', 'no_room'])
    const lifecycle = { date: 'joined_on', days: 30, period: 'quarter' }
    assert.deepEqual(await pointerOf({ lifecycle, recurrence: undefined }), [
      422,
      '/low_participation',
      'not_by_lifecycle',
    ])
    const { id } = await bodyOf(author.post('/api/check-ins', round([team.id], by('P5D'))), 201)
    const { status, body } = await author.patch(`/api/check-ins/${id}`, { window: 'P3D' })
    assert.deepEqual([status, body.errors[0].pointer], [422, '/low_participation/extend_by'])
  })
})
