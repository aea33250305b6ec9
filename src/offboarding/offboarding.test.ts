/** The end of an organisation over HTTP: its export, and its deletion after a waiting time. */
import assert from 'node:assert/strict'
import { readdir, readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { before, suite, test } from 'node:test'
import { prepare, type Prepared } from '../../test/access/prepared.ts'
import { bodyOf } from '../../test/support/clockwork.ts'
import { atEndOf } from '../../test/support/endings.ts'
import { startIssuer } from '../../test/support/issuer.ts'
import { newPeopledWorld } from '../../test/support/people.ts'
import { keysFolderOf, type Running, startApp } from '../../test/support/start.ts'
import { unzip } from '../../test/support/zip.ts'
import {
  type Client,
  client,
  eventually,
  links,
  newWorld,
  pulseDraft,
  type World,
} from '../../test/support/world.ts'

const linesOf = (text: string): any[] =>
  text
    .split('\n')
    .filter(Boolean)
    .map((line) => JSON.parse(line))

/** Asks and closes, with an answer from everybody. */
async function answeredByAll({ author, world }: Prepared, draft: object) {
  const { id } = await bodyOf(author.post('/api/pulses', draft), 201)
  const path = `/api/pulses/${id}`
  await bodyOf(author.post(`${path}/open`))
  for (const { url } of await links(author, path))
    await bodyOf(
      world.anyone.post(new URL(url).pathname, { answers: [{ question_id: 'calm', value: 4 }] }),
      201,
    )
  const body = await bodyOf(author.post(`${path}/close`))
  await eventually(
    () => author.get(`${path}/results`),
    (reply) => reply.body.results_status === 'available',
  )
  return { path, body }
}

suite('the export of an organisation', () => {
  let it: Prepared
  before(async () => {
    it = await prepare()
  })

  test('has everything that an application may read, and no answer and nothing private', async () => {
    const { admin } = it.world
    await it.suffering()
    await it.newReply('publish')
    const draftReply = await it.newReply()
    const secret = await it.openPulse({ visibility: 'private', title: 'Kanarienvogel' })
    await bodyOf(it.author.post(`/api/pulses/${secret.id}/close`))
    const [crowd, few, others] = [
      await it.world.team('Crowd', 9, { email: false }),
      await it.world.team('Few', 3, { email: false }),
      await it.world.team('Others', 3, { email: false }),
    ]
    const draft = pulseDraft([crowd.id, few.id, others.id])
    const { path, body: hiding } = await answeredByAll(it, draft)
    const asked = await bodyOf(admin.post('/api/organisation/exports'), 201)
    const { body } = await eventually(
      () => admin.get(`/api/organisation/exports/${asked.id}`),
      (reply) => !['waiting', 'running'].includes(reply.body.state),
    )
    assert.equal(body.state, 'ready', JSON.stringify(body))
    assert.equal(body.progress.done, body.progress.total)
    const { url } = await bodyOf(admin.post(`/api/organisation/exports/${asked.id}/link`), 201)
    const reply = await fetch(url)
    assert.equal(reply.headers.get('content-type'), 'application/zip')
    const zip = Buffer.from(await reply.arrayBuffer())
    assert.equal(zip.length, body.bytes)
    const files = unzip(zip)
    assert.match(files['README.txt'], /Private surveys/)
    assert.equal(linesOf(files['organisation.jsonl'])[0].id, it.world.organisationId)
    assert.ok(linesOf(files['teams.jsonl']).some(({ id }) => id === it.team.id))
    assert.ok(it.team.members.every((id) => files['members.jsonl'].includes(id)))
    const pulses = linesOf(files['pulses.jsonl']).map(({ id }) => id)
    assert.ok(pulses.includes(it.closed.id) && !pulses.includes(secret.id))
    const results = linesOf(files['pulse-results.jsonl'])
    assert.equal(results.find(({ id }) => id === it.closed.id).results_status, 'available')
    const exported = results.find(({ id }) => id === hiding.id)
    const hidden = exported.teams.filter((one: any) => one.suppressed)
    assert.deepEqual(
      hidden.map(({ team_id, counted_in }: any) => [team_id, counted_in]).toSorted(),
      [few.id, others.id].map((id) => [id, null]).toSorted(),
      'as everybody reads it, of a hidden team only where its answers are counted',
    )
    assert.deepEqual(exported.teams, (await it.author.get(`${path}/results`)).body.teams)
    assert.ok(linesOf(files['check-in-instance-results.jsonl']).some(({ id }) => id === it.read.id))
    for (const name of ['insights', 'actions', 'replies', 'audit-log', 'users', 'applications', 'check-ins'])
      assert.ok(linesOf(files[`${name}.jsonl`]).length > 0, name)
    const whole = Object.values(files).join('\n')
    assert.ok(!whole.includes(draftReply), 'drafts are their author’s')
    assert.ok(!whole.includes('Kanarienvogel') && !whole.includes(secret.id))
    // What everybody said by name in the attributed pulse.
    assert.ok(!files['pulse-results.jsonl'].includes(it.team.members[0]))
    assert.ok(!/sonde_(cs|at|rt|iv|pl)_/.test(whole))
  })

  test('is fetched by a link of one organisation alone, which a new one replaces', async () => {
    const { admin, colleague } = it.world
    const id = await it.exported()
    const first = await bodyOf(admin.post(`/api/organisation/exports/${id}/link`), 201)
    const second = await bodyOf(admin.post(`/api/organisation/exports/${id}/link`), 201)
    assert.equal((await fetch(first.url)).status, 404)
    assert.equal((await fetch(second.url, { method: 'HEAD' })).status, 200)
    assert.equal((await fetch(`${second.url}x`)).status, 404)
    assert.equal((await colleague.get('/api/organisation/exports')).body.code, 'role_required')
    const other = await newPeopledWorld()
    for (const reply of [
      await other.admin.get(`/api/organisation/exports/${id}`),
      await other.admin.post(`/api/organisation/exports/${id}/link`),
    ])
      assert.equal(reply.status, 404)
  })

  test('is not fetched by the link of somebody who is not an admin any more', async () => {
    const { admin, colleague } = it.world
    const id = await it.exported()
    const { user } = await bodyOf(colleague.get('/api/me'))
    const change = (to: object) => bodyOf(admin.patch(`/api/people/${user.id}`, to))
    for (const ending of [{ role: 'analyst' }, { state: 'disabled' }]) {
      await change({ role: 'admin' })
      const { url } = await bodyOf(colleague.post(`/api/organisation/exports/${id}/link`), 201)
      assert.equal((await fetch(url, { method: 'HEAD' })).status, 200)
      await change(ending)
      assert.equal((await fetch(url)).status, 404)
    }
    await change({ state: 'active', role: 'member' })
  })

  test('ends when somebody is erased of whom its file tells', async () => {
    const { admin, running } = it.world
    const organisation = await it.world.organisation()
    const { id: team } = await bodyOf(organisation.post('/api/teams', { name: 'Leavers' }), 201)
    const member = (email: string): Promise<any> =>
      bodyOf(organisation.post('/api/members', { name: 'Kestrel Quill', email, team_ids: [team] }), 201)
    const gone = await member('kestrel@acme.test')
    const stays = await member('quill@acme.test')
    const id = await it.exported()
    const { url } = await bodyOf(admin.post(`/api/organisation/exports/${id}/link`), 201)
    const pieces = async () =>
      (await running.db.pool.query('select 1 from organisation_export_pieces where export_id = $1', [id]))
        .rowCount
    assert.ok((await pieces())! > 0)

    const erase = (who: { id: string }) => bodyOf(organisation.post(`/api/members/${who.id}/erase`))
    const download = async () => (await fetch(`${running.url}${new URL(url).pathname}`)).status
    assert.equal(await download(), 200)
    assert.ok((await erase(gone)).erased.exports >= 1)
    assert.equal(await download(), 404)
    assert.equal(await pieces(), 0)
    const found = await bodyOf(admin.get(`/api/organisation/exports/${id}`))
    assert.equal(found.state, 'expired')
    const again = await it.exported()
    assert.equal(
      (await erase(gone)).erased.exports,
      0,
      'a file since then has nothing of who was erased before',
    )
    assert.equal((await bodyOf(admin.get(`/api/organisation/exports/${again}`))).state, 'ready')

    // Nor does one that was being written: it takes no more pieces, and is never ready.
    const { id: other } = await bodyOf(admin.post('/api/organisation/exports'), 201)
    const { erased } = await erase(stays)
    assert.ok(erased.exports >= 1)
    await eventually(
      () => admin.get(`/api/organisation/exports/${other}`),
      ({ body }) => ['failed', 'expired'].includes(body.state),
    )
  })

  test('runs once at a time', async () => {
    const { admin } = it.world
    await it.exported()
    const replies = await Promise.all(
      Array.from({ length: 4 }, () => admin.post('/api/organisation/exports')),
    )
    assert.ok(replies.every(({ status, body }) => status === 201 || body.code === 'export_running'))
    assert.ok(replies.some(({ status }) => status === 201))
    await it.exported()
  })
})

suite('the deletion of an organisation', () => {
  let running: Running
  let idp: Awaited<ReturnType<typeof startIssuer>>
  let world: World
  let other: World
  const day = (date: string): void => running.clock!.set(`2026-${date}T12:00:00Z`)
  const settle = () => running.app.due.settle()
  // The provider knows no other time than the real one.
  const adminOf = async ({ adminEmail: email }: World): Promise<Client> =>
    client(running.url, await idp.token({ sub: email, email, email_verified: true }))

  const subjectsTo = async (address: string): Promise<string[]> => {
    const files = (await readdir(running.outbox).catch(() => [])).filter((file) => file.endsWith('.json'))
    const letters = await Promise.all(
      files.map(async (file) => JSON.parse(await readFile(join(running.outbox, file), 'utf8'))),
    )
    return letters.filter(({ to }) => to === address).map(({ subject }) => subject)
  }

  /** Every table of the database that has rows of organisations, with how many this one has. */
  async function rowsOf(organisationId: string): Promise<Record<string, number>> {
    const { rows: tables } = await running.db.pool.query<{ name: string }>(
      `select table_name as name
       from information_schema.columns
       where table_schema = 'public' and column_name = 'organisation_id'`,
    )
    assert.ok(tables.length > 40)
    const counts: Record<string, number> = {}
    for (const { name } of tables) {
      const query = `select count(*)::int as count from "${name}" where organisation_id = $1`
      const { rows } = await running.db.pool.query<{ count: number }>(query, [organisationId])
      if (rows[0].count > 0) counts[name] = rows[0].count
    }
    return counts
  }

  /** Something in as many tables as a test can fill by the API. */
  async function live(house: World): Promise<void> {
    const user = await house.user({ role: 'admin' })
    const api = await house.organisation()
    const team = await house.team('Platform', 7)
    const below = await house.team('Below', 3, { parent: team.id })
    await bodyOf(api.patch(`/api/members/${team.members[1]}`, { manager_member_id: team.members[0] }))
    await bodyOf(
      api.post(`/api/members/${below.members[0]}/absences`, { from: '2031-01-01', to: '2031-01-02' }),
      201,
    )
    for (const mode of ['attributed', 'anonymous', 'confidential']) {
      const draft = pulseDraft([team.id], { confidentiality: { mode }, channels: ['email', 'link'] })
      const { id } = await bodyOf(user.post('/api/pulses', draft), 201)
      await bodyOf(user.post(`/api/pulses/${id}/open`))
      for (const { url } of (await links(user, `/api/pulses/${id}`)).slice(0, 6)) {
        const answers = [{ question_id: 'calm', value: 4 }]
        await bodyOf(house.anyone.post(new URL(url).pathname, { answers }), 201)
      }
      if (mode === 'attributed') await bodyOf(user.post(`/api/pulses/${id}/close`))
    }
    const admin = await adminOf(house)
    await bodyOf(admin.post('/api/me/privacy-requests', { kind: 'access' }), 201)
    await bodyOf(admin.post('/api/invitations', { email: `guest-${house.adminEmail}` }), 201)
    await bodyOf(admin.post('/api/applications', { name: 'Bot', scopes: ['teams:read'] }), 201)
    await settle()
  }

  before(async () => {
    idp = await startIssuer()
    atEndOf('file', idp.close)
    running = await startApp({ at: '2026-01-01T12:00:00Z', env: idp.env })
    world = await newWorld({ running })
    other = await newWorld({ running })
    await live(world)
    await live(other)
  })

  const slugOf = async (house: World): Promise<string> =>
    (await bodyOf((await adminOf(house)).get('/api/organisation'))).slug

  test('waits for thirty days, tells all admins, and any of them cancels it', async () => {
    const admin = await adminOf(world)
    for (const slug of ['', 'Test', await slugOf(other)]) {
      const { status, body } = await admin.post('/api/organisation/deletion', { slug })
      assert.deepEqual([status, body.errors?.[0].code], [422, 'not_confirmed'])
    }
    const slug = await slugOf(world)
    const replies = await Promise.all(
      Array.from({ length: 3 }, () => admin.post('/api/organisation/deletion', { slug })),
    )
    assert.deepEqual(replies.map(({ status }) => status).toSorted(), [201, 409, 409])
    const waiting = await bodyOf(admin.get('/api/organisation/deletion'))
    assert.deepEqual([waiting.state, waiting.due_at.slice(0, 10)], ['waiting', '2026-01-31'])
    day('01-27')
    await settle()
    assert.equal((await subjectsTo(world.adminEmail)).filter((one) => /in three days/.test(one)).length, 0)
    day('01-28')
    await settle()
    await settle()
    const subjects = await subjectsTo(world.adminEmail)
    assert.equal(subjects.filter((one) => /will be deleted$/.test(one)).length, 1)
    assert.equal(subjects.filter((one) => /in three days/.test(one)).length, 1)
    assert.equal((await bodyOf(admin.delete('/api/organisation/deletion'))).state, 'none')
    assert.equal((await bodyOf(admin.delete('/api/organisation/deletion'))).state, 'none')
    day('02-10')
    await settle()
    assert.ok((await subjectsTo(world.adminEmail)).some((one) => /will not be deleted/.test(one)))
    assert.equal((await admin.get('/api/organisation')).status, 200)
  })

  test('deletes every row in every table, and the keys, and nothing of another organisation', async () => {
    const admin = await adminOf(world)
    const keysFolder = keysFolderOf(running.db.connection)
    const keysOf = async (id: string) =>
      (await readdir(keysFolder, { recursive: true })).filter((file) => file.includes(id)).length
    await bodyOf(admin.post('/api/organisation/deletion', { slug: await slugOf(world) }), 201)
    // The day before it is due: keys of what is open then have to go as well.
    day('03-11')
    await settle()
    for (const house of [world, other]) {
      const team = await house.team('Late', 6)
      const author = await house.user()
      const { id } = await bodyOf(author.post('/api/pulses', pulseDraft([team.id])), 201)
      await bodyOf(author.post(`/api/pulses/${id}/open`))
    }
    await settle()
    const token = await world.organisation()
    const others = await rowsOf(other.organisationId)
    const keys = await keysOf(other.organisationId)
    const before = await rowsOf(world.organisationId)
    assert.ok(Object.keys(before).length > 20 && before.members > 5)
    assert.ok(keys > 0 && (await keysOf(world.organisationId)) > 0)
    day('03-12')
    await settle()
    assert.deepEqual(await rowsOf(world.organisationId), {})
    const { rows } = await running.db.pool.query(
      `select (select count(*)::int from organisations where id = $1) as organisations,
              (select count(*)::int from jobs.job where data::text like '%' || $1 || '%') as jobs`,
      [world.organisationId],
    )
    assert.deepEqual(rows, [{ organisations: 0, jobs: 0 }])
    assert.equal(await keysOf(world.organisationId), 0)
    assert.equal((await admin.get('/api/organisation')).status, 403)
    assert.equal((await token.get('/api/teams')).status, 401)

    assert.equal(await keysOf(other.organisationId), keys)
    const after = await rowsOf(other.organisationId)
    for (const table of ['members', 'teams', 'memberships', 'users', 'pulses', 'recipients', 'responses'])
      assert.equal(after[table], others[table], table)
  })

  test('waits for a legal hold, and for nothing that goes wrong with another organisation', async () => {
    const [held, stuck, last] = [
      await newWorld({ running }),
      await newWorld({ running }),
      await newWorld({ running }),
    ]
    const author = await held.user()
    const team = await held.team('Held', 6)
    const { id } = await bodyOf(author.post('/api/pulses', pulseDraft([team.id])), 201)
    await bodyOf(author.post(`/api/pulses/${id}/open`))
    const hold = `/api/retention/holds/${id}`
    await bodyOf((await adminOf(held)).put(hold, { reason: 'A case before the court' }))
    for (const house of [held, stuck, last])
      await bodyOf(
        (await adminOf(house)).post('/api/organisation/deletion', { slug: await slugOf(house) }),
        201,
      )
    // Somebody's own table keeps the row of this organisation.
    const { pool } = running.db
    await pool.query('create table kept (organisation text references organisations)')
    await pool.query('insert into kept values ($1)', [stuck.organisationId])
    const areLeft = async () =>
      Promise.all(
        [held, stuck, last].map(
          async ({ organisationId }) => Object.keys(await rowsOf(organisationId)).length,
        ),
      )

    day('04-30')
    await assert.rejects(settle(), /kept_organisation_fkey/)
    const [ofHeld, ofStuck, ofLast] = await areLeft()
    assert.ok(ofHeld > 20)
    assert.deepEqual([ofStuck, ofLast], [1, 0])
    assert.equal((await bodyOf((await adminOf(held)).get('/api/organisation/deletion'))).state, 'waiting')

    await pool.query('drop table kept')
    assert.equal((await (await adminOf(held)).delete(hold, { reason: 'It is over' })).status, 204)
    running.clock!.advance(3_600_000)
    await settle()
    assert.deepEqual(await areLeft(), [0, 0, 0])
  })
})
