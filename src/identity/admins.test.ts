/** The last admin who has signed in stays one, whoever asks and by whatever way: a person, a program, a file. */
import assert from 'node:assert/strict'
import { beforeEach, suite, test } from 'node:test'
import { bodyOf } from '../../test/support/clockwork.ts'
import { newPeopledWorld, type PeopledWorld } from '../../test/support/people.ts'
import type { Client, Reply } from '../../test/support/world.ts'

let world: PeopledWorld
let program: Client

/** An organisation whose admins are in its directory and have signed in. @returns their ids there */
async function newAdmins(): Promise<string[]> {
  world = await newPeopledWorld()
  program = await world.organisation()
  const second = `second-${world.adminEmail}`
  const members: string[] = []
  const adder = await world.user({ id: world.adminId })
  for (const email of [world.adminEmail, second])
    members.push(
      (await bodyOf(adder.post('/api/members', { name: 'Admin', email, external_id: email }), 201)).id,
    )
  await bodyOf(world.admin.get('/api/organisation'))
  await bodyOf((await world.person(second)).get('/api/me'))
  const { people } = await bodyOf(world.admin.get('/api/people'))
  const { id } = people.find(({ email }: any) => email === second)
  await bodyOf(world.admin.patch(`/api/people/${id}`, { role: 'admin' }))
  return members
}

const isLastAdmin = ({ status, body }: Reply): void => {
  assert.deepEqual([status, body.code], [409, 'last_admin'], JSON.stringify(body))
  assert.match(body.detail, /no admin who has signed in/)
}

const importOf = (emails: readonly string[]): Promise<Reply> =>
  program.post('/api/imports?missing=deactivate&confirm_deactivate=true', {
    rows: emails.map((email) => ({ external_id: email, name: 'Somebody', email })),
  })

const ways: Record<string, (member: string) => Promise<Reply>> = {
  deactivated: (member) => program.delete(`/api/members/${member}`),
  'deactivated by a change': (member) => program.patch(`/api/members/${member}`, { status: 'deactivated' }),
  erased: (member) => program.post(`/api/members/${member}/erase`),
  'left out of an import': () => importOf(['new@test.example']),
}

suite('the last admin', () => {
  let members: string[]

  beforeEach(async () => {
    members = await newAdmins()
  })

  for (const [name, way] of Object.entries(ways))
    test(`cannot be ${name}, while an admin who is not the last can`, async () => {
      if (name === 'left out of an import') await bodyOf(importOf([world.adminEmail]))
      else assert.ok((await way(members[1])).status < 300)
      isLastAdmin(await way(members[0]))
      // Nothing of the refused change stays.
      assert.equal((await bodyOf(program.get(`/api/members/${members[0]}`))).status, 'active')
      await bodyOf(world.admin.get('/api/organisation'))
    })

  test('stays where a program and an admin end one each at the same time', async () => {
    const { people } = await bodyOf(world.admin.get('/api/people?role=admin'))
    const own = people.find(({ email }: any) => email === world.adminEmail)
    const replies = await Promise.all([
      program.delete(`/api/members/${members[1]}`),
      world.admin.patch(`/api/people/${own.id}`, { role: 'member' }),
    ])
    const refused = replies.filter(({ status }) => status >= 400)
    assert.equal(refused.length, 1, JSON.stringify(replies.map(({ status }) => status)))
    isLastAdmin(refused[0])
  })

  test('stays where eight admins demote and disable one another at the same time, and no change fails', async () => {
    const admins = [{ client: world.admin, id: '' }]
    for (let i = 0; i < 6; i++) {
      const email = `admin${i}-${world.adminEmail}`
      const adder = await world.user({ id: world.adminId })
      await bodyOf(adder.post('/api/members', { name: 'Admin', email }), 201)
      const client = await world.person(email)
      const { user } = await bodyOf(client.get('/api/me'))
      await bodyOf(world.admin.patch(`/api/people/${user.id}`, { role: 'admin' }))
      admins.push({ client, id: user.id })
    }
    const { people } = await bodyOf(world.admin.get('/api/people?role=admin'))
    const ids: string[] = people.map(({ id }: any) => id)
    const replies = await Promise.all(
      admins.flatMap(({ client }, i) =>
        ids.map((id, j) =>
          client.patch(`/api/people/${id}`, (i + j) % 2 === 0 ? { role: 'member' } : { state: 'disabled' }),
        ),
      ),
    )
    assert.deepEqual(
      replies.filter(({ status }) => status >= 500).map(({ body }) => body),
      [],
    )
    const still = await Promise.all(admins.map(({ client }) => client.get('/api/people')))
    const second = await (await world.person(`second-${world.adminEmail}`)).get('/api/people')
    assert.ok([...still, second].some(({ status }) => status === 200))
  })

  test('is told by a dry run too', async () => {
    await bodyOf(importOf([world.adminEmail]))
    isLastAdmin(
      await program.post('/api/imports?missing=deactivate&confirm_deactivate=true&dry_run=true', {
        rows: [{ external_id: 'new', name: 'New' }],
      }),
    )
  })
})
