/** Notices: who gets which, how often, in which language, and who chooses. */
import assert from 'node:assert/strict'
import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { before, suite, test } from 'node:test'
import { noticeActions, noticedByDefault } from '../../contract/audit-actions.ts'
import { languages } from '../../locales/catalogue.ts'
import { type Clockwork, filesIn, startClockwork } from '../../test/support/clockwork.ts'
import { newPeopledWorld, type PeopledWorld } from '../../test/support/people.ts'
import { newHouse, ok, startService } from '../../test/support/sign-in-organisation.ts'
import type { World } from '../../test/support/world.ts'
import { byApplication, byClock, byPerson, recordAudit } from '../audit/audit.ts'
import { run, sql } from '../db/db.ts'

const path = '/api/audit-notices'

let clockwork: Clockwork
let now = Date.parse('2026-03-02T09:00:00Z')

before(async () => {
  clockwork = await startClockwork()
})

/** An organisation whose notices about its creation have been sent, with an admin that the tests can use. */
async function quiet(): Promise<{ world: World; admin: string }> {
  now += 86_400_000
  const { world } = await clockwork.begin(new Date(now).toISOString())
  const { rows } = await world.running.db.pool.query<{ id: string }>(
    "select id from users where organisation_id = $1 and role = 'admin' and id <> $2",
    [world.organisationId, world.adminId],
  )
  await pass(3_600)
  await pass(3_600)
  return { world, admin: rows[0].id }
}

/** Lets time pass, second by second where it matters, and does all due work. */
async function pass(seconds: number): Promise<void> {
  await clockwork.settle()
  now += seconds * 1000
  await clockwork.turnTo(now)
  await clockwork.settle()
}

type Mail = { to: string; subject: string; text: string; html: string; link: string; name: string }

async function mailsIn(world: World): Promise<Mail[]> {
  const { outbox } = clockwork.running
  const files = (await filesIn(outbox)).filter((file) => file.endsWith('.json'))
  const mails = await Promise.all(
    files.map(async (file): Promise<Mail> => JSON.parse(await readFile(join(outbox, file), 'utf8'))),
  )
  const { rows } = await world.running.db.pool.query<{ email: string }>(
    'select email from users where organisation_id = $1',
    [world.organisationId],
  )
  const addresses = new Set(rows.map(({ email }) => email))
  return mails.filter(({ to }) => addresses.has(to))
}

/** The e-mails of an organisation that arrived during `work`. */
async function mailsBy(world: World, work: () => Promise<void>): Promise<Mail[]> {
  const earlier = new Set((await mailsIn(world)).map(({ name }) => name))
  await work()
  return (await mailsIn(world)).filter(({ name }) => !earlier.has(name))
}

type Entry = Partial<Parameters<typeof recordAudit>[1]>

const record = (world: World, entry: Entry = {}): Promise<void> =>
  recordAudit(world.running.db.tx, {
    organisationId: world.organisationId,
    actor: byApplication(world.application.id),
    action: 'member.erased',
    at: new Date(now),
    ...entry,
  })

const addressOf = async (world: World, userId: string): Promise<string> => {
  const { rows } = await world.running.db.pool.query('select email from users where id = $1', [userId])
  return rows[0].email
}

suite('a notice', () => {
  test('tells every admin within a minute what happened, when and by whom, and the actor too', async () => {
    const { world } = await quiet()
    const member = await world.user()
    const mails = await mailsBy(world, async () => {
      await record(world, { actor: byPerson(world.adminId), target: member.userId })
      await pass(31)
    })
    assert.equal(mails.length, 2)
    const toActor = mails.find(({ to }) => to === world.adminEmail)
    assert.ok(toActor, 'the admin who acted gets it, too')
    assert.match(toActor.subject, /^1 security event at Test/)
    assert.match(toActor.text, /^- Member’s data erased\n {2}Tue 3 Mar, \d\d:\d\d UTC · ./m)
    assert.match(toActor.html, /<li /)
    assert.match(toActor.link, /\/app\/settings\/audit$/)
    assert.ok(
      mails.every(({ text }) => !text.includes(member.userId)),
      'details stay in the log',
    )
  })

  test('is one mail for any number of events, and another not before ten minutes', async () => {
    const { world } = await quiet()
    const first = await mailsBy(world, async () => {
      await run(
        world.running.db.tx,
        sql`
          insert into audit_events (organisation_id, id, actor_kind, application_id, action, detail, occurred_at)
          select ${world.organisationId}, 'aud_' || lpad(i::text, 26, '0'), 'application', ${world.application.id},
                 'member.erased', '{}', ${new Date(now)}
          from generate_series(1, 10000) as i`,
      )
      await pass(31)
    })
    assert.equal(first.length, 2)
    assert.ok(first.every(({ subject }) => subject.startsWith('10,000 security events')))
    assert.match(first[0].text, /- 9,980 more events/)
    const second = await mailsBy(world, async () => {
      await record(world)
      await pass(31)
      await record(world)
      await pass(300)
    })
    assert.equal(second.length, 0)
    const third = await mailsBy(world, () => pass(600))
    assert.deepEqual([third.length, third[0].subject.slice(0, 17)], [2, '2 security events'])
  })

  test('is sent for chosen actions alone, and never for what is private or old', async () => {
    const { world } = await quiet()
    const mails = await mailsBy(world, async () => {
      await record(world, { action: 'person.joined' })
      await record(world, { action: 'figures.read' })
      await record(world, { privateTo: world.adminId })
      await record(world, { at: new Date(now - 2 * 86_400_000) })
      await pass(31)
    })
    assert.deepEqual(mails, [])
  })

  test('is in the language of its reader, in every language of the service', async () => {
    const { world } = await quiet()
    const { db } = world.running
    for (const language of languages) {
      const subjects = await mailsBy(world, async () => {
        await run(
          db.tx,
          sql`update organisations set locale = ${language} where id = ${world.organisationId}`,
        )
        for (const action of noticeActions) await record(world, { action, actor: byClock })
        await run(
          db.tx,
          sql`
            insert into audit_notices (organisation_id, actions, updated_at)
            values (${world.organisationId}, ${[...noticeActions]}::text[], ${new Date(now)})
            on conflict do nothing`,
        )
        await pass(700)
      })
      assert.equal(subjects.length, 2, language)
      assert.ok(subjects.every(({ html }) => html.includes(`lang="${language}"`)))
    }
  })

  test('goes to the listed admins and to the admin who acted, or to all admins if none of these is left', async () => {
    const { world, admin } = await quiet()
    const { db } = world.running
    const third = (await world.user({ role: 'admin' })).userId
    const choose = (recipients: string[]) =>
      run(
        db.tx,
        sql`
          insert into audit_notices (organisation_id, actions, recipients, updated_at)
          values (${world.organisationId}, '{member.erased}', ${recipients}::text[], ${new Date(now)})
          on conflict (organisation_id) do update set recipients = excluded.recipients`,
      )
    const told = async (entry: Entry = {}) =>
      new Set(
        (
          await mailsBy(world, async () => {
            await record(world, entry)
            await pass(700)
          })
        ).map(({ to }) => to),
      )
    const of = async (...ids: string[]) => new Set(await Promise.all(ids.map((id) => addressOf(world, id))))
    await choose([admin])
    assert.deepEqual(await told(), await of(admin))
    assert.deepEqual(await told({ actor: byPerson(third) }), await of(admin, third))
    assert.deepEqual(await told({ action: 'audit.notices_updated' }), await of(admin, third, world.adminId))
    await run(db.tx, sql`update users set role = 'member' where id = ${admin}`)
    assert.deepEqual(await told(), await of(third, world.adminId))
  })

  test('is not sent to somebody who is no longer an admin when it is sent', async () => {
    const { world, admin } = await quiet()
    const mails = await mailsBy(world, async () => {
      await record(world)
      await clockwork.settle()
      await run(world.running.db.tx, sql`update users set status = 'disabled' where id = ${admin}`)
      await pass(31)
    })
    assert.deepEqual(
      mails.map(({ to }) => to),
      [world.adminEmail],
    )
  })

  test('is sent once if two workers find it', async () => {
    const { world } = await quiet()
    const mails = await mailsBy(world, async () => {
      await record(world)
      await clockwork.settle()
      now += 31_000
      clockwork.setClocks(now)
      await Promise.all(clockwork.nodes.map(({ app }) => app.due.settle()))
    })
    const { rows } = await world.running.db.pool.query(
      'select count(*)::int as count from notices where organisation_id = $1',
      [world.organisationId],
    )
    // The second node has its own outbox.
    assert.ok(mails.length <= 2)
    assert.deepEqual(rows, [{ count: 0 }])
    const others = await filesIn(clockwork.nodes[1].outbox)
    const names = new Set([
      ...mails.map(({ name }) => name),
      ...others.map((file) => file.replace('.json', '')),
    ])
    assert.equal(names.size, mails.length + others.length)
  })
})

suite('an admin whose rights were taken away', () => {
  for (const change of [{ role: 'member' }, { state: 'disabled' }])
    test(`is told, also by an admin who silences all notices: ${Object.values(change)[0]}`, async () => {
      const service = await startService({}, new Date(Date.now() - 2 * 3_600_000))
      const house = await newHouse(service)
      const { token } = await house.invite('victim@acme.test', 'admin')
      const victim = await house.person({ sub: 'victim', email: 'victim@acme.test' })
      const { user_id: id } = ok(await victim.post('/api/invitations/accept', { token }))
      const later = async (ms: number) => {
        service.running.clock!.advance(ms)
        return house.letters()
      }
      await later(1000)
      await later(3_600_000)
      const before = (await later(3_600_000)).length
      ok(await house.admin.patch(`/api/people/${id}`, change))
      ok(await house.admin.patch(path, { actions: [] }))
      const letters = (await later(1000)).slice(before)
      assert.deepEqual(
        letters.map(({ to }) => to),
        ['victim@acme.test'],
      )
      const [{ subject, text, link }] = letters
      assert.match(subject, /^1 security event at /)
      assert.match(text, /^- Role or status of a person changed\n {2}.* UTC · ./m)
      assert.match(text, /because you were an admin/)
      assert.ok(!link.includes('audit'))
      ok(await house.admin.patch(path, { actions: ['links.read'] }))
      const others = (await later(3_600_000)).slice(before + 1)
      assert.ok(others.length > 0 && others.every(({ to }) => to === house.adminEmail), 'no other notice')
    })
})

suite('the choice of notices', () => {
  let world: PeopledWorld

  before(async () => {
    world = await newPeopledWorld()
  })

  test('has defaults, is changed in parts, and each change is recorded', async () => {
    const { body } = await world.admin.get(path)
    assert.deepEqual(body.actions.toSorted(), [...noticedByDefault].toSorted())
    assert.deepEqual([body.recipients, body.version, body.updated_at], [null, 0, null])
    const changed = await world.admin.patch(path, { actions: ['links.read'] })
    assert.deepEqual(
      [changed.status, changed.body.actions, changed.body.version],
      [200, ['links.read', 'audit.notices_updated', 'audit.chain_broken'], 1],
    )
    assert.equal(changed.headers.get('etag'), '"1"')
    const again = await world.admin.patch(path, { actions: ['links.read'] })
    assert.equal(again.body.version, 1, 'a patch that changes nothing makes no new version')
    const listed = await world.admin.patch(path, { recipients: [world.adminId] })
    assert.deepEqual([listed.body.recipients, listed.body.version], [[world.adminId], 2])
    assert.deepEqual((await world.admin.get(path)).body, listed.body)
    const { audit_events: events } = (await world.admin.get('/api/audit-events?action=audit.notices_updated'))
      .body
    assert.deepEqual(
      events.map(({ detail }: any) => detail.recipients),
      [
        { from: 'admins', to: [world.adminId] },
        { from: 'admins', to: 'admins' },
      ],
    )
    assert.deepEqual(events[1].detail.added, ['links.read'])
  })

  test('refuses recipients who are not admins, unknown actions, a stale version, and everybody but admins', async () => {
    const own = await newPeopledWorld()
    const member = await own.user()
    const stranger = await world.user({ role: 'admin' })
    for (const id of [member.userId, stranger.userId]) {
      const reply = await own.admin.patch(path, { recipients: [own.adminId, id] })
      assert.deepEqual(
        [reply.status, reply.body.code, reply.body.errors[0].pointer, reply.body.errors[0].code],
        [422, 'unprocessable', '/recipients/1', 'not_an_admin'],
      )
    }
    for (const body of [
      {},
      { actions: ['figures.read'] },
      { recipients: [] },
      { more: 1 },
      { recipients: ['x'] },
    ])
      assert.equal((await own.admin.patch(path, body)).status, 400, JSON.stringify(body))
    assert.equal((await own.admin.patch(path, { actions: [] }, { 'if-match': '"0"' })).status, 200)
    const stale = await own.admin.patch(path, { actions: ['links.read'] }, { 'if-match': '"0"' })
    assert.deepEqual([stale.status, stale.body.code], [412, 'precondition_failed'])
    for (const [caller, code] of [
      [own.anyone, 'unauthorized'],
      [own.colleague, 'role_required'],
      [own.stranger, 'access_denied'],
      [member, 'invalid_token'],
    ] as const) {
      assert.equal((await caller.get(path)).body.code, code)
      assert.equal((await caller.patch(path, { actions: [] })).body.code, code)
    }
  })

  test('is changed once by two changes at the same time with the same version', async () => {
    const own = await newPeopledWorld()
    const replies = await Promise.all(
      noticeActions
        .slice(0, 8)
        .map((action) => own.admin.patch(path, { actions: [action] }, { 'if-match': '"0"' })),
    )
    assert.deepEqual(replies.map(({ status }) => status).toSorted(), [200, ...Array(7).fill(412)])
  })
})
