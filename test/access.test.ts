/**
 * Who may call what: every operation of the contract by every kind of caller. What must come back follows from the
 * contract alone (its caller and its scopes), so a new operation is held to it without a line here but its request.
 */
import assert from 'node:assert/strict'
import { before, suite, test } from 'node:test'
import { operations } from '../contract/operations.ts'
import { type Operation } from '../contract/operation.ts'
import { type Scope, scopeNames, scopes } from '../contract/scopes.ts'
import { newId } from '../src/ids.ts'
import { createApplicationFor } from '../src/oauth/oauth.ts'
import { call } from './access/call.ts'
import { type Prepared, sharedPrepared } from './access/prepared.ts'
import { type Request, requests } from './access/requests.ts'
import { newPeopledWorld, type PeopledWorld } from './support/people.ts'
import { checkReply, isRefused } from './support/replies.ts'
import { client, type Client, type Reply } from './support/world.ts'

const organisationScopes = scopeNames.filter((scope) => scopes[scope].organisation)

type Callers = {
  nobody: Client
  malformed: Client[]
  expired: Client[]
  revoked: Client[]
  organisation(granted: readonly Scope[]): Promise<Client>
  user(granted: readonly Scope[]): Promise<Client>
  session: Client
}

let it: Prepared
let other: PeopledWorld
let callers: Callers

async function makeCallers(): Promise<Callers> {
  const { world, author } = it
  const as = async (options: Parameters<typeof world.token>[0]) =>
    client(world.url, await world.token(options))
  const { userId } = author
  const expiresAt = new Date(Date.now() - 1000)
  const applicationId = await newApplication()
  const revoked = [
    await as({ scopes: organisationScopes, applicationId }),
    await as({ scopes: scopeNames, userId, applicationId }),
  ]
  assert.equal((await revoked[0].get('/api/teams')).status, 200)
  assert.equal((await world.admin.post(`/api/applications/${applicationId}/revoke`)).status, 200)
  return {
    nobody: world.anyone,
    malformed: ['x', 'sonde_at_', `${author.token}x`, author.token!.toUpperCase(), 'a.b.c'].map((token) =>
      client(world.url, token),
    ),
    expired: [
      await as({ scopes: organisationScopes, expiresAt }),
      await as({ scopes: scopeNames, userId, expiresAt }),
    ],
    revoked,
    organisation: (granted) => as({ scopes: granted }),
    user: (granted) => as({ scopes: granted, userId }),
    session: world.admin,
  }
}

const newApplication = async (): Promise<string> => {
  const { db } = it.world.running
  const draft = { name: 'To be revoked', scopes: scopeNames }
  return (
    await db.transaction((tx) => createApplicationFor(tx, it.world.organisationId, draft, null, new Date()))
  ).id
}

const make = (operation: Operation): Request | Promise<Request> => requests[operation.id](it)

const challenge = (reply: Reply): string => reply.headers.get('www-authenticate') ?? ''

function openToAnyone(operation: Operation): void {
  test('needs no token and ignores one', async () => {
    checkReply(operation, await call(callers.nobody, operation, await make(operation)))
    checkReply(operation, await call(callers.malformed[0], operation, await make(operation)))
  })
  test('knows nothing of what is not there', async () => {
    const { params = {}, ...rest } = await make(operation)
    const [known] = Object.values(params)
    for (const value of [
      'x',
      'A'.repeat(43),
      known.toUpperCase(),
      [...known].toReversed().join(''),
      `${known}0`,
    ]) {
      const none = { params: Object.fromEntries(Object.keys(params).map((name) => [name, value])), ...rest }
      isRefused(operation, await call(callers.nobody, operation, none), 404, 'not_found')
    }
  })
}

function refusesWithoutLiveToken(operation: Operation): void {
  test('401 without a token, and says what is needed', async () => {
    const reply = await call(callers.nobody, operation, await make(operation))
    isRefused(operation, reply, 401, 'unauthorized')
    assert.match(challenge(reply), /^Bearer realm="api", .*resource_metadata="http[^"]+"$/)
    assert.doesNotMatch(challenge(reply), /error=/)
    assert.equal(challenge(reply).includes('scope='), operation.scope !== undefined)
    if (operation.scope) assert.match(challenge(reply), new RegExp(`scope="${operation.scope[0]}"`))
  })
  test('401 for a token that is malformed, expired, of a revoked application, or of the other kind', async () => {
    const request = await make(operation)
    const takesSession = operation.caller === 'person' || operation.caller === 'admin'
    const wrongKind = takesSession
      ? [it.author, await callers.organisation(organisationScopes)]
      : [callers.session]
    for (const caller of [...callers.malformed, ...callers.expired, ...callers.revoked, ...wrongKind]) {
      const reply = await call(caller, operation, request)
      isRefused(operation, reply, 401, 'invalid_token')
      assert.match(challenge(reply), /error="invalid_token".*resource_metadata=/)
    }
  })
}

function takesAccessTokens(operation: Operation): void {
  const wanted = operation.scope!
  const without = (all: readonly Scope[]): Scope[] => all.filter((scope) => !wanted.includes(scope))
  const forbidden = async (caller: Client, request: Request) => {
    const reply = await call(caller, operation, request)
    isRefused(operation, reply, 403, 'insufficient_scope')
    assert.match(challenge(reply), new RegExp(`error="insufficient_scope".*scope="${wanted[0]}"`))
  }

  test('403 for a user’s token without its scope, and it is done with each of its scopes', async () => {
    const request = await make(operation)
    for (const granted of [[], without(scopeNames), ...without(scopeNames).map((scope) => [scope])]) {
      await forbidden(await callers.user(granted), request)
    }
    checkReply(operation, succeeded(await call(await callers.user(scopeNames), operation, request)))
    for (const scope of wanted) {
      const reply = await call(await callers.user([scope]), operation, await make(operation))
      checkReply(operation, succeeded(reply))
    }
  })

  if (operation.caller === 'user') {
    test('403 for an organisation’s token, whatever its scopes', async () => {
      const request = await make(operation)
      for (const granted of [[], organisationScopes, scopeNames]) {
        const reply = await call(await callers.organisation(granted), operation, request)
        isRefused(operation, reply, 403, 'user_identity_required')
        assert.match(challenge(reply), /^Bearer .*error="insufficient_scope"/)
      }
    })
  } else {
    test('403 for an organisation’s token without its scope, and it is done with each of its scopes', async () => {
      const request = await make(operation)
      const refused = without(organisationScopes)
      for (const granted of [[], refused, ...refused.map((scope) => [scope])]) {
        await forbidden(await callers.organisation(granted), request)
      }
      for (const scope of wanted.filter((scope) => organisationScopes.includes(scope))) {
        const reply = await call(await callers.organisation([scope]), operation, await make(operation))
        checkReply(operation, succeeded(reply))
      }
    })
  }

  if (operation.params) {
    test('404 for another organisation’s ids, told as for ids that never were', async () => {
      const request = await make(operation)
      const foreigners = [
        await other.user(),
        ...(operation.caller === 'user' ? [] : [await other.organisation()]),
      ]
      for (const [name, id] of Object.entries(request.params!)) {
        const unknown = { ...request, params: { ...request.params, [name]: unknownLike(id) } }
        for (const foreigner of foreigners) {
          await sameNotFound(operation, foreigner, request, unknown)
        }
      }
      checkReply(operation, succeeded(await call(it.author, operation, request)))
    })
  }
}

const kinds = {
  pls: 'pulse',
  chk: 'checkIn',
  cki: 'instance',
  tem: 'team',
  mem: 'member',
  ins: 'insight',
  app: 'application',
} as const

const unknownLike = (id: string): string => newId(kinds[id.slice(0, 3) as keyof typeof kinds])

const succeeded = (reply: Reply): Reply => {
  assert.ok(reply.status < 300, JSON.stringify(reply.body))
  return reply
}

/** Byte for byte the same, but for the ids asked for and that of the request. */
async function sameNotFound(
  operation: Operation,
  caller: Client,
  one: Request,
  another: Request,
): Promise<void> {
  const told = async (request: Request): Promise<string> => {
    const reply = await call(caller, operation, request)
    isRefused(operation, reply, 404, 'not_found')
    let text = JSON.stringify({ ...reply.body, request_id: '' })
    for (const id of Object.values(request.params!)) text = text.replaceAll(id, '')
    return text
  }
  assert.equal(await told(one), await told(another))
}

function takesSessions(operation: Operation): void {
  test('is done for a session of the right person', async () => {
    checkReply(operation, succeeded(await call(it.world.admin, operation, await make(operation))))
  })
  test('403 for a stranger', async () => {
    isRefused(
      operation,
      await call(it.world.stranger, operation, await make(operation)),
      403,
      'access_denied',
    )
  })
  if (operation.caller !== 'admin') {
    test('403 for a person of another organisation', async () => {
      isRefused(operation, await call(other.admin, operation, await make(operation)), 403, 'access_denied')
    })
    return
  }
  test('403 for who is no admin', async () => {
    const reply = await call(it.world.colleague, operation, await make(operation))
    isRefused(operation, reply, 403, 'admin_required')
  })
  if (operation.params) {
    test('404 for another organisation’s admin, told as for ids that never were', async () => {
      const request = await make(operation)
      const unknown = { ...request, params: { id: unknownLike(request.params!.id) } }
      await sameNotFound(operation, other.admin, request, unknown)
      const elsewhere = { 'sonde-organisation': it.world.organisationId }
      const reply = await call(other.admin, operation, request, elsewhere)
      isRefused(operation, reply, 403, 'access_denied')
    })
  }
}

suite('who may call what', () => {
  before(async () => {
    it = await sharedPrepared()
    other = await newPeopledWorld()
    callers = await makeCallers()
  })

  test('every operation has a request to try it with, and no request is left over', () => {
    assert.deepEqual(Object.keys(requests).toSorted(), operations.map((operation) => operation.id).toSorted())
  })

  for (const operation of operations.filter(({ id }) => id in requests)) {
    suite(operation.id, () => {
      if (operation.caller === 'anyone') return openToAnyone(operation)
      refusesWithoutLiveToken(operation)
      if (operation.caller === 'application' || operation.caller === 'user')
        return takesAccessTokens(operation)
      return takesSessions(operation)
    })
  }
})
