/** The last admin who has signed in stays one, whoever asks and by whatever way: a person, a program, a file. */
import assert from 'node:assert/strict'
import { beforeEach, suite, test } from 'node:test'
import { bodyOf } from '../../test/support/clockwork.ts'
import { newPeopledWorld, type PeopledWorld } from '../../test/support/people.ts'
import { type Client, type Reply } from '../../test/support/world.ts'

let world: PeopledWorld
let program: Client

/** An organisation whose admins are in its directory and have signed in. @returns their ids there */
async function newAdmins(): Promise<string[]> {
  world = await newPeopledWorld()
  program = await world.organisation()
  const second = `second-${world.adminEmail}`
  const members: string[] = []
  for (const email of [world.adminEmail, second])
    members.push(
      (await bodyOf(program.post('/api/members', { name: 'Admin', email, external_id: email }), 201)).id,
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
    test(`cannot be ${name}, and the one before can`, async () => {
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

  test('is told by a dry run too', async () => {
    await bodyOf(importOf([world.adminEmail]))
    isLastAdmin(
      await program.post('/api/imports?missing=deactivate&confirm_deactivate=true&dry_run=true', {
        rows: [{ external_id: 'new', name: 'New' }],
      }),
    )
  })
})
