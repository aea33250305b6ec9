/** In which language and zone somebody reads: their own choice, for pages and e-mails, before what directory and organisation say. */
import assert from 'node:assert/strict'
import { before, suite, test } from 'node:test'
import { bodyOf } from '../../test/support/clockwork.ts'
import { messagesIn } from '../../test/support/outbox.ts'
import { newPeopledWorld, type PeopledWorld } from '../../test/support/people.ts'
import { type Client, eventually, pulseDraft, type Reply } from '../../test/support/world.ts'

const refused = (reply: Reply, status: number, code: string): void =>
  assert.deepEqual([reply.status, reply.body.code], [status, code], JSON.stringify(reply.body))

suite('a user', () => {
  let world: PeopledWorld
  let person: Client

  before(async () => {
    world = await newPeopledWorld()
    person = await world.person(world.adminEmail)
    await bodyOf(world.admin.patch('/api/organisation', { locale: 'fr' }))
  })

  /** Somebody of the directory who has signed in. */
  async function colleague(name: string) {
    const email = `${name}@test.example`
    const adder = await world.user({ id: world.adminId })
    await bodyOf(adder.post('/api/members', { name, email }), 201)
    const them = await world.person(email)
    const { user } = await bodyOf(them.get('/api/me'))
    return { them, email, user }
  }

  const own = async () => {
    const { language, time_zone: zone } = (await bodyOf(person.get('/api/me'))).user
    return [language, zone]
  }

  test('has chosen nothing at first, and chooses each by itself', async () => {
    assert.deepEqual(await own(), [null, null])
    const changed = await bodyOf(person.patch('/api/me', { language: 'de' }))
    assert.deepEqual([changed.language, changed.time_zone, changed.email], ['de', null, world.adminEmail])
    await bodyOf(person.patch('/api/me', { time_zone: 'america/new_york' }))
    assert.deepEqual(await own(), ['de', 'America/New_York'], 'in the case of the IANA list')
    await bodyOf(person.patch('/api/me', { language: null, time_zone: null }))
    assert.deepEqual(await own(), [null, null])
  })

  for (const [what, body, status, code] of [
    ['an unknown zone', { time_zone: 'Mars/Phobos' }, 422, 'unprocessable'],
    ['an offset', { time_zone: '+02:00' }, 422, 'unprocessable'],
    ['a language that the workspace does not speak', { language: 'fr' }, 400, 'invalid_request'],
    ['nothing', {}, 400, 'invalid_request'],
    ['what is not theirs to change', { role: 'admin' }, 400, 'invalid_request'],
  ] as const)
    test(`cannot choose ${what}`, async () => {
      refused(await person.patch('/api/me', body), status, code)
      assert.deepEqual(await own(), [null, null])
    })

  test('changes neither others nor what admins see of them', async () => {
    const people = async () => (await bodyOf(world.admin.get('/api/people'))).people
    const { them } = await colleague('reader-one')
    const list = await people()
    await bodyOf(person.patch('/api/me', { language: 'de', time_zone: 'Asia/Tokyo' }))
    assert.deepEqual(await people(), list)
    assert.equal((await bodyOf(them.get('/api/me'))).user.language, null)
    await bodyOf(person.patch('/api/me', { language: null, time_zone: null }))
  })

  test('gets e-mails in the language that they chose, and in that of the organisation before', async () => {
    const { them, email, user } = await colleague('reader-two')
    await bodyOf(world.admin.patch(`/api/people/${user.id}`, { role: 'analyst' }))
    const author = await world.user({ id: user.id })
    const team = await world.team('Platform', 6)
    /** The mail that tells the author what an admin did. */
    const mailAbout = async (title: string) => {
      const { id } = await bodyOf(author.post('/api/pulses', pulseDraft([team.id], { title })), 201)
      await bodyOf(author.post(`/api/pulses/${id}/open`))
      const admin = await world.user({ role: 'admin' })
      await bodyOf(admin.post(`/api/pulses/${id}/close`, { reason: 'Asked twice' }))
      const found = async () =>
        (await messagesIn(world.running.outbox)).find(({ to, text }) => to === email && text.includes(title))
      return eventually(found, (mail) => mail !== undefined)
    }
    assert.match((await mailAbout('Before they chose'))!.text, /a clôturé votre enquête/)
    await bodyOf(them.patch('/api/me', { language: 'de' }))
    assert.match((await mailAbout('After they chose'))!.text, /Umfrage .*(beendet|geschlossen)/)
  })
})
