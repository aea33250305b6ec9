/**
 * The table of rules (contract/authority.ts), cell by cell: every operation by a person of each role, in person or through an application
 * that acts for them, and by an application alone. A cell is wrong if the role alone decides otherwise than the table says.
 */
import assert from 'node:assert/strict'
import { before, suite, test } from 'node:test'
import { type Role, roles, rowOf } from '../contract/authority.ts'
import { type Operation } from '../contract/operation.ts'
import { operations } from '../contract/operations.ts'
import { call } from './access/call.ts'
import { type Prepared, prepare } from './access/prepared.ts'
import { type Request, requests } from './access/requests.ts'
import { isRefused } from './support/replies.ts'
import { type Client } from './support/world.ts'

let it: Prepared
/** Through an application. */
const users = new Map<Role, Client>()
/** In person. */
const people = new Map<Role, Client>()
let program: Client

before(async () => {
  it = await prepare()
  const { world } = it
  program = await world.organisation()
  for (const role of roles) {
    users.set(role, await world.user({ role }))
    people.set(role, await personIn(role))
  }
})

/** Somebody who has signed in and has this role. */
async function personIn(role: Role): Promise<Client> {
  const { world } = it
  const email = `${role}-${world.adminEmail}`
  assert.equal((await program.post('/api/members', { name: 'Somebody', email })).status, 201)
  const person = await world.person(email)
  const { user } = (await person.get('/api/me')).body
  assert.equal((await world.admin.patch(`/api/people/${user.id}`, { role })).status, 200)
  return person
}

const made = new Map<Operation, Promise<Request>>()

/** One for all cells of an operation: what another cell has used up is refused for another reason than a role. */
function requestOf(operation: Operation): Promise<Request> {
  const request = made.get(operation) ?? Promise.resolve(requests[operation.id](it))
  made.set(operation, request)
  return request
}

async function tryCell(operation: Operation, caller: Client, isAllowed: boolean): Promise<void> {
  const reply = await call(caller, operation, await requestOf(operation))
  if (isAllowed) assert.notEqual(reply.body?.code, 'admin_required', JSON.stringify(reply.body))
  else isRefused(operation, reply, 403, 'admin_required')
}

const byToken = operations.filter(({ caller }) => caller === 'application' || caller === 'user')
const inPerson = operations.filter(({ caller }) => caller === 'session')

suite('the table of rules', () => {
  for (const operation of byToken)
    test(`${operation.id}, through an application`, async () => {
      for (const role of roles)
        await tryCell(operation, users.get(role)!, rowOf(operation.action).people[role] !== undefined)
    })

  for (const operation of inPerson)
    test(`${operation.id}, in person`, async () => {
      for (const role of roles)
        await tryCell(operation, people.get(role)!, rowOf(operation.action).people[role] !== undefined)
    })

  test('lets an application alone do what it says, and nothing for which a person is needed', async () => {
    for (const { id, caller, action } of operations) {
      if (caller === 'application') assert.ok(rowOf(action).programs, id)
      if (caller === 'user' || caller === 'session') assert.ok(!rowOf(action).programs, id)
    }
    for (const operation of byToken.filter(({ caller }) => caller === 'user'))
      isRefused(
        operation,
        await call(program, operation, await requestOf(operation)),
        403,
        'user_identity_required',
      )
  })

  test('applies to a token from the next call on: somebody who loses a role loses it there too', async () => {
    const { world } = it
    const { userId, post } = await world.user({ role: 'admin' })
    assert.equal((await post('/api/teams', { name: 'Before' })).status, 201)
    assert.equal((await world.admin.patch(`/api/people/${userId}`, { role: 'member' })).status, 200)
    assert.equal((await post('/api/teams', { name: 'After' })).body.code, 'admin_required')
  })
})
