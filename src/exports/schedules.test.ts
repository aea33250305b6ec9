/** Exports that come again: as their owner, at their time, until the owner may no longer read them. */
import assert from 'node:assert/strict'
import { before, suite, test } from 'node:test'
import { limits } from '../../contract/limits.ts'
import { scopeNames, scopes } from '../../contract/scopes.ts'
import { ended, exporting, linesOf } from '../../test/support/exporting.ts'
import { type Client, client, newWorld, type World } from '../../test/support/world.ts'

const sunday = '2026-10-11T12:00:00Z'
const expiresAt = new Date('2027-10-11T12:00:00Z')

let world: World
let program: Client
let owner: Client & { userId: string }

const lastingUser = async (role: 'admin' | 'member'): Promise<Client & { userId: string }> => {
  const { userId } = await world.user({ role })
  return { ...client(world.url, await world.token({ userId, scopes: scopeNames, expiresAt })), userId }
}

before(async () => {
  world = await newWorld({ at: sunday })
  owner = await lastingUser('admin')
  const organisationScopes = scopeNames.filter((scope) => scopes[scope].organisation)
  program = client(world.url, await world.token({ scopes: organisationScopes, expiresAt }))
  await world.team('Platform', 1)
})

const draft = { dataset: 'teams', format: 'csv', every: 'week', day: 1, time_zone: 'europe/berlin' }

const schedule = async (by: Client, more: object = {}): Promise<any> => {
  const { status, body } = await by.post('/api/export-schedules', { ...draft, ...more })
  assert.equal(status, 201, JSON.stringify(body))
  return body
}

const schedulesOf = async (by: Client): Promise<any[]> =>
  (await by.get('/api/export-schedules')).body.export_schedules

/** The files of a schedule, newest first, each at its end. */
async function filesOf(by: Client, id: string): Promise<any[]> {
  const { exports } = (await by.get('/api/exports?limit=200')).body
  const own = exports.filter((one: any) => one.schedule_id === id)
  return Promise.all(own.map((one: any) => ended(by, one.id)))
}

async function turnTo(at: string): Promise<void> {
  world.running.clock!.set(at)
  await world.running.app.due.settle()
}

const readyIn = async (by: Client): Promise<any[]> => {
  await world.running.app.due.settle()
  return (await by.get('/api/events?types=export.*&limit=200')).body.events
}

suite('a schedule', () => {
  test('writes a file at its local time as its owner, who is told of it and alone finds it', async () => {
    const made = await schedule(owner)
    assert.deepEqual(
      [made.next_at, made.time, made.time_zone],
      ['2026-10-12T04:00:00Z', '06:00', 'Europe/Berlin'],
    )
    await turnTo('2026-10-12T03:59:00Z')
    assert.deepEqual(await filesOf(owner, made.id), [])
    await turnTo('2026-10-12T04:01:00Z')
    const [file, ...more] = await filesOf(owner, made.id)
    assert.deepEqual([file.state, file.user_id, file.filter, more], ['ready', owner.userId, {}, []])
    assert.deepEqual(await filesOf(program, made.id), [])
    const [after] = await schedulesOf(owner)
    assert.deepEqual([after.next_at, after.last_at], ['2026-10-19T04:00:00Z', '2026-10-12T04:01:00Z'])
    const [event] = await readyIn(owner)
    assert.deepEqual(event.data, {
      export_id: file.id,
      schedule_id: made.id,
      application_id: file.application_id,
    })
    assert.deepEqual(await readyIn(program), [])
    assert.equal((await owner.delete(`/api/export-schedules/${made.id}`)).status, 204)
    assert.equal((await owner.delete(`/api/export-schedules/${made.id}`)).status, 404)
  })

  test('of a program tells the program, and with only_new goes on where the file before ended; missed times are one file', async () => {
    world.running.clock!.set(sunday)
    const made = await schedule(program, {
      time: '08:30',
      time_zone: 'UTC',
      only_new: true,
    })
    await turnTo('2026-10-12T08:30:00Z')
    await filesOf(program, made.id)
    await turnTo('2026-10-30T00:00:00Z')
    const files = await filesOf(program, made.id)
    assert.deepEqual(
      files.map(({ filter }) => filter.released_since),
      ['2026-10-12T07:30:00.000Z', undefined],
    )
    assert.equal((await schedulesOf(program))[0].next_at, '2026-11-02T08:30:00Z')
    const told = (await readyIn(program)).map(({ data }) => data.export_id)
    assert.deepEqual(told.toSorted(), files.map(({ id }) => id).toSorted())
    assert.equal((await program.delete(`/api/export-schedules/${made.id}`)).status, 204)
  })

  test('is changed by its owner, by version, and goes on at its new time with its new filter', async () => {
    world.running.clock!.set(sunday)
    const { team } = { team: (await program.get('/api/teams?limit=1')).body.teams[0] }
    const other = (await world.team('Design', 1)).id
    const made = await schedule(owner, { only_new: true, filter: { team_id: other } })
    const path = `/api/export-schedules/${made.id}`
    const { status, body } = await owner.patch(
      path,
      { format: 'jsonl', day: 2, filter: { team_id: team.id, released_since: '2026-01-01T00:00:00Z' } },
      { 'if-match': `"${made.version}"` },
    )
    assert.deepEqual(
      [status, body.format, body.day, body.next_at, body.only_new, body.version],
      [200, 'jsonl', 2, '2026-10-13T04:00:00Z', true, 2],
    )
    const stale = await owner.patch(path, { day: 3 }, { 'if-match': '"1"' })
    assert.deepEqual([stale.status, stale.body.code], [412, 'precondition_failed'])
    for (const [wrong, pointer] of [
      [{ day: 8 }, '/day'],
      [{ filter: { pulse_id: made.id.replace('xps', 'pls') } }, '/filter/pulse_id'],
    ] as const) {
      const refused = await owner.patch(path, wrong)
      assert.deepEqual([refused.status, refused.body.errors[0].pointer], [422, pointer])
    }
    assert.equal((await program.patch(path, { day: 3 })).status, 404)
    await turnTo('2026-10-12T04:01:00Z')
    assert.deepEqual(await filesOf(owner, made.id), [])
    await turnTo('2026-10-13T04:01:00Z')
    const [file] = await filesOf(owner, made.id)
    assert.deepEqual(file.filter, { team_id: team.id, released_since: '2026-01-01T00:00:00Z' })
    const reply = await exporting(() => world.url).download(owner, file.id)
    assert.deepEqual(
      linesOf(Buffer.from(await reply.arrayBuffer())).map(({ team_id }) => team_id),
      [team.id],
    )
    const later = await owner.patch(path, { gzip: true })
    assert.equal(later.body.next_at, '2026-10-20T04:00:00Z', 'its time stays')
    await turnTo('2026-10-20T04:01:00Z')
    const [next] = await filesOf(owner, made.id)
    assert.deepEqual(next.filter, { team_id: team.id, released_since: '2026-10-13T03:01:00.000Z' })
    assert.equal((await owner.delete(path)).status, 204)
  })

  test('is stopped with a reason when its owner lost the right, and is gone a month later', async () => {
    world.running.clock!.set(sunday)
    const admin = await lastingUser('admin')
    const made = await schedule(admin, { dataset: 'audit' })
    const kept = await schedule(admin)
    await world.running.db.pool.query("update users set role = 'member' where id = $1", [admin.userId])
    await turnTo('2026-10-12T04:00:00Z')
    const states = async () =>
      (await schedulesOf(admin)).map(({ id, state, stopped_reason, next_at }) => [
        id,
        state,
        stopped_reason,
        next_at,
      ])
    assert.deepEqual(await states(), [
      [kept.id, 'active', null, '2026-10-19T04:00:00Z'],
      [made.id, 'stopped', 'access_ended', null],
    ])
    assert.deepEqual([(await filesOf(admin, made.id)).length, (await filesOf(admin, kept.id)).length], [0, 1])
    const stopped = await world.running.db.pool.query(
      "select target, actor_kind from audit_events where action = 'export.schedule_stopped'",
    )
    assert.deepEqual(stopped.rows, [{ target: made.id, actor_kind: 'clock' }])
    await world.running.db.pool.query("update users set status = 'disabled' where id = $1", [admin.userId])
    await turnTo('2026-10-19T04:00:00Z')
    const { rows } = await world.running.db.pool.query(
      'select state from export_schedules where user_id = $1',
      [admin.userId],
    )
    assert.deepEqual(rows, [{ state: 'stopped' }, { state: 'stopped' }])
    await turnTo('2026-11-20T04:00:00Z')
    const left = await world.running.db.pool.query('select 1 from export_schedules where user_id = $1', [
      admin.userId,
    ])
    assert.equal(left.rows.length, 0)
  })

  test('with only_new leaves the rows of a file that failed to the next', async () => {
    world.running.clock!.set(sunday)
    const made = await schedule(program, { format: 'jsonl', time_zone: 'UTC', only_new: true })
    const { pool } = world.running.db
    const newestOf = async () => (await filesOf(program, made.id))[0]
    await turnTo('2026-10-12T06:00:00Z')
    const first = await newestOf()
    await turnTo('2026-10-14T12:00:00Z')
    const team = await world.team('Analytics', 1)
    await pool.query('alter table export_pieces add constraint no_piece check (false) not valid')
    await turnTo('2026-10-19T06:00:00Z')
    const second = await newestOf()
    await pool.query('alter table export_pieces drop constraint no_piece')
    await turnTo('2026-10-26T06:00:00Z')
    const third = await newestOf()
    assert.deepEqual(
      [first, second, third].map(({ state, fault, filter }) => [state, fault, filter.released_since]),
      [
        ['ready', null, undefined],
        ['failed', 'unexpected', '2026-10-12T05:00:00.000Z'],
        ['ready', null, '2026-10-12T05:00:00.000Z'],
      ],
    )
    const reply = await exporting(() => world.url).download(program, third.id)
    const rows = linesOf(Buffer.from(await reply.arrayBuffer()))
    assert.deepEqual(
      rows.map(({ team_id }) => team_id),
      [team.id],
    )
    assert.equal((await schedulesOf(program))[0].last_at, '2026-10-26T06:00:00Z')
    assert.equal((await program.delete(`/api/export-schedules/${made.id}`)).status, 204)
  })

  test('that fails for a reason of its own keeps no other from its time', async () => {
    world.running.clock!.set(sunday)
    const broken = await schedule(owner, { time: '05:00' })
    const sound = await schedule(program)
    await world.running.db.pool.query(
      "update export_schedules set time_zone = 'Mars/Olympus' where id = $1",
      [broken.id],
    )
    await assert.rejects(turnTo('2026-10-12T04:00:00Z'), RangeError)
    assert.equal((await filesOf(program, sound.id)).length, 1)
    assert.equal((await filesOf(owner, broken.id)).length, 0)
    await owner.delete(`/api/export-schedules/${broken.id}`)
    await program.delete(`/api/export-schedules/${sound.id}`)
  })

  test('waits ten minutes where as many exports run as may', async () => {
    world.running.clock!.set(sunday)
    const made = await schedule(program)
    await world.running.db.pool.query(
      `insert into exports (organisation_id, id, dataset, format, gzip, filter, state, application_id, scopes, created_at, updated_at)
       select $1, 'xpt_' || n, 'teams', 'csv', false, '{}', 'running', 'app_x', '{}', $2, $2 from generate_series(1, $3::integer) n`,
      [world.organisationId, '2026-10-12T04:00:00Z', limits.exportsRunningMax],
    )
    await turnTo('2026-10-12T04:00:00Z')
    assert.equal((await schedulesOf(program))[0].next_at, '2026-10-12T04:10:00Z')
    await world.running.db.pool.query("delete from exports where application_id = 'app_x'")
    await turnTo('2026-10-12T04:10:00Z')
    assert.equal((await filesOf(program, made.id)).length, 1)
    assert.equal((await schedulesOf(program))[0].next_at, '2026-10-19T04:00:00Z')
    await program.delete(`/api/export-schedules/${made.id}`)
  })

  test('is refused for a day that no week has, an unknown zone, a dataset that its owner may not read, and the twenty-first', async () => {
    const member = await lastingUser('member')
    for (const [body, expected] of [
      [{ day: 8 }, '/day'],
      [{ time_zone: 'Mars/Olympus' }, '/time_zone'],
    ] as const) {
      const reply = await member.post('/api/export-schedules', { ...draft, ...body })
      assert.deepEqual([reply.status, reply.body.errors[0].pointer], [422, expected])
    }
    const audit = await member.post('/api/export-schedules', { ...draft, dataset: 'audit' })
    assert.deepEqual([audit.status, audit.body.code], [403, 'role_required'])
    const asked = Array.from({ length: limits.exportSchedulesMax + 1 }, () =>
      member.post('/api/export-schedules', draft),
    )
    const statuses = (await Promise.all(asked)).map(({ status }) => status)
    assert.equal(statuses.filter((status) => status === 201).length, limits.exportSchedulesMax)
    assert.deepEqual(
      statuses.filter((status) => status !== 201),
      [422],
    )
    const page = (await member.get('/api/export-schedules?limit=15')).body
    const rest = (await member.get(`/api/export-schedules?limit=15&cursor=${page.next_cursor}`)).body
    assert.deepEqual(
      [page.export_schedules.length, rest.export_schedules.length, rest.has_more],
      [15, 5, false],
    )
  })
})
