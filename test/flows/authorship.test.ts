/**
 * Who runs a survey: its author; an admin in their place, with a reason that is recorded and told; and whoever takes over when somebody
 * leaves. Mails go through the outbox, as in any service without a mail server.
 */
import assert from 'node:assert/strict'
import { before, suite, test } from 'node:test'
import { bodyOf } from '../support/clockwork.ts'
import { messagesIn } from '../support/outbox.ts'
import { newPeopledWorld, type PeopledWorld } from '../support/people.ts'
import { activated, instancesOf, weekly } from '../support/recurring.ts'
import { type Client, eventually, newWorld, pulseDraft, type Reply } from '../support/world.ts'

type User = Client & { userId: string }

let world: PeopledWorld
let author: User
let colleague: User
let admin: User
let program: Client
let team: string

const refused = (reply: Reply, status: number, code: string): void =>
  assert.deepEqual([reply.status, reply.body.code], [status, code], JSON.stringify(reply.body))

async function openPulse(more: Record<string, unknown> = {}): Promise<string> {
  const { id } = await bodyOf(author.post('/api/pulses', pulseDraft([team], more)), 201)
  await bodyOf(author.post(`/api/pulses/${id}/open`))
  return id
}

const addressOf = (userId: string): string => `${userId}@test.example`

/** The mails to somebody about a survey of this title, once there are so many. */
async function mailsTo(
  userId: string,
  title: string,
  count: number,
): Promise<{ subject: string; text: string }[]> {
  const read = async () =>
    (await messagesIn(world.running.outbox)).filter(
      (mail) => mail.to === addressOf(userId) && mail.text.includes(title),
    )
  return eventually(read, (mails) => mails.length >= count)
}

const auditOf = async (target: string, action: string): Promise<any[]> =>
  (await bodyOf(world.admin.get(`/api/audit-events?target=${target}&action=${action}`))).audit_events

suite('somebody else’s survey', () => {
  before(async () => {
    world = await newPeopledWorld()
    author = await world.user()
    colleague = await world.user()
    admin = await world.user({ role: 'admin' })
    program = await world.organisation()
    team = (await world.team('Platform', 8)).id
  })

  test('is run by nobody but its author', async () => {
    const id = await openPulse()
    for (const verb of ['remind', 'close', 'cancel'])
      refused(await colleague.post(`/api/pulses/${id}/${verb}`), 403, 'not_the_author')
    refused(await admin.post(`/api/pulses/${id}/remind`), 403, 'not_the_author')
    refused(
      await admin.post(`/api/pulses/${id}/extend`, { closes_at: '2100-01-01T00:00:00Z' }),
      403,
      'not_the_author',
    )
    refused(
      await program.post(`/api/pulses/${id}/close`, { reason: 'a program' }),
      403,
      'user_identity_required',
    )
  })

  test('is closed by an admin who says why: recorded, and its author told', async () => {
    const title = 'Closed by an admin'
    const id = await openPulse({ title })
    refused(await admin.post(`/api/pulses/${id}/close`), 403, 'reason_required')
    refused(await admin.post(`/api/pulses/${id}/close`, { reason: '   ' }), 400, 'invalid_request')
    refused(await colleague.post(`/api/pulses/${id}/close`, { reason: 'I may not' }), 403, 'not_the_author')
    const closed = await bodyOf(admin.post(`/api/pulses/${id}/close`, { reason: 'Asked twice by mistake' }))
    assert.equal(closed.state, 'closed')
    const [mail, ...others] = await mailsTo(author.userId, title, 1)
    assert.deepEqual(others, [])
    assert.match(mail.text, /closed your survey/)
    assert.match(mail.text, /Asked twice by mistake/)
    // Its button leads to the survey, not to a list in which it has to be found.
    assert.ok(mail.text.includes(`/app/pulses/${id}/results`), mail.text)
    const [entry] = await auditOf(id, 'survey.stopped_for_author')
    assert.deepEqual(entry.detail, {
      act: 'closed',
      reason: 'Asked twice by mistake',
      author_user_id: author.userId,
    })
  })

  test('is stopped once: a second call is refused, and tells nobody again', async () => {
    const title = 'Stopped once'
    const id = await openPulse({ title })
    const replies = await Promise.all(
      [1, 2, 3].map((n) => admin.post(`/api/pulses/${id}/cancel`, { reason: `try ${n}` })),
    )
    assert.deepEqual(replies.map(({ status }) => status).toSorted(), [200, 409, 409])
    assert.equal((await auditOf(id, 'survey.stopped_for_author')).length, 1)
    const [mail] = await mailsTo(author.userId, title, 1)
    assert.ok(mail.text.includes(`/app/pulses/${id}/edit`), mail.text)
  })

  test('is archived and deleted with a reason, and its author restores it', async () => {
    const id = await openPulse()
    await bodyOf(author.post(`/api/pulses/${id}/close`))
    refused(await admin.delete(`/api/pulses/${id}`), 403, 'reason_required')
    await bodyOf(admin.delete(`/api/pulses/${id}?reason=${encodeURIComponent('Contains a name')}`), 204)
    refused(await admin.get(`/api/pulses/${id}`), 404, 'not_found')
    assert.equal((await bodyOf(author.post(`/api/pulses/${id}/restore`))).deleted_at, null)
    await bodyOf(admin.post(`/api/pulses/${id}/archive`, { reason: 'Over' }), 409)
  })

  test('is not there for an admin while it is private, until they say why', async () => {
    const id = await openPulse({ visibility: 'private' })
    refused(await admin.get(`/api/pulses/${id}`), 404, 'not_found')
    refused(await admin.post(`/api/pulses/${id}/close`), 404, 'not_found')
    refused(await colleague.post(`/api/pulses/${id}/close`, { reason: 'curious' }), 404, 'not_found')
    assert.equal(
      (await bodyOf(admin.post(`/api/pulses/${id}/close`, { reason: 'A complaint' }))).state,
      'closed',
    )
    refused(await admin.get(`/api/pulses/${id}`), 404, 'not_found')
    const other = await newWorld({ running: world.running })
    const rival = await other.user({ role: 'admin' })
    refused(await rival.post(`/api/pulses/${id}/archive`, { reason: 'A rival' }), 404, 'not_found')
  })

  test('check-ins and their instances alike; programs go on running instances', async () => {
    const { id, path } = await activated(author, weekly([team]))
    const [instance] = await instancesOf(author, path)
    const at = `/api/check-in-instances/${instance.id}`
    refused(await colleague.post(`${at}/open`), 403, 'not_the_author')
    refused(await admin.post(`${at}/open`), 403, 'not_the_author')
    refused(await admin.post(`${at}/skip`), 403, 'reason_required')
    await bodyOf(program.post(`${at}/open`))
    refused(await colleague.post(`${at}/close`, { reason: 'x' }), 403, 'not_the_author')
    await bodyOf(admin.post(`${at}/close`, { reason: 'Nobody is here this week' }))
    refused(
      await colleague.post(`/api/check-ins/${id}/recipients`, { team_ids: [team] }),
      403,
      'not_the_author',
    )
    refused(await admin.post(`/api/check-ins/${id}/pause`), 403, 'reason_required')
    await bodyOf(admin.post(`/api/check-ins/${id}/pause`, { reason: 'Reorganisation' }))
    await bodyOf(admin.post(`/api/check-ins/${id}/end`, { reason: 'Reorganisation' }))
    await bodyOf(admin.delete(`/api/check-ins/${id}?reason=Reorganisation`), 204)
    assert.deepEqual(
      (await auditOf(id, 'survey.stopped_for_author')).map(({ detail }) => detail.act).toSorted(),
      ['closed', 'deleted', 'ended', 'paused'],
    )
  })
})

suite('a round that a program stops', () => {
  const answer = async (at: string, count: number) => {
    const { links } = await bodyOf(author.get(`${at}/links`))
    for (const { url } of links.slice(0, count))
      await bodyOf(
        world.anyone.post(new URL(url).pathname, { answers: [{ question_id: 'calm', value: 4 }] }),
        201,
      )
  }

  const opened = async (title: string) => {
    const { id, path } = await activated(
      author,
      weekly([team], { title, confidentiality: { mode: 'attributed' } }),
    )
    const [instance] = await instancesOf(author, path)
    const at = `/api/check-in-instances/${instance.id}`
    await bodyOf(author.post(`${at}/open`))
    return { checkInId: id, instanceId: instance.id as string, localDate: instance.local_date, at, path }
  }

  test('with answers is in the audit log, with how many are lost, and its author is told', async () => {
    const title = 'Cancelled by a program'
    const { checkInId, instanceId, localDate, at } = await opened(title)
    await answer(at, 6)
    await bodyOf(program.post(`${at}/cancel`))
    const [entry, ...others] = await auditOf(instanceId, 'survey.cancelled')
    assert.deepEqual(others, [])
    assert.deepEqual([entry.actor.kind, entry.actor.application_id], ['application', world.application.id])
    assert.deepEqual(entry.detail, {
      title,
      check_in_id: checkInId,
      local_date: localDate,
      responded: 6,
    })
    const [mail] = await mailsTo(author.userId, title, 1)
    assert.match(mail.text, /Test cancelled your survey. Answers that had arrived were deleted/)
  })

  test('or closes or skips is recorded and told alike, with its reason', async () => {
    const title = 'Closed by a program'
    const { instanceId, at, path } = await opened(title)
    await bodyOf(program.post(`${at}/close`, { reason: 'The sprint is over' }))
    const next = (await instancesOf(author, path)).find(({ state }) => state === 'scheduled')
    await bodyOf(program.post(`/api/check-in-instances/${next.id}/skip`))
    assert.equal((await auditOf(instanceId, 'survey.closed'))[0].detail.reason, 'The sprint is over')
    assert.equal((await auditOf(next.id, 'survey.skipped')).length, 1)
    const texts = (await mailsTo(author.userId, title, 2)).map(({ text }) => text)
    assert.ok(texts.some((text) => text.includes('The sprint is over')))
    assert.ok(texts.some((text) => text.includes('skipped the next round')))
  })

  test('by its author is told to nobody, and what they cancel in private is recorded for them alone', async () => {
    const title = 'Cancelled in private'
    const id = await openPulse({ title, visibility: 'private' })
    await bodyOf(author.post(`/api/pulses/${id}/cancel`))
    assert.deepEqual(await auditOf(id, 'survey.cancelled'), [])
    const { rows } = await world.running.db.pool.query(
      `select private_to from audit_events where target = $1 and action = 'survey.cancelled'`,
      [id],
    )
    assert.deepEqual(rows, [{ private_to: author.userId }])
    assert.deepEqual(await mailsTo(author.userId, title, 0), [])
  })
})

suite('a survey handed over', () => {
  test('belongs to the new author, with its instances, and both are told', async () => {
    const title = 'Handed over'
    const { id, path } = await activated(author, weekly([team], { title }))
    const [instance] = await instancesOf(author, path)
    await bodyOf(author.post(`/api/check-in-instances/${instance.id}/open`))
    const to = { user_id: colleague.userId }
    refused(await colleague.post(`/api/check-ins/${id}/transfer`, to), 403, 'not_the_author')
    refused(await admin.post(`/api/check-ins/${id}/transfer`, to), 403, 'reason_required')
    refused(await program.post(`/api/check-ins/${id}/transfer`, to), 403, 'user_identity_required')
    const moved = await bodyOf(author.post(`/api/check-ins/${id}/transfer`, to))
    assert.equal(moved.author_user_id, colleague.userId)
    refused(await author.post(`${path}/pause`), 403, 'not_the_author')
    assert.equal(
      (await bodyOf(colleague.get(`/api/check-in-instances/${instance.id}/results`))).state,
      'open',
    )
    await bodyOf(colleague.post(`/api/check-in-instances/${instance.id}/close`))
    assert.match((await mailsTo(colleague.userId, title, 1))[0].text, /handed this survey to you/)

    await bodyOf(admin.post(`/api/check-ins/${id}/transfer`, { user_id: admin.userId, reason: 'Leave' }))
    assert.ok(
      (await mailsTo(colleague.userId, title, 2)).some(({ text }) => text.includes('to somebody else')),
    )
    assert.equal((await auditOf(id, 'survey.transferred')).length, 2)
  })

  test('names of an attributed one stay with the readers that its promise named', async () => {
    const id = await openPulse({ confidentiality: { mode: 'attributed' } })
    await bodyOf(author.post(`/api/pulses/${id}/transfer`, { user_id: colleague.userId }))
    refused(await colleague.get(`/api/pulses/${id}/responses`), 403, 'not_in_audience')
    await bodyOf(author.get(`/api/pulses/${id}/responses`))
  })

  test('only to an active user of the same organisation', async () => {
    const id = await openPulse()
    const other = await newWorld({ running: world.running })
    const gone = await world.user()
    await bodyOf(world.admin.patch(`/api/people/${gone.userId}`, { state: 'disabled' }))
    for (const user_id of [gone.userId, other.adminId]) {
      const reply = await author.post(`/api/pulses/${id}/transfer`, { user_id })
      refused(reply, 422, 'unprocessable')
      assert.equal(reply.body.errors[0].pointer, '/user_id')
    }
    const same = await bodyOf(author.post(`/api/pulses/${id}/transfer`, { user_id: author.userId }))
    assert.equal(same.author_user_id, author.userId)
    assert.deepEqual(await auditOf(id, 'survey.transferred'), [])
  })
})

suite('when an author leaves', () => {
  const authorOf = async (api: Client, path: string): Promise<string> =>
    (await bodyOf(api.get(path))).author_user_id

  /** Somebody in the directory with a manager, who has signed in and runs a survey. */
  async function leaver(manager?: string) {
    const email = `leaver-${Math.random().toString(36).slice(2)}@test.example`
    const adder = await world.user({ id: world.adminId })
    const member = await bodyOf(
      adder.post('/api/members', { name: 'Leaver', email, ...(manager && { manager_member_id: manager }) }),
      201,
    )
    const { user } = await bodyOf((await world.person(email)).get('/api/me'))
    await bodyOf(world.admin.patch(`/api/people/${user.id}`, { role: 'analyst' }))
    const client = await world.user({ id: user.id })
    const { id } = await bodyOf(client.post('/api/pulses', pulseDraft([team])), 201)
    await bodyOf(client.post(`/api/pulses/${id}/open`))
    const draft = await bodyOf(client.post('/api/pulses', pulseDraft([team])), 201)
    const recurring = await activated(client, weekly([team]))
    return {
      memberId: member.id as string,
      userId: user.id as string,
      pulse: `/api/pulses/${id}`,
      draft,
      recurring,
    }
  }

  test('what runs goes to their manager, however their access ended; drafts stay', async () => {
    const boss = await leaver()
    const gone = await leaver(boss.memberId)
    await bodyOf(program.delete(`/api/members/${gone.memberId}`), 204)
    for (const path of [gone.pulse, gone.recurring.path])
      await eventually(
        () => authorOf(admin, path),
        (userId) => userId === boss.userId,
      )
    assert.equal(await authorOf(admin, `/api/pulses/${gone.draft.id}`), gone.userId)
    // They are told, once for each.
    const heir = await world.user({ id: boss.userId })
    assert.equal((await bodyOf(heir.post(`${gone.pulse}/close`))).state, 'closed')
  })

  test('what runs goes to the manager of somebody who is erased, too', async () => {
    const boss = await leaver()
    const gone = await leaver(boss.memberId)
    await bodyOf(program.post(`/api/members/${gone.memberId}/erase`))
    for (const path of [gone.pulse, gone.recurring.path])
      await eventually(
        () => authorOf(admin, path),
        (userId) => userId !== gone.userId,
      )
    for (const path of [gone.pulse, gone.recurring.path])
      assert.equal(await authorOf(admin, path), boss.userId)
  })

  test('without a manager it goes to the successor, and without one to an admin', async () => {
    const first = await leaver()
    await bodyOf(world.admin.patch(`/api/people/${first.userId}`, { state: 'disabled' }))
    const admins = await eventually(
      () => authorOf(admin, first.pulse),
      (userId) => userId !== first.userId,
    )
    const { people } = await bodyOf(world.admin.get('/api/people?role=admin'))
    assert.ok(people.some(({ id }: { id: string }) => id === admins))

    const successor = { successor_user_id: colleague.userId }
    assert.equal(
      (await bodyOf(world.admin.patch('/api/organisation', successor))).successor_user_id,
      colleague.userId,
    )
    const second = await leaver()
    await bodyOf(world.admin.patch(`/api/people/${second.userId}`, { state: 'disabled' }))
    await eventually(
      () => authorOf(admin, second.recurring.path),
      (userId) => userId === colleague.userId,
    )
    const reply = await world.admin.patch('/api/organisation', { successor_user_id: second.userId })
    refused(reply, 422, 'unprocessable')
  })
})
