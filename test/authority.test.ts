/**
 * The table of rules (contract/authority.ts), cell by cell: every operation by people of each role, managers of the team and of another one,
 * applications of each reach and admins of another organisation, on surveys of their own and of others. A cell is wrong if authority decides
 * otherwise than the table says. Who reads which results is a table of its own (flows/results-audience.test.ts).
 */
import assert from 'node:assert/strict'
import { after, before, suite, test } from 'node:test'
import { type Reach, type Role, roles, rowOf } from '../contract/authority.ts'
import { type Operation } from '../contract/operation.ts'
import { operations } from '../contract/operations.ts'
import { call } from './access/call.ts'
import { ok, type Prepared, prepare } from './access/prepared.ts'
import { type Request, requests } from './access/requests.ts'
import { isRefused } from './support/replies.ts'
import { client, type Client } from './support/world.ts'

/** What authority refuses with. */
const refusals = ['role_required', 'not_the_author', 'reason_required', 'user_identity_required'] as const
type Refusal = (typeof refusals)[number]

/** One organisation for each role of authors. */
const houses = new Map<Role, Prepared>()
/** None of them has made what is called. Through an application. */
const others = new Map<string, { role: Role; by: Client }>()
/** In person. */
const people = new Map<Role, Client>()
const programs = new Map<string, Client>()
let foreign: Client
let it: Prepared
let cells = 0

before(async () => {
  for (const role of roles) houses.set(role, await prepare({ authorRole: role }))
  it = houses.get('admin')!
  const { world, team } = it
  for (const role of roles) {
    others.set(role, { role, by: await world.user({ role }) })
    people.set(role, (await personIn(role)).client)
  }
  others.set('manager', { role: 'member', by: await managerOf(team.id) })
  others.set('other manager', { role: 'member', by: await managerOf(await it.newTeam()) })
  const scoped = ok(
    await world.admin.post('/api/applications', {
      name: 'Of another team',
      scopes: ['pulses:read'],
      results_team_ids: [await it.newTeam()],
    }),
  )
  const whole = await world.organisation()
  programs.set('organisation', whole)
  const { scopes } = (await whole.get('/api/me')).body
  programs.set('team', client(world.url, await world.token({ scopes, applicationId: scoped.id })))
  foreign = houses.get('analyst')!.world.admin
})

after(() => assert.ok(cells > 900, `${cells} cells were tried`))

/** Somebody who has signed in and has this role. */
async function personIn(role: Role) {
  const { world } = it
  const email = `${role}-${Math.random().toString(36).slice(2)}-${world.adminEmail}`
  const adder = await world.user({ id: world.adminId })
  const member = ok(await adder.post('/api/members', { name: 'Somebody', email }))
  const person = await world.person(email)
  const { user } = (await person.get('/api/me')).body
  ok(await world.admin.patch(`/api/people/${user.id}`, { role }))
  return { client: person, userId: user.id as string, memberId: member.id as string }
}

async function managerOf(teamId: string): Promise<Client> {
  const { userId, memberId } = await personIn('member')
  const program = await it.world.organisation()
  ok(await program.post(`/api/teams/${teamId}/members/${memberId}`, { role: 'manager' }))
  return it.world.user({ id: userId })
}

const made = new Map<Operation, Promise<Request>>()

/** One for all cells of an operation: what another cell has used up is refused for another reason than authority. */
function requestOf(operation: Operation): Promise<Request> {
  const request = made.get(operation) ?? Promise.resolve(requests[operation.id](it))
  made.set(operation, request)
  return request
}

/** The table's answer to somebody of this role, on what they made or did not make. */
function expected(operation: Operation, role: Role, isOwn: boolean): Refusal | null {
  const reach: Reach | undefined = rowOf(operation.action).people[role]
  if (reach === undefined) return 'role_required'
  if (isOwn) return null
  return reach === 'own' ? 'not_the_author' : reach === 'reason' ? 'reason_required' : null
}

async function tryCell(
  operation: Operation,
  caller: Client,
  request: Request,
  refusal: Refusal | null,
): Promise<void> {
  cells++
  const reply = await call(caller, operation, request)
  // What was deleted is there for its author alone.
  if (refusal === 'not_the_author' && operation.id.startsWith('restore'))
    isRefused(operation, reply, 404, 'not_found')
  else if (refusal !== null) isRefused(operation, reply, 403, refusal)
  else assert.ok(!refusals.includes(reply.body?.code), JSON.stringify(reply.body))
}

/** A skipped instance has a reason in any case, and some other requests name one: authority is tried without. */
const withoutReason = ({ body, ...request }: Request): Request => {
  if (typeof body !== 'object' || body === null || !('reason' in body)) return { ...request, body }
  const { reason: _reason, ...rest } = body
  return { ...request, body: rest }
}

const byToken = operations.filter(({ caller }) => caller === 'application' || caller === 'user')
const inPerson = operations.filter(({ caller }) => caller === 'session')
const ofAuthors = byToken.filter(({ action }) =>
  roles.some((role) => ['own', 'reason'].includes(rowOf(action).people[role] ?? '')),
)

suite('the table of rules', () => {
  for (const operation of byToken)
    test(`${operation.id}, by people on what is not theirs`, async () => {
      for (const { role, by } of others.values())
        await tryCell(
          operation,
          by,
          withoutReason(await requestOf(operation)),
          expected(operation, role, false),
        )
    })

  for (const operation of ofAuthors)
    test(`${operation.id}, by authors of each role`, async () => {
      for (const [role, house] of houses) {
        const request = withoutReason(await requests[operation.id](house))
        await tryCell(operation, house.author, request, expected(operation, role, true))
      }
    })

  for (const operation of inPerson)
    test(`${operation.id}, in person`, async () => {
      for (const role of roles)
        await tryCell(
          operation,
          people.get(role)!,
          await requestOf(operation),
          expected(operation, role, false),
        )
    })

  test('lets an application alone do what it says, and nothing for which a person is needed', async () => {
    for (const operation of byToken) {
      const { programs: mayAlone } = rowOf(operation.action)
      assert.ok(operation.caller === 'user' ? !mayAlone : mayAlone, operation.id)
      for (const program of programs.values())
        await tryCell(
          operation,
          program,
          await requestOf(operation),
          mayAlone ? null : 'user_identity_required',
        )
    }
    for (const { id, caller, action } of inPerson) assert.ok(!rowOf(action).programs, `${id} ${caller}`)
  })

  test('gives admins of another organisation nothing, with a reason or without', async () => {
    const rival = await houses.get('analyst')!.world.user({ role: 'admin' })
    // Templates belong to the service, not to an organisation.
    const ofOne = [...byToken, ...inPerson].filter(
      ({ id, path }) => path.includes('{') && id !== 'getTemplate',
    )
    for (const operation of ofOne) {
      cells++
      const { params, query, body } = await requestOf(operation)
      const caller = operation.caller === 'session' ? foreign : rival
      const reply = await call(caller, operation, { params, query, body })
      assert.equal(reply.status, 404, `${operation.id} ${JSON.stringify(reply.body)}`)
    }
    for (const operation of ofAuthors.filter(({ path }) =>
      /\/(close|cancel|archive|pause|end|skip)$/.test(path),
    )) {
      cells++
      const { params } = await requestOf(operation)
      assert.equal((await call(rival, operation, { params, body: { reason: 'A rival' } })).status, 404)
    }
  })

  test('applies to a token from the next call on: somebody who loses a role loses it there too', async () => {
    const { world } = it
    const { userId, post } = await world.user({ role: 'admin' })
    assert.equal((await post('/api/teams', { name: 'Before' })).status, 201)
    assert.equal((await world.admin.patch(`/api/people/${userId}`, { role: 'member' })).status, 200)
    assert.equal((await post('/api/teams', { name: 'After' })).body.code, 'role_required')
  })
})
