import assert from 'node:assert/strict'
import { suite, test } from 'node:test'
import { resolveLink, savePartialAnswers, submitAnswers } from '../collection/collection.ts'
import { client, eventually, links, newWorld, pulseDraft, type World } from '../../test/support/world.ts'

const answer = (world: World, url: string) =>
  world.anyone.post(new URL(url).pathname, { answers: [{ question_id: 'calm', value: 4 }] })

async function newPeople() {
  const world = await newWorld()
  const author = await world.user()
  const api = await world.organisation()
  const team = await world.team('Platform', 6)
  const [id] = team.members
  const { db } = world.running
  const open = async (mode: string, more: Record<string, unknown> = {}) => {
    const draft = pulseDraft([team.id], { confidentiality: { mode }, ...more })
    const pulse = await author.post('/api/pulses', draft)
    assert.equal(pulse.status, 201, JSON.stringify(pulse.body))
    const opened = await author.post(`/api/pulses/${pulse.body.id}/open`)
    assert.equal(opened.status, 200, JSON.stringify(opened.body))
    return pulse.body.id as string
  }
  const linkOf = async (pulse: string, member = id): Promise<string> =>
    (await links(author, `/api/pulses/${pulse}`)).find((one) => one.member_id === member)!.url
  return {
    world,
    author,
    api,
    team,
    id,
    db,
    open,
    linkOf,
    erase: (member = id) => api.post(`/api/members/${member}/erase`),
    rows: async (table: string) =>
      (await db.pool.query(`select * from ${table} where organisation_id = $1`, [world.organisationId])).rows,
  }
}

suite('erasing a member', () => {
  test('nothing is stored of them by a link that was read before', async () => {
    for (const mode of ['attributed', 'confidential']) {
      const { world, db, open, linkOf, erase, rows } = await newPeople()
      const link = await linkOf(await open(mode))
      const context = await resolveLink(db, new URL(link).pathname.split('/').at(-1)!, new Date())
      assert.equal((await erase()).status, 200)
      const answers = { answers: [{ question_id: 'calm', value: 4 }], attempt: 'a-device-of-theirs' }
      const refused = { code: 'collection_closed' }
      await assert.rejects(submitAnswers(db, context, answers, new Date()), refused, mode)
      await assert.rejects(savePartialAnswers(db, context, answers, new Date()), refused, mode)
      assert.deepEqual([await rows('responses'), await rows('receipts')], [[], []], mode)
      assert.equal((await world.anyone.get(new URL(link).pathname)).status, 404, mode)
    }
  })

  test('leaves a record that identifies nobody, for good', async () => {
    const { api, id, team, erase, rows } = await newPeople()
    await api.patch(`/api/members/${id}`, {
      external_id: 'hr-1',
      locale: 'de',
      time_zone: 'Europe/Berlin',
      attributes: { site: 'Berlin' },
      channels: [{ type: 'slack', address: 'U1X' }],
      quiet_hours: { start: '20:00', end: '08:00' },
      manager_member_id: team.members[1],
      joined_on: '2024-05-01',
      leaves_on: '2031-06-30',
    })
    await api.post(`/api/members/${id}/absences`, { from: '2031-01-01', to: '2031-01-02' })
    const { status, body } = await erase()
    assert.equal(status, 200)
    const { created_at, updated_at, version } = body.member
    assert.deepEqual(body.member, {
      id,
      external_id: null,
      name: 'Erased member',
      email: null,
      pending_email: null,
      sign_in: 'invitation',
      locale: null,
      time_zone: null,
      manager_member_id: null,
      attributes: {},
      channels: [],
      quiet_hours: null,
      joined_on: null,
      leaves_on: null,
      absences: [],
      managed_fields: [],
      managed_team_ids: [],
      team_ids: [],
      status: 'erased',
      created_at,
      updated_at,
      version,
    })
    assert.deepEqual([body.erased.memberships, body.erased.absences, body.erased.named_answers], [1, 1, 0])
    assert.match(body.kept[0], /anonymous.*cannot be found/)

    const again = (await erase()).body
    assert.deepEqual(again.member, body.member)
    assert.ok(Object.values(again.erased).every((count) => count === 0))
    const of = (type: string) => (all: any[]) => all.filter((one) => (one.type ?? one.action) === type)
    assert.equal(of('member.erased')(await rows('events')).length, 1)
    assert.deepEqual(
      of('member.erased')(await rows('audit_events')).map(({ target }) => target),
      [id],
    )
    const stored = JSON.stringify([await rows('members'), await rows('absences'), await rows('events')])
    assert.ok(
      !stored.includes('hr-1') && !stored.includes('platform-1-') && !stored.includes('Person Platform 1'),
    )
  })

  test('is final: an erased member cannot be changed, and their address is free', async () => {
    const { api, id, erase, team } = await newPeople()
    const { email } = (await api.get(`/api/members/${id}`)).body
    await erase()
    const path = `/api/members/${id}`
    const final = (reply: { status: number; body: any }) =>
      assert.deepEqual([reply.status, reply.body.errors?.[0].code], [422, 'erased'])
    final(await api.patch(path, { name: 'Back' }))
    final(await api.patch(path, { status: 'active' }))
    final(await api.delete(path))
    final(await api.post(`${path}/absences`, { from: '2031-01-01', to: '2031-01-02' }))
    final(await api.put(`${path}/absences`, { absences: [] }))
    assert.equal((await api.post(`/api/teams/${team.id}/members/${id}`)).status, 404)
    assert.equal((await api.post('/api/members', { name: 'Somebody else', email })).status, 201)
    assert.deepEqual(
      (await api.get('/api/members?status=erased')).body.members.map((one: any) => one.id),
      [id],
    )
  })

  test('deletes their attributed and confidential answers, open and closed, and nobody else’s', async () => {
    const { world, author, team, id, open, linkOf, erase, rows } = await newPeople()
    const closed = await open('attributed')
    for (const member of team.members) await answer(world, await linkOf(closed, member))
    await author.post(`/api/pulses/${closed}/close`)
    const stillOpen = await open('confidential')
    await answer(world, await linkOf(stillOpen))
    await answer(world, await linkOf(stillOpen, team.members[1]))
    const results = async () => (await author.get(`/api/pulses/${closed}/results`)).body.questions
    const before = await results()
    const { body } = await erase()
    assert.equal(
      body.erased.named_answers,
      1,
      'a count of confidential answers would reveal who had answered',
    )
    const left = await rows('responses')
    assert.equal(left.length, 7, 'a mark without person or content keeps the count of the open one')
    assert.deepEqual(
      left.flatMap(({ state, member_id, answers }) => (state === 'erased' ? [{ member_id, answers }] : [])),
      [{ member_id: null, answers: null }],
    )
    assert.ok(left.every((row) => row.member_id !== id))
    const receipts = await rows('receipts')
    assert.equal(receipts.length, 1, 'of the open pulse; those of the other were deleted at close')
    assert.ok(left.some((row) => row.id === receipts[0].response_id))
    assert.deepEqual(await results(), before)
    const named = await author.get(`/api/pulses/${closed}/responses`)
    assert.ok(!JSON.stringify(named.body).includes(id))
  })

  test('cannot find their anonymous answers, and leaves them', async () => {
    const { world, open, linkOf, erase, rows } = await newPeople()
    const pulse = await open('anonymous')
    await answer(world, await linkOf(pulse))
    const before = await rows('responses')
    assert.equal((await erase()).body.erased.named_answers, 0)
    assert.deepEqual(await rows('responses'), before)
  })

  test('ends their links and cancels messages to them', async () => {
    const { world, id, open, linkOf, erase, rows, db } = await newPeople()
    const pulse = await open('confidential', { channels: ['email', 'link'] })
    const url = await linkOf(pulse)
    const now = new Date()
    await db.pool.query(
      `insert into suppressions (organisation_id, id, channel, address, source, reason, since) values ($1, 'one', 'email', $2, 'dsn', 'gone', $3), ($1, 'two', 'email', 'other@x.test', 'dsn', 'gone', $3)`,
      [world.organisationId, (await rows('members')).find((one) => one.id === id)!.email.toUpperCase(), now],
    )
    await db.pool.query('insert into opt_outs values ($1, $2, $3, $4)', [
      world.organisationId,
      pulse,
      id,
      now,
    ])
    const { erased } = (await erase()).body
    assert.deepEqual([erased.links, erased.suppressions, erased.opt_outs], [1, 1, 1])
    assert.equal((await answer(world, url)).status, 404)
    const theirs = (await rows('deliveries')).filter((row) => row.member_id === id)
    assert.ok(theirs.length > 0)
    assert.ok(theirs.every(({ address, state }) => address === null && state !== 'pending'))
    assert.deepEqual(
      (await rows('suppressions')).map(({ address }) => address),
      ['other@x.test'],
    )
    assert.deepEqual(await rows('opt_outs'), [])
  })

  test('ends their sign-in and anonymises the user', async () => {
    const { world, id, erase, rows, db } = await newPeople()
    const user = await world.user()
    await db.pool.query('update users set member_id = $1 where id = $2', [id, user.userId])
    assert.equal((await user.get('/api/teams')).status, 200)
    assert.equal((await erase()).body.erased.users, 1)
    await eventually(
      () => client(world.url, user.token).get('/api/teams'),
      ({ status }) => status === 401,
    )
    const row = (await rows('users')).find((one) => one.id === user.userId)!
    assert.deepEqual(
      [row.name, row.email, row.status],
      ['Erased member', `${row.id}@erased.invalid`, 'disabled'],
    )
    const left = await rows('identities')
    assert.deepEqual(
      left.filter(({ user_id }) => user_id === user.userId),
      [],
    )
  })

  test('happens once, even when requested several times at once', async () => {
    const { erase, rows } = await newPeople()
    const replies = await Promise.all(Array.from({ length: 6 }, () => erase()))
    assert.ok(replies.every(({ status }) => status === 200))
    assert.equal(new Set(replies.map(({ body }) => JSON.stringify(body.member))).size, 1)
    assert.equal(replies.filter(({ body }) => body.erased.memberships === 1).length, 1)
    assert.equal((await rows('events')).filter(({ type }) => type === 'member.erased').length, 1)
  })
})
