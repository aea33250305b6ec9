/**
 * "Only the author can read the results for groups": what respondents of a private survey are told. Anyone who authored it when they answered is the
 * only one who ever does, whatever becomes of the author, and whatever an admin, a manager or an application wants.
 */
import assert from 'node:assert/strict'
import { before, suite, test } from 'node:test'
import { bodyOf } from '../support/clockwork.ts'
import { newPeopledWorld, type PeopledWorld } from '../support/people.ts'
import { activated, instancesOf, weekly } from '../support/recurring.ts'
import { refused } from '../support/sign-in-organisation.ts'
import { type Client, eventually, links, pulseDraft, type Reply } from '../support/world.ts'

type User = Client & { userId: string }

let world: PeopledWorld
let admin: User
let manager: User & { memberId: string }
let team: string
let serial = 0

/** Somebody of the directory who has signed in. */
async function colleague(more: object = {}): Promise<User & { memberId: string }> {
  const email = `colleague-${++serial}-${world.adminEmail}`
  const adder = await world.user({ id: world.adminId })
  const { id: memberId } = await bodyOf(
    adder.post('/api/members', { name: 'Colleague', email, ...more }),
    201,
  )
  const { user } = await bodyOf((await world.person(email)).get('/api/me'))
  await bodyOf(world.admin.patch(`/api/people/${user.id}`, { role: 'analyst' }))
  return { ...(await world.user({ id: user.id })), memberId }
}

const draft = () => pulseDraft([team], { visibility: 'private' })

async function privatePulse(author: Client, verb?: 'open' | 'schedule'): Promise<string> {
  const { id } = await bodyOf(author.post('/api/pulses', draft()), 201)
  const opens_at = new Date(Date.now() + 86_400_000).toISOString()
  if (verb) await bodyOf(author.post(`/api/pulses/${id}/${verb}`, verb === 'schedule' ? { opens_at } : {}))
  return `/api/pulses/${id}`
}

/** Answers by everybody, and what each is told of who reads the results. */
async function answered(author: Client, path: string): Promise<void> {
  for (const { url } of await links(author, path)) {
    const page = new URL(url).pathname
    const { confidentiality } = await bodyOf(world.anyone.get(page))
    assert.ok(confidentiality.details.includes('Only the author can read the results for groups.'))
    await bodyOf(world.anyone.post(page, { answers: [{ question_id: 'calm', value: 4 }] }), 201)
  }
}

const stateOf = async (id: string, table: 'pulses' | 'check_ins' | 'check_in_instances'): Promise<string> =>
  (await world.running.db.pool.query(`select state from ${table} where id = $1`, [id])).rows[0].state

const idOf = (path: string): string => path.split('/').at(-1)!

/** Everybody who could want them. */
async function isReadByNobody(path: string): Promise<void> {
  const programs = [await world.organisation()]
  for (const by of [admin, manager, await world.user({ role: 'analyst' }), ...programs]) {
    refused(await by.get(path), 404, 'not_found')
    refused(await by.get(`${path}/results`), 404, 'not_found')
    const { insights } = await bodyOf(by.get('/api/insights'))
    assert.ok(insights.every(({ pulse_id }: { pulse_id: string }) => pulse_id !== idOf(path)))
  }
}

const readable = (by: Client, path: string): Promise<Reply> =>
  eventually(
    () => by.get(`${path}/results`),
    ({ body }) => body.results_status === 'available',
  )

before(async () => {
  world = await newPeopledWorld()
  admin = await world.user({ role: 'admin' })
  team = (await world.team('Platform', 11)).id
  manager = await colleague()
})

suite('the results of a private survey', () => {
  test('go to nobody when its author is disabled: what runs is closed, and they read it when they are back', async () => {
    const author = await colleague({ manager_member_id: manager.memberId })
    const open = await privatePulse(author, 'open')
    const planned = await privatePulse(author, 'schedule')
    const shared = await bodyOf(author.post('/api/pulses', pulseDraft([team])), 201)
    await bodyOf(author.post(`/api/pulses/${shared.id}/open`))
    await answered(author, open)
    await bodyOf(world.admin.patch(`/api/people/${author.userId}`, { state: 'disabled' }))
    await eventually(
      async () => (await bodyOf(admin.get(`/api/pulses/${shared.id}`))).author_user_id,
      (userId) => userId === manager.userId,
    )
    assert.deepEqual(
      [await stateOf(idOf(open), 'pulses'), await stateOf(idOf(planned), 'pulses')],
      ['closed', 'draft'],
    )
    await isReadByNobody(open)
    await isReadByNobody(planned)
    await bodyOf(world.admin.patch(`/api/people/${author.userId}`, { state: 'active' }))
    const back = await world.user({ id: author.userId })
    assert.equal((await readable(back, open)).status, 200)
    assert.equal((await bodyOf(back.get(planned))).state, 'draft')
  })

  test('go to nobody when its author is deactivated: a check-in ends, and what is open of it closes', async () => {
    const author = await colleague({ manager_member_id: manager.memberId })
    const { id, path } = await activated(author, { ...weekly([team]), visibility: 'private' })
    const [instance] = await instancesOf(author, path)
    await bodyOf(author.post(`/api/check-in-instances/${instance.id}/open`))
    const program = await world.organisation()
    await bodyOf(program.delete(`/api/members/${author.memberId}`), 204)
    await eventually(
      () => stateOf(id, 'check_ins'),
      (state) => state === 'ended',
    )
    assert.equal(await stateOf(instance.id, 'check_in_instances'), 'closed')
    for (const by of [manager, admin, program]) {
      refused(await by.get(path), 404, 'not_found')
      refused(await by.get(`/api/check-in-instances/${instance.id}/results`), 404, 'not_found')
    }
  })

  test('go to no admin who makes themselves the author, with a reason', async () => {
    const author = await colleague()
    const path = await privatePulse(author, 'open')
    await answered(author, path)
    for (const user_id of [admin.userId, manager.userId])
      refused(await admin.post(`${path}/transfer`, { user_id, reason: 'Handover' }), 403, 'not_the_author')
    refused(await admin.post(`${path}/transfer`, { user_id: admin.userId }), 404, 'not_found')
    const { id, path: recurring } = await activated(author, { ...weekly([team]), visibility: 'private' })
    const to = { user_id: admin.userId, reason: 'Handover' }
    refused(await admin.post(`/api/check-ins/${id}/transfer`, to), 403, 'not_the_author')
    // What an admin may do is to stop it; that shows nothing to them.
    await bodyOf(admin.post(`${path}/close`, { reason: 'A complaint' }))
    await bodyOf(admin.post(`${recurring}/end`, { reason: 'A complaint' }))
    await isReadByNobody(path)
    assert.equal((await readable(author, path)).status, 200)
  })

  test('are handed on by nobody once people were asked, neither by the author nor by an application of theirs', async () => {
    const author = await colleague()
    const to = { user_id: manager.userId }
    const open = await privatePulse(author, 'open')
    const planned = await privatePulse(author, 'schedule')
    const { path: recurring } = await activated(author, { ...weekly([team]), visibility: 'private' })
    const application = await world.user({ id: author.userId, scopes: ['pulses:write', 'checkins:write'] })
    for (const by of [author, application])
      for (const path of [open, planned, recurring]) {
        const reply = await by.post(`${path}/transfer`, to)
        refused(reply, 422, 'unprocessable')
        assert.equal(reply.body.errors[0].code, 'private')
      }
    await bodyOf(author.post(`${open}/close`))
    refused(await author.post(`${open}/transfer`, to), 422, 'unprocessable')
    await isReadByNobody(open)
  })

  test('a draft has none: its author hands it on, and the promise is about the new one', async () => {
    const author = await colleague()
    const path = await privatePulse(author)
    refused(
      await admin.post(`${path}/transfer`, { user_id: admin.userId, reason: 'x' }),
      403,
      'not_the_author',
    )
    await bodyOf(author.post(`${path}/transfer`, { user_id: manager.userId }))
    refused(await author.get(path), 404, 'not_found')
    await bodyOf(manager.post(`${path}/open`))
    await answered(manager, path)
  })
})
