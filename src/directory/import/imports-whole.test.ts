import assert from 'node:assert/strict'
import { request } from 'node:http'
import { setTimeout as sleep } from 'node:timers/promises'
import { suite, test } from 'node:test'
import { many, sql } from '../../db/db.ts'
import { bool, shape } from '../../db/shape.ts'
import { eventually } from '../../../test/support/world.ts'
import { newImports } from '../../../test/support/directory-imports.ts'

const people = (from: number, to: number): string =>
  ['external_id,name', ...Array.from({ length: to - from }, (_, i) => `${from + i},Person ${from + i}`)].join(
    '\n',
  )

suite('an import with missing=deactivate', () => {
  test('deactivates members that the file does not name, except those without an external_id', async () => {
    const { done, api, members, teams } = await newImports()
    await done(people(0, 5))
    const own = (await api.post('/api/members', { name: 'By hand' })).body
    await done('external_id,teams\n4,One\n')
    const reply = await done(people(0, 4), { missing: 'deactivate' })
    assert.deepEqual([reply.deactivated, reply.unchanged, reply.memberships_removed], [1, 4, 1])
    const [change] = reply.changes
    assert.deepEqual(
      [change.line, change.action, change.name, change.fields],
      [
        null,
        'deactivate',
        'Person 4',
        { status: { from: 'active', to: 'deactivated' }, teams: { from: 'One', to: null } },
      ],
    )
    assert.deepEqual(
      (await members()).map((one) => one.name),
      ['Person 0', 'Person 1', 'Person 2', 'Person 3', 'By hand'],
    )
    assert.equal((await teams())[0].member_count, 0)
    const gone = (await api.get(`/api/members/${change.member_id}`)).body
    assert.deepEqual([gone.status, gone.team_ids], ['deactivated', []])
    assert.equal((await done(people(0, 4), { missing: 'deactivate' })).unchanged, 4)

    const back = await done(people(0, 5), { missing: 'deactivate' })
    assert.deepEqual(
      [back.updated, back.changes[0].fields],
      [1, { status: { from: 'deactivated', to: 'active' } }],
    )
    assert.equal((await api.get(`/api/members/${own.id}`)).body.status, 'active')
  })

  test('needs a confirmation to deactivate more than half of a directory', async () => {
    const { done, csv, members } = await newImports()
    await done(people(0, 5))
    const { status, body } = await csv(people(0, 2), { missing: 'deactivate' })
    assert.deepEqual(
      [status, body.code, body.errors[0].pointer],
      [422, 'unprocessable', '/confirm_deactivate'],
    )
    assert.equal((await members()).length, 5)
    const confirmed = await done(people(0, 2), { missing: 'deactivate', confirm_deactivate: 'true' })
    assert.equal(confirmed.deactivated, 3)
    assert.equal((await members()).length, 2)
  })

  test('needs an external_id in every row', async () => {
    const { faults } = await newImports()
    const text = 'name,external_id,email\nA,1,\nB,,b@x.test\n'
    assert.deepEqual(await faults(text, { missing: 'deactivate' }), ['/lines/3/external_id missing'])
  })

  test('leaves deactivated members alone without it', async () => {
    const { done, api } = await newImports()
    const { changes } = await done(people(0, 1))
    const path = `/api/members/${changes[0].member_id}`
    await api.delete(path)
    assert.equal((await done('external_id,teams\n0,One\n')).memberships_added, 0)
    assert.equal((await api.get(path)).body.status, 'deactivated')
    const back = await done('external_id,status,teams\n0,active,One\n')
    assert.equal(back.memberships_added, 1)
  })
})

test('an import that deactivates a member stops their tokens, and one that reactivates them lets them act again', async () => {
  const { world, done } = await newImports()
  const { changes } = await done(people(0, 3))
  const user = await world.user()
  await world.running.db.pool.query('update users set member_id = $1 where id = $2', [
    changes[0].member_id,
    user.userId,
  ])
  const signedIn = (status: number) =>
    eventually(
      () => user.get('/api/teams'),
      (reply) => reply.status === status,
    )
  await signedIn(200)
  await done('external_id,status\n0,deactivated\n')
  await signedIn(401)
  await done('external_id,status\n0,active\n')
  await signedIn(200)
})

test('managers made and unmade by a file are in the audit log, an entry for each team', async () => {
  const { world, done, byName, teams } = await newImports()
  const entries = async () =>
    (
      await world.running.db.pool.query(
        `select target, detail from audit_events where organisation_id = $1 and action = 'team.managers_changed' order by occurred_at`,
        [world.organisationId],
      )
    ).rows
  await done('external_id,name,teams,role\n1,Ada,Sales;Growth,manager\n2,Bob,Sales,\n3,Cy,Growth,lead\n')
  const { Ada, Bob, Cy } = await byName()
  const idOf = Object.fromEntries((await teams()).map(({ name, id }) => [name, id]))
  const first = await entries()
  assert.deepEqual(
    new Map(first.map(({ target, detail }) => [target, detail])),
    new Map([
      [idOf.Sales, { added: [Ada.id], removed: [] }],
      [idOf.Growth, { added: [Ada.id, Cy.id].toSorted(), removed: [] }],
    ]),
  )

  await done('external_id,name,teams,role\n1,Ada,Sales,manager\n2,Bob,Sales,manager\n')
  await done('external_id,name,teams,role\n3,Cy,Growth,member\n', { dry_run: 'true' })
  const later = (await entries()).slice(first.length)
  assert.deepEqual(
    new Map(later.map(({ target, detail }) => [target, detail])),
    new Map([
      [idOf.Sales, { added: [Bob.id], removed: [] }],
      [idOf.Growth, { added: [], removed: [Ada.id] }],
    ]),
  )
})

test('teams are found by external_id, by name and by path, and an ambiguous name is refused', async () => {
  const { done, api, faults, byName, teams } = await newImports()
  const add = async (body: object) => (await api.post('/api/teams', body)).body.id
  const ops = await add({ name: 'Operations', external_id: 'ops' })
  const one = await add({ name: 'Support', parent_team_id: ops })
  const other = await add({ name: 'Sales' })
  const two = await add({ name: 'Support', parent_team_id: other })
  const gone = await add({ name: 'Gone' })
  await api.delete(`/api/teams/${gone}`)
  const text = (named: string) => `name,email,teams\nA,a@x.test,${named}\n`
  assert.deepEqual(await faults(text('Support')), ['/lines/2/teams ambiguous'])
  assert.equal((await done(text('ops; Operations; Sales/Support; Operations/Support'))).teams_created, 0)
  assert.deepEqual((await byName()).A.team_ids, [ops, one, two].toSorted())
  assert.equal((await done(text('Gone'))).teams_created, 1)
  assert.notDeepEqual((await byName()).A.team_ids, [gone])
  assert.equal((await teams()).length, 5)
  const roles = await done('email,teams,role\na@x.test,Sales,manager\n')
  assert.deepEqual([roles.memberships_added, roles.memberships_removed], [1, 1])
  const again = await done('email,teams,role\na@x.test,Sales,\n')
  assert.deepEqual(again.changes[0].fields, { teams: { from: 'Sales (manager)', to: 'Sales' } })
  assert.deepEqual([again.memberships_added, again.memberships_removed], [0, 0])
})

test('a cycle of managers that the file closes is a fault, one that was there before is not', async () => {
  const { done, faults, world, byName } = await newImports()
  await done('external_id,name,manager\n1,A,\n2,B,1\n3,C,2\n')
  const { A, C } = await byName()
  assert.deepEqual(await faults('external_id,manager\n1,3\n'), ['/lines/2/manager cycle'])
  await world.running.db.pool.query('update members set manager_member_id = $1 where id = $2', [C.id, A.id])
  assert.equal((await done('external_id,name,manager\n4,D,3\n')).created, 1)
})

test('of two simultaneous imports one is refused until the other has ended', async () => {
  const { done, csv, members, world } = await newImports()
  const { db } = world.running
  const claimed = () =>
    many(
      db.tx,
      shape({ is_claimed: bool }),
      sql`
        select true as is_claimed
        from pg_locks
        where locktype = 'advisory'
          and (classid::bigint << 32 | objid::bigint) = hashtextextended(${`import of ${world.organisationId}`}, 0)`,
    )
  let first = true
  const slow = new ReadableStream({
    async pull(controller) {
      if (first) controller.enqueue(new TextEncoder().encode(`${people(0, 10)}\n`))
      else {
        // Open until the other has been refused.
        await eventually(claimed, (rows) => rows.length === 1)
        const { status, body } = await csv(people(10, 12))
        controller.enqueue(new TextEncoder().encode(`x${status},${body.code}\n`))
        controller.close()
      }
      first = false
    },
  })
  await done(slow)
  const names = (await members()).map((one) => one.name)
  assert.equal(names.length, 11)
  assert.equal(names[10], 'import_running')
  assert.equal((await done(people(10, 12))).created, 2)
})

test('an import and simultaneous changes never create somebody twice', async () => {
  const { csv, api, members } = await newImports()
  const text = ['email,name', ...Array.from({ length: 40 }, (_, i) => `p${i}@x.test,Imported ${i}`)].join(
    '\n',
  )
  const [reply, ...added] = await Promise.all([
    csv(text),
    ...Array.from({ length: 40 }, (_, i) =>
      api.post('/api/members', { name: `By hand ${i}`, email: `P${i}@x.test` }),
    ),
  ])
  assert.equal(reply.status, 200)
  assert.ok(added.every(({ status }) => status === 201 || status === 409))
  assert.equal((await members()).length, 40)
})

test('an upload that breaks off changes nothing', async () => {
  const { world, api, members, done } = await newImports()
  const { hostname, port } = new URL(world.url)
  const call = request({ hostname, port, path: '/api/imports', method: 'POST' })
  call.setHeader('authorization', `Bearer ${api.token}`)
  call.setHeader('content-type', 'text/csv')
  call.on('error', () => {})
  call.write(`${people(0, 3000)}\n`)
  await sleep(200)
  call.destroy()
  await eventually(
    () => done(people(0, 1)).catch((error: Error) => error),
    (seen) => !(seen instanceof Error),
  )
  assert.equal((await members()).length, 1)
})
